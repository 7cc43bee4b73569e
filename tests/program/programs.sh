#!/bin/bash
# Programs in C: what may happen in those of tests/programs and in variants with an order less. Of
# each the table has what clang-19 wrote, and how it differs in the variant; where clang-19 is, the
# sources are compiled and give the same. What cannot be read is refused at its place.
. "$(dirname "$0")/lib.sh"
cd "$CMCM_SOURCE/tests/programs" || exit 1

# judge WHAT FILE FLAGS[,hangs]: a thread may wait for ever
judge() {
    "$CMCM" check -f tsv "$2" >"$work/out" 2>"$work/err"
    equal "$1" "${3%,hangs}" "$(awk -F '\t' '$1 !~ /^#/ { print $8 }' "$work/out")"
    case $3 in *outside-of-objects*) return ;; esac # what comes behind is not known
    local wrong=yes # what C calls undefined is the first answer
    case $3 in none* | unknown* | assertion | assertion,hangs) wrong=no ;; esac
    [ $wrong = yes ] && equal "$1: the verdict" Undefined "$(awk -F '\t' '$1 !~ /^#/ { print $5 }' "$work/out")"
    local ends=yes said=no
    case $3 in *,hangs) ends=no ;; esac
    [ "$(awk -F '\t' '$1 !~ /^#/ { print $9 }' "$work/out")" = 0 ] && said=yes
    equal "$1: does every run end?" "$ends" "$said"
}
clang=$(command -v clang-19) || echo "no clang-19: the recorded texts alone are read"
while IFS=$'\001' read -r program macros change flags _; do
    case $program in "#"*) continue ;; esac
    sed -E "$change" "$program.ll" >"$work/$program.ll"
    [ -z "$change" ] || ! cmp -s "$program.ll" "$work/$program.ll" || fail "$program: '$change' changes nothing"
    judge "$program $macros" "$work/$program.ll" "$flags"
    [ -n "$clang" ] || continue
    { for macro in $macros; do echo "#define ${macro#-D}" | tr = ' '; done; cat "$program.c"; } >"$work/$program.c"
    judge "$program.c $macros" "$work/$program.c" "$flags"
done < <(tr '\t' '\001' <expected.tsv)

# ---- C++, which becomes too long a text to be recorded

