/* Names of kernels: see the header. */
#include "import/kernels.h"

#include <ctype.h>
#include <string.h>

/* ---- names ------------------------------------------------------------------- */

bool cm_import_in_name(char c)
{
    return isalnum((unsigned char)c) || c == '_' || c == '$' || c == '.';
}

/* `Li3EfE`: numbers and builtin types (its sections 5.1.5 and 5.1.6); "": others are among them. */
static const char *template_arguments(cm_arena *arena, const char *at)
{
    static const struct {
        char letter;
        const char *type;
    } types[] = {{'b', "bool"},          {'c', "char"},
                 {'h', "unsigned char"}, {'s', "short"},
                 {'i', "int"},           {'j', "unsigned int"},
                 {'l', "long"},          {'m', "unsigned long"},
                 {'x', "long long"},     {'y', "unsigned long long"},
                 {'f', "float"},         {'d', "double"}};
    cm_text text = cm_text_new(arena);
    cm_text_add(&text, "<");
    for (; *at && *at != 'E'; at++) {
        const char *type = NULL;
        bool value = *at == 'L';
        at += value;
        for (size_t i = 0; i < sizeof types / sizeof *types; i++)
            type = types[i].letter == *at ? types[i].type : type;
        if (!type)
            return "";
        cm_text_add(&text, text.length > 1 ? "," : "");
        if (!value) {
            cm_text_add(&text, type);
            continue;
        }
        size_t digits = strcspn(++at, "E"), minus = *at == 'n';
        if (strcmp(type, "bool") == 0)
            cm_text_add(&text, *at == '1' ? "true" : "false");
        else
            cm_text_append(&text, "%s%.*s", minus ? "-" : "", (int)(digits - minus), at + minus);
        at += digits;
        if (!*at)
            return "";
    }
    cm_text_add(&text, ">");
    return text.data;
}

/* Reads a name with its length before it, such as `8consumer`: where it ends, and in *name where
 * its letters begin. NULL: no such name stands there. */
static const char *behind_name(const char *at, const char **name)
{
    size_t length = 0;
    while (isdigit((unsigned char)*at) && length < 1000)
        length = 10 * length + (size_t)(*at++ - '0');
    *name = at;
    return length > 0 && strlen(at) >= length ? at + length : NULL;
}

/* Of a name that the C++ ABI of Itanium has mangled, the identifiers with `::` between them
 * (its section 5.1.3): _Z8consumerPi, _ZN2ns8consumerIiEEvPi. Another name stays. */
static const char *demangled(cm_arena *arena, const char *name, const char **arguments)
{
    const char *at = name;
    cm_text text;
    *arguments = "";
    if (strncmp(at, "_Z", 2) != 0)
        return name;
    at += 2;
    bool nested = *at == 'N';
    at += nested;
    text = cm_text_new(arena);
    do {
        const char *part, *end = behind_name(at, &part);
        if (!end)
            break;
        cm_text_add(&text, text.length > 0 ? "::" : "");
        cm_text_add_bytes(&text, part, (size_t)(end - part));
        at = end;
    } while (nested);
    if (*at == 'I')
        *arguments = template_arguments(arena, at + 1);
    return text.length > 0 ? text.data : name;
}

/* ---- types of parameters ------------------------------------------------------- */

typedef struct type {
    char base; /* its letter; '?': a type of the source */
    int pointers;
} type;

enum { MOST_TYPES = 32 };

typedef struct types {
    const char *at;
    type known[MOST_TYPES], arguments[MOST_TYPES]; /* what S_, S0_, ... and T_, T0_, ... mean */
    int known_count, argument_count, depth;
    bool lost;
} types;

static type lose(types *t)
{
    t->lost = true;
    return (type){0};
}

static type known(types *t, type made)
{
    if (t->known_count == MOST_TYPES)
        return lose(t);
    t->known[t->known_count++] = made;
    return made;
}

/* `_` is the first, `0_` the second, `A_` the twelfth. */
static type numbered(types *t, const type *of, int count)
{
    int number = 0;
    for (bool first = true; *t->at != '_'; first = false, t->at++) {
        bool digit = isdigit((unsigned char)*t->at);
        if ((!digit && !isupper((unsigned char)*t->at)) || number > MOST_TYPES)
            return lose(t);
        number = 36 * (first ? 0 : number - 1) + (digit ? *t->at - '0' : *t->at - 'A' + 10) + 1;
    }
    t->at++;
    return number < count ? of[number] : lose(t);
}

static bool skip_name(types *t)
{
    const char *name, *end = behind_name(t->at, &name);
    t->at = end ? end : t->at;
    return end != NULL;
}

static void expect_end(types *t)
{
    t->lost |= *t->at != 'E';
    t->at += !t->lost;
}

/* `NS_4NodeE`: each prefix has a number. */
static type read_nested(types *t)
{
    while (!t->lost && *t->at != 'E')
        if (*t->at == 'S') {
            t->at++;
            numbered(t, t->known, t->known_count);
        } else if (skip_name(t))
            known(t, (type){'?', 0});
        else
            lose(t);
    expect_end(t);
    return (type){'?', 0};
}

/* `PKf`. Its sections 5.1.5 (types), 5.1.10 (compression): qualified types, pointers, names of the
 * source and template parameters get numbers. */
