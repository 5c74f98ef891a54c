// Two ways to run the same kernels: on the software GPU and on PoCL.
#pragma once

#include <cstddef>
#include <memory>
#include <string>

#include "base/result.h"
#include "workload.h"

namespace ringfence::bench {

constexpr unsigned worker_count = 2;

// A workload whose data is on the device.
class Run {
public:
    virtual ~Run() = default;
    // Runs all its kernels once. Gives milliseconds, from the first launch to the end of the last.
    virtual Result<double> run() = 0;
    virtual Result<Bytes> read(std::size_t buffer) = 0;
};

class Engine {
public:
    virtual ~Engine() = default;
    virtual std::string name() const = 0;
    virtual Result<std::unique_ptr<Run>> prepare(const Workload& workload) = 0;
};

// Compiled kernels are kept in `cache_directory`.
Result<std::unique_ptr<Engine>> open_ringfence(const std::string& ptx, const std::string& cache_directory);
// Milliseconds from loading the PTX to the end of the workload's kernels, on a device of its own.
Result<double> ringfence_first_launch(const std::string& ptx, const Workload& workload,
                                      const std::string& cache_directory);
// Fails, with the reason, where there is no PoCL.
Result<std::unique_ptr<Engine>> open_pocl(const std::string& source, const std::string& cache_directory);

}  // namespace ringfence::bench
