"""The library's objects as Python's. What each call means is said in include/cmcm.h and docs/."""

from __future__ import annotations

import ctypes as c
import json
import os
import shutil
import subprocess
import tempfile
import threading
import weakref
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Callable, Iterable, Iterator, Mapping, Optional, Sequence, Union

from . import _library as lib

_c = lib.load()

_VERDICTS = ("allowed", "forbidden", "unknown", "none", "undefined")
_FORMATS = {"herd": 0, "tsv": 1, "json": 2, "verdict": 3, "sarif": 4}
_ANSWERS: "tuple[Optional[bool], ...]" = (False, True, None)

PathLike = Union[str, "os.PathLike[str]"]


class Error(Exception):
    """What the library refused; `messages` has each as the program prints it."""

    def __init__(self, messages: str) -> None:
        super().__init__(messages.strip() or "out of memory")
        self.messages = messages


def _bytes(text: "Optional[PathLike]") -> Optional[bytes]:
    return None if text is None else os.fspath(text).encode()


def _text(data: Optional[bytes]) -> str:
    return "" if data is None else data.decode("utf-8", "replace")


def _each(ask: "Callable[[int], Optional[bytes]]") -> "list[str]":
    """Texts of ask(0), ask(1), ... up to the first that is none."""
    found: "list[str]" = []
    while (text := ask(len(found))) is not None:
        found.append(_text(text))
    return found


_TELLINGS = {word: telling for telling, word in enumerate(_each(_c.cmcm_telling_word))}


def _number(formats: "dict[str, int]", format: str) -> int:
    if format not in formats:
        raise ValueError(f"there is no format {format!r}, expected one of {', '.join(formats)}")
    return formats[format]


def _words(words: "Sequence[str]") -> Any:
    return (c.c_char_p * max(len(words), 1))(*[word.encode() for word in words])


def version() -> str:
    return _text(_c.cmcm_version())


def carried_models() -> "list[str]":
    """Names of the models that the library carries: "arm", "cmcm", ..."""
    return [name[: -len(".cat")] for name in _each(_c.cmcm_carried_model)]


class _Owned:
    """Something of the library's, freed with its Python object; `keeps` live at least as long."""

    def __init__(self, session: "Session", pointer: Optional[int], free: str, *keeps: Any) -> None:
        if not pointer:
            raise Error(session.take_messages())
        self.session = session
        self._p = pointer
        self._keeps = keeps
        self._end = weakref.finalize(self, _free, getattr(_c, "cmcm_" + free), pointer, session,
                                     keeps)


def _free(free: "Callable[[int], None]", pointer: int, *_keeps: Any) -> None:
    free(pointer)


def _long(session: "Session", call: str, free: str, *arguments: Any) -> Optional[int]:
    """A call of the library that may take long. Python sees Ctrl-C in the main thread only, and
    there not before a call into C returns: so another thread makes the call, and an exception here
    interrupts it."""
    function = getattr(_c, "cmcm_" + call)
    if threading.current_thread() is not threading.main_thread():
        return function(session._p, *arguments)  # type: ignore[no-any-return]
    made: "list[Optional[int]]" = []
    done = threading.Event()

    def work() -> None:
        made.append(function(session._p, *arguments))
        done.set()

    threading.Thread(target=work).start()
    try:
        done.wait()
    except BaseException:
        session.interrupt()
        while not done.wait(0.05):
            session.interrupt()
        if made[0]:
            getattr(_c, "cmcm_" + free)(made[0])
        raise
    return made[0]