# threads FLAGS LINE: the program behind that line.
threads() {
    { echo "$2" && cat threads.cpp; } >"$work/threads.cpp"
    judge "threads.cpp $2" "$work/threads.cpp" "$1"
}
# cpp WHAT FLAGS CHANGE TEXT: the library's means.
cpp() {
    { printf '#include <%s>\n' atomic cassert mutex thread vector memory && printf '%s\n' "$4"; } | sed -E "$3" >"$work/cpp.cpp"
    judge "$1" "$work/cpp.cpp" "$2"
}
vector='std::atomic<int> n; int m;
int main() {
    std::vector<std::thread> all;
    for (int i = 0; i < 3; i++)
        all.emplace_back([] { n.fetch_add(1); });
    for (std::thread &t : all) t.join();
    assert(n + m == 3);
}'
once='static std::once_flag flag; static int v, count; static std::atomic<int> come;
struct early { int v; early() : v(5) { count++; } };
static void begin() { v = 7; count++; }
static void use() { std::call_once(flag, begin); assert(v == 7); }
int main() { std::thread a(use), b(use); a.join(); b.join(); assert(count == 1); }'
waited='static std::atomic<int> flag; static int data;
int main() {
    std::thread a([] { data = 1; flag.store(1, std::memory_order_release); flag.notify_one(); });
    flag.wait(0, std::memory_order_acquire);
    assert(data == 1);
    a.join();
}'
latch='#include <latch>
#include <semaphore>
static std::latch done{2}; static std::counting_semaphore<2> room{1}; static int a, b, c;
static void work(int *p) { *p = 1; room.acquire(); a++; room.release(); done.count_down(); }
int main() { std::thread x(work, &b), y(work, &c); done.wait(); assert(a == 2 && b + c == 2); x.join(); y.join(); }'
barrier='#include <barrier>
static std::barrier all{2}; static int a, b;
int main() {
    std::thread x([] { a = 1; all.arrive_and_wait(); assert(b == 1); all.arrive_and_wait(); b = 2; });
    b = 1; all.arrive_and_wait(); assert(a == 1); all.arrive_and_wait(); a = 2; x.join(); assert(b == 2);
}'
both='static std::mutex a, b; static int x, y;
int main() {
    std::thread t([] { std::scoped_lock hold(a, b); x++; y--; });
    { std::scoped_lock hold(b, a); x++; y--; assert(x + y == 0); }
    t.join();
}'
helped='static std::atomic<int> asked; static int sum;
int main() {
    std::thread asks([] { asked = 1; }), helps;
    if (asked) helps = std::thread([] { sum += 2; });
    if (helps.joinable()) helps.join();
    sum++; asks.join(); assert(sum == 1 || sum == 3);
}'
stops='static int data; static std::atomic<int> n;
int main() {
    { std::jthread a([](std::stop_token s) { while (!s.stop_requested()); assert(data == 5); n++; });
      data = 5; }
    assert(n == 1);
}'
queue='#include <queue>
static std::mutex lock; static std::queue<int> all; static int got;
int main() {
    std::thread gives([] { std::lock_guard<std::mutex> hold(lock); all.push(5); });
    std::thread takes([] { std::lock_guard<std::mutex> hold(lock); if (!all.empty()) { got = all.front(); all.pop(); } });
    gives.join(); takes.join();
    assert(got == 0 || got == 5);
}'
shared='struct N { int v; ~N() { v = 0; } };
int main() {
    auto p = std::make_shared<N>();
    p->v = 3;
    std::thread t([p] { assert(p->v == 3); });
    p.reset(); t.join();
}'
if command -v clang++-19 >/dev/null; then
    threads none ""
    threads "assertion,*undef*" "#define RELEASE std::memory_order_relaxed"
    threads "assertion,*undef*" "#define LOCKS 0"
    contains "a name of C++" "$work/out" "[data]=42; [ready]=1; [sum]=1"
    printf 'struct early { int v; early() : v(5) {} };\nearly here; extern int late; int before = late + 1; int late = 3;\n%s\n' \
        'int main() { return here.v == 5 && before == 4; }' >"$work/early.cpp"
    judge "what is called before main" "$work/early.cpp" none
    contains "what is called before main" "$work/out" "[before]=4; [here]=5"
    printf '%s\n' '#include <cassert>' '#include <condition_variable>' '#include <thread>' 'static std::mutex lock;' \
        'static std::condition_variable changed;' 'static int data;' 'int main() {' \
        'std::thread t([] { std::lock_guard<std::mutex> hold(lock); data = 7; changed.notify_one(); });' \
        '{ std::unique_lock<std::mutex> hold(lock); changed.wait(hold, [] { return data != 0; }); assert(data == 7); }' \
        't.join(); }' >"$work/waits.cpp"
    judge "a condition variable of C++" "$work/waits.cpp" none
    printf '#include <thread>\nstatic int a, b;\nvoid f() { a = 1; }\nvoid g() { b = 1; }\n%s\n' \
        'int main() { std::thread x(f), y(g); x.join(); y.join(); return a + b; }' >"$work/two.cpp"
    judge "two functions of threads" "$work/two.cpp" none
    "$CMCM" import "$work/two.cpp" >"$work/out"
    contains "a function of a thread is known" "$work/out" "store.i32 [b], 1"
    lacks "so no other one is tried" "$work/out" "icmp.eq.i64"
    cpp "threads in a vector" none '' "$vector"
    cpp "threads in a vector" "assertion,*undef*" 's/n.fetch_add\(1\)/m++/' "$vector"
    cpp "once" none '' "$once"
    cpp "once: it is not waited for" "assertion,*undef*" 's/std::call_once\(flag, begin\)/if (++come == 1) begin()/' "$once"
    cpp "a static variable of a function" none 's/std::call_once.*;/static early here;/; s/v == 7/here.v == 5/' "$once"
    cpp "an atomic that is waited for" none '' "$waited"
    cpp "an atomic that is waited for" "assertion,*undef*" 's/memory_order_acquire/memory_order_relaxed/' "$waited"
    # Who waits may stay asleep: behind the store nobody is woken, or one of two, or who waits for another atomic.
    cpp "and nobody is woken" none,hangs 's/flag.notify_one\(\);//' "$waited"
    cpp "somebody is woken before the store" none,hangs 's/(data = 1; flag.store.*\);) (flag.notify_one\(\);)/\2 \1/' "$waited"
    cpp "another one is woken" none,hangs 's/flag.notify_one/other.notify_one/; s/flag;/flag, other;/' "$waited"
    cpp "one of two is woken" none,hangs 's/a.join\(\);/std::thread b([] { flag.wait(0); }); a.join(); b.join();/' "$waited"
    cpp "all are woken" none 's/notify_one/notify_all/; s/a.join\(\);/std::thread b([] { flag.wait(0); }); a.join(); b.join();/' "$waited"
    cpp "a latch, and a semaphore" none '' "$latch"
    cpp "a latch of fewer" "assertion,*undef*,hangs" 's/latch done\{2/latch done{1/' "$latch"
    cpp "a latch of more" none,hangs 's/latch done\{2/latch done{3/' "$latch"
    cpp "a semaphore of more" "assertion,*undef*" 's/room\{1/room{2/' "$latch"
    cpp "a barrier" none '' "$barrier"
    cpp "a barrier of fewer" "assertion,*undef*" 's/all\{2/all{1/' "$barrier"
    cpp "a thread that is asked to stop" none '' "$stops"
    cpp "two locks at once" none '' "$both"
    cpp "two locks, one after another" none,hangs 's/scoped_lock hold\((.), (.)\)/lock_guard<std::mutex> first(\1), second(\2)/' "$both"
    cpp "two locks, and another one" "assertion,*undef*" 's/hold\(b, a\)/hold(b, c)/; s/a, b;/a, b, c;/; s/(thread t.*)hold\(a, b\)/\1hold(a, c2)/; s/, c;/, c, c2;/' "$both"
    cpp "a thread of some runs" none '' "$helped"
    cpp "a thread of some runs, which nobody waits for" "assertion,*undef*" 's/helps.join\(\);/helps.detach();/' "$helped"
    sed -E 's/scoped_lock hold\(b, a\)/lock_guard<std::mutex> first(b), second(a)/' <(printf '#include <%s>\n' cassert mutex thread; printf '%s\n' "$both") >"$work/mixed.cpp"
    run 3 "locks at once, and one after another" check "$work/mixed.cpp"
    contains "locks at once, and one after another" "$work/err" "a thread waits for a mutex of std::lock here and has another one"
    cpp "a queue" none '' "$queue"
    cpp "a queue without a lock" "*undef*,uninitialised-memory" 's/(takes.*)std::lock_guard<std::mutex> hold\(lock\);/\1/' "$queue"
    cpp "a pointer that is shared" none '' "$shared"
    cpp "and used when it was given back" "assertion,*undef*,use-after-free" 's/(p.reset\(\);) (t.join\(\);)/N *raw = p.get(); \1 int v = raw->v; \2 assert(v == 3);/' "$shared"
    printf '#include <thread>\nint main() { try { std::thread([] {}).join(); } catch (...) { } }\n' >"$work/catches.cpp"
    run 3 "exceptions" check "$work/catches.cpp"
    contains "exceptions" "$work/err" "cannot use 'try' with exceptions disabled"
