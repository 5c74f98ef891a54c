// Where a generator's numbers go: to the device memory that the program names or, of a generator on the processor, to
// its host memory.
//
// cuRAND promises that both give the same sequence. So a generator on the processor is one on the device, with a stream
// of its own; its numbers lie in device memory while a call goes on, and are copied.
#pragma once

#include <cstddef>

#include "abi/driver_types.h"
#include "base/reach.h"
#include "client/libraries/library_call.h"

namespace ringfence::client::random {

// Makes a new generator one on the processor. The library's status.
int put_on_host(void* generator);
// Its stream, which ends with it and is none of the program's. Null of a generator on the device, and of none.
CUstream host_stream(void* generator);

class Output {
public:
    // `bytes` that the generator writes to `place`.
    Output(void* generator, void* place, reach::Wide bytes);
    Output(const Output&) = delete;
    Output& operator=(const Output&) = delete;
    ~Output();

    int problem() const { return problem_; }
    void* on_device() const { return on_device_; }
    // Sends the call. The library's status.
    int finish(LibraryCall& call) const;

private:
    void* place_;
    void* on_device_;
    std::size_t bytes_ = 0;
    CUstream stream_ = nullptr;
    int problem_ = 0;
};

}  // namespace ringfence::client::random
