/* `float` and `double` in tests: read, printed, compared. Bit patterns are IEEE 754-2019's (3.4),
 * comparisons those of C (6.5.8, 6.5.9). */
#include "tests/unit/checker_help.h"

#include <string.h>

#define TEST_OF(init, condition)                                                                   \
    "PTX t\n{ " init " }\n P0@cta 0,gpu 0 ;\n st.u32 [w], 0x3fc00000 ;\n" condition "\n"
#define ALL "float w; float x[2]={1.5,-2}; double d=0.1; float z=-0.0; float n=nan; float i=inf;"

static const struct {
    const char *test, *states;
    bool holds;
} rows[] = {
    {TEST_OF("float w=0;", "exists (w=1.5)"), "[w]=1.5;", true},
    {TEST_OF("float w=0;", "exists (w=1.5f)"), "[w]=1.5;", true},
    {TEST_OF("float w=0;", "exists (w=15e-1)"), "[w]=1.5;", true},
    {TEST_OF("float w=0;", "exists (w=1)"), "[w]=1.5;", false},
    {TEST_OF("uint32_t w=0;", "exists (w=1069547520)"), "[w]=1069547520;", true},
    {TEST_OF(ALL, "exists (x={1.5,-2})"), "x={1.5,-2};", true},
    {TEST_OF(ALL, "exists (x[0]=[w])"), "[w]=1.5; x[0]=1.5;", true},
    {TEST_OF(ALL, "exists (d=0.1)"), "[d]=0.1;", true},
    {TEST_OF(ALL, "exists (d<0.1)"), "[d]=0.1;", false},
    {TEST_OF("float w; float d=0.1;", "exists (d=0.1)"), "[d]=0.1;", true},
    {TEST_OF("float w; float d=0.1;", "exists (d=0.10000000149011612)"), "[d]=0.1;", true},
    {TEST_OF(ALL, "exists (z=0)"), "[z]=-0;", true},
    {TEST_OF(ALL, "exists (z<0)"), "[z]=-0;", false},
    {TEST_OF(ALL, "exists (n=nan)"), "[n]=nan;", false},
    {TEST_OF(ALL, "exists (n!=nan)"), "[n]=nan;", true},
    {TEST_OF(ALL, "exists (n<=1 \\/ n>1)"), "[n]=nan;", false},
    {TEST_OF(ALL, "exists (i>1e38)"), "[i]=inf;", true},
    {TEST_OF(ALL, "exists (x[1]<-1.5)"), "x[1]=-2;", true},
    {TEST_OF(ALL, "exists (x[1]>=-2)"), "x[1]=-2;", true},
    {TEST_OF("float w; float 0:r1=0.5;", "exists (0:r1=0.5)"), "0:r1=0.5;", true},
    {TEST_OF("float w; 0:r1=0x3f000000;", "locations [0:r1 float;]\nexists (0:r1<1)"), "0:r1=0.5;",
     true},
    {TEST_OF("float w; double m=1e300; double s=5e-324;", "exists (m>*s)"),
     "[m]=1e+300; [s]=5e-324;", true},
};

TEST(values)
{
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        checker c;
        checker_start_model(&c, "ptx", rows[i].test);
        cm_check_result *r = checker_run(&c, c.cat.model, c.job.test, &(cm_check_options){0});
        if (strcmp(checker_states(&c, r), rows[i].states) != 0)
            fail_msg("%s: %s", rows[i].test, checker_states(&c, r));
        if (cm_check_answer(r) != (rows[i].holds ? CM_YES : CM_NO))
            fail_msg("%s: answer", rows[i].test);
        checker_end(&c);
    }
}

/* ---- what is refused ----------------------------------------------------- */

static const struct {
    const char *test, *message;
} errors[] = {
    {TEST_OF("x=1.5;", "exists (x=1)"),
     "`1.5` is not an integer, expected one, or `float` or `double`"},
    {TEST_OF("float x=0x3fc00000;", "exists (x=1)"), "expected a decimal number such as 1.5"},
    {TEST_OF("float x=w;", "exists (x=1)"), "expected a decimal number such as 1.5"},
    {TEST_OF("float x; int y;", "exists (x=[y])"),
     "a floating-point number is compared with an integer"},
    {TEST_OF("float x; int y;", "exists (y=*x)"),
     "a floating-point number is compared with an integer"},
    {TEST_OF("float x;", "exists (1=[x])"), "a constant on the right"},
    {TEST_OF("float x; float y;", "exists (x=y)"), "expected a decimal number such as 1.5"},
    {TEST_OF("int x;", "exists (x=1.5)"), "is not an integer"},
    {TEST_OF("float x=1.5.5;", "exists (x=1)"), "the number is malformed"},
    {TEST_OF("float x=1.;", "exists (x=1)"), "the number is malformed"},
};

TEST(refused)
{
    for (size_t i = 0; i < sizeof errors / sizeof *errors; i++) {
        checker c;
        checker_start(&c, NULL, NULL);
        c.source = (cm_source){"test.litmus", errors[i].test, strlen(errors[i].test)};
        assert_null(cm_litmus_parse(&c.cat.work, &c.source));
        if (!strstr(cat_messages(&c.cat), errors[i].message))
            fail_msg("%s\n%s", errors[i].test, cat_messages(&c.cat));
        checker_end(&c);
    }
}
