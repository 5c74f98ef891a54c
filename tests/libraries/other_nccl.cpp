// A library that says it is NCCL and is not the shim: what a program's RPATH leads to.
extern "C" [[gnu::visibility("default")]] int ncclGetVersion(int* version) {
    *version = 1;
    return 0;
}
