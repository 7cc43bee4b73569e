# cuda.h, the interface of NVIDIA's driver: target Cuda::Header, headers only.
# The driver's library is opened when the program runs; nothing of CUDA is linked.
# CudaHeader_ROOT names another place, as do CUDA_HOME and CUDA_PATH in the environment.
# A cuda.h older than that of CUDA 11.8 counts as none (hwrun/machine/cuda_library.h).
find_program(CudaHeader_NVCC nvcc)
if(CudaHeader_NVCC)
    get_filename_component(nvcc_directory "${CudaHeader_NVCC}" REALPATH)
    get_filename_component(nvcc_directory "${nvcc_directory}" DIRECTORY)
endif()
find_path(CudaHeader_INCLUDE_DIR cuda.h
    HINTS ENV CUDA_HOME ENV CUDA_PATH "${nvcc_directory}/.." /usr/local/cuda /opt/cuda
    PATH_SUFFIXES include)

set(reason "there is no cuda.h")
if(CudaHeader_INCLUDE_DIR)
    file(STRINGS "${CudaHeader_INCLUDE_DIR}/cuda.h" version_line REGEX "^#define CUDA_VERSION +[0-9]+")
    string(REGEX MATCH "[0-9]+$" version_number "${version_line}")
    if(version_number)
        math(EXPR major "${version_number} / 1000")
        math(EXPR minor "${version_number} % 1000 / 10")
        set(CudaHeader_VERSION "${major}.${minor}")
    endif()
    if(version_number GREATER_EQUAL 11080)
        set(CudaHeader_NEW_ENOUGH TRUE)
    else()
        set(CudaHeader_NEW_ENOUGH FALSE)
        set(reason
            "${CudaHeader_INCLUDE_DIR}/cuda.h is of CUDA ${CudaHeader_VERSION}, 11.8 or later is needed")
        message(STATUS "Not used: ${reason}")
    endif()
endif()

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(CudaHeader
    REQUIRED_VARS CudaHeader_INCLUDE_DIR CudaHeader_NEW_ENOUGH
    VERSION_VAR CudaHeader_VERSION
    REASON_FAILURE_MESSAGE
        "${reason}: install the CUDA toolkit, of which nothing but headers is used (Debian, Ubuntu: apt-get install nvidia-cuda-dev), load its module, or set CUDA_HOME or CudaHeader_ROOT, or configure with -DCMCM_CUDA=OFF for a build without GPUs")
mark_as_advanced(CudaHeader_INCLUDE_DIR CudaHeader_NVCC)

if(CudaHeader_FOUND AND NOT TARGET Cuda::Header)
    add_library(Cuda::Header INTERFACE IMPORTED)
    set_target_properties(Cuda::Header PROPERTIES
        INTERFACE_COMPILE_DEFINITIONS CMCM_HAVE_CUDA=1
        INTERFACE_INCLUDE_DIRECTORIES "${CudaHeader_INCLUDE_DIR}")
endif()
