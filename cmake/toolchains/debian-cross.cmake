# What Debian's cross compilers have in common; included by the toolchain file of each architecture.
# Libraries for the target come from multiarch packages (libfoo-dev:amd64), which lie in /usr/lib/<triplet>.
set(triplet ${CMAKE_SYSTEM_PROCESSOR}-linux-gnu)
set(CMAKE_C_COMPILER ${triplet}-gcc)
set(CMAKE_CXX_COMPILER ${triplet}-g++)
set(CMAKE_LIBRARY_ARCHITECTURE ${triplet})
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