class Session:
    """A solver, messages, and how models are read: `includes`, `variants`, `dialect`."""

    def __init__(
        self,
        includes: "Iterable[PathLike]" = (),
        variants: "Iterable[str]" = (),
        dialect: Optional[str] = None,
        strict: bool = False,
    ) -> None:
        self._p = _c.cmcm_session_new()
        if not self._p:
            raise MemoryError
        weakref.finalize(self, _c.cmcm_session_free, self._p)
        for directory in includes:
            _c.cmcm_session_add_include(self._p, _bytes(directory))
        for name in variants:
            _c.cmcm_session_add_variant(self._p, name.encode())
        if dialect is not None and not _c.cmcm_session_set_dialect(self._p, dialect.encode()):
            raise ValueError(
                f"there is no dialect {dialect!r}, expected auto, cmcm, herd or dat3m"
            )
        _c.cmcm_session_set_strict(self._p, strict)

    def take_messages(self) -> str:
        """Errors and warnings since the last call."""
        text = _text(_c.cmcm_session_messages(self._p))
        _c.cmcm_session_clear(self._p)
        return text

    def interrupt(self) -> None:
        """From any thread: the check that runs in this session ends soon, as unknown."""
        _c.cmcm_session_interrupt(self._p)


_own = threading.local()


def _session(session: Optional[Session]) -> Session:
    if session is not None:
        return session
    if not hasattr(_own, "session"):
        _own.session = Session()
    made: Session = _own.session
    return made


class Model(_Owned):
    """A memory model, by the name of an installed one or the path of a .cat file."""

    def __init__(self, name: PathLike, session: Optional[Session] = None) -> None:
        of = _session(session)
        super().__init__(of, _c.cmcm_model_load(of._p, _bytes(name)), "model_free")

    @property
    def name(self) -> str:
        return _text(_c.cmcm_model_name(self._p))

    @property
    def title(self) -> str:
        return _text(_c.cmcm_model_title(self._p))

    @property
    def bases(self) -> "list[str]":
        """Base sets and relations that it uses."""
        return _each(lambda i: _c.cmcm_model_base(self._p, i))

    @property
    def axioms(self) -> "list[str]":
        return _each(lambda i: _c.cmcm_model_axiom(self._p, i))

    @property
    def variants(self) -> "list[str]":
        """Names that it asks for, of which none need be chosen."""
        return _each(lambda i: _c.cmcm_model_variant(self._p, i))

    def __repr__(self) -> str:
        return f"Model({self.name!r})"


class Test(_Owned):
    """A litmus test: of a path, or (Test.parse) of a text."""

    __test__ = False  # no test of a test runner

    def __init__(
        self,
        path: PathLike,
        outcome: Optional[str] = None,
        session: Optional[Session] = None,
        _pointer: Optional[int] = None,
    ) -> None:
        of = _session(session)
        if _pointer is None:
            _pointer = (
                _c.cmcm_test_read(of._p, _bytes(path))
                if outcome is None
                else _c.cmcm_test_read_asking(of._p, _bytes(path), outcome.encode())
            )
        super().__init__(of, _pointer, "test_free")

    @classmethod
    def parse(cls, text: str, name: str = "test.litmus",
              session: Optional[Session] = None) -> "Test":
        of, data = _session(session), text.encode()
        pointer = _c.cmcm_test_parse(of._p, name.encode(), data, len(data))
        return cls(name, session=of, _pointer=pointer or 0)

    @property
    def name(self) -> str:
        return _text(_c.cmcm_test_name(self._p))

    @property
    def architecture(self) -> str:
        return _text(_c.cmcm_test_architecture(self._p))

    @property
    def condition(self) -> str:
        return _text(_c.cmcm_test_condition(self._p))

    @property
    def quantifier(self) -> str:
        return _text(_c.cmcm_test_quantifier(self._p))

    @property
    def hash(self) -> str:
        return _text(_c.cmcm_test_hash(self._p))

    @property
    def default_model(self) -> str:
        return _text(_c.cmcm_test_default_model(self._p))

    @property
    def warnings(self) -> "list[str]":
        found, one = [], lib.Warning_()
        while _c.cmcm_test_warning(self._p, len(found), c.byref(one)):
            found.append(f"{one.line}:{one.column}: {_text(one.message)}")
        return found

    def __repr__(self) -> str:
        return f"Test({self.name!r}, {self.architecture})"


AnyTest = Union[Test, PathLike]
AnyModel = Union[Model, PathLike, None]


