"""What the package says against what is known of the tests, and that it frees what it holds."""

import gc
import json
import os
import platform
import shutil
import signal
import subprocess
import tempfile
import threading
import time
import unittest
from pathlib import Path

import cmcm

SOURCE = Path(os.environ.get("CMCM_SOURCE", Path(__file__).resolve().parents[2]))
LITMUS = SOURCE / "tests" / "litmus"

MP = """AArch64 MP
{ 0:X1=x; 0:X3=y; 1:X1=y; 1:X3=x; }
 P0          | P1          ;
 MOV W0,#1   | LDR W0,[X1] ;
 STR W0,[X1] | LDR W2,[X3] ;
 STR W0,[X3] |             ;
exists (1:X0=1 /\\ 1:X2=0)
"""


C_TEST = """C SB
{ x=0; y=0; }
P0 (atomic_int* x, atomic_int* y) { atomic_store(x, 1); int r0 = atomic_load(y); }
P1 (atomic_int* x, atomic_int* y) { atomic_store(y, 1); int r0 = atomic_load(x); }
exists (0:r0=0 /\\ 1:r0=0)
"""

SOURCE_TEXT = """#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#define ORDER memory_order_%s
atomic_int x, y;
int a, b;
void *f(void *p) { atomic_store_explicit(&x, 1, ORDER); a = atomic_load_explicit(&y, ORDER); return p; }
void *g(void *p) { atomic_store_explicit(&y, 1, ORDER); b = atomic_load_explicit(&x, ORDER); return p; }
int main(void)
{
    pthread_t t, u;
    pthread_create(&t, 0, f, 0);
    pthread_create(&u, 0, g, 0);
    pthread_join(t, 0);
    pthread_join(u, 0);
    assert(a + b > 0);
}
"""


