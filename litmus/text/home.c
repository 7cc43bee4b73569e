/* Where a location lives, `x@gpu 0`, `y@cpu`, `z@numa 1`: of no account to any model, and what a
 * run on hardware goes by (hwrun/plan/plan_home.c). */
#include "litmus/text/parse.h"
#include "litmus/text/print.h"

static const struct {
    const char *word;
    cm_home_kind kind;
    bool is_numbered;
} homes[] = {{"cpu", CM_HOME_CPU, false},
             {"numa", CM_HOME_CPU, true},
             {"gpu", CM_HOME_GPU, true},
             {"agent", CM_HOME_GPU, true}};
enum { HOMES = sizeof homes / sizeof *homes };

static int accept_home(cm_lexer *lex)
{
    for (int i = 0; i < HOMES; i++)
        if (cm_lexer_accept(lex, homes[i].word))
            return i;
    return -1;
}

bool cm_parse_at_home(const cm_parser *p)
{
    cm_lexer ahead = p->lex;
    return cm_lexer_accept(&ahead, "@") && accept_home(&ahead) >= 0;
}

void cm_parse_home(cm_parser *p, int location)
{
    enum { MOST = 9999 };
    cm_home *home = &p->test->locations[location].home;
    cm_lexer_expect(&p->lex, "@");
    cm_place place = p->lex.token.place;
    int which = accept_home(&p->lex);
    if (which < 0)
        cm_lexer_lacks(&p->lex, "cpu, gpu N or numa N");
    if (home->kind != CM_HOME_UNSAID)
        cm_fail(p->work, place, "`%s` has two homes, expected one",
                p->test->locations[location].name);
    uint64_t number =
        homes[which].is_numbered ? cm_lexer_integer(&p->lex, "the number of a GPU or a node") : 0;
    if (number > MOST)
        cm_fail(p->work, place, "%llu is not the number of a GPU or a node, expected 0 to %d",
                (unsigned long long)number, MOST);
    *home = (cm_home){homes[which].kind, homes[which].is_numbered ? (int)number : -1};
}

void cm_print_home(cm_text *text, const cm_test *test, const cm_location *location)
{
    bool hsa = test->thread_count > 0 && test->threads[0].at.places == CM_PLACES_HSA;
    if (location->home.kind == CM_HOME_GPU)
        cm_text_append(text, "@%s %d", hsa ? "agent" : "gpu", location->home.number);
    else if (location->home.kind == CM_HOME_CPU && location->home.number >= 0)
        cm_text_append(text, "@numa %d", location->home.number);
    else if (location->home.kind == CM_HOME_CPU)
        cm_text_add(text, "@cpu");
}
