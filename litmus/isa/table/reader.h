/* Inside of the reader of NAME.isa: what its files share.
 */
#ifndef CM_LITMUS_ISA_TABLE_READER_H
#define CM_LITMUS_ISA_TABLE_READER_H

#include "litmus/isa/table/read.h"

enum {
    CM_ISAR_OPERANDS = 16, /* at most, as all of these */
    CM_ISAR_MODIFIERS = 24,
    CM_ISAR_NAMES = 64,
    CM_ISAR_PARAMETERS = 8,
    CM_ISAR_ITEMS = 32,
    CM_ISAR_LETS = 256,
    CM_ISAR_LOCALS = 8,
    CM_ISAR_NODES = 60000,
    CM_ISAR_FORMS = 10000,
    CM_ISAR_DEPTH = 100
};

typedef enum cm_isa_token_kind {
    CM_ISAR_LINE_END,
    CM_ISAR_NAME,
    CM_ISAR_NUMBER,
    CM_ISAR_STRING,
    CM_ISAR_PUNCTUATION
} cm_isa_token_kind;

typedef struct cm_isa_token {
    cm_isa_token_kind kind;
    const char *text; /* in the arena; of a STRING without its quotes */
    uint64_t number;
    cm_place place;
} cm_isa_token;

typedef struct cm_isa_reader {
    cm_work *work;
    const cm_source *source;
    uint32_t at;
    cm_isa_token here;
    cm_isa_table *table;
    /* What the names of an expression may mean. */
    const cm_isa_form *form;
    const char *parameters[CM_ISAR_PARAMETERS];
    int parameter_count;
    const char *locals[CM_ISAR_LOCALS]; /* of the row's `let` statements so far */
    int local_count;
    bool has_old;
    bool is_hashed; /* the rows to come */
    const char *let_names[CM_ISAR_LETS];
    int let_arities[CM_ISAR_LETS];
    int depth; /* of expressions within each other */
    cm_isa_tag *tags;
    cm_tag_weakening *weakenings;
    cm_tag_choice *choices;
    int tag_count, tag_capacity, weakening_count, weakening_capacity, choice_count, choice_capacity;
    const char *kinds[CM_ISAR_NAMES], *actions[CM_ISAR_NAMES],
        *functions[CM_ISAR_NAMES]; /* ending with NULL */
    /* The table's arrays, growing. */
    cm_table_words *words;
    cm_isa_form *forms;
    cm_form_alias *aliases;
    cm_isa_node *nodes;
    uint16_t *lets;
    int word_capacity, form_capacity, alias_capacity, node_capacity, let_capacity;
} cm_isa_reader;

/* ---- tokens.c: the token at hand is r->here */

void cm_isar_advance(cm_isa_reader *r);
/* "expected ..., found ..." */
_Noreturn void cm_isar_fail_here(cm_isa_reader *r, const char *expected);
bool cm_isar_is(const cm_isa_reader *r, const char *text);
bool cm_isar_accept(cm_isa_reader *r, const char *text);
void cm_isar_expect(cm_isa_reader *r, const char *text);
const char *cm_isar_take_name(cm_isa_reader *r, const char *what);
/* A name, or a text between `"`. */
const char *cm_isar_take_word(cm_isa_reader *r);
/* A text between `"`, or between `'`. */
const char *cm_isar_take_text(cm_isa_reader *r);
uint64_t cm_isar_take_number(cm_isa_reader *r, const char *what);
/* Does the token at hand begin where the one before it ended? */
bool cm_isar_touches(const cm_isa_reader *r);

/* ---- meaning.c: what names mean, values, statements; as nodes of the table */

int cm_isar_find_words(const cm_isa_reader *r, const char *name);
int cm_isar_find_word(const cm_table_words *words, const char *text);
bool cm_isar_is_word(const cm_isa_reader *r, const char *text);
bool cm_isar_is_tag(const cm_isa_reader *r, const char *name);
int cm_isar_find_modifier(const cm_isa_reader *r, const char *name);
int cm_isar_find_let(const cm_isa_reader *r, const char *name);
bool cm_isar_is_among(const char *const *names, const char *name);
uint16_t cm_isar_add_node(cm_isa_reader *r, cm_isa_node node);
uint16_t cm_isar_expression(cm_isa_reader *r);
uint16_t cm_isar_statements(cm_isa_reader *r);

#endif
