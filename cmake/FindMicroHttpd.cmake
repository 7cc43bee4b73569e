# The header of GNU libmicrohttpd (LGPL 2.1 or later), the HTTP server under `cmcm serve`:
# target MicroHttpd::Header. The library itself is opened at run time (serve/library.h).
# MicroHttpd_ROOT names another place.
find_path(MicroHttpd_INCLUDE_DIR microhttpd.h)
if(MicroHttpd_INCLUDE_DIR)
    file(STRINGS ${MicroHttpd_INCLUDE_DIR}/microhttpd.h line REGEX "^#define MHD_VERSION 0x")
    if(line MATCHES "0x([0-9]+)([0-9][0-9])([0-9][0-9])[0-9][0-9]")
        math(EXPR major "${CMAKE_MATCH_1}")
        math(EXPR minor "${CMAKE_MATCH_2}")
        math(EXPR patch "${CMAKE_MATCH_3}")
        set(MicroHttpd_VERSION ${major}.${minor}.${patch})
    endif()
endif()

# 0.9.71 gave callbacks the type of their result that they have now.
if(MicroHttpd_VERSION AND MicroHttpd_VERSION VERSION_LESS 0.9.71)
    unset(MicroHttpd_INCLUDE_DIR CACHE)
endif()

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(MicroHttpd
    REQUIRED_VARS MicroHttpd_INCLUDE_DIR
    VERSION_VAR MicroHttpd_VERSION
    REASON_FAILURE_MESSAGE
        "install its development files: apt-get install libmicrohttpd-dev (Debian, Ubuntu), dnf install libmicrohttpd-devel (Fedora), brew install libmicrohttpd (macOS), set MicroHttpd_ROOT, or go without `cmcm serve`: -DCMCM_SERVE=OFF")
mark_as_advanced(MicroHttpd_INCLUDE_DIR)

if(MicroHttpd_FOUND AND NOT TARGET MicroHttpd::Header)
    add_library(MicroHttpd::Header INTERFACE IMPORTED)
    set_target_properties(MicroHttpd::Header PROPERTIES
        INTERFACE_INCLUDE_DIRECTORIES "${MicroHttpd_INCLUDE_DIR}")
endif()
