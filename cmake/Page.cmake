include(Embed)

# carry_page(TARGET): what `cmcm serve` shows becomes a part of TARGET: the files of
# serve/page/ as the table cm_page_files, and the tests that serve/page/gallery.txt
# lists as cm_examples (serve/page.h).
function(carry_page target)
    set(declarations "")
    set(rows "")
    set(type_html "text/html; charset=utf-8")
    set(type_css "text/css; charset=utf-8")
    set(type_js "text/javascript; charset=utf-8")
    file(GLOB files CONFIGURE_DEPENDS RELATIVE ${CMAKE_SOURCE_DIR}/serve/page
         ${CMAKE_SOURCE_DIR}/serve/page/*.html ${CMAKE_SOURCE_DIR}/serve/page/*.css
         ${CMAKE_SOURCE_DIR}/serve/page/*.js)
    foreach(file IN LISTS files)
        string(MAKE_C_IDENTIFIER "cm_page_${file}" symbol)
        embed(${target} serve/page/${file} ${symbol})
        string(REGEX MATCH "[a-z]+$" ending ${file})
        string(REGEX REPLACE "^page\\.html$" "" path ${file})
        string(APPEND declarations "extern const char ${symbol}[];\n")
        string(APPEND rows "    {\"/${path}\", \"${type_${ending}}\", ${symbol}},\n")
    endforeach()

    string(APPEND declarations "extern const char cm_html_colours[]; /* report/html.h */\n")
    string(APPEND rows "    {\"/colours.css\", \"${type_css}\", cm_html_colours},\n")

    set(examples "")
    set(gallery ${CMAKE_SOURCE_DIR}/serve/page/gallery.txt)
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${gallery})
    file(STRINGS ${gallery} lines REGEX "^[^#]")
    foreach(line IN LISTS lines)
        if(line MATCHES "^ (.+)$")
            string(MAKE_C_IDENTIFIER "cm_example_${CMAKE_MATCH_1}" symbol)
            embed(${target} tests/litmus/${CMAKE_MATCH_1} ${symbol})
            string(APPEND declarations "extern const char ${symbol}[];\n")
            string(APPEND examples "    {\"${group}\", ${symbol}},\n")
        else()
            set(group "${line}")
        endif()
    endforeach()

    set(source ${CMAKE_BINARY_DIR}/embedded/cm_page.c)
    file(CONFIGURE OUTPUT ${source} @ONLY CONTENT
"/* Made from serve/page/. */
#include \"serve/page.h\"

#include <stddef.h>

${declarations}
const cm_page_file cm_page_files[] = {
${rows}    {NULL, NULL, NULL},
};

const cm_example cm_examples[] = {
${examples}    {NULL, NULL},
};
")
    target_sources(${target} PRIVATE ${source})
endfunction()
