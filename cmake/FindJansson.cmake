# Jansson (https://github.com/akheron/jansson), which writes the JSON: target
# Jansson::Jansson. Jansson_ROOT names another place.
find_path(Jansson_INCLUDE_DIR jansson.h)
find_library(Jansson_LIBRARY jansson)

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(Jansson
    REQUIRED_VARS Jansson_LIBRARY Jansson_INCLUDE_DIR
    REASON_FAILURE_MESSAGE
        "install its development files: apt-get install libjansson-dev (Debian, Ubuntu), dnf install jansson-devel (Fedora), brew install jansson (macOS), or set Jansson_ROOT. On Debian and Ubuntu ./dev setup installs all that is needed")
mark_as_advanced(Jansson_INCLUDE_DIR Jansson_LIBRARY)

if(Jansson_FOUND AND NOT TARGET Jansson::Jansson)
    add_library(Jansson::Jansson UNKNOWN IMPORTED)
    set_target_properties(Jansson::Jansson PROPERTIES
        IMPORTED_LOCATION "${Jansson_LIBRARY}"
        INTERFACE_INCLUDE_DIRECTORIES "${Jansson_INCLUDE_DIR}")
endif()
