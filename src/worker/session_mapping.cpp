// Memory that the program maps at addresses of its choice: cuMemAddressReserve, cuMemCreate, cuMemMap. The addresses
// lie in the session's window, and memory is charged when it is created. See docs/memory.md.
#include <utility>

#include <fmt/core.h>

#include "worker/errors.h"
#include "worker/session.h"

namespace ringfence::worker {

namespace {

// A process has a limited number of mappings, which the sessions of a shared worker must divide.
constexpr std::size_t most_mappings_shared = 2048;
constexpr std::size_t most_mappings_alone = 16384;
constexpr std::size_t most_reservations = 1024;

Error too_many(const char* what, std::size_t most) {
    return Error::bad_input(fmt::format("a program can have {} {} at a time", most, what))
        .with_status(cuda_status::out_of_memory);
}

}  // namespace

Result<void> Session::handle(const wire::ReserveAddresses& wanted, Payload, Completion& completion) {
    if (reservations_ >= most_reservations) return too_many("ranges of reserved addresses", most_reservations);
    RF_TRY(const backend::Address address, window_->reserve(wanted.bytes, wanted.alignment));
    ++reservations_;
    completion.succeed(wire::ReserveAddresses::Reply{address});
    return {};
}

Result<void> Session::handle(const wire::FreeAddresses& operation, Payload, Completion& completion) {
    RF_RETURN_IF_ERROR(window_->free_reserved(operation.address));
    --reservations_;
    completion.succeed();
    return {};
}

// The memory is created at temporary addresses, cleared there, and unmapped before the client gets the reply.
Result<void> Session::handle(const wire::CreateMemory& wanted, Payload, Completion& completion) {
    const std::size_t most = options_.is_shared ? most_mappings_shared : most_mappings_alone;
    if (made_memory_.size() >= most) return too_many("pieces of memory without an address", most);
    auto held = std::make_shared<Completion>(std::move(completion));
    auto made = std::make_shared<memory::NewSegment>();
    const auto make = [this, wanted, made]() -> Result<void> {
        account_->forget_refusal();
        auto segment = window_->create_segment(wanted.bytes);
        if (!segment) account_->count_refusal();
        if (!segment) return segment.take_error();
        *made = segment.take();
        return {};
    };
    const auto give = [this, made, held]() -> Result<void> {
        drop_shared(made->address);
        made_memory_[++last_made_memory_] = std::move(made->range);
        count_memory();
        held->succeed(wire::CreateMemory::Reply{last_made_memory_});
        return {};
    };
    when_shareable(window_->needs_quiet(), make, give, held);
    return {};
}

Result<void> Session::handle(const wire::DestroyMemory& operation, Payload, Completion& completion) {
    if (made_memory_.erase(operation.memory) == 0) return invalid(fmt::format("no memory {}", operation.memory));
    made_offers_.erase(operation.memory);
    count_memory();
    completion.succeed();
    return {};
}

Result<void> Session::handle(const wire::ExportCreatedMemory& operation, Payload, Completion& completion) {
    RF_RETURN_IF_ERROR(check_sharing());
    const auto memory = made_memory_.find(operation.memory);
    if (memory == made_memory_.end()) return invalid(fmt::format("no memory {}", operation.memory));
    auto offer = made_offers_.find(operation.memory);
    if (offer == made_offers_.end()) {
        RF_TRY(auto made, sharing_->offer(CreatedMemory{memory->second}));
        offer = made_offers_.emplace(operation.memory, std::move(made)).first;
    }
    completion.succeed(wire::ExportCreatedMemory::Reply{}, offer->second->token());
    return {};
}

Result<void> Session::handle(const wire::ImportCreatedMemory&, Payload payload, Completion& completion) {
    RF_RETURN_IF_ERROR(check_sharing());
    RF_TRY(const Token token, read_token(payload));
    if (made_memory_.size() >= most_mappings_shared)
        return too_many("pieces of memory without an address", most_mappings_shared);
    RF_TRY(memory::SharedRange range, sharing_->find_created(token));
    const std::uint64_t bytes = range.bytes;
    made_memory_[++last_made_memory_] = std::move(range);
    completion.succeed(wire::ImportCreatedMemory::Reply{last_made_memory_, bytes});
    return {};
}

Result<void> Session::handle(const wire::MapMemory& operation, Payload, Completion& completion) {
    const std::size_t most = options_.is_shared ? most_mappings_shared : most_mappings_alone;
    if (mappings_ >= most) return too_many("mappings", most);
    if (!made_memory_.contains(operation.memory)) return invalid(fmt::format("no memory {}", operation.memory));
    auto held = std::make_shared<Completion>(std::move(completion));
    const auto map = [this, operation, held](const std::optional<Error>& failure) {
        if (failure) return held->fail(*failure);
        const auto memory = made_memory_.find(operation.memory);
        if (memory == made_memory_.end()) return held->fail(cuda_status::invalid_value, "the memory is gone");
        if (auto mapped = window_->map(operation.address, memory->second); !mapped) return held->fail(mapped.error());
        ++mappings_;
        held->succeed();
    };
    if (window_->needs_quiet()) {
        when_quiet(map);
    } else {
        map(failure_);
    }
    return {};
}

Result<void> Session::handle(const wire::UnmapMemory& operation, Payload, Completion& completion) {
    if (!window_->is_mapped(operation.address, operation.bytes))
        return invalid(fmt::format("{} bytes at {:#x} are not what was mapped", operation.bytes, operation.address));
    auto held = std::make_shared<Completion>(std::move(completion));
    when_done(all_streams(), [this, operation, held](const std::optional<Error>& failure) {
        if (auto retired = window_->retire_mapped(operation.address, operation.bytes); !retired)
            return held->fail(failure ? *failure : retired.error());
        drop_mapped(operation, held);
    });
    return {};
}

// Work that was submitted meanwhile may use the memory, too.
void Session::drop_mapped(const wire::UnmapMemory& operation, const std::shared_ptr<Completion>& completion) {
    const auto drop = [this, operation, completion](const std::optional<Error>& failure) {
        const std::size_t count = window_->count_mapped(operation.address, operation.bytes);
        if (auto dropped = window_->drop_mapped(operation.address, operation.bytes); !dropped) {
            // The memory stays mapped until the session ends, though all checks refuse it.
            log_(fmt::format("memory at {:#x} could not be unmapped", operation.address));
            return completion->fail(failure ? *failure : dropped.error());
        }
        mappings_ -= count;
        count_memory();
        completion->succeed();
    };
    if (window_->needs_quiet()) {
        when_quiet(drop);
    } else {
        when_done(all_streams(), drop);
    }
}

}  // namespace ringfence::worker
