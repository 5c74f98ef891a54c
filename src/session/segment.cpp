#include <fcntl.h>

#include "session/objects.h"

namespace ringfence::session {
namespace {

// Earlier work must be submitted before the segment is released; the worker waits for the end of that work.
void release(Core& core, Address address) {
    core.run_silently(Core::Whose::Releases, [&engine = core.engine(), address] { engine.release_shared(address); });
}

}  // namespace

SegmentServer::SegmentServer(Core& core, SharedMemory memory, Quota::Share share)
    : core_(core), memory_(std::move(memory)), share_(std::move(share)) {
    core_.counters.host_bytes += memory_.bytes;
}

SegmentServer::~SegmentServer() {
    if (is_closed_) return;
    core_.counters.host_bytes -= memory_.bytes;
    if (core_.ended()) return;
    core_.detach(core_.submit(core_.sequence().take(), in_its_turn)
                     .then([&core = core_, address = memory_.address](const Outcome<FencePointer>&) {
                         release(core, address);
                     }));
}

std::optional<Failure> SegmentServer::refusal() const {
    if (core_.ended()) return core_.ended();
    if (is_closed_) return closed("segment");
    return std::nullopt;
}

kj::Promise<void> SegmentServer::size(SizeContext context) {
    if (const auto refused = refusal()) return answered(context, refused);
    context.getResults().setBytes(memory_.bytes);
    return kj::READY_NOW;
}

kj::Promise<void> SegmentServer::memory(MemoryContext context) {
    if (const auto refused = refusal()) return answered(context, refused);
    // One descriptor for all calls, however many.
    if (file_ == nullptr) {
        UniqueFd copy(::fcntl(memory_.file.get(), F_DUPFD_CLOEXEC, 0));
        if (!copy) return answered(context, Failure{Code::OVERLOADED, "the session's process has no more descriptors"});
        file_ = schema::Descriptor::Client(kj::heap<DescriptorServer>(std::move(copy)));
    }
    KJ_IF_MAYBE (file, file_) {
        context.getResults().setMemory(*file);
    }
    return kj::READY_NOW;
}

kj::Promise<void> SegmentServer::grant(GrantContext context) {
    if (const auto refused = refusal()) return answered(context, refused);
    if (core_.granter == nullptr)
        return answered(context, Failure{Code::UNSUPPORTED, "there is no daemon here to keep grants"});
    return core_.granter->grant(true, memory_.file.get()).then([context](Outcome<kj::Array<kj::byte>> granted) mutable {
        if (!granted.ok()) return answer(context, granted.failure());
        context.getResults().setGrant(granted.value());
    });
}

kj::Promise<void> SegmentServer::close(CloseContext context) {
    if (const auto refused = refusal()) return answered(context, refused);
    auto prepare = [this]() -> Outcome<std::optional<Core::Work>> {
        if (const auto refused = refusal()) return *refused;
        is_closed_ = true;
        share_.reset();
        core_.counters.host_bytes -= memory_.bytes;
        return in_its_turn();
    };
    return core_.submit(core_.sequence().take(), std::move(prepare))
        .then([this, context](const Outcome<FencePointer>& submitted) mutable {
            if (!submitted.ok()) return answer(context, submitted.failure());
            release(core_, memory_.address);
        });
}

}  // namespace ringfence::session
