/* The formats of what is printed: a list each, one row a format, from which options, their help,
 * the tables of writers, the library and Python take their words. ROW is made of each; BETWEEN
 * stands between two.
 */
#ifndef CM_REPORT_FORMATS_H
#define CM_REPORT_FORMATS_H

/* Pictures: the word, which ends names of files, too; the number of include/cmcm.h, CMCM_AS_...;
 * what draws one execution. A page has more on it than that (cm_draw_html). */
#define CM_PICTURES(ROW, BETWEEN)                                                                  \
    ROW(dot, DOT, cm_draw_dot)                                                                     \
    BETWEEN ROW(svg, SVG, cm_draw_svg)                                                             \
    BETWEEN ROW(html, HTML, NULL)                                                                  \
    BETWEEN ROW(tikz, TIKZ, cm_draw_tikz)

/* Results of `cmcm check`: the word, and the number of include/cmcm.h. */
#define CM_RESULT_FORMATS(ROW, BETWEEN)                                                            \
    ROW(herd, HERD) BETWEEN ROW(tsv, TSV)                                                          \
    BETWEEN ROW(json, JSON)                                                                        \
    BETWEEN ROW(sarif, SARIF)

/* Reports: the word, which also ends the writer's name (cm_conform_text, ...). */
#define CM_CONFORM_FORMATS(ROW, BETWEEN)                                                           \
    ROW(text) BETWEEN ROW(tsv)                                                                     \
    BETWEEN ROW(json)                                                                              \
    BETWEEN ROW(junit)                                                                             \
    BETWEEN ROW(html)
#define CM_SUITE_FORMATS(ROW, BETWEEN)                                                             \
    ROW(text) BETWEEN ROW(tsv)                                                                     \
    BETWEEN ROW(json)                                                                              \
    BETWEEN ROW(html)
/* With the writer of `probe info`, if there is one. */
#define CM_PROBE_FORMATS(ROW, BETWEEN)                                                             \
    ROW(text, cm_info_text)                                                                        \
    BETWEEN ROW(json, cm_info_json)                                                                \
    BETWEEN ROW(tsv, cm_info_tsv)                                                                  \
    BETWEEN ROW(svg, NULL)                                                                         \
    BETWEEN ROW(costs, NULL)

/* A ROW: "svg". With BETWEEN "|": the words of an option. */
#define CM_FORMAT_WORD(word, ...) #word

#endif
