// Part of every program that links LLVM and is built with the address sanitizer; see RingfenceLlvm.cmake.
//
// LLVM's headers mark unused pieces of memory pools as poisoned when they are compiled with the sanitizer. Ours are,
// those inside the LLVM libraries are not: memory that one side poisons, the other hands out without clearing the mark.

extern "C" __attribute__((visibility("default"))) const char* __asan_default_options();

const char* __asan_default_options() {
    return "allow_user_poisoning=0";
}
