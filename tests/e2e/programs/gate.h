// Ways to hold up a stream, so that a missing order shows: a gate that the host opens, and a kernel that takes its
// time.
//
// While a gate is closed the context must not be synchronised, which the driver does when it loads a kernel: launch
// each kernel once before the first gate is closed.
#pragma once

#include <cuda_runtime.h>

#include <condition_variable>
#include <mutex>

#include "check.h"

namespace e2e {

class Gate {
public:
    // Everything that comes after it on the stream waits until the gate is opened.
    void close(cudaStream_t stream) {
        open_ = false;
        CHECK(cudaLaunchHostFunc(stream, wait, this));
    }

    void open() {
        const std::lock_guard lock(mutex_);
        open_ = true;
        changed_.notify_all();
    }

private:
    static void CUDART_CB wait(void* gate) {
        Gate& self = *static_cast<Gate*>(gate);
        std::unique_lock lock(self.mutex_);
        self.changed_.wait(lock, [&] { return self.open_; });
    }

    std::mutex mutex_;
    std::condition_variable changed_;
    bool open_ = false;
};

// About a millisecond per million on a card.
static __global__ void spin(long long cycles) {
    const long long start = clock64();
    while (clock64() - start < cycles) {
    }
}

}  // namespace e2e
