include(Embed)

# carry_suites(TARGET FILE...): the suites of enumerate/suites/FILE.suite become a part of TARGET:
# their texts as the table cm_suite_sources, and what their heads say, "suite NAME COLUMNS
# SUMMARY", as the generators cm_suite_generators (enumerate/suite.h).
function(carry_suites target)
    set(declarations "")
    set(sources "")
    set(generators "")
    foreach(file IN LISTS ARGN)
        set(path enumerate/suites/${file}.suite)
        string(MAKE_C_IDENTIFIER "cm_suite_text_${file}" symbol)
        embed(${target} ${path} ${symbol})
        string(APPEND declarations "extern const char ${symbol}[];\n")
        file(STRINGS ${path} heads REGEX "^suite ")
        foreach(head IN LISTS heads)
            if(NOT head MATCHES "^suite ([^ ]+) ([0-9]) (.+)$")
                message(FATAL_ERROR "${path}: expected `suite NAME COLUMNS SUMMARY`, found ${head}")
            endif()
            set(name ${CMAKE_MATCH_1})
            string(APPEND generators "    {\"${name}\", \"\", \"${CMAKE_MATCH_3}\", ${CMAKE_MATCH_2}, cm_suite_run},\n")
            string(APPEND sources "    {\"${name}\", \"${path}\", ${symbol}},\n")
        endforeach()
    endforeach()
    set(source ${CMAKE_BINARY_DIR}/embedded/cm_suites.c)
    file(CONFIGURE OUTPUT ${source} @ONLY CONTENT
"/* Made from enumerate/suites/. */
#include \"enumerate/suite.h\"

${declarations}
const cm_suite_source cm_suite_sources[] = {
${sources}    {NULL, NULL, NULL},
};

const cm_enum_generator cm_suite_generators[] = {
${generators}    {NULL, NULL, NULL, 0, NULL},
};
")
    target_sources(${target} PRIVATE ${source})
endfunction()
