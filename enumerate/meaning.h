/* What axes are, in words for people. */
#ifndef CM_ENUMERATE_MEANING_H
#define CM_ENUMERATE_MEANING_H

/* Of the suites and the families, also "P0.scope" and "Y.order"; NULL: nothing is known. */
const char *cm_axis_meaning(const char *axis);

#endif
