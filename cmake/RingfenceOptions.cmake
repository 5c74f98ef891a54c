# How every target of this project is compiled: language, warnings, hardening, sanitizers, where outputs go.
# The flags sit on one interface library, ringfence_options, that the functions in RingfenceTargets.cmake link.

set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(CMAKE_CXX_VISIBILITY_PRESET hidden)
set(CMAKE_VISIBILITY_INLINES_HIDDEN ON)

set(CMAKE_RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/bin)
set(CMAKE_LIBRARY_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/lib)
set(CMAKE_ARCHIVE_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/lib)

# An installed binary finds its libraries beside itself, so that the tree can be moved.
set(CMAKE_INSTALL_RPATH "$ORIGIN/../lib")

if(NOT CMAKE_BUILD_TYPE)
    set(CMAKE_BUILD_TYPE Release CACHE STRING "" FORCE)
endif()
# Line tables only: backtraces name their lines, and the files stay small.
set(CMAKE_CXX_FLAGS_RELEASE "-O2 -g1 -DNDEBUG")
set(CMAKE_CXX_FLAGS_DEBUG "-Og -g")

find_program(RINGFENCE_CCACHE ccache)
mark_as_advanced(RINGFENCE_CCACHE)
if(RINGFENCE_CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
    # Without the first it keeps nothing that was compiled with a precompiled header. With the others all checkouts on a
    # machine share what was compiled.
    set(CMAKE_CXX_COMPILER_LAUNCHER ${CMAKE_COMMAND} -E env CCACHE_SLOPPINESS=pch_defines,time_macros
        CCACHE_BASEDIR=${PROJECT_SOURCE_DIR} CCACHE_NOHASHDIR=1 ${RINGFENCE_CCACHE})
endif()

include(CheckPIESupported)
check_pie_supported(LANGUAGES CXX)

add_library(ringfence_options INTERFACE)
target_include_directories(ringfence_options INTERFACE ${PROJECT_SOURCE_DIR}/src ${PROJECT_SOURCE_DIR}/generated)
target_compile_options(ringfence_options INTERFACE
    -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wno-sign-conversion
    -Wnon-virtual-dtor -Woverloaded-virtual -Wcast-align -Wimplicit-fallthrough -Wundef -Wvla
    -fstack-protector-strong
    # Plain char has no sign on Arm and one on x86: one of the two, so that all machines see the same program.
    -fsigned-char
    # The folder that a checkout lies in does not stand in what is compiled.
    -ffile-prefix-map=${PROJECT_SOURCE_DIR}/=)
# For tests that read files of the sources. It is a header, and no definition for every file, so that what does not ask
# is compiled as in any other checkout.
file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/source_dir/source_dir.h
    CONTENT "#define RINGFENCE_SOURCE_DIR \"${PROJECT_SOURCE_DIR}\"\n")
target_include_directories(ringfence_options INTERFACE ${PROJECT_BINARY_DIR}/source_dir)
# The standard library's cheap bounds checks stay on in release: the inputs are hostile.
target_compile_definitions(ringfence_options INTERFACE _GLIBCXX_ASSERTIONS)
target_link_options(ringfence_options INTERFACE -Wl,-z,relro,-z,now,-z,noexecstack)

if(RINGFENCE_WERROR)
    target_compile_options(ringfence_options INTERFACE -Werror)
endif()

# The annotations of mutexes (src/base/thread_annotations.h), which only clang checks.
if(CMAKE_CXX_COMPILER_ID MATCHES Clang)
    target_compile_options(ringfence_options INTERFACE -Wthread-safety -Werror=thread-safety)
endif()