static type read_type(types *t)
{
    char c = *t->at;
    if (t->lost || c == '\0' || t->depth == MOST_TYPES)
        return lose(t);
    if (isdigit((unsigned char)c))
        return skip_name(t) && *t->at != 'I' ? known(t, (type){'?', 0}) : lose(t);
    t->at++;
    if (islower((unsigned char)c) && c != 'r' && c != 'u')
        return (type){c, 0};
    if (c == 'S')
        return numbered(t, t->known, t->known_count);
    if (c == 'T')
        return known(t, numbered(t, t->arguments, t->argument_count));
    if (c == 'D' && islower((unsigned char)*t->at)) { /* half and the like */
        t->at++;
        return (type){'?', 0};
    }
    if (c == 'N')
        return read_nested(t);
    bool pointer = c == 'P';
    if (!pointer && !strchr("KVrRO", c))
        return lose(t);
    if (!pointer)
        t->at += strspn(t->at, "KVr");
    t->depth++;
    type made = read_type(t);
    t->depth--;
    made.pointers += pointer;
    return known(t, made);
}

/* `IfLi3EE`: what a template is made for; of numbers nothing is kept. */
static void read_template(types *t)
{
    for (t->at++; *t->at != 'E' && t->argument_count < MOST_TYPES && !t->lost; t->argument_count++)
        if (*t->at == 'L') {
            t->at += strcspn(t->at, "E");
            t->at += *t->at == 'E';
        } else
            t->arguments[t->argument_count] = read_type(t);
    expect_end(t);
}

/* The function's name, up to its parameters. Prefixes and names of templates have numbers. */
static void read_name(types *t)
{
    bool nested = *t->at == 'N', is_template = false, last = false;
    t->at += nested;
    while (!last && !t->lost) {
        t->lost |= !skip_name(t);
        is_template = !t->lost && *t->at == 'I';
        last = !nested || is_template || *t->at == 'E';
        if (!last || is_template)
            known(t, (type){'?', 0});
    }
    if (is_template)
        read_template(t);
    if (nested)
        expect_end(t);
    if (is_template) /* its result stands before the parameters */
        read_type(t);
}

char cm_import_pointee(const char *symbol, int parameter)
{
    if (strncmp(symbol, "_Z", 2) != 0)
        return '?';
    types t = {.at = symbol + 2};
    read_name(&t);
    type found = {0};
    for (int i = 0; i <= parameter; i++)
        found = read_type(&t);
    return !t.lost && found.pointers == 1 ? found.base : '?';
}

/* ---- kernels -------------------------------------------------------------------- */

cm_kernels cm_import_kernels(cm_work *work, const cm_source *source, const char *word)
{
    cm_kernels all = {.work = work};
    const char *at = source->text;
    while ((at = strstr(at, word))) {
        bool is_word = (at == source->text || !cm_import_in_name(at[-1])) &&
                       isspace((unsigned char)at[strlen(word)]);
        at += strlen(word);
        while (is_word && isspace((unsigned char)*at))
            at++;
        const char *name = at;
        while (is_word && cm_import_in_name(*at))
            at++;
        if (at == name)
            continue;
        CM_RESERVE(work->arena, all.items, all.count, all.capacity);
        cm_kernel *k = &all.items[all.count++];
        k->name = cm_arena_text(work->arena, name, (size_t)(at - name));
        k->plain = demangled(work->arena, k->name, &k->arguments);
    }
    return all;
}

/* `consumer` is ns::consumer, too, and consumer<3>. */
static bool is_called(const cm_kernel *k, const char *name)
{
    size_t length = strlen(k->plain), part = strcspn(name, "<");
    if (name[part] && strcmp(name + part, k->arguments) != 0)
        return false;
    if (length == part && strncmp(k->plain, name, part) == 0)
        return true;
    return length > part + 2 && strncmp(k->plain + length - part, name, part) == 0 &&
           strncmp(k->plain + length - part - 2, "::", 2) == 0;
}

bool cm_import_is_called(cm_arena *arena, const char *symbol, const char *name)
{
    cm_kernel k = {.name = symbol};
    k.plain = demangled(arena, symbol, &k.arguments);
    return is_called(&k, name);
}

static const char *list_of(const cm_kernels *all)
{
    cm_text text = cm_text_new(all->work->arena);
    for (int i = 0; i < all->count; i++) {
        const cm_kernel *k = &all->items[i];
        bool again = false; /* instances of a template */
        for (int other = 0; other < all->count; other++)
            again |= other != i && strcmp(all->items[other].plain, k->plain) == 0;
        bool said = again && *k->arguments;
        cm_text_append(&text, "%s%s%s", i > 0 ? ", " : "", again && !said ? k->name : k->plain,
                       said ? k->arguments : "");
    }
    return text.length > 0 ? text.data : "a file that has some";
}

void cm_import_name_kernels(cm_import *import, const cm_import_reader *reader)
{
    cm_kernels all = cm_import_kernels(import->work, import->kernel, reader->kernel_word);
    for (int l = 0; l < import->binding->launch_count; l++) {
        cm_launch *launch = &import->binding->launches[l];
        if (launch->is_call)
            cm_fail(import->work, launch->place,
                    "a function in a file of kernels cannot be called, expected `launch`");
        const cm_kernel *found = NULL;
        int count = 0;
        for (int i = 0; i < all.count && count >= 0; i++) {
            bool exact = strcmp(all.items[i].name, launch->kernel) == 0;
            if (exact || is_called(&all.items[i], launch->kernel)) {
                found = &all.items[i];
                count = exact ? -1 : count + 1;
            }
        }
        if (count == 0)
            cm_fail(import->work, launch->place, "there is no kernel `%s`, expected one of %s",
                    launch->kernel, list_of(&all));
        if (count > 1)
            cm_fail(import->work, launch->place, "%d kernels are called `%s`, expected one of %s",
                    count, launch->kernel, list_of(&all));
        launch->symbol = found->name;
    }
}
