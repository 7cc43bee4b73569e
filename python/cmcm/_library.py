"""The shared library: where it is, its types and functions, as include/cmcm.h has them."""

from __future__ import annotations

import ctypes as c
import os
from pathlib import Path

# ---- types -----------------------------------------------------------------


class Message(c.Structure):
    _fields_ = [
        ("severity", c.c_int),
        ("file", c.c_char_p),
        ("line", c.c_uint),
        ("column", c.c_uint),
        ("length", c.c_uint),
        ("text", c.c_char_p),
    ]


class Warning_(c.Structure):
    _fields_ = [("line", c.c_uint), ("column", c.c_uint), ("message", c.c_char_p)]


class Options(c.Structure):
    _fields_ = [
        ("unroll", c.c_uint),
        ("timeout", c.c_double),
        ("spent", c.c_double),
        ("cpu_time", c.c_double),
        ("memory_limit", c.c_size_t),
        ("max_states", c.c_size_t),
        ("question", c.c_bool),
        ("witnesses", c.c_bool),
        ("verify", c.c_bool),
        ("liveness", c.c_bool),
        ("count_executions", c.c_bool),
        ("hasty", c.c_bool),
        ("progress", c.c_int),
        ("tell_space", c.c_void_p),
        ("space_context", c.c_void_p),
    ]


class ExplainOptions(c.Structure):
    _fields_ = [
        ("unroll", c.c_uint),
        ("timeout", c.c_double),
        ("memory_limit", c.c_size_t),
        ("max_classes", c.c_size_t),
        ("max_tries", c.c_size_t),
        ("shows", c.POINTER(c.c_char_p)),
        ("show_count", c.c_size_t),
        ("plain", c.c_bool),
    ]


class RepairOptions(c.Structure):
    _fields_ = [
        ("unroll", c.c_uint),
        ("timeout", c.c_double),
        ("memory_limit", c.c_size_t),
        ("weaken", c.c_bool),
        ("fences", c.c_bool),
        ("orders", c.c_bool),
        ("scopes", c.c_bool),
        ("waits", c.c_bool),
        ("explains", c.c_bool),
        ("threads", c.POINTER(c.c_int)),
        ("thread_count", c.c_size_t),
        ("costs", c.c_char_p),
        ("most", c.c_uint),
    ]


class Item(c.Structure):
    _fields_ = [
        ("thread", c.c_int),
        ("name", c.c_char_p),
        ("element", c.c_size_t),
        ("is_number", c.c_bool),
        ("negative", c.c_bool),
        ("magnitude", c.c_uint64),
        ("text", c.c_char_p),
    ]


class Event(c.Structure):
    _fields_ = [
        ("kind", c.c_char),
        ("thread", c.c_int),
        ("label", c.c_char_p),
        ("place", c.c_char_p),
        ("text", c.c_char_p),
        ("address", c.c_uint64),
        ("value", c.c_uint64),
        ("bytes", c.c_uint),
        ("line", c.c_uint),
        ("instruction", c.c_char_p),
        ("tags", c.POINTER(c.c_char_p)),
    ]


class Made(c.Structure):
    _fields_ = [("name", c.c_char_p), ("text", c.POINTER(c.c_char)), ("length", c.c_size_t)]


class Enumeration(c.Structure):
    _fields_ = [
        ("generator", c.c_char_p),
        ("words", c.POINTER(c.c_char_p)),
        ("word_count", c.c_size_t),
        ("axes", c.POINTER(c.c_char_p)),
        ("axis_count", c.c_size_t),
        ("cpu", c.c_char_p),
        ("arch", c.c_char_p),
        ("size", c.c_uint),
        ("threads", c.c_uint),
    ]


class RunOptions(c.Structure):
    _fields_ = [
        ("iterations", c.c_uint64),
        ("seconds", c.c_double),
        ("deadline", c.c_double),
        ("seed", c.c_uint64),
        ("gpu", c.c_uint),
        ("compiler", c.c_char_p),
        ("parameters", c.POINTER(c.c_char_p)),
        ("parameter_count", c.c_size_t),
    ]


class ConformOptions(c.Structure):
    _fields_ = [("model", c.c_char_p), ("timeout", c.c_double)]


class ConformCounts(c.Structure):
    _fields_ = [
        ("tests", c.c_size_t),
        ("unjudged", c.c_size_t),
        ("not_run", c.c_size_t),
        ("allowed", c.c_size_t),
        ("allowed_seen", c.c_size_t),
        ("forbidden", c.c_size_t),
        ("violated", c.c_size_t),
        ("outcomes", c.c_uint64),
    ]


class Finding(c.Structure):
    _fields_ = [
        ("test", c.c_char_p),
        ("state", c.c_char_p),
        ("file", c.c_char_p),
        ("count", c.c_uint64),
    ]


STRUCTURES = {
    "cmcm_message": Message,
    "cmcm_warning": Warning_,
    "cmcm_options": Options,
    "cmcm_explain_options": ExplainOptions,
    "cmcm_repair_options": RepairOptions,
    "cmcm_item": Item,
    "cmcm_event": Event,
    "cmcm_made": Made,
    "cmcm_enumeration": Enumeration,
    "cmcm_run_options": RunOptions,
    "cmcm_conform_options": ConformOptions,
    "cmcm_conform_counts": ConformCounts,
    "cmcm_finding": Finding,
}

SINK = c.CFUNCTYPE(c.c_bool, c.c_void_p, c.POINTER(Made))

# ---- functions -------------------------------------------------------------