def _test(test: AnyTest, session: Optional[Session]) -> Test:
    """A test, a path, or a text (what has more than one line)."""
    if isinstance(test, Test):
        return test
    if isinstance(test, str) and "\n" in test:
        return Test.parse(test, session=session)
    return Test(test, session=session)


def _model(model: AnyModel, test: Test) -> Model:
    if isinstance(model, Model):
        return model
    return Model(test.default_model if model is None else model, session=test.session)


class State(Mapping[str, Any]):
    """A final state: numbers by the names of what has them ("0:X0", "x", "t[1]"); addresses and
    labels are texts."""

    def __init__(self, text: str, items: "dict[str, Any]", satisfies: bool) -> None:
        self._text, self._items = text, items
        self.satisfies = satisfies  # the test's proposition

    def __getitem__(self, name: str) -> Any:
        return self._items[name]

    def __iter__(self) -> "Iterator[str]":
        return iter(self._items)

    def __len__(self) -> int:
        return len(self._items)

    def __str__(self) -> str:
        return self._text

    def __repr__(self) -> str:
        return f"State({self._text!r})"


@dataclass(frozen=True)
class Event:
    kind: str  # "R", "W", "F", "B"
    thread: Optional[int]  # None: an initial write
    label: str
    place: str
    text: str
    value: int
    bytes: int
    line: int
    instruction: str
    tags: "tuple[str, ...]"


@dataclass(frozen=True)
class Execution:
    events: "tuple[Event, ...]"
    relations: "dict[str, list[tuple[int, int]]]"  # pairs of numbers of events


def _event(raw: lib.Event) -> Event:
    tags = []
    while raw.tags and raw.tags[len(tags)] is not None:
        tags.append(_text(raw.tags[len(tags)]))
    return Event(
        kind=_text(raw.kind),
        thread=None if raw.thread < 0 else raw.thread,
        label=_text(raw.label),
        place=_text(raw.place),
        text=_text(raw.text),
        value=raw.value,
        bytes=raw.bytes,
        line=raw.line,
        instruction=_text(raw.instruction),
        tags=tuple(tags),
    )


def _pairs(pointer: int, relation: str) -> "list[tuple[int, int]]":
    pairs: "list[tuple[int, int]]" = []
    a, b = c.c_size_t(), c.c_size_t()
    while _c.cmcm_execution_pair(pointer, relation.encode(), len(pairs), c.byref(a), c.byref(b)):
        pairs.append((a.value, b.value))
    return pairs


def _execution(pointer: Optional[int]) -> Optional[Execution]:
    if not pointer:
        return None
    events, raw = [], lib.Event()
    while _c.cmcm_execution_event(pointer, len(events), c.byref(raw)):
        events.append(_event(raw))
    names = _each(lambda i: _c.cmcm_execution_relation(pointer, i))
    return Execution(tuple(events), {name: _pairs(pointer, name) for name in names})


@dataclass(frozen=True)
class Picture:
    """A picture that notebooks show."""

    svg: str

    def _repr_svg_(self) -> str:
        return self.svg

    def save(self, path: PathLike) -> None:
        with open(path, "w", encoding="utf-8") as file:
            file.write(self.svg)


