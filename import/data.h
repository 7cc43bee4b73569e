/* An object of a data section: its bytes, as directives of GNU's assembler give them, and its
 * declaration in a test. The readers of assembly find the directives. */
#ifndef CM_IMPORT_DATA_H
#define CM_IMPORT_DATA_H

#include "base/diag.h"

typedef struct cm_data {
    cm_work *work;
    const char *name, *kind; /* for messages: "x", "object" */
    uint8_t *bytes;
    const char **addresses; /* by byte: what the pointer there leads to, or NULL */
    size_t size;
    unsigned element; /* bytes of its narrowest datum; 0: none is known */
    bool has_address;
} cm_data;

typedef enum cm_datum { CM_DATUM_NUMBER, CM_DATUM_ADDRESS, CM_DATUM_OTHER } cm_datum;

enum { CM_DATA_POINTER = 8 };

cm_data cm_data_new(cm_work *work, const char *name, const char *kind);
/* The bytes of a datum by the directive that the line begins with, such as `.long 1`; 0: it is none
 * that has one size on all machines. */
unsigned cm_data_width(const char *line);
/* Adds bytes that are 0. Fails where the object becomes too large. */
void cm_data_grow(cm_data *d, uint64_t more, cm_place place);
/* Adds a number, or room for an address, which is the caller's to put in. */
cm_datum cm_data_add(cm_data *d, const char *text, unsigned bytes, cm_place place);
void cm_data_narrow(cm_data *d, unsigned bytes);
/* "int x[2]={1,2}": as numbers of `element` bytes, which divide the size. */
const char *cm_data_declaration(const cm_data *d, const char *name);

#endif