fi

# ---- Rust, whose compilers write other texts each

# rust FILE WHAT FLAGS CHANGE
rust() {
    sed -E "$4" "$1" >"$work/$1"
    judge "$2" "$work/$1" "$3"
}
if command -v rustc >/dev/null; then
    rust guard.rs "a guard of Rust" none ''
    rust guard.rs "a guard of Rust that acquires nothing" "*undef*" 's/Ordering::Acquire/Ordering::Relaxed/'
    rust guard.rs "a guard of Rust that releases nothing" "*undef*" 's/Ordering::Release/Ordering::Relaxed/'
    rust guard.rs "an index out of bounds" assertion,hangs 's/add\(1\)/add(2)/'
    rust guard.rs "an assertion of Rust" assertion 's/counts\[at\] == 1/counts[0] == 1/'
    rust sequence.rs "a sequence lock of Rust" none ''
    rust sequence.rs "a sequence lock of Rust without a fence" assertion 's/fence.Ordering::Release.;//'
else
    echo "no rustc: Rust is not tried"
fi

# ---- numbers that anybody may choose

# chosen TYPE: a program that asserts that such a number is not 1.
chosen() {
    printf 'declare %s @__VERIFIER_nondet_%s()\ndeclare void @__VERIFIER_assert(i32)\ndefine i32 @main() {\n%s\n%s\n%s\n%s\n}\n' "$1" "$2" \
        "  %a = call $1 @__VERIFIER_nondet_$2()" "  %b = icmp ne $1 %a, 1" "  %c = zext i1 %b to i32
  call void @__VERIFIER_assert(i32 %c)" "  ret i32 0" >"$work/chosen.ll"
}
chosen i1 bool
run 0 "a truth value" check "$work/chosen.ll"
contains "a truth value" "$work/out" "Flags: assertion"
chosen i32 uint
run 4 "any number" check "$work/chosen.ll"
contains "any number" "$work/out" "Flags: assertion"
contains "any number" "$work/out" "may be a number that is not looked at"

# ---- how it comes about: who reads what was never set, who lost the count, what is not known

run 0 "explain unset" explain unset.ll
contains "explain unset" "$work/out" "the value that is read was never stored"
run 0 "explain counter-lost" explain counter-lost.ll
contains "explain counter-lost" "$work/out" "This can happen, and nothing has to be reordered:"
contains "explain counter-lost" "$work/out" "P1 reads [counter]=0"
# ---- what prevents it: the order that the variant lacks, and the program with it raises no flag

# mended PROGRAM MACRO FLAGS CHANGE: the change is told, and does what it is told to do. The texts lie
# where no source is.
mkdir "$work/told"
mended() {
    local change text=$work/told/$1.ll
    change=$(awk -F '\t' -v program="$1" -v macro="$2" '$1 == program && $2 == macro { print $3 }' expected.tsv)
    sed -E "$change" "$1.ll" >"$text"
    run 0 "$1 $2, explained" explain "$text"
    tr -s ' \n' ' ' <"$work/out" >"$work/words"
    contains "$1 $2, explained" "$work/words" "To prevent $3, in C: $4"
    run 0 "$1 $2, repaired" repair --most 1 -o "$work/mended" "$text"
    tr -s ' \n' ' ' <"$work/out" >"$work/words"
    contains "$1 $2, repaired" "$work/words" "With it no execution raises a flag. 1. cost"
    contains "$1 $2, repaired" "$work/words" "in C: $4"
    run 0 "$1 $2, mended" check --assert race-free "$work/mended/$1.1.litmus"
}
mended message -DRELEASE=memory_order_relaxed 'every flag' 'an atomic store with `memory_order_release` at message.c:21'
mended message -DACQUIRE=memory_order_relaxed 'every flag' 'an atomic load with `memory_order_acquire` at message.c:28'
mended store-buffering-fence -DORDER=memory_order_acq_rel it '`atomic_thread_fence(memory_order_seq_cst)` at'
mended mcs -DHANDOFF=memory_order_relaxed 'every flag' 'an atomic store with `memory_order_release` at mcs.c:43'
mended spinlock -DACQUIRE=memory_order_relaxed 'every flag' 'an atomic compare-exchange with `memory_order_acquire` at'
mended unborn -DPUT=memory_order_relaxed it 'an atomic store with `memory_order_release` at unborn.c:16'
run 1 "no order prevents it" repair counter-lost.ll
contains "no order prevents it" "$work/out" "no change prevents every flag: that takes more than fences, orders and scopes (2 places were tried), such as a lock"
run 0 "nothing to prevent" repair message.ll
contains "nothing to prevent" "$work/out" "message (rc11): nothing to repair: no execution raises one"
sed -E 's/(@ends.*) i32 0/\1 i32 2/' unready.ll >"$work/unready.ll" # what destroys a mutex is no access to be made another
run 1 "a destroyed mutex" repair "$work/unready.ll"

