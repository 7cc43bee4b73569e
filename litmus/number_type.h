/* The numbers that a type of a source language has. */
#ifndef CM_LITMUS_NUMBER_TYPE_H
#define CM_LITMUS_NUMBER_TYPE_H

#include <stdbool.h>
#include <stdint.h>

typedef struct cm_number_type {
    uint8_t bytes; /* 0: nothing is known of it */
    uint8_t stars; /* a pointer to a pointer to such numbers has 2 */
    bool is_signed, is_bool;
    const char *structure; /* its name, within a text; NULL: it is none */
    uint8_t volatiles; /* bit 0: what all stars lead to is volatile; bit 1: what all but one do */
    bool is_float;     /* float, double: values are bit patterns */
} cm_number_type;

/* Of an object of that type. */
static inline bool cm_number_is_volatile(cm_number_type type)
{
    return type.stars < 8 && type.volatiles >> type.stars & 1;
}

static inline bool cm_number_is_alike(cm_number_type a, cm_number_type b)
{
    return a.bytes == b.bytes && a.stars == b.stars && a.is_signed == b.is_signed &&
           a.is_bool == b.is_bool && a.is_float == b.is_float;
}

static inline bool cm_number_is_float(cm_number_type type)
{
    return type.is_float && type.stars == 0;
}

/* An unsigned number of 8 bytes. */
static inline bool cm_number_is_large(cm_number_type type)
{
    return type.bytes == 8 && !type.is_signed && type.stars == 0;
}

/* Do objects of that type hold what fits it only? Of `int` and of what has 8 bytes they hold all
 * 64 bits, as published tests have it, in which an `int` may be an address. */
static inline bool cm_number_is_cut(cm_number_type type)
{
    return type.stars == 0 && type.bytes > 0 &&
           (type.bytes < 4 || (type.bytes == 4 && !type.is_signed));
}

#endif
