#include <cstring>
#include <memory>

#include <fmt/core.h>

#include "session/objects.h"

namespace ringfence::session {
namespace {

// Waits until the work is done, and returns its failure, if any.
constexpr auto settle = [](Outcome<FencePointer> submitted) -> kj::Promise<std::optional<Failure>> {
    if (!submitted.ok()) return std::optional<Failure>(submitted.failure());
    FencePointer fence = submitted.value();
    return fence->when_finished().then([fence] { return fence->failure(); });
};

}  // namespace

BufferServer::BufferServer(Core& core, Address address, std::uint64_t bytes, Quota::Share share)
    : core_(core), address_(address), bytes_(bytes), share_(std::move(share)) {
    core_.counters.device_bytes += bytes_;
}

BufferServer::~BufferServer() {
    if (is_closed_) return;
    forget();
    core_.submit_silently([&engine = core_.engine(), address = address_] { return engine.release(address); });
}

void BufferServer::forget() {
    drop_mapping();
    core_.counters.device_bytes -= bytes_;
    share_.reset();
}

std::optional<Failure> BufferServer::refusal() const {
    if (core_.ended()) return core_.ended();
    if (is_closed_) return closed("buffer");
    return std::nullopt;
}

std::optional<Failure> BufferServer::check_range(std::uint64_t offset, std::uint64_t bytes) const {
    if (auto refused = refusal()) return refused;
    if (offset <= bytes_ && bytes <= bytes_ - offset) return std::nullopt;
    return invalid_argument(fmt::format("{} bytes from byte {} on, of a buffer that has {}", bytes, offset, bytes_));
}

kj::Promise<void> BufferServer::size(SizeContext context) {
    if (const auto refused = refusal()) return answered(context, refused);
    context.getResults().setBytes(bytes_);
    return kj::READY_NOW;
}

kj::Promise<void> BufferServer::map(MapContext context) {
    const std::uint64_t offset = context.getParams().getOffset();
    const std::uint64_t bytes = context.getParams().getBytes();
    if (const auto refused = check_range(offset, bytes)) return answered(context, refused);
    if (bytes == 0) return answered(context, invalid_argument("a mapping of no bytes"));
    if (mapping_) return answered(context, invalid_argument("the buffer is mapped already"));
    auto share = core_.mappings.take();
    if (!share) return answered(context, core_.mappings.reached());
    mapping_.emplace();
    mapping_->share = std::move(share);
    return make_mapping(offset, bytes).then([this, context](const std::optional<Failure>& failure) mutable {
        if (failure) drop_mapping();
        answer(context, failure);
        if (failure) return;
        mapping_->state = Mapping::State::There;
        KJ_IF_MAYBE (file, mapping_->file) {
            context.getResults().setMemory(*file);
        }
    });
}

kj::Promise<std::optional<Failure>> BufferServer::make_mapping(std::uint64_t offset, std::uint64_t bytes) {
    mapping_->offset = offset;
    mapping_->bytes = bytes;
    auto made = core_.run<SharedMemory>(Core::Whose::Memory,
                                        [&engine = core_.engine(), bytes] { return engine.allocate_shared(bytes); });
    return made.then([this](Outcome<SharedMemory> memory) -> kj::Promise<std::optional<Failure>> {
        if (!memory.ok()) return std::optional<Failure>(memory.failure());
        return fill_mapping(std::move(memory.value()));
    });
}

kj::Promise<std::optional<Failure>> BufferServer::fill_mapping(SharedMemory memory) {
    mapping_->memory = memory.address;
    mapping_->memory_bytes = memory.bytes;
    core_.counters.host_bytes += memory.bytes;
    mapping_->file = schema::Descriptor::Client(kj::heap<DescriptorServer>(std::move(memory.file)));
    auto prepare = [this]() -> Outcome<std::optional<Core::Work>> {
        if (const auto refused = refusal()) return *refused;
        return std::optional<Core::Work>([&engine = core_.engine(), to = mapping_->memory,
                                          from = address_ + mapping_->offset,
                                          bytes = mapping_->bytes] { return engine.copy(to, from, bytes); });
    };
    return core_.submit(core_.sequence().take(), std::move(prepare)).then([](Outcome<FencePointer> done) {
        return settle(std::move(done));
    });
}

kj::Promise<void> BufferServer::unmap(UnmapContext context) {
    if (const auto refused = refusal()) return answered(context, refused);
    if (!mapping_ || mapping_->state != Mapping::State::There)
        return answered(context, invalid_argument("the buffer is not mapped"));
    mapping_->state = Mapping::State::Going;
    return take_mapping_back().then([this, context](const std::optional<Failure>& failure) mutable {
        drop_mapping();
        answer(context, failure);
    });
}

kj::Promise<std::optional<Failure>> BufferServer::take_mapping_back() {
    auto prepare = [this]() -> Outcome<std::optional<Core::Work>> {
        if (const auto refused = refusal()) return *refused;
        return std::optional<Core::Work>([&engine = core_.engine(), to = address_ + mapping_->offset,
                                          from = mapping_->memory,
                                          bytes = mapping_->bytes] { return engine.copy(to, from, bytes); });
    };
    return core_.submit(core_.sequence().take(), std::move(prepare)).then([](Outcome<FencePointer> done) {
        return settle(std::move(done));
    });
}

// The worker frees the memory only after all work that was submitted before.
void BufferServer::drop_mapping() {
    if (!mapping_) return;
    if (mapping_->memory != 0) {
        core_.counters.host_bytes -= mapping_->memory_bytes;
        if (!core_.ended()) {
            core_.run_silently(Core::Whose::Releases, [&engine = core_.engine(), memory = mapping_->memory] {
                engine.release_shared(memory);
            });
        }
    }
    mapping_.reset();
}

kj::Promise<void> BufferServer::read(ReadContext context) {
    const std::uint64_t offset = context.getParams().getOffset();
    const std::uint64_t bytes = context.getParams().getBytes();
    if (const auto refused = check_range(offset, bytes)) return answered(context, refused);
    if (bytes > schema::LARGEST_TRANSFER)
        return answered(context, invalid_argument("more bytes than one answer carries: map the buffer instead"));
    if (bytes == 0) return kj::READY_NOW;
    auto staged = std::make_shared<std::optional<StagedBytes>>();
    auto prepare = [this, staged, offset, bytes]() -> Outcome<std::optional<Core::Work>> {
        if (const auto refused = refusal()) return *refused;
        *staged = core_.engine().stage(bytes);
        if (!*staged) return std::optional<Core::Work>();
        return std::optional<Core::Work>([&engine = core_.engine(), to = (*staged)->address, from = address_ + offset,
                                          bytes] { return engine.copy(to, from, bytes); });
    };
    return core_.submit(core_.sequence().take(), std::move(prepare))
        .then([](Outcome<FencePointer> done) { return settle(std::move(done)); })
        .then([this, context, staged](const std::optional<Failure>& failure) mutable {
            if (!failure) {
                const auto* const data = reinterpret_cast<const kj::byte*>((*staged)->data());
                context.getResults().setData(kj::arrayPtr(data, (*staged)->bytes));
            }
            answer(context, failure);
            if (!*staged) return;
            core_.engine().unstage(**staged);
            core_.sequence().poke();
        });
}

kj::Promise<void> BufferServer::write(WriteContext context) {
    const auto data = context.getParams().getData();
    const std::uint64_t offset = context.getParams().getOffset();
    if (const auto refused = check_range(offset, data.size())) return answered(context, refused);
    if (data.size() > schema::LARGEST_TRANSFER)
        return answered(context, invalid_argument("more bytes than one call carries: map the buffer instead"));
    if (data.size() == 0) return kj::READY_NOW;
    auto staged = std::make_shared<std::optional<StagedBytes>>();
    auto prepare = [this, staged, offset, context]() mutable -> Outcome<std::optional<Core::Work>> {
        if (const auto refused = refusal()) return *refused;
        const auto bytes = context.getParams().getData();
        *staged = core_.engine().stage(bytes.size());
        if (!*staged) return std::optional<Core::Work>();
        std::memcpy((*staged)->data(), bytes.begin(), bytes.size());
        return std::optional<Core::Work>([&engine = core_.engine(), to = address_ + offset, from = (*staged)->address,
                                          count = bytes.size()] { return engine.copy(to, from, count); });
    };
    return core_.submit(core_.sequence().take(), std::move(prepare))
        .then([&core = core_, context, staged](Outcome<FencePointer> submitted) mutable {
            if (!submitted.ok()) answer(context, submitted.failure());
            if (!*staged) return;
            core.detach(settle(std::move(submitted)).then([&core, staged](const std::optional<Failure>&) {
                core.engine().unstage(**staged);
                core.sequence().poke();
            }));
        });
}

kj::Promise<void> BufferServer::close(CloseContext context) {
    if (const auto refused = refusal()) return answered(context, refused);
    auto prepare = [this]() -> Outcome<std::optional<Core::Work>> {
        if (const auto refused = refusal()) return *refused;
        if (mapping_ && mapping_->state != Mapping::State::There)
            return invalid_argument("the buffer is being mapped or unmapped");
        is_closed_ = true;
        forget();
        return std::optional<Core::Work>(
            [&engine = core_.engine(), address = address_] { return engine.release(address); });
    };
    return core_.submit(core_.sequence().take(), std::move(prepare))
        .then([context](const Outcome<FencePointer>& submitted) mutable {
            if (!submitted.ok()) answer(context, submitted.failure());
        });
}

}  // namespace ringfence::session
