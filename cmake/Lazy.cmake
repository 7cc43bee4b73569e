# lazy_library(TARGET NAME LIBRARY PREFIX HEADERS <header>... SOURCES file...)
# A shared library that few checks need is opened by what first needs it, not by the loader when
# the program starts: Z3 and libxml2 with its ICU take longer to load than a small test to check.
# SOURCES are the files that call functions named PREFIX (a regular expression) and more. They
# include "lazy/NAME.h", made here, in place of HEADERS, and call cm_lazy_NAME() before any other
# function of the library. base/lazy.h opens the library.
function(lazy_library target name library prefix)
    cmake_parse_arguments(PARSE_ARGV 4 LAZY "" "" "HEADERS;SOURCES")
    set(calls "")
    foreach(source IN LISTS LAZY_SOURCES)
        set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${source})
        file(READ ${CMAKE_SOURCE_DIR}/${source} text)
        string(REGEX MATCHALL "${prefix}[A-Za-z0-9_]+[(]" found "${text}")
        list(APPEND calls ${found})
    endforeach()
    list(TRANSFORM calls REPLACE "[(]" "")
    list(REMOVE_DUPLICATES calls)
    list(SORT calls)

    # By the name that the loader looks for; of a build that has it in a folder of its own, by its
    # path first.
    execute_process(COMMAND ${CMAKE_OBJDUMP} -p ${library} OUTPUT_VARIABLE dump ERROR_QUIET)
    string(REGEX MATCH "SONAME +([^ \n]+)" soname "${dump}")
    set(soname ${CMAKE_MATCH_1})
    if(NOT soname)
        get_filename_component(soname ${library} NAME)
    endif()
    get_filename_component(folder ${library} DIRECTORY)
    set(places "\"${soname}\", \"${folder}/${soname}\"")
    if(NOT CMCM_BUNDLE AND NOT folder IN_LIST CMAKE_C_IMPLICIT_LINK_DIRECTORIES)
        set(places "\"${folder}/${soname}\", \"${soname}\"")
    endif()

    set(includes "")
    set(fields "")
    set(defines "")
    set(names "")
    foreach(header IN LISTS LAZY_HEADERS)
        string(APPEND includes "#include ${header}\n")
    endforeach()
    foreach(call IN LISTS calls)
        string(APPEND fields "    __typeof__(${call}) *${call};\n")
        string(APPEND defines "#define ${call} (*cm_lazy_${name}_calls.${call})\n")
        string(APPEND names "    \"${call}\",\n")
    endforeach()
    set(guard "/* Made by cmake/Lazy.cmake. */\n")
    file(CONFIGURE OUTPUT ${CMAKE_BINARY_DIR}/lazy/${name}.h @ONLY CONTENT
"${guard}#ifndef CM_LAZY_${name}_H
#define CM_LAZY_${name}_H
${includes}
struct cm_lazy_${name}_calls {
${fields}};
extern struct cm_lazy_${name}_calls cm_lazy_${name}_calls;
/* NULL: the library is open. Else why it is not. */
const char *cm_lazy_${name}(void);

${defines}#endif
")
    file(CONFIGURE OUTPUT ${CMAKE_BINARY_DIR}/lazy/${name}.c @ONLY CONTENT
"${guard}#include \"lazy/${name}.h\"

#include \"base/lazy.h\"

struct cm_lazy_${name}_calls cm_lazy_${name}_calls;
static const char *const names[] = {
${names}};

const char *cm_lazy_${name}(void)
{
    static cm_lazy library = CM_LAZY_INIT(${places}, names);
    return cm_lazy_open(&library, &cm_lazy_${name}_calls);
}
")
    target_sources(${target} PRIVATE ${CMAKE_BINARY_DIR}/lazy/${name}.c)
    target_include_directories(${target} PUBLIC ${CMAKE_BINARY_DIR})
    set_property(GLOBAL APPEND PROPERTY CMCM_LAZY ${folder}/${soname})
endfunction()
