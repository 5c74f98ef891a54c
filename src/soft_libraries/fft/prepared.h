// A plan that is made: all that its executions need. Executions that wait on a stream share it, so that it outlives the
// handle.
#pragma once

#include <cstddef>
#include <memory>

#include "base/mutex.h"
#include "soft_libraries/fft/packed.h"
#include "soft_libraries/fft/problem.h"
#include "soft_libraries/host.h"

namespace ringfence::soft_libraries::fft {

// The size of cuFFT's work area: the packed buffer, and room to align it.
std::size_t work_area_bytes(const Problem& problem);

class Prepared {
public:
    // Success, AllocFailed or InternalError. Without `own_work_area` each execution brings one.
    static Status make(const Problem& problem, bool own_work_area, std::shared_ptr<const Prepared>& prepared);

    const Problem& problem() const { return problem_; }
    bool has_work_area() const { return own_area_ != nullptr; }
    // `work_area`: null for its own. The batch is done transform by transform: in place, the output of one must not lie
    // on the input of a later one. Ends early where the host says that nobody wants it.
    void run(Host& host, const void* input, void* output, int direction, void* work_area) const;

private:
    struct Free {
        void operator()(void* memory) const;
    };

    explicit Prepared(const Problem& problem) : problem_(problem) {}

    Problem problem_;
    std::unique_ptr<PackedTransform> transform_;
    std::unique_ptr<void, Free> own_area_;
    mutable Mutex work_area_lock_;  // on different streams, executions of one plan may run at the same time
};

}  // namespace ringfence::soft_libraries::fft
