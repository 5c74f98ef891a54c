# ringfence::llvm: LLVM 19, the parts that turn IR into machine code in memory for the processor that we run on, linked
# statically. Debian's LLVM has RTTI, so its classes may be subclassed, but no exceptions: none may pass through it.

# LLVM itself would look for these; the parts of it that we use do not need them.
foreach(unused FFI LibEdit LibXml2 CURL ZLIB zstd)
    set(CMAKE_DISABLE_FIND_PACKAGE_${unused} ON)
endforeach()
find_package(LLVM 19.1 CONFIG REQUIRED HINTS /usr/lib/llvm-19)
foreach(unused FFI LibEdit LibXml2 CURL ZLIB zstd)
    unset(CMAKE_DISABLE_FIND_PACKAGE_${unused})
endforeach()

# Debian links LLVM's support library to Z3 (never called outside of clang's analyzer) and to the shared zlib and zstd.
set_target_properties(LLVMSupport PROPERTIES
    INTERFACE_LINK_LIBRARIES "ZLIB::ZLIB;ringfence::zstd;LLVMDemangle;dl;m")

llvm_map_components_to_libnames(llvm_libraries
    core support targetparser analysis
    passes transformutils instcombine scalaropts vectorize ipo
    native mc object
    orcjit jitlink
    bitreader bitwriter irreader)

add_library(ringfence_llvm INTERFACE)
add_library(ringfence::llvm ALIAS ringfence_llvm)
target_include_directories(ringfence_llvm SYSTEM INTERFACE ${LLVM_INCLUDE_DIRS})
separate_arguments(llvm_definitions NATIVE_COMMAND ${LLVM_DEFINITIONS})
# C++98 needed those; with them, g++ would not take the header that is precompiled for all tests.
list(FILTER llvm_definitions EXCLUDE REGEX "__STDC_(CONSTANT|FORMAT|LIMIT)_MACROS")
target_compile_definitions(ringfence_llvm INTERFACE ${llvm_definitions})
target_link_libraries(ringfence_llvm INTERFACE ${llvm_libraries})
# Most of LLVM is never reached from our code.
target_link_options(ringfence_llvm INTERFACE -Wl,--gc-sections)
