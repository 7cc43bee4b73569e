# CaDiCaL (https://github.com/arminbiere/cadical): target CaDiCaL::CaDiCaL. Its library is a static
# one in C++, which wants that language's own: where there is no C++ compiler, as the programs
# have it that are there (Z3 is one). CaDiCaL_ROOT names another place.
find_path(CaDiCaL_INCLUDE_DIR ccadical.h)
find_library(CaDiCaL_LIBRARY cadical)
find_library(CaDiCaL_CXX_LIBRARY NAMES stdc++ libstdc++.so.6 c++)

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(CaDiCaL
    REQUIRED_VARS CaDiCaL_LIBRARY CaDiCaL_INCLUDE_DIR CaDiCaL_CXX_LIBRARY
    REASON_FAILURE_MESSAGE
        "install its development files: apt-get install libcadical-dev (Debian, Ubuntu), brew install cadical (macOS), or set CaDiCaL_ROOT")
mark_as_advanced(CaDiCaL_INCLUDE_DIR CaDiCaL_LIBRARY CaDiCaL_CXX_LIBRARY)

if(CaDiCaL_FOUND AND NOT TARGET CaDiCaL::CaDiCaL)
    add_library(CaDiCaL::CaDiCaL UNKNOWN IMPORTED)
    set_target_properties(CaDiCaL::CaDiCaL PROPERTIES
        IMPORTED_LOCATION "${CaDiCaL_LIBRARY}"
        INTERFACE_INCLUDE_DIRECTORIES "${CaDiCaL_INCLUDE_DIR}"
        INTERFACE_LINK_LIBRARIES "${CaDiCaL_CXX_LIBRARY}")
endif()
