// Host memory that several sessions share: made by one of them, attached by others.
#include <poll.h>

#include <fmt/core.h>

#include "base/closing.h"
#include "base/memory_file.h"
#include "base/mutex.h"
#include "worker/errors.h"
#include "worker/session.h"

namespace ringfence::worker {

bool Session::hear_client() {
    const MutexLock lock(offered_mutex_);
    pollfd watched = {socket_.get(), POLLIN, 0};
    if (::poll(&watched, 1, 0) <= 0) return true;
    const std::uint32_t whose = closings_of(options_.tenant);
    if (has_too_many_closings(whose)) return false;
    auto received = channel::receive_host_memory(socket_.get(), std::chrono::milliseconds::zero(), whose);
    if (!received || offered_) return false;
    offered_ = std::move(received.value().file);
    return true;
}

Result<void> Session::handle(const wire::AttachHost& operation, Payload, Completion& completion) {
    // The client sends the file before the record: it is in the socket, or the watching thread has received it.
    (void)hear_client();
    auto file = std::make_shared<UniqueFd>();
    {
        const MutexLock lock(offered_mutex_);
        *file = std::move(offered_);
    }
    if (!*file) return invalid("no host memory to attach has come over the socket");
    const auto size = memory_file_bytes(file->get());
    if (!size) return invalid("host memory that cannot be shared: " + size.error().message);
    const std::uint64_t bytes = size.value();
    if (bytes == 0 || bytes != operation.bytes) {
        return invalid(fmt::format("host memory of {} bytes, in a file of {}", operation.bytes, bytes));
    }
    const auto attach = [this, file, bytes](Completion& answered) -> Result<void> {
        RF_TRY(const memory::HostSegment segment, window_->attach_host(std::move(*file), bytes));
        count_memory();
        answered.succeed(wire::AttachHost::Reply{segment.address, segment.bytes});
        return {};
    };
    if (!window_->needs_quiet() || is_idle()) return attach(completion);
    auto held = std::make_shared<Completion>(std::move(completion));
    when_quiet([held, attach](std::optional<Error> failure) {
        if (!failure) {
            if (auto done = attach(*held); !done) failure = done.take_error();
        }
        if (failure) held->fail(*failure);
    });
    return {};
}

}  // namespace ringfence::worker
