# The functions that keep each folder's CMakeLists.txt to a few lines.
#
#   ringfence_library(ptx SOURCES lexer.cpp parser.cpp DEPS ringfence::base)
#       The static library src/ptx: target ringfence_ptx, used as ringfence::ptx.
#       COLD: not where time goes, neither in tests nor in a fuzz target. The sanitizers' builds compile it without
#       optimization and without the fuzzer's coverage, which takes half the time. Checks are the same, or more.
#       COLD FUZZED: a fuzz target looks at it, so it has coverage, but waits more than it computes.
#       CONTROL_PLANE: not on the way of launches and copies. A release optimizes it less (-O1).
#   ringfence_executable(ringfence SOURCES main.cpp DEPS ringfence::ptx CLI11::CLI11)
#       A program in build/<preset>/bin, part of the bundle. Its own files are COLD and CONTROL_PLANE.
#   ringfence_test(ptx SOURCES lexer_test.cpp DEPS ringfence::ptx)
#       GoogleTest cases: target ptx_test; ctest names them ptx.Suite.Case (sanitized or emulated: one test, ptx).
#       The macro RINGFENCE_SOURCE_DIR (source_dir.h) holds the root of the sources. Without RINGFENCE_TESTS there is no
#       such target.
#       Labels with a meaning: tsan, runs under the thread sanitizer too; release_only, not under any sanitizer;
#       cross, runs for the other architecture in every test run, and not with --cross only: quick to build.
#       NOT_EMULATED Suite.Case... (or Suite.*): left out for the other architecture. A comment there says why.
#       ALONE: nothing else runs meanwhile, since it measures shares of time.
#       BUSY: spends more time in code of its own, or in templates of the standard library, than it takes to optimize it.
#       ON_CARD: ./rf bundle --tests takes it along (RINGFENCE_BUNDLE_TESTS). See tests/under_test.h.
#   ringfence_test_program(fake_worker...)
#       Programs and libraries that tests use. As the tests, they are compiled without optimization.
#   ringfence_bundle_test(card_selftest)
#       With RINGFENCE_BUNDLE_TESTS (./rf bundle --tests) that program becomes part of the bundle, in its folder tests.
#   ringfence_bench(ptx SOURCES parse_bench.cpp DEPS ringfence::ptx)
#       Google Benchmark cases: target ptx_bench.
#   ringfence_fuzzer(ptx_parse SOURCES fuzz.cpp DEPS ringfence::ptx)
#       A libFuzzer target: target fuzz_ptx_parse. Its seeds are the files in fuzz/ptx_parse/seeds.
#   ringfence_source_digest(version OF guard FROM src/guard src/ptx generated/ptx)
#       A digest of these files and of all sources in these folders, as a version of what is made of them. CMake runs
#       again when one changes. OF names the library whose work it is: tests/cache/digests.py then looks whether all is
#       there that it and the libraries beneath it are compiled from (the list lies in build/<preset>/digests/guard.txt).
#   ringfence_add_subfolders(tests)
#       Every subfolder of a folder that has a CMakeLists.txt, by name: tests use what earlier folders have made.
#
# DEPS must exist already when they belong to this project: src/CMakeLists.txt lists the layers from the bottom up,
# so a dependency that points upwards stops the configuration.

function(_ringfence_parse out_prefix)
    cmake_parse_arguments(arg "ON_CARD;ALONE;BUSY;COLD;FUZZED;CONTROL_PLANE" "" "SOURCES;DEPS;LABELS;NOT_EMULATED" ${ARGN})
    if(arg_UNPARSED_ARGUMENTS OR NOT arg_SOURCES)
        message(FATAL_ERROR "expected: NAME SOURCES file... [DEPS target...] [LABELS label...] [NOT_EMULATED case...] [ON_CARD] [ALONE] [BUSY] [COLD] [FUZZED] [CONTROL_PLANE], got: ${ARGN}")
    endif()
    foreach(dep IN LISTS arg_DEPS)
        if(dep MATCHES "^ringfence::" AND NOT TARGET ${dep})
            message(FATAL_ERROR "${dep} is not defined yet: dependencies point downwards (see src/CMakeLists.txt)")
        endif()
    endforeach()
    foreach(key SOURCES DEPS LABELS NOT_EMULATED ON_CARD ALONE BUSY COLD FUZZED CONTROL_PLANE)
        set(${out_prefix}_${key} ${arg_${key}} PARENT_SCOPE)
    endforeach()
endfunction()