class Checking(unittest.TestCase):
    def test_states(self) -> None:
        result = cmcm.check(MP)
        self.assertTrue(result.holds)
        self.assertTrue(result.complete)
        self.assertEqual(result.observation, "Sometimes")
        # Arm allows every combination of the two loads (two loads of different locations, no order).
        found = {(s["1:X0"], s["1:X2"]): s.satisfies for s in result.states}
        self.assertEqual(found, {(0, 0): False, (0, 1): False, (1, 0): True, (1, 1): False})
        self.assertEqual(str(result.states[0]), "1:X0=0; 1:X2=0;")
        self.assertEqual(json.loads(result.text("json"))["name"], "MP")
        self.assertIn("Test MP Allowed", result.text())
        log = json.loads(result.text("sarif"))
        self.assertEqual((log["version"], len(log["runs"])), ("2.1.0", 1))
        with self.assertRaisesRegex(ValueError, "there is no format 'papyrus', expected one of herd"):
            result.text("papyrus")

    def test_models(self) -> None:
        # x86 keeps stores and loads of the same kind in order (Sewell et al. 2010): no MP there.
        result = cmcm.check(LITMUS / "x86" / "MP.litmus")
        self.assertEqual((result.holds, result.model.name), (False, "x86tso"))
        model = cmcm.Model("arm")
        self.assertEqual(model.axioms, ["internal", "external", "atomic"])
        self.assertEqual(model.variants, [])
        self.assertIn("wave-lockstep", cmcm.Model("wave").variants)
        self.assertIn("rf", model.bases)
        self.assertIn("riscv", cmcm.carried_models())

    def test_source_languages(self) -> None:
        race = cmcm.check(LITMUS / "c" / "MP+rlx+acq.litmus")
        self.assertTrue(race.undefined)
        self.assertIsNone(race.holds)
        self.assertEqual((race.observation, race.race_free), ("Undefined", False))
        self.assertEqual(cmcm.table([race])[0]["holds"], None)
        text = "C++ large\n{ x=-1; int a[2]={3,4}; }\n" \
            "P0(std::atomic<uint64_t>* x, int* a) { uint64_t r0 = x->load(); a[1] = 5; }\n" \
            "exists (0:r0 > 0 /\\ a[1]=5)\n"
        large = cmcm.check(cmcm.Test.parse(text))
        self.assertEqual((large.holds, large.undefined), (True, False))
        self.assertEqual(dict(large.states[0]), {"0:r0": 2 ** 64 - 1, "a[1]": 5})
        places = cmcm.check(LITMUS / "scoped" / "MP+system-cpu.litmus", witnesses=True)
        self.assertEqual((places.model.name, places.holds), ("scoped", False))
        execution = places.execution(0)
        assert execution is not None
        self.assertTrue(any("load" in e.instruction for e in execution.events))
        self.assertIsNotNone(places.picture(0))
        self.assertIn("line", str(cmcm.explain(LITMUS / "scoped" / "MP+device-other.litmus")))
        repair = cmcm.repair(LITMUS / "c" / "MP+rlx+acq.litmus")
        self.assertTrue(repair.proposals)

    def test_addresses_and_signs(self) -> None:
        text = MP.replace("MOV W0,#1", "MOV W0,#-1").replace("W0,[X1]\n", "W0,[X1]\n")
        states = cmcm.check(text.replace("LDR W0,[X1]", "LDRSW X0,[X1]")).states
        self.assertIn(-1, {state["1:X0"] for state in states})

    def test_errors(self) -> None:
        with self.assertRaises(cmcm.Error) as raised:
            cmcm.check(MP.replace("LDR", "LDX"))
        self.assertIn("error:", raised.exception.messages)
        self.assertIn(":4:", raised.exception.messages)
        with self.assertRaises(cmcm.Error):
            cmcm.Model("amr")
        with self.assertRaises(cmcm.Error):
            cmcm.Test("/no/such/file")
        with self.assertRaises(ValueError):
            cmcm.Session(dialect="latin")
        self.assertTrue(cmcm.check(MP).holds, "a session goes on after an error")

    def test_executions(self) -> None:
        result = cmcm.check(MP, witnesses=True)
        weak = [i for i, state in enumerate(result.states) if state.satisfies][0]
        execution = result.execution(weak)
        assert execution is not None
        reads = [e for e in execution.events if e.kind == "R"]
        self.assertEqual([(e.place, e.value) for e in reads], [("y", 1), ("x", 0)])
        for a, b in execution.relations["rf"]:
            self.assertEqual(execution.events[a].value, execution.events[b].value)
            self.assertEqual(execution.events[a].kind, "W")
        picture = result.picture(weak)
        assert picture is not None
        self.assertTrue(picture._repr_svg_().startswith("<svg"))
        self.assertIsNone(cmcm.check(MP).execution(0))

    def test_limits(self) -> None:
        loop = MP.replace(" LDR W0,[X1] ;", " L: LDR W0,[X1] ;", 1)
        self.assertIsInstance(cmcm.check(loop, unroll=1, timeout=60).holds, (bool, type(None)))


class Telling(unittest.TestCase):
    def test_explain(self) -> None:
        forbidden = cmcm.explain(LITMUS / "x86" / "MP.litmus")
        self.assertEqual(forbidden.verdict, "forbidden")
        self.assertEqual(forbidden.axioms, [["tso"]])
        self.assertTrue(forbidden._repr_svg_().startswith("<svg"))
        self.assertEqual(forbidden.data()["verdict"], "forbidden")
        self.assertEqual(forbidden.meetings, [])
        meeting = cmcm.explain(LITMUS / "ptx" / "MP+bar.sync.litmus").meetings
        self.assertEqual([without for _, without in meeting], ["allowed"])
        self.assertIn("bar.sync 0", meeting[0][0])
        allowed = cmcm.explain(MP)
        self.assertEqual((allowed.verdict, allowed.axioms), ("allowed", []))
        self.assertIsNotNone(allowed.execution())

    def test_repair(self) -> None:
        repair = cmcm.repair(LITMUS / "x86" / "SB.litmus")
        self.assertEqual(repair.verdict, "found")
        self.assertEqual(len(repair.proposals), 1)
        self.assertEqual(repair.proposals[0].test.count("MFENCE"), 2)
        self.assertFalse(cmcm.check(repair.proposals[0].test).holds)
        self.assertEqual(cmcm.repair(MP, threads=[0]).verdict, "impossible")
        with self.assertRaises(ValueError):
            cmcm.repair(MP, only=["hope"])

    def test_diff(self) -> None:
        same = cmcm.diff(MP, "arm", "arm")
        self.assertEqual((same.differs, same.only), (False, ([], [])))


