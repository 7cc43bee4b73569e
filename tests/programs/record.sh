#!/bin/bash
# What clang-19 makes of these programs, without what an import has no use for: NAME.c -> NAME.ll.
cd "$(dirname "$0")" || exit 1
for program in ${*:-*.c}; do
    clang-19 -O1 -Xclang -disable-llvm-passes -fno-discard-value-names -gline-tables-only -S -emit-llvm \
        -o - "$program" |
        sed -E '/^(;|attributes|declare|source_filename|target triple|!llvm\.|$)/d; / call void @llvm\.lifetime/d
            s/, !(tbaa|llvm\.loop) ![0-9]+//g; s/ #[0-9]+( |,|$)/\1/g; s/ +; preds = .*//' |
        awk '{ line[NR] = $0 }
            /^!/ { at[$1] = NR }
            !/^!/ { while (match($0, /!dbg ![0-9]+/)) { need("!" substr($0, RSTART + 6, RLENGTH - 6)); $0 = substr($0, RSTART + RLENGTH) } }
            function need(name) { wanted[name] = 1 }
            END {
                for (more = 1; more;) {
                    more = 0
                    for (name in wanted) {
                        if (done[name]++ || !(name in at)) continue
                        text = line[at[name]]
                        gsub(/, (type|unit|retainedNodes|checksumkind|checksum): ("[0-9a-f]*"|![0-9]+|[A-Z0-9_]+)/, "", text)
                        gsub(/directory: "[^"]*"/, "directory: \"\"", text)
                        line[at[name]] = text
                        sub(/^![0-9]+ = /, "", text)
                        while (match(text, /![0-9]+/)) { wanted[substr(text, RSTART, RLENGTH)]; text = substr(text, RSTART + RLENGTH); more = 1 }
                    }
                }
                for (i = 1; i <= NR; i++) { split(line[i], word, " "); if (line[i] !~ /^!/ || word[1] in done) print line[i] }
            }' >"${program%.c}.ll"
done
