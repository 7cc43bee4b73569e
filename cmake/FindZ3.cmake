# Z3 (https://github.com/Z3Prover/z3): target Z3::Z3. Debian's libz3-dev has no
# CMake package, so the header and the library are looked for themselves;
# Z3_ROOT names another place.
find_path(Z3_INCLUDE_DIR z3.h PATH_SUFFIXES z3)
find_library(Z3_LIBRARY z3)

if(Z3_INCLUDE_DIR AND EXISTS "${Z3_INCLUDE_DIR}/z3_version.h")
    file(READ "${Z3_INCLUDE_DIR}/z3_version.h" z3_version_text)
    foreach(part MAJOR MINOR BUILD)
        string(REGEX MATCH "Z3_${part}_(VERSION|NUMBER) +([0-9]+)" ignored "${z3_version_text}")
        list(APPEND z3_parts "${CMAKE_MATCH_2}")
    endforeach()
    list(JOIN z3_parts "." Z3_VERSION)
endif()

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(Z3
    REQUIRED_VARS Z3_LIBRARY Z3_INCLUDE_DIR
    VERSION_VAR Z3_VERSION
    REASON_FAILURE_MESSAGE
        "install its development files: apt-get install libz3-dev (Debian, Ubuntu), dnf install z3-devel (Fedora), brew install z3 (macOS), or set Z3_ROOT. On Debian and Ubuntu ./dev setup installs all that is needed")
mark_as_advanced(Z3_INCLUDE_DIR Z3_LIBRARY)

if(Z3_FOUND AND NOT TARGET Z3::Z3)
    add_library(Z3::Z3 UNKNOWN IMPORTED)
    set_target_properties(Z3::Z3 PROPERTIES
        IMPORTED_LOCATION "${Z3_LIBRARY}"
        INTERFACE_INCLUDE_DIRECTORIES "${Z3_INCLUDE_DIR}")
endif()
