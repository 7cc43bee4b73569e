#!/bin/bash
# Many tests: in input order whatever the number of jobs, a broken one costs
# only itself; directories, lists, standard input.
. "$(dirname "$0")/lib.sh"
cd "$work" || exit 1

# make_test FILE NAME VALUE
make_test() {
    cat >"$1" <<END
X86 $2
{ x=0; y=0; }
 P0          | P1          ;
 MOV [x],\$$3 | MOV EAX,[y] ;
 MOV [y],\$1  | MOV EBX,[x] ;
exists (1:EAX=1 /\\ 1:EBX=0)
END
}
count=300
mkdir -p many/b many/a.d
for i in $(seq 100 $((99 + count))); do
    case $((i % 3)) in 0) d=many ;; 1) d=many/b ;; *) d=many/a.d ;; esac
    make_test "$d/t$i.litmus" "T$i" "$((i % 7 + 1))"
done
printf 'X86 broken\n{ }\n P0 ;\n JUMP ;\nexists (x=0)\n' >many/a.d/t250x.litmus
: >many/notes.txt

run 3 "a directory, one at a time" check -f tsv -j1 many
cp out one
cp err one-err
run 3 "a directory, four at a time" check -f tsv -j4 many
same "results for every -j" one out
same "messages for every -j" one-err err
equal "all but the broken one" $((count + 1)) "$(wc -l <one)"
contains "the broken one" err "many/a.d/t250x.litmus:4:"
equal "one message" 1 "$(grep -c 'error:' err)"
find many -name '*.litmus' ! -name t250x.litmus | LC_ALL=C sort >expected
grep -v '^#' one | cut -f1 >found
same "in the order of their names" expected found

"$CMCM" check -j1 many 2>/dev/null | grep -v '^Time ' >one
"$CMCM" check -j4 many 2>/dev/null | grep -v '^Time ' >four
same "blocks for every -j" one four

# A list; paths are relative to it. A list in a list, comments, empty lines.
mkdir lists
printf '# a comment\n../many/t102.litmus\n\n../many/b/t100.litmus\r\n@more\n' >lists/list
printf '../many/a.d\n' >lists/more
run 3 "a list" check -f tsv @lists/list
equal "tests of the list" 102 "$(grep -vc '^#' out)"
equal "the first of the list" "lists/../many/t102.litmus" "$(sed -n 2p out | cut -f1)"
printf '@self\n' >lists/self
run 3 "a list of itself" check @lists/self
contains "a list of itself" err "nested too deep"

# Standard input.
"$CMCM" check -f tsv - <many/t102.litmus >out
equal "standard input" T102 "$(sed -n 2p out | cut -f2)"
printf 'many/t102.litmus\nmany/b/t100.litmus\n' | "$CMCM" check -f tsv @- >out
equal "a list on standard input" "T102 T100" "$(sed 1d out | cut -f2 | tr '\n' ' ' | sed 's/ $//')"

# No file for one operand; the others are checked.
run 3 "a missing file among others" check -f tsv many/t102.litmus none.litmus many/t105.litmus
equal "the others" "T102 T105" "$(sed 1d out | cut -f2 | tr '\n' ' ' | sed 's/ $//')"
contains "the missing file" err "none.litmus"

# A link that leads back up is not followed.
ln -s .. many/b/up
run 3 "a circle of directories" check -f tsv many
equal "each test once" $((count + 1)) "$(wc -l <out)"

# Results come as they are ready: the first is there while the last is awaited.
mkfifo slow
: >out # what the last run left there is no result
(timeout 120 "$CMCM" check -f tsv many/t102.litmus slow >out 2>err &) 2>/dev/null
for _ in $(seq 500); do
    [ "$(wc -l <out)" -ge 2 ] && break
    sleep 0.1
done
equal "a result before the end" 2 "$(wc -l <out)"
timeout 60 sh -c "cat many/t105.litmus >slow"
for _ in $(seq 500); do
    [ "$(wc -l <out)" -ge 3 ] && break
    sleep 0.1
done
equal "and the last" 3 "$(wc -l <out)"

finish
