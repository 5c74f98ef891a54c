# The common part of Debian's cross compilers; included by the toolchain file of each architecture.
# The C and C++ libraries come with the compiler. The others are Debian's packages for the target, unpacked by
# `./rf` into build/sysroot-<processor>: not all of them can be installed beside the native ones.
set(triplet ${CMAKE_SYSTEM_PROCESSOR}-linux-gnu)
set(CMAKE_C_COMPILER ${triplet}-gcc)
set(CMAKE_CXX_COMPILER ${triplet}-g++)
set(CMAKE_LIBRARY_ARCHITECTURE ${triplet})
get_filename_component(sysroot ${CMAKE_CURRENT_LIST_DIR}/../../build/sysroot-${CMAKE_SYSTEM_PROCESSOR} ABSOLUTE)
set(CMAKE_FIND_ROOT_PATH ${sysroot})
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE ONLY)
# The emulator that runs the tests (package qemu-user), with the C library that came with the compiler.
set(CMAKE_CROSSCOMPILING_EMULATOR qemu-${CMAKE_SYSTEM_PROCESSOR} -L /usr/${triplet})
