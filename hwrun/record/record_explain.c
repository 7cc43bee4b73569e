/* Walks a record that was found invalid along with the schema. It understands as
 * much of RELAX NG as schemas/run-record.rng uses: every element name has one definition; an
 * element's attributes and children are a list in order, each of them optional or
 * repeated; values are text, data, words or lists of words.
 */
#include "hwrun/record/record_explain.h"

#include "base/text.h"
#include "hwrun/record/record_format.h"

#include <string.h>

/* An attribute or child element that an element may have. */
typedef struct part {
    const char *name;
    const xmlNode *pattern;
    bool attribute, required, repeated;
} part;

enum { MAX_PARTS = 32 };

typedef struct definition {
    part parts[MAX_PARTS];
    size_t count;
    bool text;            /* any text may stand in it */
    const xmlNode *value; /* pattern of its text, or NULL */
} definition;

typedef struct explaining {
    cm_work *work;
    const cm_source *source;
    const xmlDoc *schema;
} explaining;

/* ---- places ---------------------------------------------------------- */

static bool starts_at(const cm_source *source, size_t at, const char *text)
{
    size_t length = strlen(text);
    return at <= source->length && source->length - at >= length &&
           memcmp(source->text + at, text, length) == 0;
}

static size_t end_of_line(const cm_source *source, long line)
{
    size_t at = 0;
    for (long i = 0; at < source->length; at++)
        if (source->text[at] == '\n' && ++i == line)
            break;
    return at;
}

/* The XML library knows the line on which a start tag ends. */
cm_place cm_record_place(const cm_source *source, const xmlNode *node, const char *attribute)
{
    const char *name = (const char *)node->name;
    size_t end = end_of_line(source, xmlGetLineNo(node)), at = end;
    while (at > 0 && !(source->text[at] == '<' && starts_at(source, at + 1, name)))
        at--;
    size_t length = strlen(name) + 1;
    for (size_t i = at; attribute && i < end; i++) {
        if (strchr(" \t\n", source->text[i]) && starts_at(source, i + 1, attribute)) {
            at = i + 1;
            length = strlen(attribute);
            break;
        }
    }
    return (cm_place){source, (uint32_t)at, (uint32_t)length};
}

/* ---- the schema ------------------------------------------------------ */

static bool is_pattern(const xmlNode *node, const char *name)
{
    return node->type == XML_ELEMENT_NODE && strcmp((const char *)node->name, name) == 0;
}

/* The value of the schema's attribute; "" when it has none. */
static const char *property(const xmlNode *node, const char *name)
{
    const xmlAttr *found = xmlHasProp(node, (const xmlChar *)name);
    return found && found->children ? (const char *)found->children->content : "";
}

/* The pattern with that kind and name below the node. */
static const xmlNode *find_pattern(const xmlNode *node, const char *kind, const char *name)
{
    for (const xmlNode *child = node->children; child; child = child->next) {
        if (is_pattern(child, kind) && strcmp(property(child, "name"), name) == 0)
            return child;
        const xmlNode *below = find_pattern(child, kind, name);
        if (below)
            return below;
    }
    return NULL;
}

static const xmlNode *definition_of(const explaining *e, const xmlNode *ref)
{
    return find_pattern(xmlDocGetRootElement(e->schema), "define", property(ref, "name"));
}

static void collect_parts(const explaining *e, const xmlNode *node, bool required, bool repeated,
                          definition *d)
{
    for (const xmlNode *child = node->children; child; child = child->next) {
        if (is_pattern(child, "attribute") || is_pattern(child, "element")) {
            if (d->count < MAX_PARTS)
                d->parts[d->count++] = (part){property(child, "name"), child,
                                              is_pattern(child, "attribute"), required, repeated};
        } else if (is_pattern(child, "optional")) {
            collect_parts(e, child, false, repeated, d);
        } else if (is_pattern(child, "zeroOrMore") || is_pattern(child, "oneOrMore")) {
            collect_parts(e, child, required && is_pattern(child, "oneOrMore"), true, d);
        } else if (is_pattern(child, "ref")) {
            collect_parts(e, definition_of(e, child), required, repeated, d);
        } else if (is_pattern(child, "text")) {
            d->text = true;
        } else if (is_pattern(child, "choice")) {
            d->value = node;
        }
    }
}

/* ---- values ---------------------------------------------------------- */

static const xmlNode *first_pattern(const explaining *e, const xmlNode *node)
{
    const xmlNode *child = node->children;
    while (child && (child->type != XML_ELEMENT_NODE || is_pattern(child, "documentation") ||
                     is_pattern(child, "optional") || is_pattern(child, "attribute")))
        child = child->next;
    if (child && is_pattern(child, "ref"))
        return first_pattern(e, definition_of(e, child));
    return child && is_pattern(child, "oneOrMore") ? first_pattern(e, child) : child;
}

