"""Which outcomes of a litmus test does a memory model allow?

    >>> import cmcm
    >>> result = cmcm.check("tests/litmus/arm/MP.litmus")
    >>> result.holds, [str(state) for state in result.states]

Tests are paths or texts; models are names ("arm", "ptx", "cmcm", ...) or paths of .cat files.
What goes wrong with a test or a model is raised as `cmcm.Error`, with every message. Objects may
be used by one thread at a time; each thread has a session of its own unless it is given one.
"""

from ._core import (
    Compiled,
    Conformance,
    Difference,
    Error,
    Event,
    Execution,
    Explanation,
    Finding,
    MadeTest,
    Model,
    Picture,
    Proposal,
    Repair,
    Result,
    Seen,
    Session,
    State,
    Test,
    carried_models,
    check,
    check_source,
    compile_check,
    conform,
    diff,
    enumerate_tests,
    explain,
    repair,
    run,
    table,
    version,
)

__all__ = [
    "Compiled",
    "Conformance",
    "Difference",
    "Error",
    "Event",
    "Execution",
    "Explanation",
    "Finding",
    "MadeTest",
    "Model",
    "Picture",
    "Proposal",
    "Repair",
    "Result",
    "Seen",
    "Session",
    "State",
    "Test",
    "carried_models",
    "check",
    "check_source",
    "compile_check",
    "conform",
    "diff",
    "enumerate_tests",
    "explain",
    "repair",
    "run",
    "table",
    "version",
]
__version__ = version()