run 4 "explain null" explain null.ll
contains "explain null" "$work/out" "What it may raise is not known: P0: \`store.seq_cst.i32 [r0], 1\` at null.c:20 may"
run 4 "check null" check null.ll
contains "check null" "$work/out" "Flags: outside-of-objects; P0: \`store.seq_cst.i32 [r0], 1\` at null.c:20 may access memory outside of every location."

# ---- functions without a main, and a failure that another thread waits for

printf 'P0 = call sender(0)\nP1 = call receiver(0)\nlocations [flag; data]\n' >"$work/calls.bind"
run 0 "functions" import message.ll --bind "$work/calls.bind" -o "$work/calls.litmus"
judge "functions" "$work/calls.litmus" none
equal "functions: final states" "[data]=42; [flag]=1" "$(awk -F '\t' '$1 !~ /^#/ { print $7 }' "$work/out")"
run 0 "functions named" check message.ll --calls 'sender(0) | receiver(0); locations [flag; data]'
contains "functions named" "$work/out" "[data]=42; [flag]=1;"
run 1 "functions and a question" check message.ll --assert allowed --calls 'sender(0)|receiver(0);exists(data=41)'
run 0 "functions and a question" check message.ll --assert allowed --calls 'sender(0)|receiver(0);exists(data=42)'
run 0 "and one as C has it" check message.ll --assert forbidden --calls 'sender(0)|receiver(0); exists (data == 42 && flag == 0)'
run 0 "functions, imported" import message.ll --calls 'sender(0) | receiver(0); locations [flag; data]' -o "$work/named.litmus"
equal "functions, imported" "$(tail -n +2 "$work/calls.litmus")" "$(tail -n +2 "$work/named.litmus")"
run 1 "what would forbid it" repair message.ll --calls 'sender(0)|receiver(0);exists(data=42)'
contains "what would forbid it" "$work/out" "no change forbids"
# Explained is what is checked: without the attempts of a weak compare-exchange that fail for no reason.
weak='C weak
{ x=0; }
P0 (atomic_int* x) {
  int e = 0;
  while (!atomic_compare_exchange_weak_explicit(x, &e, e + 1, memory_order_relaxed, memory_order_relaxed)) { }
}
P1 (atomic_int* x) {
  int e = 0;
  while (!atomic_compare_exchange_weak_explicit(x, &e, e + 1, memory_order_relaxed, memory_order_relaxed)) { }
}
exists (x=1)'
echo "$weak" >"$work/weak.litmus"
run 0 "weak attempts, checked" check -q "$work/weak.litmus"
equal "weak attempts, checked" "weak: No (Never, 1 state)" "$(cat "$work/out")"
run 0 "weak attempts, explained" explain "$work/weak.litmus"
contains "weak attempts, explained" "$work/out" "[x]=1 is forbidden."
if [ -n "$clang" ]; then
    printf 'int main(void) { return 0; }\n' >"$work/none.c"
    printf 'float f;\nint main(void) { f = 2; return 0; }\n' >"$work/float.c"
    run 3 "the line of a program" check "$work/float.c"
    contains "the line of a program" "$work/err" "is not supported here, expected an integer or a pointer ($work/float.c:2)"
    run 3 "nothing is asked" repair --weaken "$work/none.c"
    equal "nothing is asked" "$work/none.c: error: the test asks for no outcome, expected --outcome and a state that \`cmcm check\` lists, or a condition in the test that may be false" "$(cat "$work/err")"
fi
run 0 "plain words" check -v message.ll --calls 'sender(0)|receiver(0);exists(data=42)'
contains "plain words" "$work/out" "\`cmcm explain --calls 'sender(0)|receiver(0);exists(data=42)' message.ll\` shows how"
run 3 "a function that is none" check message.ll --calls 'sender(0) | take(0)'
contains "a function that is none" "$work/err" "--calls:2:11: error: there is no function \`take\` in message.ll, expected one that it defines"

# ---- linearisability: results are those of some order of the calls, or not

