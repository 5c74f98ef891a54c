// A shim's own kernel: loaded once, like the program's kernels, and never unloaded, since a graph may use it as long as
// the program runs.
#pragma once

#include <string>

#include "api/driver_entries.h"
#include "base/mutex.h"

namespace ringfence::client {

class OwnKernel {
public:
    // Loads the kernel if it is not loaded yet. `text` returns the PTX.
    template <typename Text>
    CUresult find(Text&& text, const char* name, CUfunction& function) {
        const MutexLock lock(mutex_);
        CUresult status = CUDA_SUCCESS;
        if (kernel_ == nullptr) {
            const std::string ptx = text();
            CUlibrary library = nullptr;
            status = rf_cuLibraryLoadData(&library, ptx.c_str(), nullptr, nullptr, 0, nullptr, nullptr, 0);
            if (status == CUDA_SUCCESS) status = rf_cuLibraryGetKernel(&kernel_, library, name);
        }
        function = reinterpret_cast<CUfunction>(kernel_);
        return status;
    }

private:
    Mutex mutex_;
    CUkernel kernel_ RF_GUARDED_BY(mutex_) = nullptr;
};

}  // namespace ringfence::client
