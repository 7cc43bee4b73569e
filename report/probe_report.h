/* What people and programs read about a probe. Every writer appends to a text and
 * may escape through its arena (out of memory). None needs the checker. */
#ifndef CM_REPORT_PROBE_REPORT_H
#define CM_REPORT_PROBE_REPORT_H

#include "base/text.h"
#include "hwrun/machine/info.h"
#include "hwrun/probe/probe.h"
#include "report/formats.h"

/* A table, 80 columns wide where names allow, then what the findings mean. */
void cm_probe_text(cm_text *out, const cm_probe_run *run);
/* A line of names that begins with '#', then a line for each part. */
void cm_probe_tsv(cm_text *out, const cm_probe_run *run);
/* One object: machine, options, parts with statistics and histogram. */
void cm_probe_json(cm_text *out, const cm_probe_run *run);
/* An SVG picture. */
void cm_probe_svg(cm_text *out, const cm_probe_run *run);
/* Of `fences`: a table for `cmcm repair --costs`, in nanoseconds, of the first memory that each
 * form was measured in. */
void cm_probe_costs(cm_text *out, const cm_probe_run *run);

/* `probe info`. */
void cm_info_text(cm_text *out, const cm_info *info);
void cm_info_tsv(cm_text *out, const cm_info *info);
void cm_info_json(cm_text *out, const cm_info *info);

/* "cpu-gpu pinned sys cas": what tells a part from the others. */
const char *cm_probe_part_text(cm_arena *arena, const cm_probe_part *part);
const char *cm_probe_memory_text(cm_arena *arena, cm_probe_memory memory);

/* The statistics by their names, in the order of tables: "min", "p1" ... "mean". */
typedef struct cm_probe_stat {
    const char *name;
    size_t offset; /* of a double in cm_stats */
} cm_probe_stat;
extern const cm_probe_stat cm_probe_stats[];
extern const size_t cm_probe_stat_count;
double cm_probe_stat_of(const cm_stats *stats, const cm_probe_stat *stat);

#endif
