/* make_isa NAME NAME.isa: the table as C on standard output, for the build. Status 1 with
 * messages on standard error where something is wrong with it. */
#include "litmus/isa/table/read.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

static void print_text(const char *text)
{
    if (!text) {
        fputs("0", stdout);
        return;
    }
    putchar('"');
    for (; *text; text++)
        printf(*text == '"' || *text == '\\' ? "\\%c" : "%c", *text);
    putchar('"');
}

static void print_texts(const char *const *texts, int count)
{
    for (int i = 0; i < count; i++) {
        print_text(texts[i]);
        printf(", ");
    }
}

/* Each array up to its row without a tag. */
static void print_tags(const cm_isa_table *t)
{
    const cm_isa_tag *tag = t->tags;
    const cm_tag_weakening *w = t->weakenings;
    const cm_tag_choice *c = t->choices;
    printf("static const cm_isa_tag tags[] = {");
    do {
        printf("\n    {");
        print_texts((const char *const[]){tag->name, tag->what, tag->herd}, 3);
        printf("},");
    } while ((tag++)->name);
    printf("};\nstatic const cm_tag_weakening weakenings[] = {");
    do {
        printf("\n    {");
        print_texts((const char *const[]){w->tag, w->weaker, w->what, w->without}, 4);
        printf("{");
        print_texts(w->with, 2);
        printf("}, %d},", w->is_scope);
    } while ((w++)->tag);
    printf("};\nstatic const cm_tag_choice choices[] = {");
    do {
        printf("\n    {");
        print_texts((const char *const[]){c->tag, c->kinds, c->group, c->word}, 4);
        printf("{");
        print_texts(c->of, 2);
        printf("}, %d, %d},", c->rank, c->scoped);
    } while ((c++)->tag);
    printf("};\n");
}

static void print_words(const cm_isa_table *t)
{
    for (int i = 0; i < t->word_count; i++) {
        printf("static const cm_table_word words_%d[] = {", i);
        for (int k = 0; k < t->words[i].count; k++) {
            const cm_table_word *w = &t->words[i].items[k];
            printf("\n    {");
            print_texts((const char *const[]){w->text, w->other}, 2);
            printf("%u, %d, %u, %.17g, %.17g, %d},", w->number, w->is_signed, w->order, w->cost,
                   w->fence, w->stays);
        }
        printf("};\n");
    }
    printf("static const cm_table_words words[] = {");
    for (int i = 0; i < t->word_count; i++) {
        const cm_table_words *w = &t->words[i];
        printf("\n    {");
        print_text(w->name);
        printf(", words_%d, %d, %d, %d, %d, %d, %d},", i, w->count, w->usual, w->fixed, w->mark,
               w->dotted, w->silent);
    }
    printf("\n    {0}};\n");
}

static void print_form_parts(const cm_isa_form *form, int index)
{
    printf("static const cm_form_modifier modifiers_%d[] = {", index);
    for (int i = 0; i < form->modifier_count; i++) {
        const cm_form_modifier *m = &form->modifiers[i];
        printf("{%d, UINT64_C(%" PRIu64 "), %d, %d, %d, %d, %d}, ", m->words, m->allowed,
               m->optional, m->plain, m->in_opcode, m->implied, m->behind);
    }
    printf("{0}};\nstatic const cm_form_operand operands_%d[] = {", index);
    for (int i = 0; i < form->operand_count; i++) {
        const cm_form_operand *o = &form->operands[i];
        printf("{");
        print_texts((const char *const[]){o->before, o->name, o->kind}, 3);
        printf("%u, %d, %d, %d, %d}, ", o->bits, o->typed_by, o->times, o->optional, o->only_with);
    }
    printf("{0}};\n");
}