class Result(_Owned):
    """What a model allows of a test."""

    def __init__(self, session: Session, pointer: Optional[int], model: Model, test: Test) -> None:
        super().__init__(session, pointer, "result_free", model, test)
        self.model, self.test = model, test
        self.messages = session.take_messages()

    @property
    def holds(self) -> Optional[bool]:
        """Does the quantified condition hold? None: it is not known (`reason`), or nothing is
        promised of the test (`undefined`)."""
        return None if self.undefined else _ANSWERS[_c.cmcm_result_answer(self._p)]

    @property
    def undefined(self) -> bool:
        """Has the test undefined behaviour, as the model says, so that every outcome is allowed?"""
        return bool(_c.cmcm_result_undefined(self._p))

    @property
    def reason(self) -> str:
        return _text(_c.cmcm_result_reason(self._p))

    @property
    def complete(self) -> bool:
        return bool(_c.cmcm_result_complete(self._p))

    @property
    def observation(self) -> str:
        """"Never", "Sometimes" or "Always": how many of the states satisfy the proposition.
        "Undefined" where the model says that the test has undefined behaviour."""
        return _text(_c.cmcm_result_observation(self._p))

    @property
    def states(self) -> "list[State]":
        return [self._state(i) for i in range(_c.cmcm_result_state_count(self._p))]

    def _state(self, index: int) -> State:
        items: "dict[str, Any]" = {}
        raw, i = lib.Item(), 0
        while _c.cmcm_result_state_item(self._p, index, i, c.byref(raw)):
            name = _text(raw.name)
            if raw.thread >= 0:
                name = f"{raw.thread}:{name}"
            if raw.element != c.c_size_t(-1).value:
                name = f"{name}[{raw.element}]"
            number = -raw.magnitude if raw.negative else raw.magnitude
            items[name] = number if raw.is_number else _text(raw.text)
            i += 1
        return State(
            _text(_c.cmcm_result_state(self._p, index)),
            items,
            bool(_c.cmcm_result_state_satisfies(self._p, index)),
        )

    @property
    def flags(self) -> "list[str]":
        """Flags of the model that some allowed execution raises."""
        return _each(lambda i: _c.cmcm_result_flag(self._p, i))

    @property
    def race_free(self) -> Optional[bool]:
        return _ANSWERS[_c.cmcm_result_race_free(self._p)]

    @property
    def ends(self) -> Optional[bool]:
        """Does every thread end? None: it was not asked (`liveness`), or is not known."""
        return (None, True, False, None)[_c.cmcm_result_ending(self._p)]

    @property
    def waits(self) -> "list[str]":
        """Where a thread may stay for ever."""
        return _each(lambda i: _c.cmcm_result_wait(self._p, i))

    def execution(self, state: int = 0) -> Optional[Execution]:
        """The execution behind a state (check(..., witnesses=True))."""
        return _execution(_c.cmcm_result_execution(self._p, state))

    def picture(self, state: int = 0) -> Optional[Picture]:
        text = _c.cmcm_result_picture(self._p, state, _TELLINGS["svg"])
        return None if text is None else Picture(_text(text))

    def text(self, format: str = "herd") -> str:
        """As `cmcm check --format` prints it: "herd", "tsv", "json", "sarif"; or "verdict", a line."""
        which = _number(_FORMATS, format)
        text = _text(_c.cmcm_result_text(self._p, which, False))
        if format == "sarif":  # a whole log
            head, foot = _c.cmcm_format_head(which), _c.cmcm_format_foot(which, True)
            text = _text(head) + text + _text(foot)
        return text

    def row(self) -> "dict[str, Any]":
        return {
            "test": self.test.name,
            "model": self.model.name,
            "holds": self.holds,
            "observation": self.observation,
            "states": len(self.states),
            "complete": self.complete,
            "flags": " ".join(self.flags),
            "reason": self.reason,
        }

    def __repr__(self) -> str:
        return f"Result({self.test.name!r}, {self.model.name}, holds={self.holds})"


_PROGRESS = ("fair", "hsa", "hsa-obe", "lobe", "obe")


def check(
    test: AnyTest,
    model: AnyModel = None,
    *,
    session: Optional[Session] = None,
    unroll: int = 0,
    timeout: float = 0,
    cpu_time: float = 0,
    memory_limit: int = 0,
    max_states: int = 0,
    question: bool = False,
    witnesses: bool = False,
    verify: bool = False,
    liveness: bool = False,
    progress: str = "fair",
) -> Result:
    """All outcomes of a test (a path, a text, or a Test) that a model allows."""
    read = _test(test, session)
    judge = _model(model, read)
    options = lib.Options(
        unroll=unroll,
        timeout=timeout,
        cpu_time=cpu_time,
        memory_limit=memory_limit,
        max_states=max_states,
        question=question,
        witnesses=witnesses,
        verify=verify,
        liveness=liveness,
        progress=_PROGRESS.index(progress),
    )
    pointer = _long(read.session, "check", "result_free", judge._p, read._p, c.byref(options))
    return Result(read.session, pointer, judge, read)


