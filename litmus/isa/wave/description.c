/* WAVE: the description. Tags have the words of its specification and of its page "Memory
 * Scoping". */
#include "litmus/isa/wave/wave.h"

static const cm_isa_family family = {.name = "WAVE",
                                     .set = "WAVE",
                                     .model = "wave",
                                     .compound = "wave",
                                     .table = &cm_isa_table_wave};

const cm_isa cm_isa_wave = {
    .arch = CM_WAVE,
    .name = "WAVE",
    .word = "waveisa", /* `wave 0` is a place */
    .family = &family,
    .gpu = true,
    .slash_comments = true,
    .rows = &cm_wave_rows,
    .assemble = cm_wave_assemble,
    .register_name = cm_wave_register_name,
    .host = CM_CMCM, /* of no CPU */
    .not_run = "no machine runs WAVE, expected a test of one that does (cmcm map translates)",
    .writer = &cm_wave_writer,
};
