#!/bin/bash
# cmcm repair: what it writes forbids the outcome, and on the suite of CPU and GPU its proposals
# are what the reasons of cmcm enumerate --check say.
. "$(dirname "$0")/lib.sh"
litmus=$CMCM_SOURCE/tests/litmus

# Tests written are checked by themselves.
run 0 "repairs of MP" repair -o "$work/mp" "$litmus/arm/MP.litmus"
equal "repairs of MP" 4 "$(ls "$work/mp" | wc -l)"
for test in "$work"/mp/*; do
    run 0 "$test" check -q --assert forbidden "$test"
done
run 0 "weakenings" repair --weaken -o "$work/weaker" "$litmus/cmcm/fig4a-stlr-ld.acquire.sys.litmus"
run 0 "a weakening" check -q --assert forbidden "$work/weaker/fig4a-stlr-ld.acquire.sys.1.litmus"

run 0 "forbidden as it is" repair "$litmus/x86/SB+mfences.litmus"
contains "forbidden as it is" "$work/out" "it is forbidden as it is"
run 1 "one thread is not enough" repair --threads P0 "$litmus/x86/SB.litmus"
run 1 "no scope in it" repair --only scopes "$litmus/x86/SB.litmus"
contains "no scope in it" "$work/out" "there is nothing in it that may be changed"
run 3 "no such thread" repair --threads P7 "$litmus/x86/SB.litmus"
contains "no such thread" "$work/err" "has no thread P7"
run 3 "no such table" repair --costs "$work/none" "$litmus/x86/SB.litmus"
echo "MFENCE dear" >"$work/costs"
run 3 "no cost" repair --costs "$work/costs" "$litmus/x86/SB.litmus"
contains "no cost" "$work/err" "costs:1:8: error: \`dear\` is no cost"
run 0 "another outcome" repair --outcome "0:EAX=0; 1:EAX=0" -f json "$litmus/x86/SB.litmus"
contains "another outcome" "$work/out" '"verdict":"found"'
contains "another outcome: why" "$work/out" '"why":"tso, as P0 `MOV [x],$1`'
run 0 "locks" repair "$litmus/x86/ATOM-inc.litmus"
contains "locks" "$work/out" "+ LOCK INC [x]"
run 0 "proxies" repair "$litmus/ptx/Proxy-surface-generic.litmus"
contains "proxies" "$work/out" "+ fence.proxy.surface"

# The reasons of the suite: wider scopes alone; orders alone; both.
axes=(--axis Y=cta,sys --axis pf=none,acq_rel.sys --axis cf=none,acq_rel.cta)
columns() { awk -F '\t' -v OFS='\t' "$1" | sort; }
"$CMCM" enumerate hetero "${axes[@]}" --check -f tsv -q |
    columns 'NR > 1 { print $1, $9 == "allowed" ? $10 : $9 }' >"$work/reasons"
"$CMCM" repair --suite hetero "${axes[@]}" | cut -f 1,2,5 | sort >"$work/all"
"$CMCM" repair --suite hetero "${axes[@]}" --only scopes | cut -f 1,2 | sort >"$work/scopes"
"$CMCM" repair --suite hetero "${axes[@]}" --only orders | cut -f 1,2 | sort >"$work/orders"
join -t $'\t' "$work/reasons" "$work/scopes" | join -t $'\t' - "$work/orders" |
    join -t $'\t' - "$work/all" >"$work/joined"
equal "all tests of the sample" "$(wc -l <"$work/reasons")" "$(wc -l <"$work/joined")"
for reason in scope ordering both forbidden; do
    checks=$((checks + 1))
    cut -f 2 "$work/joined" | grep -qx "$reason" || fail "no test of the sample: $reason"
done
equal "reasons" "" "$(awk -F '\t' '
    function bad() { print $1 ": " $2 " " $3 " " $4 " " $5 " " $6 }
    $2 == "forbidden" && ($3 != "forbidden" || $5 != "forbidden") { bad() }
    $2 != "forbidden" && $5 != "repair" { bad() }
    ($2 == "scope") != ($3 == "repair") && $2 != "forbidden" { bad() }
    $2 == "ordering" && $4 != "repair" { bad() }
    $2 == "both" && ($6 !~ /\.sys/ || $6 !~ /STLR|LDAPR|acquire|release|DMB|fence/) { bad() }
' "$work/joined")"
finish