@contextmanager
def _as_file(source: PathLike, name: str) -> "Iterator[PathLike]":
    """The path; a text (what has more than one line) as a file of that name."""
    if not isinstance(source, str) or "\n" not in source:
        yield source
        return
    with tempfile.TemporaryDirectory() as directory:
        path = Path(directory) / name
        path.write_text(source, encoding="utf-8")
        yield path


def check_source(
    source: PathLike,
    model: AnyModel = None,
    *,
    calls: Optional[str] = None,
    suffix: str = ".c",
    session: Optional[Session] = None,
    **options: Any,
) -> Result:
    """What a program, functions or a kernel may do: a path, or a text that a file with that suffix
    has. `calls` run functions side by side, "push(&q, 1) | pop(&q)". More options are check's."""
    of = _session(session)
    _c.cmcm_session_set_threads(of._p, _bytes(calls))
    try:
        with _as_file(source, "source" + suffix) as path:
            test = Test(path, session=of)
    finally:
        _c.cmcm_session_set_threads(of._p, None)
    return check(test, model, **options)


@dataclass(frozen=True)
class Compiled:
    """What compilers made of a test: `kind` is "equal", "fewer", "BUG", ... (docs/compilers.md),
    `compilers` the command of each thread, `data` all that `cmcm compile-check -f json` says."""

    test: str
    kind: str
    reason: str
    compilers: "list[str]"
    data: "dict[str, Any]"


def _program() -> str:
    library = Path(_c._name).resolve().parent
    for place in (library / "cmcm", library.parent / "bin" / "cmcm"):
        if place.is_file() and os.access(place, os.X_OK):
            return str(place)
    found = shutil.which("cmcm")
    if found is None:
        raise Error("the program cmcm is neither beside its library nor on the PATH")
    return found


def compile_check(
    test: PathLike,
    *compilers: str,
    assembly: "Optional[Mapping[str, PathLike]]" = None,
    mix: bool = False,
    run: int = 0,
    source_model: Optional[str] = None,
    target_model: Optional[str] = None,
    unroll: int = 0,
    timeout: float = 0,
) -> "list[Compiled]":
    """Do compilers ("gcc -O2", "P0=clang-19") keep what the language promises of a test in C, a
    path or a text? `assembly` ({"P0": "a.s"}) stands in their place. Asks the program cmcm."""
    words = [_program(), "compile-check", "-f", "json"]
    words += [f"--cc={command}" for command in compilers]
    words += [f"--asm={thread}={os.fspath(path)}" for thread, path in (assembly or {}).items()]
    words += ["--mix"] if mix else []
    for name, value in (("run", run), ("source-model", source_model),
                        ("target-model", target_model), ("unroll", unroll), ("timeout", timeout)):
        words += [f"--{name}={value}"] if value else []
    with _as_file(test, "test.litmus") as path:
        done = subprocess.run([*words, os.fspath(path)], capture_output=True, text=True, check=False)
    lines = [json.loads(line) for line in done.stdout.splitlines()]
    if not lines:
        raise Error(done.stderr)
    return [Compiled(one["test"], one["class"], one["reason"],
                     [compiler["command"] for compiler in one["compilers"]], one)
            for one in lines]


def table(results: "Iterable[Result | Seen]") -> Any:
    """Rows of results: a pandas.DataFrame where pandas is installed, else a list of dicts."""
    return _as_table([result.row() for result in results])


def _as_table(rows: "list[dict[str, Any]]") -> Any:
    try:
        import pandas
    except ImportError:
        return rows
    return pandas.DataFrame(rows)


