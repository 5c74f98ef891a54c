// Operations on memory. Every range is checked against the session's memory before the device sees it.
#include <algorithm>
#include <bit>
#include <cstring>

#include <fmt/core.h>

#include "worker/errors.h"
#include "worker/range_checks.h"
#include "worker/session.h"

namespace ringfence::worker {

Result<void> Session::handle(const wire::MemoryInfo&, Payload, Completion& completion) {
    poll_releases();
    RF_TRY(const backend::MemoryInfo device, device_.memory_info());
    const memory::HeapStatistics heap = window_->statistics().device;
    const std::uint64_t unused = heap.committed_bytes - std::min(heap.committed_bytes, heap.allocated_bytes);
    const std::uint64_t others = residency_ ? residency_->movable_of_others() : 0;
    const std::uint64_t free = std::min(device.free + others, window_->quota_left()) + unused;
    const std::uint64_t total = std::min(device.total, account_->effective_limit(Limit::DeviceMemory));
    completion.succeed(wire::MemoryInfo::Reply{std::min(free, total), total});
    return {};
}

Result<void> Session::handle(const wire::Allocate& wanted, Payload, Completion& completion) {
    if (!std::has_single_bit(wanted.alignment) || wanted.alignment < 256) {
        return invalid(fmt::format("memory aligned to {}", wanted.alignment));
    }
    poll_releases();
    auto allocated = allocate_now(wanted, completion);
    if (allocated || allocated.error().status != cuda_status::out_of_memory) return allocated;
    if (!may_have_been_refused_for_work() && releases_.empty()) {
        if (!residency_) {
            account_->count_refusal();
            return allocated;
        }
        allocate_or_make_room(wanted, std::make_shared<Completion>(std::move(completion)));
        return {};
    }
    // Streams may be about to free enough memory, or it cannot be freed while they are working.
    auto held = std::make_shared<Completion>(std::move(completion));
    const auto again = [this, held, wanted](std::optional<Error> failure) {
        while (!releases_.empty() && !failure) {
            const std::size_t before = releases_.size();
            poll_releases();
            if (releases_.size() == before) break;
        }
        if (failure) return held->fail(*failure);
        allocate_or_make_room(wanted, held);
    };
    if (window_->needs_quiet()) {
        when_quiet(again);
    } else {
        when_done(all_streams(), again);
    }
    return {};
}

void Session::allocate_or_make_room(const wire::Allocate& wanted, const std::shared_ptr<Completion>& completion) {
    (void)window_->take_shortage();
    auto done = allocate_now(wanted, *completion);
    if (done) return;
    const std::optional<std::uint64_t> missing = window_->take_shortage();
    if (!residency_ || !missing || done.error().status != cuda_status::out_of_memory) {
        account_->count_refusal();
        return completion->fail(done.error());
    }
    when_room(*missing, [this, wanted, completion](const std::optional<Error>& failure) {
        if (failure) return completion->fail(*failure);
        allocate_or_make_room(wanted, completion);
    });
}

void Session::count_memory() {
    const memory::WindowStatistics statistics = window_->statistics();
    memory_bytes_ = statistics.device.committed_bytes + array_bytes_;
    host_bytes_ = statistics.host_bytes;
    if (residency_) residency_->note(window_->residence());
}

Result<void> Session::allocate_now(const wire::Allocate& wanted, Completion& completion) {
    account_->forget_refusal();
    RF_TRY(const backend::Address address, window_->allocate(wanted.bytes, wanted.alignment));
    count_memory();
    completion.succeed(wire::Allocate::Reply{address});
    return {};
}

Result<void> Session::handle(const wire::Release& operation, Payload, Completion& completion) {
    const backend::Address address = operation.address;
    if (!window_->is_allocation(address) || is_own(address) || !releasing_.insert(address).second) {
        return invalid(fmt::format("no allocation begins at {:#x}", address));
    }
    auto held = std::make_shared<Completion>(std::move(completion));
    when_done(all_streams(), [this, held, address](std::optional<Error> failure) {
        // A reset may have freed it already.
        const bool is_due = releasing_.erase(address) != 0;
        if (!failure && is_due) {
            if (auto released = release_memory(address); !released) failure = released.take_error();
        }
        if (failure) {
            held->fail(*failure);
        } else {
            held->succeed();
        }
    });
    return {};
}

Result<void> Session::handle(const wire::ReleaseAfter& operation, Payload) {
    RF_TRY(StreamObject * stream, begin_work(operation.stream));
    if (!window_->is_allocation(operation.address) || is_own(operation.address) ||
        releasing_.contains(operation.address)) {
        return invalid(fmt::format("no allocation begins at {:#x}", operation.address));
    }
    releasing_.insert(operation.address);
    releases_.push_back({StreamPoint::after(*stream), operation.address});
    return {};
}

Result<void> Session::handle(const wire::AllocateHost& operation, Payload, Completion& completion) {
    // The limit is checked first: a session at its limit must not delay others by asking.
    RF_RETURN_IF_ERROR(window_->check_host(operation.bytes));
    if (!window_->needs_quiet() || is_idle()) return allocate_host_now(operation, completion);
    auto held = std::make_shared<Completion>(std::move(completion));
    when_quiet([this, held, operation](std::optional<Error> failure) {
        if (!failure) {
            if (auto done = allocate_host_now(operation, *held); !done) failure = done.take_error();
        }
        if (failure) held->fail(*failure);
    });
    return {};
}

Result<void> Session::allocate_host_now(const wire::AllocateHost& operation, Completion& completion) {
    RF_TRY(const memory::HostSegment segment, window_->allocate_host(operation.bytes));
    count_memory();
    auto sent = channel::send_host_memory(socket_.get(), {segment.address, segment.bytes}, segment.file.get());
    if (!sent) {
        (void)window_->release_host(segment.address);
        return sent.take_error();
    }
    completion.succeed(wire::AllocateHost::Reply{segment.address, segment.bytes});
    return {};
}

Result<void> Session::handle(const wire::ReleaseHost& operation, Payload, Completion& completion) {
    const backend::Address address = operation.address;
    if (!window_->is_host_segment(address) || address == staging_ || !releasing_.insert(address).second) {
        return invalid(fmt::format("no host memory of the client's begins at {:#x}", address));
    }
    auto held = std::make_shared<Completion>(std::move(completion));
    when_done(all_streams(), [this, held, address](std::optional<Error> failure) {
        const bool is_due = releasing_.erase(address) != 0;
        if (!failure && is_due) {
            if (auto retired = window_->retire_host(address); !retired) failure = retired.take_error();
        }
        if (failure || !is_due) {
            answer(std::move(*held))(failure);
        } else {
            drop_retired(address, std::move(*held));
        }
    });
    return {};
}

// Work that was submitted while the release waited may use the memory, too.
void Session::drop_retired(backend::Address address, Completion completion) {
    auto held = std::make_shared<Completion>(std::move(completion));
    const auto drop = [this, held, address](std::optional<Error> failure) {
        // A reset has dropped it already.
        (void)window_->drop_host(address);
        count_memory();
        answer(std::move(*held))(std::move(failure));
    };
    if (window_->needs_quiet()) {
        when_quiet(drop);
    } else {
        when_done(all_streams(), drop);
    }
}

std::string_view Session::direction_of(backend::Address from, backend::Address to) const {
    if (is_host_memory(from)) return is_host_memory(to) ? "host to host" : "host to device";
    return is_host_memory(to) ? "device to host" : "device to device";
}

bool Session::is_host_memory(backend::Address address) const {
    const auto extent = window_->check(address, 1);
    return extent.ok() && extent.value().kind == memory::ExtentKind::Host;
}

Result<void> Session::handle(const wire::Copy& copy, Payload) {
    if (copy.bytes == 0) return {};
    RF_RETURN_IF_ERROR(window_->check(copy.to, copy.bytes));
    RF_RETURN_IF_ERROR(window_->check(copy.from, copy.bytes));
    RF_TRY(StreamObject * stream, begin_copy(copy.stream));
    activity_.copied(copy.bytes, [&] { return direction_of(copy.from, copy.to); });
    const std::uint64_t piece = copy_piece(copy.from, copy.to, copy.bytes);
    for (std::uint64_t done = 0; done < copy.bytes; done += piece) {
        const std::uint64_t bytes = std::min(piece, copy.bytes - done);
        RF_RETURN_IF_ERROR(device_.copy_on_device(*stream->stream, copy.to + done, copy.from + done, bytes));
    }
    return {};
}

// A long copy is put on its stream in pieces while others want the device: a copy cannot be interrupted once it has
// begun. A copy within the device may overlap itself, so it is not split.
std::uint64_t Session::copy_piece(backend::Address from, backend::Address to, std::uint64_t bytes) const {
    constexpr std::uint64_t shortest = std::uint64_t{1} << 20;
    constexpr std::uint64_t most_pieces = 64;
    constexpr std::uint64_t unit = std::uint64_t{64} << 10;
    if (!options_.jobs || bytes <= shortest) return bytes;
    const bool is_from_host = is_host_memory(from);
    if (is_from_host == is_host_memory(to)) return bytes;
    const auto kind = is_from_host ? backend::JobKind::CopyTo : backend::JobKind::CopyFrom;
    const std::uint64_t piece = options_.jobs->copy_piece(kind, bytes);
    return (std::max({piece, shortest, bytes / most_pieces + 1}) + unit - 1) / unit * unit;
}

Result<void> Session::handle(const wire::CopyBox& copy, Payload) {
    const BoxCopy boxes = boxes_of(copy);
    if (is_empty(boxes.size)) return {};
    RF_RETURN_IF_ERROR(window_->check_box(boxes.to, boxes.size));
    RF_RETURN_IF_ERROR(window_->check_box(boxes.from, boxes.size));
    RF_TRY(StreamObject * stream, begin_copy(copy.stream));
    activity_.copied(boxes.size.width * boxes.size.height * boxes.size.depth,
                     [&] { return direction_of(boxes.from.address, boxes.to.address); });
    return device_.copy_box(*stream->stream, boxes.to, boxes.from, boxes.size);
}

Result<void> Session::handle(const wire::Write& write, Payload payload) {
    if (payload.empty()) return {};
    RF_RETURN_IF_ERROR(window_->check(write.to, payload.size()));
    RF_TRY(StreamObject * stream, begin_copy(write.stream));
    activity_.copied(payload.size(), [] { return "client to device"; });
    return device_.write(*stream->stream, write.to, payload);
}

Result<void> Session::handle(const wire::Read& read, Payload, Completion& completion) {
    if (read.bytes == 0 || read.bytes > channel::largest_reply) {
        return invalid(fmt::format("a read of {} bytes; a reply holds 1 to {}", read.bytes, channel::largest_reply));
    }
    RF_RETURN_IF_ERROR(window_->check(read.from, read.bytes));
    if (free_read_buffers_.empty()) return Error::internal("there are more reads than slots for their replies");
    RF_TRY(StreamObject * stream, begin_copy(read.stream));
    const std::uint32_t buffer = free_read_buffers_.back();
    const backend::Address at = private_->address() + std::uint64_t{buffer} * channel::slot_bytes;
    RF_RETURN_IF_ERROR(device_.copy_on_device(*stream->stream, at, read.from, read.bytes));
    activity_.copied(read.bytes, [] { return "device to client"; });
    free_read_buffers_.pop_back();
    auto held = std::make_shared<Completion>(std::move(completion));
    when_done({stream->shared_from_this()}, [this, held, buffer, bytes = read.bytes](std::optional<Error> failure) {
        free_read_buffers_.push_back(buffer);
        if (failure) {
            held->fail(*failure);
        } else {
            held->succeed(wire::Read::Reply{},
                          private_->bytes().subspan(std::uint64_t{buffer} * channel::slot_bytes, bytes));
        }
    });
    return {};
}

Result<void> Session::handle(const wire::Fill& fill, Payload) {
    if (fill.count == 0 || fill.height == 0) return {};
    RF_RETURN_IF_ERROR(check_fill(*window_, fill));
    RF_TRY(StreamObject * stream, begin_work(fill.stream));
    if (fill.height == 1) return device_.fill(*stream->stream, fill.to, fill.value, fill.width, fill.count);
    return device_.fill_rows(*stream->stream, fill.to, fill.pitch, fill.value, fill.width, fill.count, fill.height);
}

}  // namespace ringfence::worker
