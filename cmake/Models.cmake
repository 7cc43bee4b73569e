include(Embed)

# carry_models(TARGET): the texts of models/ become a part of TARGET, as the table
# cm_model_texts (model/files.h).
function(carry_models target)
    file(GLOB_RECURSE files CONFIGURE_DEPENDS RELATIVE ${CMAKE_SOURCE_DIR}/models
         ${CMAKE_SOURCE_DIR}/models/*.cat ${CMAKE_SOURCE_DIR}/models/*.map)
    list(SORT files)
    set(declarations "")
    set(rows "")
    foreach(file IN LISTS files)
        string(MAKE_C_IDENTIFIER "cm_model_text_${file}" symbol)
        embed(${target} models/${file} ${symbol})
        string(APPEND declarations "extern const char ${symbol}[];\n")
        string(APPEND rows "    {\"${file}\", ${symbol}},\n")
    endforeach()
    set(source ${CMAKE_BINARY_DIR}/embedded/cm_model_texts.c)
    file(CONFIGURE OUTPUT ${source} @ONLY CONTENT
"/* Made from models/. */
#include \"model/files.h\"

${declarations}
const cm_model_text cm_model_texts[] = {
${rows}    {NULL, NULL},
};
")
    target_sources(${target} PRIVATE ${source})
endfunction()
