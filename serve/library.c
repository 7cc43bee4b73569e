#include "serve/library.h"

#include <dlfcn.h>
#include <string.h>

typedef struct symbol_row {
    const char *symbol;
    size_t field; /* offset in cm_http_library */
} symbol_row;

static const symbol_row symbol_rows[] = {
#define X(function) {#function, offsetof(cm_http_library, function)},
    CM_HTTP_FUNCTIONS(X)
#undef X
};

typedef struct opening {
    cm_http_library *http;
    cm_arena *arena;
    const char *reason;
} opening;

/* The library's number of the interface that its header of 0.9.71 and later describes. */
static const char name[] = "libmicrohttpd.so.12";

static void open_microhttpd(void *argument)
{
    opening *o = argument;
    o->http->library = dlopen(name, RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
    if (!o->http->library) {
        o->reason = cm_arena_printf(o->arena, "%s, expected GNU libmicrohttpd (Debian: %s)",
                                    dlerror(), "apt-get install libmicrohttpd12");
        return;
    }
    for (size_t i = 0; i < sizeof symbol_rows / sizeof *symbol_rows; i++) {
        void *address = dlsym(o->http->library, symbol_rows[i].symbol);
        if (!address) {
            o->reason = cm_arena_printf(o->arena, "%s has no %s, expected version 0.9.71 or later",
                                        name, symbol_rows[i].symbol);
            return;
        }
        /* POSIX dlsym: a function's address has the representation of a void pointer. */
        memcpy((char *)o->http + symbol_rows[i].field, &address, sizeof address);
    }
}

const char *cm_http_open(cm_http_library *http, cm_arena *arena)
{
    opening o = {http, arena, NULL};
    return cm_arena_protect(arena, open_microhttpd, &o) ? o.reason : "out of memory";
}
