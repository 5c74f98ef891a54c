# Third-party libraries, all from Debian packages, all found at configure time.

# A header-only library is the same on every architecture. Where its package files the CMake description under the
# native architecture's folder, a cross build does not see it; its headers are enough.
function(_ringfence_header_only package target header)
    if(NOT "IGNORE_PACKAGE" IN_LIST ARGN)
        find_package(${package} QUIET)
    endif()
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
# Debian's description of it asks for its shared library.
_ringfence_header_only(tomlplusplus tomlplusplus::tomlplusplus toml++/toml.h IGNORE_PACKAGE)

# fmt as headers only is compiled with every file that formats something, which takes g++ 4 of 5 seconds for a small one.
# So its implementation is compiled once, by us: the package's library is a shared one, and the bundle is self-contained.
# fmt.cpp is for fmt 9; another version is used as headers only.
find_path(RINGFENCE_fmt_HEADERS fmt/core.h REQUIRED NO_CMAKE_FIND_ROOT_PATH)
mark_as_advanced(RINGFENCE_fmt_HEADERS)
file(STRINGS ${RINGFENCE_fmt_HEADERS}/fmt/core.h fmt_version REGEX "^#define FMT_VERSION 9[0-9][0-9][0-9][0-9]$")
if(fmt_version)
    add_library(ringfence_fmt STATIC ${CMAKE_CURRENT_LIST_DIR}/fmt.cpp)
    target_link_libraries(ringfence_fmt PRIVATE ringfence_options)
    set_target_properties(fmt::fmt-header-only PROPERTIES INTERFACE_COMPILE_DEFINITIONS "")
    set_property(TARGET fmt::fmt-header-only APPEND PROPERTY INTERFACE_LINK_LIBRARIES ringfence_fmt)
else()
    set_target_properties(fmt::fmt-header-only PROPERTIES INTERFACE_COMPILE_DEFINITIONS FMT_HEADER_ONLY=1)
endif()

# A library of which the static archive is taken where there is one: the bundle carries its libraries inside, and all
# builds shall be alike. Further arguments: what it needs.
function(_ringfence_static_library target prefix header names)
    find_path(RINGFENCE_${prefix}_INCLUDE ${header})
    list(TRANSFORM names REPLACE "(.+)" "lib\\1.a" OUTPUT_VARIABLE archives)
    find_library(RINGFENCE_${prefix}_LIBRARY NAMES ${archives} ${names})
    mark_as_advanced(RINGFENCE_${prefix}_INCLUDE RINGFENCE_${prefix}_LIBRARY)
    if(NOT RINGFENCE_${prefix}_INCLUDE OR NOT RINGFENCE_${prefix}_LIBRARY)
        message(FATAL_ERROR "${target} is missing (${header}). On Debian, ./rf build installs what it needs.")
    endif()
    add_library(${target} INTERFACE IMPORTED GLOBAL)
    target_link_libraries(${target} INTERFACE ${RINGFENCE_${prefix}_LIBRARY} ${ARGN})
    if(NOT RINGFENCE_${prefix}_INCLUDE STREQUAL "/usr/include")
        target_include_directories(${target} SYSTEM INTERFACE ${RINGFENCE_${prefix}_INCLUDE})
    endif()
endfunction()

_ringfence_static_library(ZLIB::ZLIB zlib zlib.h z)
_ringfence_static_library(PNG::PNG png png.h "png16;png" ZLIB::ZLIB m)
_ringfence_static_library(Boost::context boost_context boost/context/detail/fcontext.hpp boost_context)
_ringfence_static_library(ringfence::zstd zstd zstd.h zstd)
_ringfence_static_library(ringfence::lz4 lz4 lz4.h lz4)
_ringfence_static_library(ringfence::seccomp seccomp seccomp.h seccomp)
# Cap'n Proto: its archives are not position-independent, so programs take them, and shared libraries do not. One
# leads to the next, since the linker wants them in this order.
_ringfence_static_library(ringfence::kj kj kj/common.h kj pthread)
_ringfence_static_library(ringfence::kj_async kj_async kj/async.h kj-async ringfence::kj)
_ringfence_static_library(ringfence::capnp capnp capnp/message.h capnp ringfence::kj_async)
_ringfence_static_library(ringfence::capnp_rpc capnp_rpc capnp/rpc.h capnp-rpc ringfence::capnp)
find_program(RINGFENCE_CAPNP capnp REQUIRED NO_CMAKE_FIND_ROOT_PATH)
find_program(RINGFENCE_CAPNPC_CXX capnpc-c++ REQUIRED NO_CMAKE_FIND_ROOT_PATH)
mark_as_advanced(RINGFENCE_CAPNP RINGFENCE_CAPNPC_CXX)
include(RingfenceLlvm)

if(RINGFENCE_TESTS OR RINGFENCE_BUNDLE_TESTS)
    find_package(GTest REQUIRED)
    include(GoogleTest)
endif()

if(RINGFENCE_BENCH)
    find_package(benchmark REQUIRED)
    # Some benchmarks compare with an OpenCL implementation; without one they do without.
    find_path(RINGFENCE_opencl_INCLUDE CL/cl.h)
    find_library(RINGFENCE_opencl_LIBRARY OpenCL)
    mark_as_advanced(RINGFENCE_opencl_INCLUDE RINGFENCE_opencl_LIBRARY)
    if(RINGFENCE_opencl_INCLUDE AND RINGFENCE_opencl_LIBRARY)
        _ringfence_static_library(OpenCL::OpenCL opencl CL/cl.h OpenCL)
    endif()
endif()
