#!/bin/bash
# compile_commands.json: a kernel is compiled with the flags that its project has for it. The
# compilers are scripts that keep what they are asked; clang itself where it is.
. "$(dirname "$0")/lib.sh"
cd "$work" || exit 1
mkdir -p bin src/deep build
for name in nvcc clang-20; do
    printf '#!/bin/bash\nprintf "%%s\\n" "$@" >%q/asked\ncat %q/made >"${@: -1}"\n' "$work" "$work" >bin/$name
    chmod +x bin/$name
done
export PATH=$work/bin:/usr/bin:/bin
cat >made <<'END'
.version 9.0
.target sm_90
.address_size 64
.visible .entry store(.param .u64 p0)
{
.reg .b64 %rd<2>;
ld.param.u64 %rd1, [p0];
st.global.u32 [%rd1], 1;
ret;
}
END
printf '// cmcm: launch store(out)\n// cmcm: exists out == 0\n' >src/deep/k.cu
cp src/deep/k.cu src/deep/k.cl

# asked WHAT FILE FLAGS [OPTION...]: the arguments of the compiler, on a line.
asked() {
    run 0 "$1" check -q "${@:4}" "$2"
    equal "$1" "$3" "$(sed '/^-o$/,$d' "$work/asked" | tr '\n' ' ' | sed 's/ $//')"
}
plain="-ptx -lineinfo -std=c++17 -arch=sm_90"
asked "no project" src/deep/k.cu "$plain src/deep/k.cu"
equal "no project: nothing is said" "k.cu: No (Never, 1 state)" "$(cat out err)"

# As CMake writes it for nvcc: a command, with its includes in a file of their own.
echo '-I../include -isystem /opt/cub' >build/includes.rsp
cat >build/compile_commands.json <<END
[
{ "directory": "$work/build", "command": "nvcc -c other.cu -DOTHER", "file": "other.cu" },
{
  "directory": "$work/build",
  "command": "/opt/nvcc -forward-unknown-to-host-compiler -DN=4 -D \"S=\\\\\"a b\\\\\"\" --options-file includes.rsp -O3 -g --std c++20 \"--generate-code=arch=compute_80,code=[compute_80,sm_80]\" -include pre.h -Xcompiler=-fPIC -x cu -rdc=true -c $work/src/deep/k.cu -o k.o",
  "file": "$work/src/deep/k.cu"
}
]
END
flags="-DN=4 -DS=\"a b\" -I$work/build/../include -I/opt/cub -std=c++20 -include $work/build/pre.h"
asked "the nearest above" src/deep/k.cu "-ptx -lineinfo -arch=sm_80 $flags src/deep/k.cu"
run 0 "it is said" check src/deep/k.cu
equal "in one line" "src/deep/k.cu: note: $work/build/compile_commands.json says $flags for sm_80" "$(cat err)"
cd src || exit 1
asked "from another folder" deep/k.cu "-ptx -lineinfo -arch=sm_80 $flags deep/k.cu" >/dev/null
cd .. || exit 1
asked "a file that is not listed" src/deep/k.cl \
    "-x cl -cl-std=CL2.0 --target=nvptx64-nvidia-cuda -march=sm_80 -nogpulib -O2 -S src/deep/k.cl"
equal "nothing is said of it" "" "$(cat err)"

# A folder that is named counts alone; arguments, and paths that are relative.
mkdir mine
cat >mine/compile_commands.json <<'END'
[{"file": "../src/deep/k.cu", "arguments": ["clang++", "--cuda-gpu-arch=sm_70", "--cuda-gpu-arch=native",
  "-std=c++14", "-Iinc\u006cude", "-UX"], "directory": "."}]
END
asked "a folder that is named" src/deep/k.cu \
    "-ptx -lineinfo -arch=sm_70 -std=c++14 -Imine/./include -UX src/deep/k.cu" --build mine
for verb in explain repair import; do
    run 0 "$verb" "$verb" --build mine src/deep/k.cu
    contains "$verb" asked "-arch=sm_70"
done
run 0 "not listed there" check --build mine src/deep/k.cl
equal "and it is said" \
    "src/deep/k.cl: note: mine/compile_commands.json says nothing: it is not listed there" "$(cat err)"

# What is wrong.
run 3 "no such folder" check --build nowhere src/deep/k.cu
contains "no such folder" err "nowhere/compile_commands.json"
wrong() { # TEXT MESSAGE
    printf '%b' "$1" >mine/compile_commands.json
    run 3 "$1" check --build mine src/deep/k.cu
    equal "$1" "mine/compile_commands.json:$2" "$(head -1 err)"
}
wrong '' '1:1: error: expected a list of objects, as clang'\''s JSON Compilation Database has them'
wrong '{}' '1:1: error: expected a list of objects, as clang'\''s JSON Compilation Database has them'
wrong '[\n 1]' '2:2: error: expected an object'
wrong '[{"file": 1}]' '1:11: error: expected a text between quotes'
wrong '[{"file" "a"}]' '1:10: error: expected `:`'
wrong '[{"file": "a' '1:13: error: expected the end of a text'
wrong '[{"file": "a\\' '1:14: error: expected the end of a text'
wrong '[{"arguments": ["a" "b"]}]' '1:21: error: expected the end of the list, or a comma'
wrong '[{"file": "a"} {}]' '1:16: error: expected the end of the list, or a comma'
wrong '[{"file": "a"' '1:14: error: expected the end of the object, or a comma'
printf '[{"file": "../src/deep/k.cu", "directory": ".", "command": "nvcc @none.rsp"}]' >mine/compile_commands.json
run 3 "no such file of options" check --build mine src/deep/k.cu
contains "no such file of options" err "none.rsp"

# Programs in C, by clang itself: the macro is in the project only.
rm -r bin mine
if command -v clang-19 clang-18 >which; then
    printf '#include <assert.h>\nint x = VALUE;\nint main(void) { assert(x == 3); }\n' >src/p.c
    printf '[{"file": "%s/src/p.c", "directory": "/", "arguments": ["cc", "-DVALUE=3", "-c", "p.c"]}]' \
        "$work" >src/compile_commands.json
    run 0 "a program" check src/p.c
    contains "a program" out "Flags: none"
fi
finish