if(RINGFENCE_SANITIZE)
    set(sanitize -fsanitize=${RINGFENCE_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer)
    # Line tables are all that reports need; more takes longer to write than the code.
    target_compile_options(ringfence_options INTERFACE ${sanitize} -g1)
    target_link_options(ringfence_options INTERFACE ${sanitize})
    if(CMAKE_CXX_COMPILER_ID MATCHES Clang)
        target_compile_options(ringfence_options INTERFACE -fsanitize-ignorelist=${CMAKE_CURRENT_LIST_DIR}/ubsan_ignore.txt)
        # Functions that come from libraries are called through types of ours, in which handles are pointers to void.
        # Clang checks such types on x86-64 only.
        target_compile_options(ringfence_options INTERFACE -fno-sanitize=function)
        # libgcc has no multiplication of 128-bit numbers that checks for overflow.
        target_link_options(ringfence_options INTERFACE -rtlib=compiler-rt -unwindlib=libgcc)
    endif()
elseif(CMAKE_BUILD_TYPE STREQUAL Release)
    target_compile_options(ringfence_options INTERFACE -U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=2)
endif()

# lld links in a quarter of the time of the system's linker. What is shipped (RINGFENCE_STATIC_RUNTIME) is linked by the
# latter, which everybody has.
find_program(RINGFENCE_LLD ld.lld)
mark_as_advanced(RINGFENCE_LLD)
if(RINGFENCE_LLD AND NOT RINGFENCE_STATIC_RUNTIME)
    target_link_options(ringfence_options INTERFACE -fuse-ld=lld)
endif()

if(RINGFENCE_FUZZ)
    if(NOT CMAKE_CXX_COMPILER_ID MATCHES Clang)
        message(FATAL_ERROR "RINGFENCE_FUZZ needs clang: libFuzzer is part of it. Use: cmake --preset asan")
    endif()
endif()
# The fuzzer steers by the coverage of libraries and fuzz targets. The tests do without.
set(RINGFENCE_COVERAGE "")
if(RINGFENCE_FUZZ)
    set(RINGFENCE_COVERAGE -fsanitize=fuzzer-no-link
        -fsanitize-coverage-ignorelist=${CMAKE_CURRENT_LIST_DIR}/coverage_ignore.txt)
endif()
# Two thirds of a sanitized compilation are the optimizer and the code generator. Code that tests do not spend their time
# in (COLD) does without the optimizer.
set(RINGFENCE_COLD "")
set(RINGFENCE_NOT_COLD "") # for a file of a COLD library that a fuzz target looks at
if(RINGFENCE_SANITIZE)
    set(RINGFENCE_COLD -O0 -g1)
    set(RINGFENCE_NOT_COLD -Og)
endif()
# Code that is not on the way of launches and copies (CONTROL_PLANE) gains nothing by -O2, and -O1 takes three quarters
# of the time.
set(RINGFENCE_CONTROL_PLANE "")
if(CMAKE_BUILD_TYPE STREQUAL Release AND NOT RINGFENCE_SANITIZE)
    set(RINGFENCE_CONTROL_PLANE -O1)
endif()

# Most of the time goes into headers, so all files of a target are compiled as one: two thirds of the time that eight at
# once take. A change then costs the whole target; the debug preset takes eight at once. Names in anonymous namespaces
# must differ within a target, and from what headers declare: an inner name hides an outer one, even with the same
# parameters and in another file (tests/layers/hidden_names.py). Those of locals may be those of another file.
# With RINGFENCE_ALONE each file is compiled by itself: that finds includes that are missing, and -Wshadow counts.
if(RINGFENCE_ALONE)
    set(CMAKE_DISABLE_PRECOMPILE_HEADERS ON)
else()
    set(CMAKE_UNITY_BUILD ON)
    set(CMAKE_UNITY_BUILD_BATCH_SIZE ${RINGFENCE_UNITY_FILES})
    target_compile_options(ringfence_options INTERFACE -Wno-shadow)
endif()

# A target with the property RINGFENCE_SHARED_RUNTIME shares the C++ library with the programs that load it.
if(RINGFENCE_STATIC_RUNTIME)
    set(shares $<BOOL:$<TARGET_PROPERTY:RINGFENCE_SHARED_RUNTIME>>)
    target_link_options(ringfence_options INTERFACE $<$<NOT:${shares}>:-static-libstdc++;-static-libgcc>)
endif()