P, S, N, I, B, D = c.c_void_p, c.c_char_p, c.c_size_t, c.c_int, c.c_bool, c.c_double

#: Result, then arguments.
FUNCTIONS = {
    "version": (S,),
    "session_new": (P,),
    "session_free": (None, P),
    "session_messages": (S, P),
    "session_message": (B, P, N, c.POINTER(Message)),
    "session_clear": (None, P),
    "session_set_strict": (None, P, B),
    "session_add_include": (None, P, S),
    "session_add_variant": (None, P, S),
    "session_set_dialect": (B, P, S),
    "session_set_volatile": (B, P, S),
    "session_set_threads": (None, P, S),
    "session_interrupt": (None, P),
    "carried_model": (S, N),
    "model_load": (P, P, S),
    "model_free": (None, P),
    "model_name": (S, P),
    "model_title": (S, P),
    "model_base": (S, P, N),
    "model_axiom": (S, P, N),
    "model_variant": (S, P, N),
    "test_read": (P, P, S),
    "test_read_asking": (P, P, S, S),
    "test_parse": (P, P, S, S, N),
    "test_free": (None, P),
    "test_name": (S, P),
    "test_architecture": (S, P),
    "test_condition": (S, P),
    "test_quantifier": (S, P),
    "test_hash": (S, P),
    "test_default_model": (S, P),
    "test_warning": (B, P, N, c.POINTER(Warning_)),
    "check": (P, P, P, P, c.POINTER(Options)),
    "result_free": (None, P),
    "result_answer": (I, P),
    "result_reason": (S, P),
    "result_complete": (B, P),
    "result_undefined": (B, P),
    "result_state_count": (N, P),
    "result_state": (S, P, N),
    "result_state_satisfies": (B, P, N),
    "result_state_item": (B, P, N, N, c.POINTER(Item)),
    "result_observation": (S, P),
    "result_flag": (S, P, N),
    "result_warning": (B, P, N, c.POINTER(Warning_)),
    "result_race_free": (I, P),
    "result_ending": (I, P),
    "result_wait": (S, P, N),
    "result_witness": (S, P, N),
    "telling_word": (S, I),
    "result_picture": (S, P, N, I),
    "result_execution": (P, P, N),
    "result_text": (S, P, I, B),
    "format_head": (S, I),
    "format_foot": (S, I, B),
    "execution_event_count": (N, P),
    "execution_event": (B, P, N, c.POINTER(Event)),
    "execution_relation": (S, P, N),
    "execution_pair": (B, P, S, N, c.POINTER(N), c.POINTER(N)),
    "explain": (P, P, P, P, c.POINTER(ExplainOptions)),
    "explanation_free": (None, P),
    "explanation_verdict": (I, P),
    "explanation_reason": (S, P),
    "explanation_execution": (P, P, N),
    "explanation_sufficient_count": (N, P),
    "explanation_sufficient": (S, P, N, N),
    "explanation_premise": (S, P, N),
    "explanation_needed_count": (N, P),
    "explanation_needed": (S, P, N, N),
    "explanation_meeting": (S, P, N, c.POINTER(I)),
    "explanation_text": (S, P, I),
    "repair_find": (P, P, P, P, c.POINTER(RepairOptions)),
    "repair_free": (None, P),
    "repair_verdict": (I, P),
    "repair_reason": (S, P),
    "repair_proposal": (S, P, N, c.POINTER(D)),
    "repair_summary": (S, P, N),
    "repair_leaves": (S, P, N, c.POINTER(c.c_bool)),
    "repair_text": (S, P, I),
    "diff": (P, P, P, P, P, c.POINTER(Options)),
    "difference_free": (None, P),
    "difference_verdict": (I, P),
    "difference_state": (S, P, I, N),
    "difference_text": (S, P),
    "enumerate": (B, P, c.POINTER(Enumeration), SINK, P),
    "run": (P, P, P, c.POINTER(RunOptions)),
    "seen_free": (None, P),
    "seen_end": (I, P),
    "seen_reason": (S, P),
    "seen_instances": (c.c_uint64, P),
    "seen_seconds": (D, P),
    "seen_state_count": (N, P),
    "seen_state": (S, P, N, c.POINTER(c.c_uint64)),
    "seen_judge": (I, P, P, c.POINTER(N)),
    "conform": (P, P, c.POINTER(S), N, c.POINTER(ConformOptions)),
    "conformance_free": (None, P),
    "conformance_counts": (ConformCounts, P),
    "conformance_finding": (B, P, N, c.POINTER(Finding)),
    "conformance_text": (S, P, S),
}


def _candidates() -> "list[str]":
    here = Path(__file__).resolve().parent
    named = os.environ.get("CMCM_LIBRARY")
    if named:
        return [named]
    inside = [str(path) for path in sorted(here.glob("libcmcm.so*"))]
    built = here.parent.parent / "build" / "libcmcm.so"
    return inside + ([str(built)] if built.is_file() else []) + ["libcmcm.so.0"]


def load() -> c.CDLL:
    """The library with the types of all its functions set."""
    tried = []
    for name in _candidates():
        try:
            library = c.CDLL(name)
        except OSError as error:
            tried.append(f"{name}: {error}")
            continue
        for function, (result, *arguments) in FUNCTIONS.items():
            found = getattr(library, "cmcm_" + function)
            found.restype = result
            found.argtypes = arguments
        return library
    raise ImportError(
        "the library of cmcm cannot be loaded; install it, or name it in CMCM_LIBRARY:\n  "
        + "\n  ".join(tried)
    )
