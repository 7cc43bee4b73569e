# embed(TARGET FILE SYMBOL)
# The text of FILE becomes a part of TARGET: const char SYMBOL[]. Configures
# anew when the file changes.
function(embed target file symbol)
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${file})
    file(READ ${CMAKE_SOURCE_DIR}/${file} text)
    string(REPLACE "\\" "\\\\" text "${text}")
    string(REPLACE "\"" "\\\"" text "${text}")
    string(REPLACE "\n" "\\n\"\n    \"" text "${text}")
    set(source ${CMAKE_BINARY_DIR}/embedded/${symbol}.c)
    file(CONFIGURE OUTPUT ${source} @ONLY CONTENT
"/* Made from ${file}. */
extern const char ${symbol}[];
const char ${symbol}[] =
    \"${text}\";
")
    target_sources(${target} PRIVATE ${source})
endfunction()
