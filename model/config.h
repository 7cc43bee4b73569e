/* What stands beside a model: herd's .cfg file of the model's name, and the bell file that the
 * model needs.
 *
 * herd is told of a .cfg by -conf; its keys `model`, `bell`, `macros` and `variant` say what to
 * run, the others how to draw. Here it is found by the model: MODEL.cfg beside MODEL.cat, if its
 * `model`, where it has one, is a file of that name. Without a `bell` there, MODEL.bell beside the
 * model is its bell file.
 */
#ifndef CM_MODEL_CONFIG_H
#define CM_MODEL_CONFIG_H

#include "model/model.h"

typedef struct cm_model_config {
    const char *path;            /* of the .cfg; NULL: there is none */
    const char *bell;            /* path; NULL: none */
    const char *macros;          /* path of the .def; NULL: none */
    const char *const *variants; /* that are on */
    int variant_count;
} cm_model_config;

/* Of a path that ends in .cat; of an installed model's name all is NULL. What the .cfg names is
 * looked for beside it, then as includes are. Fails (cm_fail) where there is no such file. In
 * work->arena. */
cm_model_config cm_model_config_of(cm_work *work, const cm_model_options *options,
                                   const char *model);

#endif
