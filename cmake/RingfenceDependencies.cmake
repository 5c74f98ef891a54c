# Third-party libraries, all from Debian packages, all found at configure time.

# A header-only library is the same on every architecture. Where its package files the CMake description under the
# native architecture's folder, a cross build does not see it; its headers are enough.
function(_ringfence_header_only package target header)
    find_package(${package} QUIET)
    if(TARGET ${target})
        return()
    endif()
    find_path(RINGFENCE_${package}_INCLUDE ${header} REQUIRED NO_CMAKE_FIND_ROOT_PATH)
    add_library(${target} INTERFACE IMPORTED GLOBAL)
    # The compiler's own search path must keep its order, so the system's folder is not named again.
    if(NOT RINGFENCE_${package}_INCLUDE STREQUAL "/usr/include")
        target_include_directories(${target} SYSTEM INTERFACE ${RINGFENCE_${package}_INCLUDE})
    endif()
    mark_as_advanced(RINGFENCE_${package}_INCLUDE)
endfunction()

_ringfence_header_only(fmt fmt::fmt-header-only fmt/core.h)
_ringfence_header_only(CLI11 CLI11::CLI11 CLI/CLI.hpp)
_ringfence_header_only(nlohmann_json nlohmann_json::nlohmann_json nlohmann/json.hpp)

if(NOT fmt_FOUND)
    target_compile_definitions(fmt::fmt-header-only INTERFACE FMT_HEADER_ONLY=1)
endif()

if(RINGFENCE_TESTS)
    find_package(GTest REQUIRED)
    include(GoogleTest)
endif()

if(RINGFENCE_BENCH)
    find_package(benchmark REQUIRED)
endif()
