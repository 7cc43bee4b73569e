/* For tests of explain/: has its JSON the members that schemas/explain.schema.json promises? */
#ifndef CM_TESTS_EXPLAIN_JSON_HELP_H
#define CM_TESTS_EXPLAIN_JSON_HELP_H

#include "explain/explain.h"
#include "tests/unit/unit.h"

#include <jansson.h>

/* Members that schemas/explain.schema.json promises, with their types: s string, S string or null,
 * i integer, r real, b boolean, a array, o object. */
static inline void has_members(const json_t *object, const char *const *members)
{
    assert_true(json_is_object(object));
    for (; *members; members++) {
        const json_t *value = json_object_get(object, *members + 1);
        bool right = **members == 's'   ? json_is_string(value)
                     : **members == 'S' ? json_is_string(value) || json_is_null(value)
                     : **members == 'i' ? json_is_integer(value)
                     : **members == 'b' ? json_is_boolean(value)
                     : **members == 'a' ? json_is_array(value)
                     : **members == 'r' ? json_is_real(value)
                                        : json_is_object(value);
        if (!right)
            fail_msg("member %s", *members + 1);
    }
}

static inline void has_step(const json_t *step)
{
    static const char *const members[] = {"sfrom", "sto", "sby", NULL};
    size_t i;
    json_t *part;
    has_members(step, members);
    json_array_foreach(json_object_get(step, "parts"), i, part) has_step(part);
}

static inline void has_violation(const json_t *violation)
{
    static const char *const members[] = {"sname", "splace", "stext", "Sgloss",
                                          "skind", "asteps", NULL};
    size_t i;
    json_t *step;
    has_members(violation, members);
    json_array_foreach(json_object_get(violation, "steps"), i, step) has_step(step);
}

static inline void has_forbidden(const json_t *root)
{
    static const char *const members[] = {"iclasses",
                                          "bclasses_complete",
                                          "agroups",
                                          "asufficient",
                                          "bsufficient_complete",
                                          "apremises",
                                          "bpremises_complete",
                                          "aitems",
                                          "aneeded",
                                          "bneeded_complete",
                                          "bmonotone",
                                          "iprograms_tried",
                                          "ameetings",
                                          "bmeetings_complete",
                                          NULL};
    static const char *const of_meeting[] = {"skind", "aplaces", "swithout", "stext", NULL};
    static const char *const of_group[] = {"iclasses", "oexecution", "aviolations", NULL};
    static const char *const of_item[] = {"skind",        "ithread", "iline",
                                          "sinstruction", "swhat",   NULL};
    size_t i, k;
    json_t *value, *inner;
    has_members(root, members);
    json_array_foreach(json_object_get(root, "groups"), i, value)
    {
        has_members(value, of_group);
        json_array_foreach(json_object_get(value, "violations"), k, inner) has_violation(inner);
    }
    json_array_foreach(json_object_get(root, "items"), i, value) has_members(value, of_item);
    json_array_foreach(json_object_get(root, "meetings"), i, value) has_members(value, of_meeting);
}

static inline void has_misses(const json_t *object)
{
    static const char *const of_miss[] = {"aaxioms", "brepairs", "afacts", NULL};
    static const char *const of_fact[] = {"skind", "sevent", "atags", "awithin", "stext", NULL};
    size_t i, k;
    json_t *value, *inner;
    json_array_foreach(json_object_get(object, "near_misses"), i, value)
    {
        has_members(value, of_miss);
        json_array_foreach(json_object_get(value, "facts"), k, inner) has_members(inner, of_fact);
    }
}

static inline void has_missing(const json_t *root)
{
    static const char *const of_missing[] = {"stext", "bwaits", "rcost", "achanges", "stest", NULL};
    static const char *const with_why[] = {"stext", "bwaits", "rcost", "achanges",
                                           "stest", "swhy",   NULL};
    const json_t *missing = json_object_get(root, "missing");
    if (missing)
        has_members(missing, json_object_get(missing, "why") ? with_why : of_missing);
}

static inline void has_allowed(const json_t *root)
{
    static const char *const members[] = {
        "iexecutions", "bexecutions_complete", "oexecution", "isurprises",
        "acycle",      "anear_misses",         NULL};
    static const char *const of_step[] = {"sfrom", "sto", "sname", NULL};
    size_t i;
    json_t *value;
    has_members(root, members);
    json_array_foreach(json_object_get(root, "cycle"), i, value) has_members(value, of_step);
    has_missing(root);
    has_misses(root);
}

static inline void check_json(const cm_explanation *x, const json_t *root)
{
    static const char *const members[] = {"sfile",    "sname",        "smodel",
                                          "soutcome", "sverdict",     "sreason",
                                          "aflags",   "odefinitions", NULL};
    static const char *const of_flag[] = {"bof_outcome", "oexecution", NULL};
    static const char *const of_definition[] = {"splace", "Sgloss", NULL};
    size_t i;
    const char *name;
    json_t *value;
    has_members(root, members);
    if (x->verdict == CM_EXPLAINED_ALLOWED && !*x->reason)
        has_allowed(root);
    if (x->verdict == CM_EXPLAINED_FORBIDDEN && !*x->reason)
        has_forbidden(root);
    if (x->verdict == CM_EXPLAINED_FLAGS)
        has_missing(root);
    json_array_foreach(json_object_get(root, "flags"), i, value)
    {
        has_members(value, of_flag);
        has_violation(value);
        assert_int_equal(json_is_array(json_object_get(value, "near_misses")),
                         x->flags[i].allowed != NULL);
        has_misses(value);
    }
    json_object_foreach(json_object_get(root, "definitions"), name, value)
        has_members(value, of_definition);
}

#endif