class Explanation(_Owned):
    """Why a model allows or forbids what a test asks about."""

    def __init__(self, session: Session, pointer: Optional[int], model: Model, test: Test) -> None:
        super().__init__(session, pointer, "explanation_free", model, test)
        self.model, self.test = model, test

    @property
    def verdict(self) -> str:
        """"allowed", "forbidden", "undefined" or "unknown"; "none": the test asks for no outcome."""
        return _VERDICTS[_c.cmcm_explanation_verdict(self._p)]

    @property
    def reason(self) -> str:
        return _text(_c.cmcm_explanation_reason(self._p))

    @property
    def axioms(self) -> "list[list[str]]":
        """Minimal sets of axioms that forbid it."""
        return [
            _each(lambda i, s=s: _c.cmcm_explanation_sufficient(self._p, s, i))  # type: ignore
            for s in range(_c.cmcm_explanation_sufficient_count(self._p))
        ]

    @property
    def premises(self) -> "list[str]":
        """What says which orders there are to choose from, and is needed, too."""
        return _each(lambda i: _c.cmcm_explanation_premise(self._p, i))

    @property
    def needed(self) -> "list[list[str]]":
        """Minimal sets of what of the program forbids it."""
        return [
            _each(lambda i, s=s: _c.cmcm_explanation_needed(self._p, s, i))  # type: ignore
            for s in range(_c.cmcm_explanation_needed_count(self._p))
        ]

    @property
    def meetings(self) -> "list[tuple[str, str]]":
        """Barriers and the order of kernels, and what the outcome is without each."""
        without = c.c_int()
        found = []
        while text := _c.cmcm_explanation_meeting(self._p, len(found), c.byref(without)):
            found.append((_text(text), _VERDICTS[without.value]))
        return found

    def execution(self, index: int = 0) -> Optional[Execution]:
        return _execution(_c.cmcm_explanation_execution(self._p, index))

    def text(self, format: str = "text") -> str:
        """"text", "json", "svg", "html", "tikz" or "dot"."""
        return _text(_c.cmcm_explanation_text(self._p, _number(_TELLINGS, format)))

    def data(self) -> Any:
        return json.loads(self.text("json"))

    def _repr_svg_(self) -> str:
        return self.text("svg")

    def __str__(self) -> str:
        return self.text()


def explain(
    test: AnyTest,
    model: AnyModel = None,
    *,
    session: Optional[Session] = None,
    unroll: int = 0,
    timeout: float = 0,
    shows: "Sequence[str]" = (),
) -> Explanation:
    read = _test(test, session)
    judge = _model(model, read)
    names = _words(shows)
    options = lib.ExplainOptions(unroll=unroll, timeout=timeout, shows=names,
                                 show_count=len(shows))
    pointer = _long(read.session, "explain", "explanation_free", judge._p, read._p,
                    c.byref(options))
    return Explanation(read.session, pointer, judge, read)


@dataclass(frozen=True)
class Proposal:
    cost: float
    summary: str  # the changes in one line
    test: str  # the changed test
    leaves: str  # the flags that it raises: "data-race on x"; "": none
    leaves_known: bool  # it raises no other


class Repair(_Owned):
    """What would forbid an outcome, or what of a test can be weaker."""

    def __init__(self, session: Session, pointer: Optional[int], model: Model, test: Test) -> None:
        super().__init__(session, pointer, "repair_free", model, test)
        self.model, self.test = model, test

    @property
    def verdict(self) -> str:
        """"found", "needless", "impossible" or "unknown"."""
        return ("found", "needless", "impossible", "unknown")[_c.cmcm_repair_verdict(self._p)]

    @property
    def reason(self) -> str:
        return _text(_c.cmcm_repair_reason(self._p))

    @property
    def proposals(self) -> "list[Proposal]":
        """The cheapest first, of one cost those that leave no flag."""
        found: "list[Proposal]" = []
        cost = c.c_double()
        while (text := _c.cmcm_repair_proposal(self._p, len(found), c.byref(cost))) is not None:
            summary = _text(_c.cmcm_repair_summary(self._p, len(found)))
            known = c.c_bool()
            leaves = _text(_c.cmcm_repair_leaves(self._p, len(found), c.byref(known)))
            found.append(Proposal(cost.value, summary, _text(text), leaves, known.value))
        return found

    def text(self, format: str = "text") -> str:
        """"text" or "json"."""
        return _text(_c.cmcm_repair_text(self._p, _number(_TELLINGS, format)))

    def __str__(self) -> str:
        return self.text()


