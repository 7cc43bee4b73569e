#!/bin/bash
# A slice of ./dev fuzz forms: random instructions, read by cmcm and by assemblers.
command -v python3 >/dev/null || { echo "no python3"; exit 77; }
export READ_FORMS=${CMCM_BUILD:-$CMCM_SOURCE/build}/tests/read_forms
[ -x "$READ_FORMS" ] || { echo "no $READ_FORMS, which reads the forms"; exit 77; }
python3 "$CMCM_SOURCE/tests/fuzz/forms/forms.py" --count 2000 --part
