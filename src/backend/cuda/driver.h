// The vendor's driver library, opened.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "backend/cuda/driver_api.h"
#include "base/result.h"

namespace ringfence::backend::cuda {

// The driver library stays loaded until the process ends, since it has threads and exit handlers.
class Driver {
public:
    // Opens the first of the `candidates` that works. Our own client library, which has the driver's name, is
    // refused.
    static Result<std::unique_ptr<Driver>> open(const std::vector<std::string>& candidates);

    const DriverApi& api() const { return api_; }
    const std::string& path() const { return path_; }

    // "CUDA_ERROR_NOT_FOUND (500): named symbol not found"
    std::string describe(Status status) const;

private:
    Driver() = default;
    Result<void> load(const std::string& path);

    DriverApi api_;
    std::string path_;
};

// Possible paths of the driver library: the usual folders, then those in the dynamic linker's cache. Environment
// variables are ignored.
std::vector<std::string> driver_candidates();

}  // namespace ringfence::backend::cuda