# linear WHAT ANSWER FILE CHANGE CALLS
linear() {
    sed -E "$4" "$3.ll" >"$work/$3.ll"
    [ -z "$4" ] || ! cmp -s "$3.ll" "$work/$3.ll" || fail "$1: '$4' changes nothing"
    run 0 "$1" check -q "$work/$3.ll" --calls "$5; linearisable by law"
    equal "$1" "$3: $2" "$(cat "$work/out")"
}
loses='s/(@lost.*) i32 0/\1 i32 1/' twice='s/(@twice.*) i32 0/\1 i32 1/'
# Each of two pops may find nothing, 1 or 2, but not the same number twice; where a push is lost, one
# of those that come after both finds nothing.
linear "a stack" "Ok (Always, 7 states)" stack "" 'push(1) | push(2) | pop(), pop()'
linear "a stack, each thread its own" "Ok (Always, 2 states)" stack "" 'push(1), pop() | push(2), pop()'
linear "a stack that loses" "No (Sometimes, 6 states)" stack "$loses" 'push(1), pop() | push(2), pop()'
linear "a stack that gives twice" "No (Sometimes, 3 states)" stack "$twice" 'push(1), pop() | pop()'
contains "how it gives twice" <("$CMCM" explain "$work/stack.ll" --calls 'push(1), pop() | pop(); linearisable by law') \
    "W [pop_P1]=1                  store.i32 [pop_P1], r15      stack.c:43"
contains "explained in words" <("$CMCM" explain "$work/stack.ll" --calls 'push(1), pop() | pop(); linearisable by law') \
    "  ([pop_P0]=1; [pop_P1]=1) is allowed."
run 0 "said in words" check "$work/stack.ll" --calls 'push(1), pop() | pop(); linearisable by law; locations [top]'
equal "said in words" "Not linearisable: runs can end with results that \`law\` gives
in no order of the calls:
  pop_P0=1, pop_P1=1" "$(sed -n '/^Not linear/,/^  pop/p' "$work/out")"
run 0 "said in words" check stack.ll --calls 'push(1), pop() | pop(); linearisable by law'
contains "said in words" "$work/out" "Linearisable: in every run, calls return what \`law\` gives"
linear "a queue" "Ok (Always, 2 states)" queue "" 'put(&queue, 1), take(&queue) | take(&queue); first begin(&queue)'
linear "a queue that loses" "No (Sometimes, 6 states)" queue "$loses" \
    'put(&queue, 1), take(&queue) | put(&queue, 2), take(&queue); first begin(&queue)'
linear "a queue that gives twice" "No (Sometimes, 3 states)" queue "$twice" 'put(&queue, 1), take(&queue) | take(&queue); first begin(&queue)'

run 3 "no specification" check stack.ll --calls 'push(1) | pop(); linearisable by rule'
contains "no specification" "$work/err" '--calls:1:11: error: there is no function `rule_push` in stack.ll, expected one that it defines'
run 3 "memory decides what it returns" check queue.ll --calls 'take(&queue); linearisable by again'
run 3 "nothing is returned" check stack.ll --calls 'push(1); linearisable by law'
contains "nothing is returned" "$work/err" "--calls:1:1: error: the calls return nothing, expected one that returns a number"
run 3 "two questions" check stack.ll --calls 'pop(); linearisable by law; exists (pop_P0=1)'
contains "two questions" "$work/err" "--calls:3:2: error: \`linearisable\` is the question already, expected locations or filter"
# ended RETURN LINE...: calls of a specification that returns nothing, and of what may not return.
ended() {
    printf '%s\n' '@x = global i32 0' 'define void @put(i32 %v) {' 'store atomic i32 %v, ptr @x seq_cst, align 4' 'ret void' '}' \
        'define i32 @get() {' '%v = load atomic i32, ptr @x seq_cst, align 4' '%c = icmp eq i32 %v, 0' 'br i1 %c, label %none, label %some' \
        'some:' 'ret i32 %v' 'none:' "${@:2}" '}' \
        '@y = global i32 0' 'define void @law_put(i32 %v) {' 'store i32 %v, ptr @y' "$1" '}' \
        'define i32 @law_get() {' '%v = load i32, ptr @y' 'ret i32 %v' '}' >"$work/ended.ll"
    "$CMCM" check -q "$work/ended.ll" --calls 'put(1) | get(); linearisable by law' >"$work/out" 2>"$work/err"
}
ended 'ret void' 'ret i32 0'
equal "a call that returns nothing" "ended: Ok (Always, 2 states)" "$(cat "$work/out")"
ended 'ret void' 'call void @abort()' unreachable
contains "a call that may not return" "$work/err" 'ended.ll:13:1: error: `abort` may end a thread whose calls are asked to be linearisable'
ended unreachable 'ret i32 0'
contains "an order that never returns" "$work/err" 'ended.ll:16:13: error: what `law_put` returns is not computed'

run 0 "what a call returns" check -q stack.ll --calls 'push(3), pop(); exists (pop_P0=3)'
equal "what a call returns" "stack: Ok (Always, 1 state)" "$(cat "$work/out")"

