// Names and texts of CUDA's status codes, for cuGetErrorName, cudaGetErrorString and for traces.
#pragma once

namespace ringfence::client {

struct StatusText {
    const char* name;  // both are null for a number that is no status
    const char* text;
};

StatusText driver_status_text(int status);
StatusText runtime_status_text(int status);

}  // namespace ringfence::client
