// The vendor's driver library, opened.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "backend/cuda/driver_api.h"
#include "base/result.h"

namespace ringfence::backend::cuda {

// A driver library stays loaded until the process ends: it keeps threads and exit handlers of its own.
class Driver {
public:
    // Opens the first that works of the files in `candidates`. A library of ours that only looks like the driver is
    // refused: we would talk to ourselves.
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

// Places of the driver library: the usual folders, then those that the dynamic linker's cache lists. Environment
// variables have no say.
std::vector<std::string> driver_candidates();

}  // namespace ringfence::backend::cuda