class Many(unittest.TestCase):
    def test_enumerate(self) -> None:
        suite = cmcm.enumerate_tests("grace")
        self.assertEqual(len(suite), 10)  # docs/suites.md: the paper's Table 3
        results = [cmcm.check(made.text) for made in suite]
        rows = cmcm.table(results)
        self.assertEqual(len(rows), 10)
        self.assertEqual(len(cmcm.enumerate_tests("hetero", most=3)), 3)
        (cycle,) = cmcm.enumerate_tests("cycle", "PodWR", "Fre", "PodWR", "Fre", arch="X86")
        self.assertTrue(cmcm.check(cycle.text).holds)
        with self.assertRaises(cmcm.Error):
            cmcm.enumerate_tests("no-such-suite")

    def test_threads(self) -> None:
        """Each thread has a session of its own."""
        found: "list[int]" = []

        def work() -> None:
            for _ in range(5):
                found.append(len(cmcm.check(MP).states))

        threads = [threading.Thread(target=work) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(found, [4] * 20)

    def test_interrupted(self) -> None:
        """Ctrl-C ends what takes long; the session answers afterwards."""
        count = 40
        rows = ["LDR W0,[X1]", "LDADD W7,W8,[X3]", "STR W0,[X5]", "LDR W2,[X3]", "STR W2,[X1]"]
        lines = ["AArch64 HARD", "{"] + [f"{i}:X1=x; {i}:X3=y; {i}:X5=z;" for i in range(count)]
        lines += ["}", " | ".join(f"P{i}" for i in range(count)) + " ;"]
        lines += [" | ".join([row] * count) + " ;" for row in rows]
        hard = "\n".join(lines + ["exists (0:X0=1 /\\ x=3)", ""])
        session = cmcm.Session()
        for call in (cmcm.check, cmcm.explain):
            begin = time.monotonic()
            timer = threading.Timer(0.5, os.kill, (os.getpid(), signal.SIGINT))
            timer.start()
            with self.assertRaises(KeyboardInterrupt):
                call(hard, session=session)
            self.assertLess(time.monotonic() - begin, 20)
            timer.join()
        self.assertEqual(len(cmcm.check(MP, session=session).states), 4)

    def test_freed_in_any_order(self) -> None:
        result = cmcm.check(MP, witnesses=True)
        state = result.states[0]
        session = cmcm.Session()
        other = cmcm.check(MP, session=session)
        del session
        gc.collect()
        self.assertEqual(len(other.states), 4)
        del result, other
        gc.collect()
        self.assertEqual(str(state), "1:X0=0; 1:X2=0;")

    def test_conform(self) -> None:
        with tempfile.TemporaryDirectory() as directory:
            log = Path(directory) / "log.txt"
            log.write_text(cmcm.check(LITMUS / "x86" / "SB.litmus").text())
            with self.assertRaisesRegex(cmcm.Error, "the log of a model"):
                cmcm.conform(log)
            if "CMCM" not in os.environ or platform.machine() != "x86_64":
                self.skipTest("records are made by the program CMCM, on x86-64")
            record = Path(directory) / "sb.xml"
            subprocess.run(
                [os.environ["CMCM"], "run", "-q", "--iterations", "10000", "--record", str(record),
                 str(LITMUS / "x86" / "SB.litmus")],
                check=True, stdout=subprocess.DEVNULL,
            )
            found = cmcm.conform(record)
            strict = cmcm.conform(record, model=self.sequential(directory))
        self.assertEqual((found.counts["tests"], found.counts["violated"]), (1, 0))
        self.assertIn("SB", found.text("junit"))
        self.assertEqual(len(found.table()), 1)
        # Sequential consistency forbids what a store buffer shows (Lamport 1979).
        weak = sum(f.count for f in strict.findings)
        self.assertEqual(strict.counts["violated"], 1 if weak else 0)
        with self.assertRaises(ValueError):
            found.text("papyrus")

    @unittest.skipUnless(shutil.which("clang-19") or shutil.which("clang"), "there is no clang")
    def test_source(self) -> None:
        # Relaxed store buffering: both may read 0, so the assertion can fail; in order it cannot.
        program = SOURCE_TEXT % "relaxed"
        self.assertEqual(cmcm.check_source(program).flags, ["assertion"])
        self.assertEqual(cmcm.check_source(SOURCE_TEXT % "seq_cst").flags, [])
        with tempfile.TemporaryDirectory() as directory:
            path = Path(directory) / "add.c"
            path.write_text("int n;\nvoid add(void) { n++; }\n")
            both = cmcm.check_source(path, calls="add() | add()", question=True)
            alone = cmcm.check_source(path, calls="add()")
        self.assertEqual((both.undefined, alone.undefined), (True, False))
        with self.assertRaisesRegex(cmcm.Error, "source.c:1"):
            cmcm.check_source("int main(void) { return x; }\n")

    def test_compilers(self) -> None:
        missing, = cmcm.compile_check(C_TEST, "no-such-compiler -O1")
        self.assertEqual((missing.test, missing.kind), ("SB", "absent"))
        self.assertEqual(missing.compilers[0], "no-such-compiler -O1")
        with self.assertRaisesRegex(cmcm.Error, "no compiler is named"):
            cmcm.compile_check(C_TEST)
        with self.assertRaisesRegex(cmcm.Error, "test.litmus:1:1"):
            cmcm.compile_check("nothing\n", "gcc")
        if not shutil.which("gcc") or platform.machine() != "x86_64":
            self.skipTest("no gcc for x86-64")
        self.assertEqual([one.kind for one in cmcm.compile_check(C_TEST, "gcc -O2")], ["equal"])
        with tempfile.TemporaryDirectory() as directory:
            for thread, stores in (("P0", "%rdi"), ("P1", "%rsi")):
                loads = "%rsi" if stores == "%rdi" else "%rdi"
                (Path(directory) / f"{thread}.s").write_text(
                    f".type {thread}, @function\n{thread}:\n\tmovl $1, ({stores})\n\tmovl ({loads}), %eax\n"
                    f"\tmovl %eax, (%rdx)\n\tret\n\t.size {thread}, .-{thread}\n")
            files = {name: Path(directory) / f"{name}.s" for name in ("P0", "P1")}
            plain, = cmcm.compile_check(C_TEST, assembly=files)
        self.assertEqual((plain.kind, plain.data["more"]), ("BUG", 1))

    def sequential(self, directory: str) -> str:
        path = Path(directory) / "sc.cat"
        path.write_text('"SC"\ninclude "cos.cat"\nacyclic po | rf | co | fr as sc\n')
        return str(path)

    @unittest.skipUnless(platform.machine() == "x86_64", "the test is for x86-64")
    def test_run(self) -> None:
        test = cmcm.Test(LITMUS / "x86" / "SB.litmus")
        seen = cmcm.run(test, iterations=10000)
        if seen.end == "refused":
            self.skipTest(seen.reason)
        self.assertEqual(seen.end, "ran")
        self.assertEqual(sum(seen.states.values()), seen.instances)
        self.assertTrue(seen.conforms(cmcm.check(test)))


if __name__ == "__main__":
    unittest.main()