run 3 "a test has its threads" check --calls 'f()' "$CMCM_SOURCE/tests/litmus/x86/SB.litmus"
contains "a test has its threads" "$work/err" "SB.litmus: error: this test has its own threads, expected a program for --calls"
run 2 "two bindings" import message.ll --calls 'sender(0)' --bind "$work/calls.bind"
cat >"$work/waits.litmus" <<'END'
LLVM_IR waits
{ int32_t x=0; int32_t y=0; }
 P0                          | P1                          ;
 store.monotonic.i32 [x], 1  | L0:                         ;
 load.monotonic.i32 r0, [x]  | load.acquire.i32 r0, [y]    ;
 icmp.ne.i32 r1, r0, 1       | icmp.eq.i32 r1, r0, 0       ;
 assert r1                   | br r1, L0                   ;
 store.release.i32 [y], 1    |                             ;
locations [x]
END
judge "a failure that another thread waits for" "$work/waits.litmus" assertion

printf 'define void @f(i32 %%x) {\n%%w = zext i32 %%x to i64\nstore i64 %%w, ptr @r\nret void\n}\n@r = global i64 0\n' >"$work/narrow.ll"
printf 'P0 = call f(-1)\nlocations [r]\n' >"$work/narrow.bind"
run 0 "an argument that is cut" import "$work/narrow.ll" --bind "$work/narrow.bind" -o "$work/narrow.litmus"
judge "an argument that is cut" "$work/narrow.litmus" none
equal "an argument that is cut: final states" "[r]=4294967295" "$(awk -F '\t' '$1 !~ /^#/ { print $7 }' "$work/out")"

printf '%s\n' '@x = global i32 0' 'define i8* @w(i8* %a) {' 'store i32 1, i32* @x' 'ret i8* null' '}' 'define i32 @main() {' \
    '%t = alloca i64' '%1 = call i32 @pthread_create(i64* %t, i8* null, i8* (i8*)* @w, i8* null)' 'store i32 2, i32* @x' 'ret i32 0' '}' >"$work/typed.ll"
judge "pointers of a type, as before LLVM 15" "$work/typed.ll" "*undef*"

# ---- what is undefined, and known when it is read

printf '@r = global i32 0\ndefine i32 @main() {\n%%1 = shl i32 1, 32\nstore i32 %%1, ptr @r\nret i32 0\n}\n' >"$work/shift.ll"
"$CMCM" check "$work/shift.ll" >"$work/out" 2>"$work/err"
equal "a shift by the width" "Flags: none was found, and none is ruled out." "$(grep '^Flags:' "$work/out")"

# passes TEXT FLAGS: x is read, and a loop goes round until the text, from %i in the first round 0, is 0.
passes() {
    printf '%s\n' '@x = global i32 1' 'define i32 @main() {' 'entry:' '%v = load i32, ptr @x' 'br label %loop' 'loop:' \
        '%i = phi i32 [ 0, %entry ], [ %next, %loop ]' '%next = add i32 %i, 1' "%stays = $1" 'br i1 %stays, label %loop, label %end' \
        'end:' 'ret i32 0' '}' >"$work/passes.ll"
    "$CMCM" import "$work/passes.ll" --calls 'main() | main()' >"$work/out" 2>"$work/err"
    equal "a loop of $1" "$2" "$(grep -c ' br ' "$work/out")"
}
passes 'icmp slt i32 %next, %v' 0 # time passes
passes 'icmp ne i32 %v, 0' 1      # it never ends

# alone WHAT LINE...: x is 1 at first, and is another number in some run, before there are threads.
alone() {
    printf '%s\n' '@x = global i32 0' '@y = global i32 0' 'declare i1 @__VERIFIER_nondet_bool()' 'define ptr @w(ptr %a) {' 'store i32 3, ptr @x' \
        'store i32 3, ptr @y' 'ret ptr %a' '}' 'define i32 @main() {' '%t = alloca i64' 'store i32 1, ptr @x' '%c = call i1 @__VERIFIER_nondet_bool()' "${@:2}" \
        '%v = load i32, ptr @x' '%good = icmp eq i32 %v, 1' '%said = zext i1 %good to i32' 'call void @__VERIFIER_assert(i32 %said)' \
        '%made = call i32 @pthread_create(ptr %t, ptr null, ptr @w, ptr null)' 'ret i32 0' '}' >"$work/alone.ll"
    judge "before threads: $1" "$work/alone.ll" "${flags:-assertion}"
}
alone "on some way" 'br i1 %c, label %sets, label %end' 'sets:' 'store i32 2, ptr @x' 'br label %end' 'end:'
flags=assertion,hangs alone "in a loop" 'br label %loop' 'loop:' 'store i32 2, ptr @x' '%d = call i1 @__VERIFIER_nondet_bool()' 'br i1 %d, label %loop, label %end' 'end:'
alone "by a pointer" '%p = select i1 %c, ptr @x, ptr @y' 'store i32 2, ptr %p'
alone "by an atomic" '%o = atomicrmw add ptr @x, i32 1 monotonic, align 4'
alone "on one of two ways by a pointer" '%p = select i1 %c, ptr @x, ptr @y' 'br i1 %c, label %sets, label %end' 'sets:' 'store i32 2, ptr %p' 'br label %end' 'end:'