static char *text_of_node(cm_arena *arena, const xmlNode *node)
{
    cm_text out = cm_text_new(arena);
    for (const xmlNode *child = node->children; child; child = child->next)
        if (child->type == XML_TEXT_NODE)
            cm_text_add(&out, (const char *)child->content);
    return out.data;
}

/* The kinds of data in the schema. A null limit: text by a regular expression. */
static const struct {
    const char *type, *expected;
    uint64_t limit;
} kinds[] = {{"unsignedInt", "a whole number up to 4294967295", UINT32_MAX},
             {"unsignedLong", "a whole number up to 18446744073709551615", UINT64_MAX},
             {"decimal", "0 to 1000000000 seconds, to nanoseconds", 1}};

static bool good_data(const explaining *e, const xmlNode *data, const char *value)
{
    const char *type = property(data, "type");
    double seconds;
    if (strcmp(type, "string") == 0) {
        xmlRegexp *compiled = xmlRegexpCompile(
            (const xmlChar *)(text_of_node(e->work->arena, first_pattern(e, data))));
        bool good = compiled && xmlRegexpExec(compiled, (const xmlChar *)value) == 1;
        xmlRegFreeRegexp(compiled);
        return good;
    }
    if (strcmp(type, "decimal") == 0) {
        const char *point = strchr(value, '.');
        return *value != '-' && (!point || strlen(point) <= 1 + 9) &&
               cm_record_seconds_parse(value, &seconds);
    }
    uint64_t limit = 0, number = 0;
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (strcmp(kinds[i].type, type) == 0)
            limit = kinds[i].limit;
    for (const char *at = value; *at; at++) {
        unsigned digit = (unsigned)(unsigned char)*at - '0';
        if (digit > 9 || number > (limit - digit) / 10)
            return false;
        number = number * 10 + digit;
    }
    return *value != '\0';
}

static bool good_value(const explaining *e, const xmlNode *pattern, const char *value)
{
    if (!pattern || is_pattern(pattern, "text"))
        return true;
    if (is_pattern(pattern, "data"))
        return good_data(e, pattern, value);
    cm_text word = cm_text_new(e->work->arena);
    cm_text_add(&word, value + strspn(value, " \t\r\n"));
    if (is_pattern(pattern, "list")) {
        bool good = word.length > 0;
        for (const char *at = word.data; good && *at; at += strspn(at, " \t\r\n")) {
            size_t length = strcspn(at, " \t\r\n");
            good =
                good_value(e, first_pattern(e, pattern), cm_arena_text(e->work->arena, at, length));
            at += length;
        }
        return good;
    }
    while (word.length > 0 && strchr(" \t\r\n", word.data[word.length - 1]))
        cm_text_cut(&word, word.length - 1);
    if (is_pattern(pattern, "value"))
        return strcmp(text_of_node(e->work->arena, pattern), word.data) == 0;
    for (const xmlNode *child = pattern->children; child; child = child->next)
        if (is_pattern(child, "value") && good_value(e, child, word.data))
            return true;
    return false;
}

static const char *describe_pattern(const explaining *e, const xmlNode *pattern)
{
    cm_arena *arena = e->work->arena;
    if (is_pattern(pattern, "value"))
        return cm_arena_printf(arena, "'%s'", text_of_node(arena, pattern));
    if (is_pattern(pattern, "list"))
        return cm_arena_printf(arena, "words among %s, blanks between them",
                               describe_pattern(e, first_pattern(e, pattern)));
    if (is_pattern(pattern, "data")) {
        for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
            if (strcmp(kinds[i].type, property(pattern, "type")) == 0)
                return kinds[i].expected;
        return cm_arena_printf(arena, "the form %s",
                               text_of_node(arena, first_pattern(e, pattern)));
    }
    cm_text out = cm_text_new(arena);
    const char *last = NULL; /* of the words, not yet written */
    for (const xmlNode *child = pattern->children; child; child = child->next) {
        if (!is_pattern(child, "value"))
            continue;
        if (last)
            cm_text_append(&out, "%s'%s'", out.length > 0 ? ", " : "", last);
        last = text_of_node(arena, child);
    }
    cm_text_append(&out, "%s'%s'", out.length > 0 ? " or " : "", last ? last : "");
    return out.data;
}

/* ---- the record ------------------------------------------------------ */

static const char *names(const explaining *e, const definition *d, bool attributes)
{
    cm_text out = cm_text_new(e->work->arena);
    for (size_t i = 0; i < d->count; i++)
        if (d->parts[i].attribute == attributes)
            cm_text_append(&out, "%s%s", out.length > 0 ? ", " : "", d->parts[i].name);
    return out.length > 0 ? out.data : "none";
}

static const part *find_part(const definition *d, const xmlChar *name, bool attribute)
{
    for (size_t i = 0; i < d->count; i++)
        if (d->parts[i].attribute == attribute && strcmp(d->parts[i].name, (const char *)name) == 0)
            return &d->parts[i];
    return NULL;
}

