/* Domains: the values that a read may find, given what is written. */
#ifndef CM_CHECKER_THREADS_DOMAINS_H
#define CM_CHECKER_THREADS_DOMAINS_H

#include "checker/threads/memory.h"

/* Which stores a load looks at. */
typedef bool cm_feeds(const void *argument, const cm_access *store, const cm_access *load);

/* Sets the load's domain to what initial memory and the stores that feed it (NULL: all)
 * may leave there; true when that changed it. */
bool cm_memory_update(cm_memory *memory, cm_thread_run *run, const cm_access *load, cm_feeds *feeds,
                      const void *argument);

/* Sets the domain of a load that has none to what memory holds initially. */
void cm_memory_first_domain(cm_memory *memory, const cm_val *address, unsigned width,
                            cm_domain *out);

/* May the load take its value from the store? Not from that of its own
 * instruction: an atomic instruction reads before it writes. */
bool cm_memory_may_feed(const cm_access *store, const cm_access *load);

#endif
