#include "client/libraries/nccl_group.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "api/runtime_entries.h"
#include "base/per_thread.h"

namespace ringfence::client::nccl {
namespace {

struct Group {
    int depth = 0;
    int status = success;
    std::vector<Transfer> sends;
    std::vector<Transfer> receives;
};

Group& the_group() {
    return PerThread<Group>::get();
}

// Work that is put on `after` from now on waits for the work that is on `before` now. Both may be captured.
int order(void* before, void* after) {
    cudaEvent_t event = nullptr;
    int status = from_cuda(rf_cudaEventCreateWithFlags(&event, cudaEventDisableTiming), "cudaEventCreate");
    if (status != success) return status;
    status = from_cuda(rf_cudaEventRecord(event, static_cast<cudaStream_t>(before)), "cudaEventRecord");
    if (status == success)
        status = from_cuda(rf_cudaStreamWaitEvent(static_cast<cudaStream_t>(after), event, 0), "cudaStreamWaitEvent");
    static_cast<void>(rf_cudaEventDestroy(event));
    return status;
}

int copy(const Transfer& send, const Transfer& receive) {
    if (send.bytes != receive.bytes)
        return fail(invalid_usage, "ncclSend of " + std::to_string(send.bytes) + " bytes meets ncclRecv of " +
                                       std::to_string(receive.bytes));
    if (send.bytes == 0 || send.buffer == receive.buffer) return success;
    const bool has_two_streams = send.stream != receive.stream;
    if (has_two_streams)
        if (const int status = order(send.stream, receive.stream); status != success) return status;
    const cudaError_t status = rf_cudaMemcpyAsync(receive.buffer, send.buffer, send.bytes, cudaMemcpyDeviceToDevice,
                                                  static_cast<cudaStream_t>(receive.stream));
    if (status != cudaSuccess) return from_cuda(status, "cudaMemcpyAsync");
    return has_two_streams ? order(receive.stream, send.stream) : success;
}

// The first send of a communicator goes to its first receive, and so on.
int copy_all(const std::vector<Transfer>& sends, std::vector<Transfer> receives) {
    for (const Transfer& send : sends) {
        const auto is_same = [&](const Transfer& receive) { return receive.communicator == send.communicator; };
        const auto receive = std::find_if(receives.begin(), receives.end(), is_same);
        if (receive == receives.end()) return fail(invalid_usage, "Trying to send to self without a matching recv");
        if (const int status = copy(send, *receive); status != success) return status;
        receives.erase(receive);
    }
    return receives.empty() ? success : fail(invalid_usage, "Trying to recv to self without a matching send");
}

int leave_group(bool copies) {
    if (the_group().depth == 0) return fail(invalid_usage, "ncclGroupEnd: not in a group call.");
    if (--the_group().depth > 0) return success;
    const Group done = std::exchange(the_group(), {});
    if (done.status != success || !copies) return done.status;
    return copy_all(done.sends, done.receives);
}

int add(std::vector<Transfer> Group::*list, Transfer transfer) {
    start_group();
    (the_group().*list).push_back(std::move(transfer));
    return end_group();
}

}  // namespace

void start_group() {
    ++the_group().depth;
}

int end_group() {
    return leave_group(true);
}

int abandon_group() {
    return leave_group(false);
}

int in_group(int status) {
    if (the_group().depth > 0 && status != success && the_group().status == success) the_group().status = status;
    return status;
}

int add_send(Transfer transfer) {
    return add(&Group::sends, std::move(transfer));
}

int add_receive(Transfer transfer) {
    return add(&Group::receives, std::move(transfer));
}

}  // namespace ringfence::client::nccl