function(ringfence_library name)
    _ringfence_parse(lib ${ARGN})
    add_library(ringfence_${name} STATIC ${lib_SOURCES})
    add_library(ringfence::${name} ALIAS ringfence_${name})
    target_link_libraries(ringfence_${name} PUBLIC ringfence_options ${lib_DEPS})
    if(lib_COLD)
        target_compile_options(ringfence_${name} PRIVATE ${RINGFENCE_COLD})
    endif()
    if(lib_FUZZED OR NOT lib_COLD)
        target_compile_options(ringfence_${name} PRIVATE ${RINGFENCE_COVERAGE})
    endif()
    if(lib_CONTROL_PLANE)
        target_compile_options(ringfence_${name} PRIVATE ${RINGFENCE_CONTROL_PLANE})
    endif()
endfunction()

# The static libraries that a target is made of, itself included.
function(_ringfence_libraries_of result target)
    set(found "")
    set(queue ringfence_${target})
    while(queue)
        list(POP_FRONT queue next)
        if(next IN_LIST found)
            continue()
        endif()
        list(APPEND found ${next})
        get_target_property(deps ${next} LINK_LIBRARIES)
        list(FILTER deps INCLUDE REGEX "^ringfence::")
        list(REMOVE_ITEM deps ringfence::llvm)
        list(TRANSFORM deps REPLACE "^ringfence::" "ringfence_")
        list(APPEND queue ${deps})
    endwhile()
    set(${result} ${found} PARENT_SCOPE)
endfunction()

