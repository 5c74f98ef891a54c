// Device memory and events that several sessions of a tenant share: docs/shared-memory.md.
#include <utility>

#include <fmt/core.h>

#include "worker/errors.h"
#include "worker/session.h"

namespace ringfence::worker {

namespace {

// Each import needs a mapping or several, and all sessions of a process together have some ten thousand.
constexpr std::size_t most_imports = 256;
constexpr std::uint32_t segment_exclusive = 1;

// An event that others record too: failures on their streams are reported to them.
class OthersEvent final : public backend::Event {
public:
    explicit OthersEvent(std::shared_ptr<backend::Event> event) : event_(std::move(event)) {}
    Result<void> synchronize() override { return event_->synchronize(); }
    Result<bool> is_done() override { return event_->has_passed(); }
    Result<double> milliseconds_since(Event& start) override { return event_->milliseconds_since(start); }

private:
    std::shared_ptr<backend::Event> event_;
};

}  // namespace

std::shared_ptr<backend::Event> EventObject::to_wait_for() const {
    if (is_interprocess) return std::make_shared<OthersEvent>(event);
    return event;
}

Result<void> Session::check_sharing() const {
    if (sharing_) return {};
    return Error::bad_input("device memory and events can only be shared by programs in one shared worker")
        .with_remedy("run both programs with --isolation shared")
        .with_status(cuda_status::not_supported);
}

// Shares memory once it is neither being moved nor cleared.
void Session::when_shareable(bool needs_quiet, std::function<Result<void>()> share, std::function<Result<void>()> give,
                             const std::shared_ptr<Completion>& completion) {
    const auto answer_failure = [completion](Result<void> done) {
        if (!done) completion->fail(done.error());
    };
    // A weak pointer: the function owns itself only while it waits.
    const auto begin = std::make_shared<Finish>();
    const std::weak_ptr<Finish> itself = begin;
    *begin = [this, itself, share = std::move(share), give = std::move(give), completion,
              answer_failure](const std::optional<Error>& failure) {
        if (failure) return completion->fail(*failure);
        (void)window_->take_shortage();
        if (auto shared = share(); !shared) {
            const auto missing = window_->take_shortage();
            if (!residency_ || !missing) return completion->fail(shared.error());
            return when_room(*missing, [again = itself.lock()](const std::optional<Error>& late) { (*again)(late); });
        }
        if (window_->clearing() == nullptr) return answer_failure(give());
        // Not owned: the event belongs to the window, which outlives all waits.
        const std::shared_ptr<backend::Event> cleared(std::shared_ptr<void>(), window_->clearing());
        when_done(cleared, [give, completion, answer_failure](const std::optional<Error>& late_failure) {
            if (late_failure) return completion->fail(*late_failure);
            answer_failure(give());
        });
    };
    if (needs_quiet) {
        when_quiet([begin](const std::optional<Error>& failure) { (*begin)(failure); });
    } else {
        (*begin)(failure_);
    }
}

Result<void> Session::handle(const wire::ExportMemory& operation, Payload, Completion& completion) {
    RF_RETURN_IF_ERROR(check_sharing());
    const backend::Address address = operation.address;
    if (!window_->is_allocation(address) || is_own(address) || releasing_.contains(address))
        return invalid(fmt::format("no allocation begins at {:#x}", address));
    if (const auto offer = offers_.find(address); offer != offers_.end()) {
        completion.succeed(wire::ExportMemory::Reply{}, offer->second->token());
        return {};
    }
    auto held = std::make_shared<Completion>(std::move(completion));
    auto range = std::make_shared<memory::SharedRange>();
    const auto share = [this, address, range]() -> Result<void> {
        if (!window_->is_allocation(address)) return invalid("the allocation was freed meanwhile");
        RF_TRY(*range, window_->share(address));
        return {};
    };
    const auto give = [this, address, range, held]() -> Result<void> {
        // The client may have freed the memory, or asked twice.
        if (!window_->is_allocation(address)) return invalid("the allocation was freed meanwhile");
        if (!offers_.contains(address)) {
            RF_TRY(offers_[address], sharing_->offer(std::move(*range)));
        }
        held->succeed(wire::ExportMemory::Reply{}, offers_[address]->token());
        return {};
    };
    // A card can share memory without moving it.
    when_shareable(window_->moves_to_share(), share, give, held);
    return {};
}

Result<void> Session::release_memory(backend::Address address) {
    offers_.erase(address);
    return window_->release(address);
}

void Session::attach_shared(memory::SharedRange range, const Import& import, Completion& completion) {
    auto held = std::make_shared<Completion>(std::move(completion));
    const auto attach = [this, range = std::move(range), import, held](const std::optional<Error>& failure) {
        if (failure) return held->fail(*failure);
        // The segment may have been revoked meanwhile.
        if (import.segment) {
            if (auto still = sharing_->segment(*import.segment); !still) return held->fail(still.error());
        }
        auto address = window_->attach(range);
        if (!address) return held->fail(address.error());
        Import& kept = imports_[address.value()] = import;
        kept.number = ++last_import_;
        held->succeed(wire::ImportMemory::Reply{address.value(), range.bytes});
    };
    if (window_->needs_quiet()) {
        when_quiet(attach);
    } else {
        attach(failure_);
    }
}

Result<void> Session::handle(const wire::ImportMemory&, Payload payload, Completion& completion) {
    RF_RETURN_IF_ERROR(check_sharing());
    RF_TRY(const Token token, read_token(payload));
    RF_TRY(memory::SharedRange range, sharing_->find_memory(token));
    for (auto& [address, import] : imports_) {
        if (import.token != token || import.is_closing) continue;
        ++import.count;
        completion.succeed(wire::ImportMemory::Reply{address, range.bytes});
        return {};
    }
    RF_RETURN_IF_ERROR(check_imports());
    attach_shared(std::move(range), {.token = token}, completion);
    return {};
}

Result<void> Session::check_imports() const {
    if (imports_.size() < most_imports) return {};
    return Error::bad_input(fmt::format("a program can have {} pieces of shared memory at a time", most_imports))
        .with_status(cuda_status::out_of_memory);
}

Result<void> Session::handle(const wire::CloseMemory& operation, Payload, Completion& completion) {
    const backend::Address address = operation.address;
    const auto import = imports_.find(address);
    if (import == imports_.end() || import->second.is_closing)
        return invalid(fmt::format("no shared memory was opened at {:#x}", address));
    if (--import->second.count != 0) {
        completion.succeed(wire::CloseMemory::Reply{import->second.count, 0});
        return {};
    }
    import->second.is_closing = true;
    auto held = std::make_shared<Completion>(std::move(completion));
    when_done(all_streams(),
              [this, held, address, number = import->second.number](const std::optional<Error>& failure) {
                  // It was revoked, or a reset has removed it.
                  if (!is_import(address, number))
                      return held->fail(invalid(fmt::format("the shared memory at {:#x} is gone", address)));
                  if (auto retired = window_->retire_shared(address); !retired) return held->fail(retired.error());
                  drop_shared(address, number);
                  if (failure) return held->fail(*failure);
                  held->succeed(wire::CloseMemory::Reply{});
              });
    return {};
}

bool Session::is_import(backend::Address address, std::uint64_t number) const {
    const auto import = imports_.find(address);
    return import != imports_.end() && import->second.number == number;
}

// Work that was submitted meanwhile may use the memory, too. Memory that cannot be unmapped remains an import: it
// counts, and another tenant's can still be revoked.
void Session::drop_shared(backend::Address address, std::uint64_t number) {
    const auto drop = [this, address, number](const std::optional<Error>&) {
        if (number != 0 && !is_import(address, number)) return;
        if (window_->drop_shared(address)) {
            if (number != 0) imports_.erase(address);
            return;
        }
        // It stays until the session ends, out of reach of all checks.
        log_(fmt::format("shared memory at {:#x} could not be taken away", address));
    };
    if (window_->needs_quiet()) {
        when_quiet(drop);
    } else {
        when_done(all_streams(), drop);
    }
}

Result<void> Session::handle(const wire::GetSegment& wanted, Payload, Completion& completion) {
    RF_RETURN_IF_ERROR(check_sharing());
    if (wanted.flags > segment_exclusive) return invalid(fmt::format("a segment with the flags {:#x}", wanted.flags));
    if (const auto id = sharing_->find_segment(wanted.key)) {
        if ((wanted.flags & segment_exclusive) != 0)
            return invalid(fmt::format("there is a segment with the key {:#x} already", wanted.key));
        return answer_segment(*id, wanted.bytes, completion);
    }
    if (wanted.bytes == 0) return invalid("a new segment needs a size");
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
    const auto give = [this, wanted, made, held]() -> Result<void> {
        const backend::Address address = made->address;
        auto id = sharing_->add_segment(wanted.key, std::move(made->range));
        drop_shared(address);
        if (!id) return id.take_error();
        return answer_segment(id.value(), wanted.bytes, *held);
    };
    when_shareable(window_->needs_quiet(), make, give, held);
    return {};
}

Result<void> Session::answer_segment(std::uint32_t id, std::uint64_t least_bytes, Completion& completion) {
    RF_TRY(const Exchange::SegmentFacts facts, sharing_->segment_facts(id));
    if (facts.bytes < least_bytes)
        return invalid(fmt::format("the segment has {} bytes, fewer than the {} wanted", facts.bytes, least_bytes));
    completion.succeed(wire::GetSegment::Reply{id, 0});
    return {};
}

Result<void> Session::handle(const wire::AttachSegment& operation, Payload, Completion& completion) {
    RF_RETURN_IF_ERROR(check_sharing());
    RF_TRY(memory::SharedRange range, sharing_->segment(operation.segment));
    RF_RETURN_IF_ERROR(check_imports());
    attach_shared(std::move(range), {.segment = operation.segment}, completion);
    return {};
}

Result<void> Session::handle(const wire::GrantSegment& operation, Payload payload, Completion& completion) {
    RF_RETURN_IF_ERROR(check_sharing());
    if (payload.size() > Exchange::longest_tenant) return invalid("a tenant's name has 1 to 63 bytes");
    const std::string tenant(reinterpret_cast<const char*>(payload.data()), payload.size());
    RF_RETURN_IF_ERROR(operation.is_revoked != 0 ? sharing_->revoke_segment(operation.segment, tenant)
                                                 : sharing_->grant_segment(operation.segment, tenant));
    completion.succeed();
    return {};
}

// Revokes another tenant's memory. Checks refuse it at once; for kernels it is unmapped when none runs. No work begins
// until then, and if that takes too long the session ends. This includes imports that are being closed.
void Session::let_go_of_segment(std::uint32_t id) {
    for (auto import = imports_.begin(); import != imports_.end();) {
        if (import->second.segment != id) {
            ++import;
            continue;
        }
        const backend::Address address = import->first;
        import = imports_.erase(import);
        (void)window_->retire_shared(address);
        when_quiet([this, address](const std::optional<Error>& failure) {
            if (is_ending_) return;
            if (!failure && window_->drop_shared(address)) return;
            end("another tenant has taken back memory that its kernels may still use");
        });
    }
}

Result<void> Session::handle(const wire::DescribeSegment& operation, Payload, Completion& completion) {
    RF_RETURN_IF_ERROR(check_sharing());
    RF_TRY(const Exchange::SegmentFacts facts, sharing_->segment_facts(operation.segment));
    completion.succeed(wire::DescribeSegment::Reply{facts.bytes, facts.attached, facts.key, 0});
    return {};
}

Result<void> Session::handle(const wire::RemoveSegment& operation, Payload, Completion& completion) {
    RF_RETURN_IF_ERROR(check_sharing());
    RF_RETURN_IF_ERROR(sharing_->remove_segment(operation.segment));
    completion.succeed();
    return {};
}

Result<void> Session::handle(const wire::ExportEvent& operation, Payload, Completion& completion) {
    RF_RETURN_IF_ERROR(check_sharing());
    EventObject* event = event_objects_.find(operation.event);
    if (event == nullptr || !event->is_interprocess || event->is_imported) {
        return Error::bad_input(fmt::format("the event {:#x} was not made for other processes", operation.event))
            .with_remedy("create it with cudaEventInterprocess and cudaEventDisableTiming")
            .with_status(cuda_status::invalid_handle);
    }
    if (!event->offer) {
        RF_TRY(event->offer, sharing_->offer(event->event));
    }
    completion.succeed(wire::ExportEvent::Reply{}, event->offer->token());
    return {};
}

Result<void> Session::handle(const wire::ImportEvent& operation, Payload payload, Completion& completion) {
    RF_RETURN_IF_ERROR(check_sharing());
    RF_TRY(const Token token, read_token(payload));
    auto object = std::make_shared<EventObject>();
    RF_TRY(object->event, sharing_->find_event(token));
    if (Handle{operation.event}.index() >= channel::internal_events) {
        RF_TRY(object->count, account_->hold(Limit::Events));
    }
    object->has_timing = false;
    object->is_interprocess = object->is_imported = true;
    RF_RETURN_IF_ERROR(event_objects_.insert(operation.event, std::move(object)));
    completion.succeed();
    return {};
}

}  // namespace ringfence::worker
