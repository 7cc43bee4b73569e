/* The instruction set LLVM: what its table needs (llvm.isa). */
#include "litmus/isa/llvm/llvm.h"

static const cm_operand_kind operands[] = {{"r", cm_dotted_read_destination},
                                           {"v", cm_dotted_read_value},
                                           {"m", cm_dotted_read_address},
                                           {"label", cm_dotted_read_label},
                                           {NULL, NULL}};
const cm_table_set cm_llvm_rows = {.table = &cm_isa_table_llvm, .operands = operands};
