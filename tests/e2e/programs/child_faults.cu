// Child processes whose kernels assert and trap, forked before the first CUDA call; the parent goes on and uses the
// device.
#include <sys/wait.h>
#include <unistd.h>

#include <cassert>

#include "check.h"

__global__ void assert_below(int limit) {
    assert(int(blockIdx.x * blockDim.x + threadIdx.x) < limit);
}

__global__ void trap_one() {
    if (threadIdx.x == 3) __trap();
}

template <typename Launch>
cudaError_t in_child(Launch launch) {
    const pid_t child = fork();
    if (child == 0) {
        launch();
        const cudaError_t status = cudaDeviceSynchronize();
        _exit(status == cudaErrorAssert ? 1 : status == cudaErrorLaunchFailure ? 2 : status == cudaSuccess ? 0 : 3);
    }
    int ended = 0;
    EXPECT(waitpid(child, &ended, 0) == child && WIFEXITED(ended), "the child ended with %x", ended);
    const cudaError_t statuses[] = {cudaSuccess, cudaErrorAssert, cudaErrorLaunchFailure, cudaErrorUnknown};
    return statuses[WEXITSTATUS(ended)];
}

int main() {
    EXPECT_STATUS(cudaErrorAssert, in_child([] { assert_below<<<2, 32>>>(60); }));
    EXPECT_STATUS(cudaErrorLaunchFailure, in_child([] { trap_one<<<1, 32>>>(); }));
    EXPECT_STATUS(cudaSuccess, in_child([] { assert_below<<<2, 32>>>(64); }));
    assert_below<<<1, 32>>>(32);
    CHECK(cudaDeviceSynchronize());

    // After a fork of a process that uses CUDA the child cannot use it; a program that it becomes can.
    const pid_t child = fork();
    if (child == 0) {
        int* memory = nullptr;
        _exit(cudaMalloc(&memory, 4) == cudaSuccess ? 1 : 0);
    }
    int ended = 0;
    EXPECT(waitpid(child, &ended, 0) == child && ended == 0, "a forked process could use CUDA: %x", ended);
    CHECK(cudaDeviceSynchronize());
    return e2e::passed();
}
