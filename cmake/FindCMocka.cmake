# cmocka (https://cmocka.org), for the unit tests: target CMocka::CMocka.
# CMocka_ROOT names another place.
find_path(CMocka_INCLUDE_DIR cmocka.h)
find_library(CMocka_LIBRARY cmocka)

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(CMocka
    REQUIRED_VARS CMocka_LIBRARY CMocka_INCLUDE_DIR
    REASON_FAILURE_MESSAGE
        "install its development files: apt-get install libcmocka-dev (Debian, Ubuntu), dnf install libcmocka-devel (Fedora), brew install cmocka (macOS), or configure with -DCMCM_TESTS=OFF. On Debian and Ubuntu ./dev setup installs all that is needed")
mark_as_advanced(CMocka_INCLUDE_DIR CMocka_LIBRARY)

if(CMocka_FOUND AND NOT TARGET CMocka::CMocka)
    add_library(CMocka::CMocka UNKNOWN IMPORTED)
    set_target_properties(CMocka::CMocka PROPERTIES
        IMPORTED_LOCATION "${CMocka_LIBRARY}"
        INTERFACE_INCLUDE_DIRECTORIES "${CMocka_INCLUDE_DIR}")
endif()
