/* A record is filled, copied and handed on; padding is nobody's. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <string.h>

#ifndef RELEASE
#define RELEASE memory_order_release
#endif

struct record {
    short kind;
    char tag[3];
    int size;
    long body;
    struct record *self;
};

static struct record made, sent;
static atomic_int ready;

static void *sender(void *unused)
{
    struct record mine;
    (void)unused;
    memset(&mine, 0, sizeof mine);
    mine.kind = -2;
    mine.tag[1] = 7;
    mine.body = -9;
    mine.self = &sent;
    made = mine;
    memcpy(&sent, &made, sizeof sent);
    atomic_store_explicit(&ready, 1, RELEASE);
    return NULL;
}

static void *receiver(void *unused)
{
    int bytes[3];
    (void)unused;
    memset(bytes, 0xff, sizeof bytes);
    bytes[0] = 4;
    memmove(bytes + 1, bytes, 2 * sizeof *bytes);
    assert(bytes[0] == 4 && bytes[1] == 4 && bytes[2] == -1);
    if (atomic_load_explicit(&ready, memory_order_acquire)) {
        struct record got = sent;
        assert(got.kind == -2 && got.tag[0] == 0 && got.tag[1] == 7 && got.size == 0 &&
               got.body == -9 && got.self == &sent);
    }
    return NULL;
}

int main(void)
{
    pthread_t sends, receives;
    pthread_create(&sends, NULL, sender, NULL);
    pthread_create(&receives, NULL, receiver, NULL);
    pthread_join(sends, NULL);
    pthread_join(receives, NULL);
    return 0;
}
