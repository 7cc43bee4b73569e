# carry_isa_tables(TARGET): each litmus/isa/NAME/NAME.isa becomes a part of TARGET, as the
# constant cm_isa_table_NAME (litmus/isa/table/table.h). A program of the build reads the text,
# and refuses what is wrong with it.
function(carry_isa_tables target)
    get_target_property(sources ${target} SOURCES)
    list(FILTER sources EXCLUDE REGEX "/isa/table/[a-z]+\\.c$")
    set_property(TARGET ${target} PROPERTY SOURCES ${sources})
    add_library(cm_isa_reader STATIC litmus/isa/table/read.c litmus/isa/table/tokens.c
        litmus/isa/table/meaning.c)
    target_link_libraries(cm_isa_reader PUBLIC cm_base)
    add_executable(make_isa litmus/isa/table/make.c)
    target_link_libraries(make_isa PRIVATE cm_isa_reader)
    set(made "")
    file(GLOB tables CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/litmus/isa/*/*.isa)
    foreach(table IN LISTS tables)
        get_filename_component(name ${table} NAME_WE)
        set(source ${CMAKE_BINARY_DIR}/isa/${name}.c)
        add_custom_command(OUTPUT ${source}
            COMMAND ${CMAKE_COMMAND} -E make_directory ${CMAKE_BINARY_DIR}/isa
            COMMAND make_isa ${name} ${table} > ${source}
            DEPENDS make_isa ${table} VERBATIM)
        target_sources(${target} PRIVATE ${source})
        list(APPEND made ${source})
    endforeach()
    add_custom_target(isa_tables DEPENDS ${made})
endfunction()
