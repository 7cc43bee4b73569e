/* base/near: which word was meant. */
#include "base/near.h"
#include "tests/unit/unit.h"

#include <string.h>

static void meant(const char *words, const char *word, const char *expected)
{
    cm_near near;
    size_t length = 0;
    near = cm_near_new(word, strlen(word));
    cm_near_offer_list(&near, words, '|');
    const char *best = cm_near_best(&near, &length);
    if (!expected) {
        assert_null(best);
        return;
    }
    assert_non_null(best);
    assert_int_equal(length, strlen(expected));
    assert_memory_equal(best, expected, length);
}

TEST(words)
{
    static const char orders[] = "acquire|release|relaxed|sys|gpu|cta|STR|LDR|check|arm";
    meant(orders, "aquire", "acquire");   /* missing */
    meant(orders, "acquiire", "acquire"); /* too many */
    meant(orders, "relaxde", "relaxed");  /* exchanged */
    meant(orders, "SRT", "STR");
    meant("STR|STLR", "STRL", "STLR"); /* exchanged rather than too many */
    meant(orders, "str", "STR");       /* capitals */
    meant(orders, "amr", "arm");
    meant(orders, "chek", "check");
    meant("sc|sys", "sy", "sys");  /* nearest among those that are near */
    meant(orders, "system", NULL); /* another word */
    meant(orders, "TSR", "STR");
    meant("lw.aq|sw.rl", "lw.rl", NULL); /* not another instruction */
    meant("xchg", "cxhg", "xchg");
    meant(orders, "zzz", NULL);
    meant(orders, "ct", "cta");
    meant(orders, "c", NULL); /* too short to be like anything */
    meant(orders, "", NULL);
    meant("", "check", NULL);
}

TEST(foreign_words)
{
    cm_near near;
    size_t length;
    near = cm_near_new("Device", 6);
    cm_near_offer(&near, "devise");
    cm_near_know(&near, "card device", "gpu");
    cm_near_offer(&near, "devices");
    assert_string_equal(cm_near_best(&near, &length), "gpu");
    assert_int_equal(length, 3);
    near = cm_near_new("dev", 3);
    cm_near_know(&near, "card device", "gpu");
    cm_near_know(&near, NULL, "gpu");
    assert_null(cm_near_best(&near, NULL));
}

TEST(long_words)
{
    char word[200];
    memset(word, 'a', sizeof word - 1);
    word[sizeof word - 1] = '\0';
    meant("a|aa|aaaaaaaa", word, NULL);
    meant(word, "aaaa", NULL);
}

TEST(hints)
{
    cm_near near = cm_near_new("modles", 6);
    cm_near_offer(&near, "models");
    assert_string_equal(cm_near_hint(&near, arena), ", did you mean `models`?");
    near = cm_near_new("modles", 6);
    assert_string_equal(cm_near_hint(&near, arena), "");
}
