#include "client/driver/uploads.h"

#include <atomic>

namespace ringfence::driver {
namespace {

// Each thread sets its own before it looks at the other's, so one of two at the same time waits.
std::atomic<bool> has_independent_streams = false;
std::atomic<bool> may_be_under_way = false;  // on the legacy stream

CUresult wait_for_uploads(std::uint64_t stream) {
    return as_result(session().call(wire::SynchronizeStream{.stream = stream}));
}

}  // namespace

CUresult finish_upload(const Stream& stream) {
    if (!stream.is_legacy()) return wait_for_uploads(stream.wire());
    may_be_under_way = true;
    return has_independent_streams ? wait_for_uploads(stream.wire()) : CUDA_SUCCESS;
}

CUresult expect_independent_stream() {
    has_independent_streams = true;
    constexpr std::uint64_t legacy = 0;
    return may_be_under_way.exchange(false) ? wait_for_uploads(legacy) : CUDA_SUCCESS;
}

}  // namespace ringfence::driver
