/* The hash of a test: MD5 of its initial state, code and what it observes, as
 * they are printed; neither name nor quantifier nor constants compared, so that
 * the same program asked another question keeps its hash (docs/output.md). */
#include "litmus/isa/isa.h"
#include "litmus/text/md5.h"
#include "litmus/text/print.h"
#include "litmus/text/text.h"

void cm_test_hash(cm_work *work, const cm_test *test, char hash[33])
{
    cm_text text;
    cm_text_init(&text, work->arena);
    cm_text_append(&text, "%s\n", cm_arch_name(test->arch));
    cm_print_init(&text, test);
    cm_print_program(&text, test);
    cm_print_observed(&text, test);
    cm_md5(text.data, text.length, hash);
}