static void check_attributes(const explaining *e, const xmlNode *node, const definition *d)
{
    const char *element = (const char *)node->name;
    for (const xmlAttr *a = node->properties; a; a = a->next) {
        const part *known = a->ns ? NULL : find_part(d, a->name, true);
        const char *name = (const char *)a->name;
        if (a->ns && a->ns->prefix)
            name = cm_arena_printf(e->work->arena, "%s:%s", (const char *)a->ns->prefix, name);
        if (!known)
            cm_fail(e->work, cm_record_place(e->source, node, name),
                    "attribute '%s' cannot be in <%s>, expected one of: %s", name, element,
                    names(e, d, true));
        const char *value =
            a->children && a->children->content ? (const char *)a->children->content : "";
        const xmlNode *pattern = first_pattern(e, known->pattern);
        if (!good_value(e, pattern, value))
            cm_fail(e->work, cm_record_place(e->source, node, name),
                    "attribute '%s' of <%s> is '%.80s', expected %s", name, element, value,
                    describe_pattern(e, pattern));
    }
    for (size_t i = 0; i < d->count; i++)
        if (d->parts[i].attribute && d->parts[i].required &&
            !xmlHasNsProp(node, (const xmlChar *)d->parts[i].name, NULL))
            cm_fail(e->work, cm_record_place(e->source, node, NULL),
                    "<%s> has no attribute '%s', expected one", element, d->parts[i].name);
}

/* A child element, after the part *last; NULL: it is right there, else what is
 * wrong. (Finding the place takes a walk through the text: only for errors.) */
static const char *child_flaw(const explaining *e, const xmlNode *child, const definition *d,
                              const part **last)
{
    cm_arena *arena = e->work->arena;
    const char *name = (const char *)child->name;
    const char *element = (const char *)child->parent->name;
    const part *known = find_part(d, child->name, false);
    if (!child->ns || strcmp((const char *)child->ns->href, CM_RECORD_NAMESPACE) != 0)
        return cm_arena_printf(arena, "<%s> is not in the namespace '%s', expected that", name,
                               CM_RECORD_NAMESPACE);
    if (!known)
        return cm_arena_printf(arena, "<%s> cannot be in <%s>, expected one of: %s", name, element,
                               names(e, d, false));
    if (*last && known < *last)
        return cm_arena_printf(arena, "<%s> comes after <%s>, expected the order: %s", name,
                               (*last)->name, names(e, d, false));
    if (known == *last && !known->repeated)
        return cm_arena_printf(arena, "a second <%s> is in <%s>, expected one", name, element);
    for (const part *p = *last ? *last + 1 : d->parts; p < known; p++)
        if (!p->attribute && p->required)
            return cm_arena_printf(arena, "<%s> has no <%s> before it, expected the order: %s",
                                   name, p->name, names(e, d, false));
    *last = known;
    return NULL;
}

static void check_element(const explaining *e, const xmlNode *node)
{
    const char *name = (const char *)node->name;
    definition d = {.count = 0};
    collect_parts(e, find_pattern(xmlDocGetRootElement(e->schema), "element", name), true, false,
                  &d);
    check_attributes(e, node, &d);
    const part *last = NULL;
    for (const xmlNode *child = node->children; child; child = child->next) {
        if (child->type == XML_ELEMENT_NODE) {
            const char *flaw = child_flaw(e, child, &d, &last);
            if (flaw)
                cm_fail(e->work, cm_record_place(e->source, child, NULL), "%s", flaw);
            check_element(e, child);
        } else if (child->type == XML_TEXT_NODE && !d.text && !d.value && !xmlIsBlankNode(child)) {
            cm_fail(e->work, cm_record_place(e->source, node, NULL),
                    "text is in <%s>, expected elements only: %s", name, names(e, &d, false));
        }
    }
    for (const part *p = last ? last + 1 : d.parts; p < d.parts + d.count; p++)
        if (!p->attribute && p->required)
            cm_fail(e->work, cm_record_place(e->source, node, NULL),
                    "<%s> has no <%s>, expected one", name, p->name);
    const char *text = text_of_node(e->work->arena, node);
    if (d.value && !good_value(e, first_pattern(e, d.value), text))
        cm_fail(e->work, cm_record_place(e->source, node, NULL), "<%s> is '%.80s', expected %s",
                name, text, describe_pattern(e, first_pattern(e, d.value)));
}

void cm_record_explain(cm_work *work, const cm_source *source, const xmlDoc *doc,
                       const xmlDoc *schema)
{
    const explaining e = {work, source, schema};
    const xmlNode *root = xmlDocGetRootElement(doc);
    if (strcmp((const char *)root->name, "run") != 0 || !root->ns ||
        strcmp((const char *)root->ns->href, CM_RECORD_NAMESPACE) != 0)
        cm_fail(work, cm_record_place(source, root, NULL),
                "this is not a run record but <%s> of namespace '%s', expected <run> of '%s'",
                (const char *)root->name, root->ns ? (const char *)root->ns->href : "",
                CM_RECORD_NAMESPACE);
    check_element(&e, root);
}