def repair(
    test: AnyTest,
    model: AnyModel = None,
    *,
    session: Optional[Session] = None,
    weaken: bool = False,
    only: "Iterable[str]" = (),
    threads: "Sequence[int]" = (),
    costs: Optional[PathLike] = None,
    most: int = 0,
    unroll: int = 0,
    timeout: float = 0,
) -> Repair:
    """`only`: of "fences", "orders", "scopes", "waits"; `threads`: numbers of those that may change."""
    read = _test(test, session)
    judge = _model(model, read)
    kinds = set(only)
    if kinds - {"fences", "orders", "scopes", "waits"}:
        raise ValueError(f"only={sorted(kinds)}, expected some of fences, orders, scopes, waits")
    numbers = (c.c_int * max(len(threads), 1))(*threads)
    options = lib.RepairOptions(
        unroll=unroll,
        timeout=timeout,
        weaken=weaken,
        fences="fences" in kinds,
        orders="orders" in kinds,
        scopes="scopes" in kinds,
        waits="waits" in kinds,
        explains=True,
        threads=numbers,
        thread_count=len(threads),
        costs=_bytes(costs),
        most=most,
    )
    pointer = _long(read.session, "repair_find", "repair_free", judge._p, read._p,
                    c.byref(options))
    return Repair(read.session, pointer, judge, read)


class Difference(_Owned):
    """What two models make of a test."""

    def __init__(self, session: Session, pointer: Optional[int], models: "tuple[Model, Model]",
                 test: Test) -> None:
        super().__init__(session, pointer, "difference_free", models, test)
        self.models, self.test = models, test

    @property
    def differs(self) -> Optional[bool]:
        return _ANSWERS[_c.cmcm_difference_verdict(self._p)]

    @property
    def only(self) -> "tuple[list[str], list[str]]":
        """States that only the first allows, and only the second."""
        return (
            _each(lambda i: _c.cmcm_difference_state(self._p, 0, i)),
            _each(lambda i: _c.cmcm_difference_state(self._p, 1, i)),
        )

    def __str__(self) -> str:
        return _text(_c.cmcm_difference_text(self._p))


def diff(test: AnyTest, first: PathLike, second: PathLike, *,
         session: Optional[Session] = None, unroll: int = 0, timeout: float = 0) -> Difference:
    read = _test(test, session)
    models = (_model(first, read), _model(second, read))
    options = lib.Options(unroll=unroll, timeout=timeout)
    pointer = _long(read.session, "diff", "difference_free", models[0]._p, models[1]._p, read._p,
                    c.byref(options))
    return Difference(read.session, pointer, models, read)


@dataclass(frozen=True)
class MadeTest:
    name: str
    text: str


def enumerate_tests(
    generator: str,
    *words: str,
    axes: "Sequence[str]" = (),
    cpu: Optional[str] = None,
    arch: Optional[str] = None,
    size: int = 0,
    threads: int = 0,
    most: Optional[int] = None,
    session: Optional[Session] = None,
) -> "list[MadeTest]":
    """Tests of a suite, a family or a cycle, as `cmcm enumerate` makes them; `most` at most."""
    of = _session(session)
    made: "list[MadeTest]" = []

    def take(_context: Any, one: Any) -> bool:
        if most is not None and len(made) >= most:
            return False
        raw = one.contents
        made.append(MadeTest(_text(raw.name), _text(c.string_at(raw.text, raw.length))))
        return most is None or len(made) < most

    what = lib.Enumeration(
        generator=generator.encode(),
        words=_words(words),
        word_count=len(words),
        axes=_words(axes),
        axis_count=len(axes),
        cpu=_bytes(cpu),
        arch=_bytes(arch),
        size=size,
        threads=threads,
    )
    done = _c.cmcm_enumerate(of._p, c.byref(what), lib.SINK(take), None)
    messages = of.take_messages()
    if not done and not (most is not None and len(made) >= most):
        raise Error(messages)
    return made