function(ringfence_source_digest result)
    cmake_parse_arguments(arg "" "OF" "FROM" ${ARGN})
    set(files "")
    foreach(path IN LISTS arg_FROM)
        set(path ${PROJECT_SOURCE_DIR}/${path})
        if(IS_DIRECTORY ${path})
            file(GLOB_RECURSE found CONFIGURE_DEPENDS ${path}/*.cpp ${path}/*.h ${path}/*.inc ${path}/*.isa ${path}/*.ptx)
            list(APPEND files ${found})
        else()
            list(APPEND files ${path})
        endif()
    endforeach()
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${files})
    set(digests "")
    foreach(file IN LISTS files)
        file(SHA256 ${file} digest)
        string(APPEND digests ${digest})
    endforeach()
    string(SHA256 digest "${digests}")
    set(${result} ${digest} PARENT_SCOPE)
    if(arg_OF)
        _ringfence_libraries_of(libraries ${arg_OF})
        list(JOIN libraries " " libraries)
        list(JOIN files "\n" files)
        file(GENERATE OUTPUT ${PROJECT_BINARY_DIR}/digests/${arg_OF}.txt CONTENT "${libraries}\n${files}\n")
    endif()
endfunction()

function(ringfence_executable name)
    _ringfence_parse(exe ${ARGN})
    add_executable(${name} ${exe_SOURCES})
    target_link_libraries(${name} PRIVATE ringfence_options ${exe_DEPS})
    target_compile_definitions(${name} PRIVATE RINGFENCE_VERSION="${PROJECT_VERSION}")
    target_compile_options(${name} PRIVATE ${RINGFENCE_COLD} ${RINGFENCE_CONTROL_PLANE})
    install(TARGETS ${name} RUNTIME DESTINATION bin)
endfunction()

# The tests that `./rf test` builds under the thread sanitizer, and for the other architecture. A test that is no
# ringfence_test joins with add_dependencies.
add_custom_target(tsan_tests)
add_custom_target(cross_tests)

# GoogleTest and what nearly every test includes beside it, compiled once: it takes 2 of a small test's 8 seconds. An
# executable as the tests are, since a precompiled header is good for the same options only.
set(RINGFENCE_TEST_OPTIONS -O0 -U_FORTIFY_SOURCE)
if(CMAKE_CXX_COMPILER_ID STREQUAL GNU)
    # Looking for garbage in what is precompiled takes an eighth of the time, and finds none.
    list(APPEND RINGFENCE_TEST_OPTIONS --param=ggc-min-heapsize=1048576)
endif()
if((RINGFENCE_TESTS OR RINGFENCE_BUNDLE_TESTS) AND NOT CMAKE_CROSSCOMPILING)
    file(GENERATE OUTPUT ${PROJECT_BINARY_DIR}/test_headers.cpp CONTENT "int main() {}\n")
    add_executable(ringfence_test_headers EXCLUDE_FROM_ALL ${PROJECT_BINARY_DIR}/test_headers.cpp)
    target_link_libraries(ringfence_test_headers PRIVATE ringfence_options GTest::gtest GTest::gmock)
    target_compile_options(ringfence_test_headers PRIVATE ${RINGFENCE_TEST_OPTIONS})
    target_precompile_headers(ringfence_test_headers PRIVATE ${PROJECT_SOURCE_DIR}/tests/test_headers.h)
endif()

function(ringfence_test_program)
    if(NOT CMAKE_CROSSCOMPILING)
        foreach(program IN LISTS ARGN)
            target_compile_options(${program} PRIVATE ${RINGFENCE_TEST_OPTIONS})
        endforeach()
    endif()
endfunction()

function(ringfence_test name)
    _ringfence_parse(test ${ARGN})
    if(RINGFENCE_SANITIZE AND "release_only" IN_LIST test_LABELS)
        return()
    endif()
    if(NOT RINGFENCE_TESTS AND NOT (RINGFENCE_BUNDLE_TESTS AND test_ON_CARD))
        return()
    endif()
    add_executable(${name}_test ${test_SOURCES})
    target_link_libraries(${name}_test PRIVATE ringfence_options ${test_DEPS} GTest::gtest GTest::gmock GTest::gtest_main)
    # A test runs once per build: optimizing it takes longer than it saves, mostly. What it tests is optimized. Under the
    # sanitizers random tests go round less often.
    if(test_BUSY AND NOT RINGFENCE_SANITIZE AND NOT CMAKE_CROSSCOMPILING)
        target_compile_options(${name}_test PRIVATE -O1)
    elseif(NOT CMAKE_CROSSCOMPILING)
        ringfence_test_program(${name}_test)
        target_precompile_headers(${name}_test REUSE_FROM ringfence_test_headers)
    endif()
    if(test_ON_CARD)
        ringfence_bundle_test(${name}_test)
    endif()
    if(NOT RINGFENCE_TESTS)
        return()
    endif()
    foreach(label tsan cross)
        if(label IN_LIST test_LABELS)
            add_dependencies(${label}_tests ${name}_test)
        endif()
    endforeach()
    if(RINGFENCE_SANITIZE)
        target_sources(${name}_test PRIVATE ${PROJECT_SOURCE_DIR}/tests/sanitized_children.cpp)
    endif()
    if(RINGFENCE_SANITIZE OR CMAKE_CROSSCOMPILING)
        # The leak check at exit can take seconds (on Arm it does), and code is translated anew in each emulated process:
        # so all cases share one.
        set(filter "")
        if(CMAKE_CROSSCOMPILING AND test_NOT_EMULATED)
            list(JOIN test_NOT_EMULATED ":" filter)
            set(filter --gtest_filter=-${filter})
        endif()
        add_test(NAME ${name} COMMAND ${name}_test ${filter})
        set_tests_properties(${name} PROPERTIES TIMEOUT 900 RUN_SERIAL ${test_ALONE} LABELS "${test_LABELS}"
            ENVIRONMENT "ASAN_OPTIONS=detect_leaks=1")
    else()
        gtest_discover_tests(${name}_test TEST_PREFIX ${name}. DISCOVERY_TIMEOUT 300
            PROPERTIES TIMEOUT 900 RUN_SERIAL ${test_ALONE} LABELS "${test_LABELS}")
    endif()
endfunction()

function(ringfence_bundle_test target)
    if(RINGFENCE_BUNDLE_TESTS)
        install(TARGETS ${target} RUNTIME DESTINATION tests)
    endif()
endfunction()

function(ringfence_bench name)
    _ringfence_parse(bench ${ARGN})
    add_executable(${name}_bench ${bench_SOURCES})
    target_link_libraries(${name}_bench PRIVATE ringfence_options ${bench_DEPS} benchmark::benchmark_main)
endfunction()

function(ringfence_fuzzer name)
    _ringfence_parse(fuzz ${ARGN})
    add_executable(fuzz_${name} ${fuzz_SOURCES})
    target_link_libraries(fuzz_${name} PRIVATE ringfence_options ${fuzz_DEPS})
    target_compile_options(fuzz_${name} PRIVATE ${RINGFENCE_COVERAGE})
    target_link_options(fuzz_${name} PRIVATE -fsanitize=fuzzer)
    add_dependencies(fuzzers fuzz_${name})
endfunction()

function(ringfence_add_subfolders folder)
    file(GLOB files CONFIGURE_DEPENDS LIST_DIRECTORIES false ${PROJECT_SOURCE_DIR}/${folder}/*/CMakeLists.txt)
    foreach(file IN LISTS files)
        get_filename_component(subfolder ${file} DIRECTORY)
        get_filename_component(subfolder_name ${subfolder} NAME)
        add_subdirectory(${subfolder} ${PROJECT_BINARY_DIR}/${folder}/${subfolder_name})
    endforeach()
endfunction()
