/* Faults that a condition asks about, as the reference simulator writes them:
 *
 *     fault = ("fault" | "Fault") "(" thread [":" label] ["," type] ")"
 *
 * A fault at an instruction with an address has a location before its type; no instruction
 * here has such a fault.
 */
#include "litmus/text/parse.h"

#include <stdlib.h>
#include <string.h>

static const char *const types[] = {"UndefinedInstruction", "SupervisorCall"};
enum { TYPES = sizeof types / sizeof *types };

bool cm_parse_at_fault(const cm_parser *p)
{
    cm_lexer ahead = p->lex;
    return (cm_lexer_accept(&ahead, "fault") || cm_lexer_accept(&ahead, "Fault")) &&
           cm_lexer_is(&ahead, "(");
}

static const char *parse_type(cm_parser *p)
{
    for (int i = 0; i < TYPES; i++)
        if (cm_lexer_accept(&p->lex, types[i]))
            return types[i];
    cm_lexer_fail(&p->lex,
                  "%s: faults of accesses and of translation are not modelled, expected "
                  "UndefinedInstruction or SupervisorCall",
                  cm_lexer_describe(&p->lex));
}

cm_fault_atom cm_parse_fault(cm_parser *p)
{
    cm_lexer *lex = &p->lex;
    cm_lexer_advance(lex);
    cm_lexer_expect(lex, "(");
    if (!cm_parse_at_thread(p))
        cm_lexer_lacks(lex, "a thread such as P0");
    cm_fault_atom atom = {.thread =
                              cm_parse_thread(p, cm_parse_thread_number(p), lex->token.place)};
    const cm_thread *thread = &p->test->threads[atom.thread];
    cm_lexer_advance(lex);
    if (cm_lexer_accept(lex, ":")) {
        cm_label_value label = {.place = lex->token.place, .thread_id = thread->id};
        label.label = atom.label = cm_lexer_name(lex, "a label");
        cm_resolve_label(p, &label);
    }
    if (cm_lexer_accept(lex, ","))
        atom.type = parse_type(p);
    cm_lexer_expect(lex, ")");
    atom.name = cm_arena_printf(p->work->arena, "P%d%s%s%s%s", thread->id, atom.label ? ":" : "",
                                atom.label ? atom.label : "", atom.type ? "," : "",
                                atom.type ? atom.type : "");
    return atom;
}

bool cm_fault_matches(const cm_fault *fault, const cm_fault_atom *atom)
{
    if (!fault || (atom->type && strcmp(atom->type, fault->type) != 0))
        return false;
    for (int i = 0; atom->label && i < fault->label_count; i++)
        if (strcmp(fault->labels[i], atom->label) == 0)
            return true;
    return !atom->label;
}

static int by_name(const void *a, const void *b)
{
    return strcmp(((const cm_asked_fault *)a)->name, ((const cm_asked_fault *)b)->name);
}

void cm_sort_asked_faults(cm_parser *p)
{
    cm_test *test = p->test;
    int count = test->asked_fault_count;
    if (count == 0)
        return;
    cm_asked_fault *all = test->asked_faults;
    qsort(all, (size_t)count, sizeof *all, by_name);
    test->asked_fault_count = 0;
    for (int i = 0; i < count; i++)
        if (i == 0 || strcmp(all[i - 1].name, all[i].name) != 0)
            all[test->asked_fault_count++] = all[i];
}
