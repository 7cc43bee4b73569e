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

# carry_shapes(TARGET): enumerate/suites/shapes.txt becomes a part of TARGET, as the tables
# cm_cycle_shapes and cm_family_generators (enumerate/cycle.h).
function(carry_shapes target)
    set(path enumerate/suites/shapes.txt)
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${path})
    file(READ ${CMAKE_SOURCE_DIR}/${path} text)
    string(REPLACE ";" "\\;" text "${text}")
    string(REPLACE "\n" ";" lines "${text}")
    set(shapes "")
    set(generators "")
    foreach(line IN LISTS lines)
        if(line MATCHES "^#" OR line STREQUAL "")
            continue()
        endif()
        if(NOT line MATCHES "^([^ ]+) *\\| ([^ ]+) *\\| ([^|]*[^ |]) *\\| ([^|]*[^ |])? *\\| ?(.*)$")
            message(FATAL_ERROR "${path}: expected NAME | THREADS | EDGES | WORDS | WORDS, found ${line}")
        endif()
        set(edges "${CMAKE_MATCH_3}")
        set(summary "${CMAKE_MATCH_4}")
        string(APPEND shapes "    {\"${CMAKE_MATCH_1}\", \"${CMAKE_MATCH_2}\", \"${edges}\", \"${CMAKE_MATCH_5}\"},\n")
        string(TOLOWER ${CMAKE_MATCH_1} name)
        if(summary STREQUAL "")
            set(summary "${edges}.")
        elseif(NOT summary MATCHES "\\.$")
            set(summary "${summary}: ${edges}.")
        endif()
        if(NOT summary MATCHES "^-")
            string(APPEND generators "    {\"${name}\", \"\", \"${summary}\", 1, cm_family_run},\n")
        endif()
    endforeach()
    set(source ${CMAKE_BINARY_DIR}/embedded/cm_shapes.c)
    file(CONFIGURE OUTPUT ${source} @ONLY CONTENT
"/* Made from ${path}. */
#include \"enumerate/cycle.h\"

const cm_cycle_shape cm_cycle_shapes[] = {
${shapes}    {NULL, NULL, NULL, NULL},
};

const cm_enum_generator cm_family_generators[] = {
    {\"shapes\", \"\", \"The families of which \`cmcm new\` has a question, with the same axes.\", 1, cm_family_run},
${generators}    {NULL, NULL, NULL, 0, NULL},
};
")
    target_sources(${target} PRIVATE ${source})
endfunction()
