// Stands in for NVIDIA's cuFFT and cuSOLVER in a worker: it computes nothing, and remembers its arguments.
#include <cstddef>

namespace {

int destroyed = 0;
void* last_work = nullptr;  // the work area of the newest call
int executed = 0;

}  // namespace

#pragma GCC visibility push(default)
extern "C" {

int fake_destroyed() {
    return destroyed;
}
int fake_executed() {
    return executed;
}
void* fake_last_work() {
    return last_work;
}

int cufftCreate(int* plan) {
    static int newest = 0;
    *plan = ++newest;
    return 0;
}
int cufftDestroy(int) {
    ++destroyed;
    return 0;
}
int cufftXtMakePlanMany(int, int, long long*, long long*, long long, long long, int, long long*, long long, long long,
                        int, long long, std::size_t* work, int) {
    *work = 4096;
    return 0;
}
int cufftSetStream(int, void*) {
    return 0;
}
int cufftSetAutoAllocation(int, int) {
    return 0;
}
int cufftSetWorkArea(int, void* area) {
    last_work = area;
    return 0;
}
int cufftXtExec(int, void*, void*, int) {
    ++executed;
    return 0;
}

int cusolverDnCreate(void** handle) {
    *handle = &executed;
    return 0;
}
int cusolverDnDestroy(void*) {
    ++destroyed;
    return 0;
}
int cusolverDnSetStream(void*, void*) {
    return 0;
}
int cusolverDnSpotrf_bufferSize(void*, int, int, void*, int, int* size) {
    *size = 64;
    return 0;
}
int cusolverDnSpotrf(void*, int, int, void*, int, void* work, int, int*) {
    ++executed;
    last_work = work;
    return 0;
}
int cusolverDnSgetrf_bufferSize(void*, int, int, void*, int, int* size) {
    *size = 64;
    return 0;
}
int cusolverDnSgetrf(void*, int, int, void*, int, void* work, int*, int*) {
    ++executed;
    last_work = work;
    return 0;
}

}  // extern "C"
#pragma GCC visibility pop
