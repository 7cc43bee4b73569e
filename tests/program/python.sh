#!/bin/bash
# The Python package: its own tests, its structures against the header, its wheel.
. "$(dirname "$0")/lib.sh"
python3 -c 'import sys; sys.exit(sys.version_info < (3, 9))' 2>"$work/err" || {
    skip "no Python of version 3.9 or later"
}
export CMCM_LIBRARY=$CMCM_BUILD/libcmcm.so PYTHONPATH=$CMCM_SOURCE/python PYTHONDONTWRITEBYTECODE=1
# A library with sanitizers wants their runtime first, in a program that has none.
if grep -q __asan_init "$CMCM_LIBRARY"; then
    skip "the library is a sanitized one"
fi

checks=$((checks + 1))
TMPDIR=$work python3 "$CMCM_SOURCE/python/tests/test_cmcm.py" 2>"$work/err" ||
    fail "its tests: $(tail -20 "$work/err")"

# Every structure has the header's size and places.
cat >"$work/structures.py" <<'END'
import ctypes
import sys
from cmcm import _library as lib
if sys.argv[1] == "c":
    print('#include "cmcm.h"\n#include <stddef.h>\n#include <stdio.h>\nint main(void) {')
    for name, of in lib.STRUCTURES.items():
        print(f'printf("{name} %zu\\n", sizeof({name}));')
        for field, _ in of._fields_:
            print(f'printf("{name}.{field} %zu\\n", offsetof({name}, {field}));')
    print("}")
else:
    for name, of in lib.STRUCTURES.items():
        print(name, ctypes.sizeof(of))
        for field, _ in of._fields_:
            print(f"{name}.{field}", getattr(of, field).offset)
END
python3 "$work/structures.py" c >"$work/structures.c" && python3 "$work/structures.py" p >"$work/python"
checks=$((checks + 1))
"${CC:-cc}" -I "$CMCM_SOURCE/include" -o "$work/structures" "$work/structures.c" 2>"$work/err" ||
    fail "a field that the header has not: $(head -5 "$work/err")"
"$work/structures" >"$work/header"
same "structures" "$work/header" "$work/python"
[ "$(wc -l <"$work/python")" -gt 80 ] || fail "few fields were compared"

# The wheel carries the library, and needs nothing else of this tree.
python=
for one in python3 /usr/bin/python3; do
    [ -z "$python" ] && "$one" -c 'import setuptools, wheel, pip' 2>"$work/err" && python=$one
done
if [ -n "$python" ]; then
    cp -r "$CMCM_SOURCE/python" "$work/package"
    checks=$((checks + 1))
    (cd "$work" && "$python" -m pip wheel -q --no-deps --no-build-isolation \
        --disable-pip-version-check -w wheels ./package) >"$work/out" 2>&1 ||
        fail "no wheel: $(tail -5 "$work/out")"
    python3 -m zipfile -e "$work"/wheels/cmcm-*.whl "$work/unpacked"
    [ -f "$work/unpacked/cmcm/libcmcm.so.0" ] || fail "the wheel has no library"
    checks=$((checks + 1))
    (cd / && env -u CMCM_LIBRARY PYTHONPATH="$work/unpacked" python3 -c '
import sys, cmcm
print(cmcm.__file__, cmcm.check(sys.argv[1]).holds)' "$CMCM_SOURCE/tests/litmus/arm/MP.litmus") \
        >"$work/out" 2>&1 || fail "the wheel: $(cat "$work/out")"
    contains "from the wheel" "$work/out" "unpacked/cmcm/__init__.py True"
else
    echo "no pip, setuptools and wheel: no wheel is made"
fi
finish