class Seen(_Owned):
    """What this machine showed of a test."""

    def __init__(self, session: Session, pointer: Optional[int], test: Test) -> None:
        super().__init__(session, pointer, "seen_free")
        self.test = test

    @property
    def end(self) -> str:
        """"ran", "refused" or "failed"."""
        return ("ran", "refused", "failed")[_c.cmcm_seen_end(self._p)]

    @property
    def reason(self) -> str:
        return _text(_c.cmcm_seen_reason(self._p))

    @property
    def instances(self) -> int:
        return int(_c.cmcm_seen_instances(self._p))

    @property
    def states(self) -> "dict[str, int]":
        """How often each final state was seen."""
        found: "dict[str, int]" = {}
        count = c.c_uint64()
        for i in range(_c.cmcm_seen_state_count(self._p)):
            state = _text(_c.cmcm_seen_state(self._p, i, c.byref(count)))
            found[state] = count.value
        return found

    def conforms(self, result: Result) -> Optional[bool]:
        """Is every state that was seen allowed? None: it cannot be said."""
        verdict: int = _c.cmcm_seen_judge(self._p, result._p, None)
        return (True, False, None)[verdict]

    def row(self) -> "dict[str, Any]":
        return {"test": self.test.name, "end": self.end, "instances": self.instances,
                "states": len(self.states), "reason": self.reason}


def run(
    test: AnyTest,
    *,
    session: Optional[Session] = None,
    iterations: int = 0,
    seconds: float = 0,
    deadline: float = 0,
    seed: int = 0,
    gpu: int = 0,
    parameters: "Sequence[str]" = (),
) -> Seen:
    """Runs a test on this machine, in a process of its own."""
    read = _test(test, session)
    words = _words(parameters)
    options = lib.RunOptions(
        iterations=iterations,
        seconds=seconds,
        deadline=deadline,
        seed=seed,
        gpu=gpu,
        parameters=words,
        parameter_count=len(parameters),
    )
    pointer = _c.cmcm_run(read.session._p, read._p, c.byref(options))
    return Seen(read.session, pointer, read)


@dataclass(frozen=True)
class Finding:
    test: str
    state: str
    file: str
    count: int


class Conformance(_Owned):
    """Records and logs of runs, judged by a model."""

    def __init__(self, session: Session, pointer: Optional[int]) -> None:
        super().__init__(session, pointer, "conformance_free")

    @property
    def counts(self) -> "dict[str, int]":
        raw = _c.cmcm_conformance_counts(self._p)
        return {name: int(getattr(raw, name)) for name, _ in lib.ConformCounts._fields_}

    @property
    def findings(self) -> "list[Finding]":
        """Forbidden states that were seen."""
        found: "list[Finding]" = []
        raw = lib.Finding()
        while _c.cmcm_conformance_finding(self._p, len(found), c.byref(raw)):
            found.append(Finding(_text(raw.test), _text(raw.state), _text(raw.file),
                                 int(raw.count)))
        return found

    def text(self, format: str = "text") -> str:
        """"text", "tsv", "json", "junit" or "html"."""
        text = _c.cmcm_conformance_text(self._p, format.encode())
        if text is None:
            raise ValueError(
                f"there is no format {format!r}, expected text, tsv, json, junit or html"
            )
        return _text(text)

    def table(self) -> Any:
        """A row for each test, as a pandas.DataFrame where pandas is installed."""
        lines = self.text("tsv").splitlines()
        head = lines[0].lstrip("# ").split("\t") if lines else []
        return _as_table([dict(zip(head, line.split("\t"))) for line in lines[1:]])


def conform(
    *paths: PathLike,
    model: Optional[str] = None,
    timeout: float = 0,
    session: Optional[Session] = None,
) -> Conformance:
    of = _session(session)
    files = _words([os.fspath(path) for path in paths])
    options = lib.ConformOptions(model=_bytes(model), timeout=timeout)
    pointer = _long(of, "conform", "conformance_free", files, len(paths), c.byref(options))
    return Conformance(of, pointer)