static void print_forms(const cm_isa_table *t)
{
    for (int i = 0; i < t->form_count; i++)
        print_form_parts(&t->forms[i], i);
    printf("static const cm_isa_form forms[] = {");
    for (int i = 0; i < t->form_count; i++) {
        const cm_isa_form *form = &t->forms[i];
        printf("\n    {");
        print_text(form->opcode);
        printf(", %u, modifiers_%d, %d, operands_%d, %d, ", form->start, i, form->modifier_count, i,
               form->operand_count);
        print_text(form->after);
        printf(", %u, %d, %d, %u, %.17g},", form->meaning, form->is_hashed, form->is_fence,
               form->order, form->cost);
    }
    printf("\n    {0}};\n");
}

static void print_aliases(const cm_isa_table *t)
{
    printf("static const cm_form_alias aliases[] = {");
    for (int i = 0; i < t->alias_count; i++) {
        printf("\n    {");
        print_texts((const char *const[]){t->aliases[i].opcode, t->aliases[i].of}, 2);
        printf("{");
        print_texts(t->aliases[i].words, CM_ALIAS_WORDS);
        printf("}},");
    }
    printf("\n    {0}};\n");
}

static void print_nodes(const cm_isa_table *t)
{
    printf("static const cm_isa_node nodes[] = {");
    for (int i = 0; i < t->node_count; i++) {
        const cm_isa_node *n = &t->nodes[i];
        printf("\n    {%d, %u, %u, %u, %u, UINT64_C(%" PRIu64 "), ", n->kind, n->a, n->b, n->c,
               n->d, n->number);
        print_text(n->text);
        printf("},");
    }
    printf("};\nstatic const uint16_t lets[] = {");
    for (int i = 0; i < t->let_count; i++)
        printf("%u, ", t->lets[i]);
    printf("0};\n");
}

static void print_names(const char *name, const char *const *names)
{
    printf("static const char *const %s[] = {", name);
    int count = 0;
    while (names[count])
        count++;
    print_texts(names, count);
    printf("0};\n");
}

static void print_table(const cm_isa_table *t)
{
    printf("/* Made from %s.isa. */\n#include \"litmus/isa/table/table.h\"\n\n", t->name);
    print_tags(t);
    print_words(t);
    print_forms(t);
    print_aliases(t);
    print_nodes(t);
    print_names("kinds", t->kinds);
    print_names("actions", t->actions);
    print_names("functions", t->functions);
    printf("extern const cm_isa_table cm_isa_table_%s;\n"
           "const cm_isa_table cm_isa_table_%s = {",
           t->name, t->name);
    print_text(t->name);
    printf(", tags, weakenings, choices, words, %d, forms, %d, aliases, %d, nodes, %d, kinds, "
           "actions, functions, "
           "lets, %d, %d, %d, %d, %u, "
           "%u, ",
           t->word_count, t->form_count, t->alias_count, t->node_count, t->let_count, t->undotted,
           t->joined, t->named, t->bits, t->widest);
    print_text(t->wanted);
    printf("};\n");
}

typedef struct making {
    cm_work work;
    const char *name, *path;
} making;

static void make(void *argument)
{
    making *m = argument;
    const cm_source *source = cm_source_read(&m->work, m->path);
    if (source)
        print_table(cm_isa_table_read(&m->work, source, m->name));
}

int main(int argc, char **argv)
{
    cm_arena *arena = cm_arena_new(0);
    making m = {.name = argc == 3 ? argv[1] : NULL, .path = argc == 3 ? argv[2] : NULL};
    if (!m.path || !arena) {
        fputs("usage: make_isa NAME NAME.isa\n", stderr);
        return EXIT_FAILURE;
    }
    m.work = cm_work_new(arena);
    cm_arena_protect(arena, make, &m);
    for (size_t i = 0; i < m.work.diags.count; i++)
        fputs(cm_diag_format(arena, &m.work.diags.items[i], false), stderr);
    bool failed = m.work.diags.errors > 0 || fflush(stdout) != 0;
    cm_arena_free(arena);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
