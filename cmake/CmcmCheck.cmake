# For projects with kernels:
#
#     include(CmcmCheck)
#     cmcm_check(kernels flag.cu queue.cu)
#
# adds a test of ctest for each file: `cmcm check`, of which no answer may be uncertain. A file without
# a question must be free of races and end; one with a question must not be able to end as it says
# (docs/import.md). ASSERT says otherwise: cmcm_check(kernels flag.cu ASSERT allowed).
function(cmcm_check name)
    cmake_parse_arguments(PARSE_ARGV 1 CHECK "" "" "ASSERT")
    find_program(CMCM_PROGRAM cmcm REQUIRED)
    foreach(file IN LISTS CHECK_UNPARSED_ARGUMENTS)
        get_filename_component(path "${file}" ABSOLUTE)
        set(asserts ${CHECK_ASSERT})
        file(STRINGS "${path}" question REGEX "^[ \t]*// cmcm:[ \t]*(exists|~exists|forall)")
        if(NOT asserts AND question)
            set(asserts forbidden)
        elseif(NOT asserts)
            set(asserts race-free terminates)
        endif()
        list(TRANSFORM asserts PREPEND --assert=)
        add_test(NAME "${name}.${file}" COMMAND "${CMCM_PROGRAM}" check -q ${asserts} "${path}")
    endforeach()
endfunction()