# of_heap CALL FLAGS LINE...: %p is what the call gives.
of_heap() {
    printf '%s\n' '@q = global ptr null' 'define i32 @main() {' "%p = call ptr @$1" "${@:3}" 'ret i32 0' '}' >"$work/heap.ll"
    judge "$1, ${*:3}" "$work/heap.ll" "$2"
}
of_heap 'malloc(i64 4)' uninitialised-memory '%1 = load i32, ptr %p'
of_heap 'aligned_alloc(i64 8, i64 8)' uninitialised-memory '%1 = load i32, ptr %p'
of_heap 'calloc(i64 1, i64 4)' none '%1 = load i32, ptr %p'
of_heap 'malloc(i64 4)' none 'store i32 1, ptr %p' '%1 = load i32, ptr %p'
of_heap 'malloc(i64 4)' outside-of-objects 'store i64 1, ptr %p'
of_heap 'malloc(i64 4)' use-after-free 'call void @free(ptr %p)' 'store i32 1, ptr %p'
of_heap 'malloc(i64 4)' double-free 'call void @free(ptr %p)' 'call void @free(ptr %p)'
of_heap 'malloc(i64 4)' use-after-free 'store i32 1, ptr %p' 'call void @free(ptr %p)' '%1 = load i32, ptr %p'
of_heap 'malloc(i64 8)' none 'store i64 1, ptr %p' '%1 = load i32, ptr %p'
some_way=('%a = load atomic i64, ptr @q seq_cst, align 8' '%b = icmp eq i64 %a, 0' 'br i1 %b, label %sets, label %end' 'sets:')
of_heap 'malloc(i64 4)' none "${some_way[@]}" 'store i32 1, ptr %p' 'br label %end' 'end:' 'store i32 2, ptr %p' '%1 = load i32, ptr %p'
of_heap 'malloc(i64 4)' uninitialised-memory "${some_way[@]/icmp eq/icmp ne}" 'store i32 1, ptr %p' 'br label %end' 'end:' '%1 = load i32, ptr %p'
of_heap 'malloc(i64 4)' use-after-free 'store i32 1, ptr %p' "${some_way[@]}" 'call void @free(ptr %p)' 'br label %end' 'end:' '%1 = load i32, ptr %p'
of_heap 'malloc(i64 4)' none 'store ptr %p, ptr @q' '%1 = load ptr, ptr @q' 'call void @free(ptr %1)'
of_heap 'malloc(i64 4)' none 'call void @free(ptr null)'
of_heap 'malloc(i64 4)' outside-of-objects '%1 = call i32 @pthread_mutex_lock(ptr inttoptr (i64 64 to ptr))'

# Volatile accesses race, unless who asks says that they are relaxed atomics.
printf '%s\n' '@x = global i32 0' 'define void @put() {' 'store volatile i32 1, ptr @x' 'ret void' '}' 'define i32 @get() {' \
    '%1 = load volatile i32, ptr @x' 'ret i32 %1' '}' >"$work/volatile.ll"
for how in "race undefined 4" "relaxed no 0"; do
    read -r option answer status <<<"$how"
    run "$status" "volatile: $how" check -f tsv "--volatile=$option" "$work/volatile.ll" --calls 'put() | get(); forall (get_P1=1)'
    equal "volatile: $how" "$answer" "$(awk -F '\t' '$1 !~ /^#/ { print $4 }' "$work/out")"
done

# Of what is called before main, the least priority is first, also where `first` begins.
printf '%s\n' '@v = global i32 0' '@llvm.global_ctors = appending global [3 x { i32, ptr, ptr }] [{ i32, ptr, ptr } { i32 202, ptr @b, ptr null }, { i32, ptr, ptr } { i32 201, ptr @a, ptr null }, { i32, ptr, ptr } { i32 202, ptr @a, ptr null }]' \
    'define void @digit(i32 %d) {' '%1 = load i32, ptr @v' '%2 = mul i32 %1, 10' '%3 = add i32 %2, %d' 'store i32 %3, ptr @v' 'ret void' '}' \
    'define void @a() {' 'call void @digit(i32 1)' 'ret void' '}' 'define void @b() {' 'call void @digit(i32 2)' 'ret void' '}' \
    'define i32 @main() {' '%1 = load i32, ptr @v' 'ret i32 %1' '}' >"$work/order.ll"
for calls in 'main(); locations [v]' 'main() | main(); first digit(3); locations [v]'; do
    run 0 "constructors: $calls" check "$work/order.ll" --calls "$calls"
    contains "constructors: $calls" "$work/out" "[v]=121$(grep -o 3 <<<"$calls");"
done

# Memory decides between a function that does not return and one that does.
printf '%s\n' '@x = global i32 0' '@f = global ptr @good' 'define void @bad() {' 'call void @abort()' 'unreachable' '}' \
    'define void @good() {' 'store i32 1, ptr @x' 'ret void' '}' 'define void @put(ptr %p) {' 'store atomic ptr @bad, ptr @f seq_cst, align 8' 'ret void' '}' \
    'define void @go() {' '%p = load atomic ptr, ptr @f seq_cst, align 8' 'call void %p()' 'ret void' '}' >"$work/either.ll"
run 0 "one of them never returns" check -q -f tsv "$work/either.ll" --calls 'put(0) | go(); locations [x]'
equal "one of them never returns" "none [x]=0 | [x]=1" \
    "$(awk -F '\t' '$1 !~ /^#/ { print $8, $7 }' "$work/out")"

# GenMC's names, as its headers have them; without the lock two increments race.
genmc() {
    printf '%s\n' '@x = global i32 0' '@m = global i32 0' 'define ptr @w(ptr %a) {' "$2" '%1 = load i32, ptr @x' '%2 = add i32 %1, 1' \
        'store i32 %2, ptr @x' '%3 = call i32 @__VERIFIER_mutex_unlock(ptr @m)' 'ret ptr %a' '}' 'define i32 @main() {' \
        '%t = call i64 @__VERIFIER_thread_create(ptr null, ptr @w, ptr null)' '%u = call i64 @__VERIFIER_thread_create(ptr null, ptr @w, ptr null)' \
        '%r = call ptr @__VERIFIER_thread_join(i64 %t)' '%s = call ptr @__VERIFIER_thread_join(i64 %u)' '%p = call ptr @__VERIFIER_malloc(i64 4)' \
        'store i32 1, ptr %p' 'call void @__VERIFIER_free(ptr %p)' '%v = load i32, ptr @x' '%c = icmp eq i32 %v, 2' 'br i1 %c, label %yes, label %no' \
        'yes:' 'ret i32 0' 'no:' 'call void @__VERIFIER_assert_fail(ptr null, ptr null, i32 1)' 'unreachable' '}' >"$work/genmc.ll"
    judge "GenMC's names: $2" "$work/genmc.ll" "$1"
}
genmc none '%l = call i32 @__VERIFIER_mutex_lock(ptr @m)'
genmc "assertion,*undef*" '%l = add i32 0, 0'

# ---- what is refused, at its place

# refused WHAT MESSAGE: the lines of standard input as a program.
refused() {
    cat >"$work/p.ll"
    (cd "$work" && "$CMCM" import p.ll) >"$work/out" 2>"$work/err"
    equal "$1: exit status" 3 $?
    equal "$1" "$2" "$(head -1 "$work/err")"
}
# body LINE...: a main of these lines.
body() {
    printf '@x = global i32 0\n@t = global i64 0\ndefine i32 @f(i32 %%a) {\n%%1 = call i32 @f(i32 %%a)\nret i32 %%1\n}\n'
    printf 'define i32 @main() {\nentry:\n'
    printf '%s\n' "$@"
    printf 'ret i32 0\n}\n'
}
refused "an instruction" "p.ll:9:1: error: \`fadd\` is not supported, expected operations on integers, pointers and memory" \
    < <(body '%1 = fadd float 1.0, 2.0')
refused "a function of another file" "p.ll:9:1: error: a call of \`g\`, whose body is not in the file, is not supported, expected a function of the file, or one of threads, locks, semaphores, malloc or assert" \
    < <(body 'call void @g()')
refused "an alignment" "p.ll:9:1: error: \`aligned_alloc\` with an alignment of 3 is not supported, expected a power of two" \
    < <(body '%1 = call ptr @aligned_alloc(i64 3, i64 9)')
refused "recursion" "p.ll:4:1: error: \`f\` calls itself, which is not supported, expected calls that end" \
    < <(body '%1 = call i32 @f(i32 1)')
refused "an order that is missing" "p.ll:9:30: error: expected the order of an atomic access, found the end of the line" \
    < <(body '%1 = load atomic i32, ptr @x ')
refused "a label that is missing" "p.ll:9:1: error: there is no block \`%nowhere\` in \`main\`, expected one of its labels" \
    < <(body 'br label %nowhere' 'a:')
refused "an integer of an odd width" "p.ll:9:1: error: i24 is not supported, expected i1, i8, i16, i32, i64 or ptr" \
    < <(body '%1 = load i24, ptr @x')
refused "a structure that nothing says the size of" "p.ll:1:12: error: \`%p\` of \`f\` is passed by value, expected a type with a size" \
    < <(printf 'define i32 @f(ptr byval(%%T) %%p) {\nret i32 0\n}\ndefine i32 @main() {\nret i32 0\n}\n')
refused "a recursive lock" "p.ll:9:1: error: \`mtx_init\` of a recursive lock, or with attributes, is not supported, expected a plain one" \
    < <(body '%1 = call i32 @mtx_init(ptr @t, i32 1)')
refused "a lock that begins as another kind" "p.ll:10:1: error: the lock \`k\` begins as another kind than a plain one, which is not supported, expected zeros" \
    < <(printf '@k = global [2 x i32] [i32 0, i32 1]\n'; body '%1 = call i32 @pthread_mutex_lock(ptr @k)')
refused "a thread of no known function" "p.ll:10:1: error: a thread is created of a function that is not known, which is not supported, expected its name" \
    < <(body '%f = load ptr, ptr @t' '%1 = call i32 @pthread_create(ptr @t, ptr null, ptr %f, ptr null)')
refused "a text that ends" "p.ll:12:1: error: expected an instruction, found the end of the file" \
    < <(body | sed '$d'; echo)
refused "what is no module" "p.ll:1:1: error: expected a part of a module of LLVM IR: define, declare, @NAME, %NAME or !NUMBER, found \`int\`" \
    < <(echo 'int main(void) {}'; body)
refused "a type that contains itself" "p.ll:1:22: error: the type contains itself, expected a pointer to it" \
    < <(echo '%a = type { i32, %a }'; body)
finish
