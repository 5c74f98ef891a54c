// The objects that a session's client can hold, and how the session recognises them when the client passes them back.
#pragma once

#include <capnp/capability.h>

#include <optional>
#include <string>

#include "base/unique_fd.h"
#include "schema/ringfence.capnp.h"
#include "session/core.h"

namespace ringfence::session {

// A capability that carries a descriptor to the client.
class DescriptorServer final : public schema::Descriptor::Server {
public:
    explicit DescriptorServer(UniqueFd file) : file_(std::move(file)) {}
    kj::Maybe<int> getFd() override { return file_.get(); }

private:
    UniqueFd file_;
};

class FenceServer final : public schema::GpuFence::Server {
public:
    FenceServer(Core& core, FencePointer state, Quota::Share share)
        : core_(core), state_(std::move(state)), share_(std::move(share)) {}

protected:
    kj::Promise<void> poll(PollContext context) override;
    kj::Promise<void> wait(WaitContext context) override;
    kj::Promise<void> cancel(CancelContext context) override;
    kj::Promise<void> close(CloseContext context) override;

private:
    // Why the fence cannot be used; nothing if it can.
    std::optional<Failure> refusal() const;
    void give_up(Failure why);
    std::optional<Failure> outcome() const;

    Core& core_;
    FencePointer state_;
    std::optional<Quota::Share> share_;
    bool is_closed_ = false;
    std::optional<Failure> given_up_;  // cancelled or closed while the work was in progress
    kj::PromiseFulfillerPair<void> giving_up_ = kj::newPromiseAndFulfiller<void>();
    kj::ForkedPromise<void> when_given_up_ = giving_up_.promise.fork();
};

// A part of a buffer, in memory that is shared with the client.
struct Mapping {
    enum class State : std::uint8_t { Making, There, Going };
    State state = State::Making;
    std::uint64_t offset = 0;
    std::uint64_t bytes = 0;
    Address memory = 0;
    std::uint64_t memory_bytes = 0;
    std::optional<Quota::Share> share;
    kj::Maybe<schema::Descriptor::Client> file;
};

class BufferServer final : public schema::GpuBuffer::Server {
public:
    BufferServer(Core& core, Address address, std::uint64_t bytes, Quota::Share share);
    ~BufferServer();

    std::optional<Failure> refusal() const;
    Address address() const { return address_; }
    std::uint64_t bytes() const { return bytes_; }

protected:
    kj::Promise<void> size(SizeContext context) override;
    kj::Promise<void> map(MapContext context) override;
    kj::Promise<void> unmap(UnmapContext context) override;
    kj::Promise<void> read(ReadContext context) override;
    kj::Promise<void> write(WriteContext context) override;
    kj::Promise<void> close(CloseContext context) override;

private:
    std::optional<Failure> check_range(std::uint64_t offset, std::uint64_t bytes) const;
    kj::Promise<std::optional<Failure>> make_mapping(std::uint64_t offset, std::uint64_t bytes);
    kj::Promise<std::optional<Failure>> fill_mapping(SharedMemory memory);
    kj::Promise<std::optional<Failure>> take_mapping_back();
    void drop_mapping();
    void forget();

    Core& core_;
    Address address_;
    std::uint64_t bytes_;
    std::optional<Quota::Share> share_;
    bool is_closed_ = false;
    std::optional<Mapping> mapping_;
};

class ProgramServer final : public schema::GpuProgram::Server {
public:
    // `image`: a sealed memory file.
    ProgramServer(Core& core, LoadedProgram program, UniqueFd image, std::string hash, Quota::Share share);
    ~ProgramServer();

    std::optional<Failure> refusal() const;
    std::uint64_t module() const { return program_.module; }

protected:
    kj::Promise<void> info(InfoContext context) override;
    kj::Promise<void> grant(GrantContext context) override;
    kj::Promise<void> close(CloseContext context) override;

private:
    Core& core_;
    LoadedProgram program_;
    UniqueFd image_;
    std::string hash_;
    std::optional<Quota::Share> share_;
    bool is_closed_ = false;
};

class SegmentServer final : public schema::GpuSegment::Server {
public:
    SegmentServer(Core& core, SharedMemory memory, Quota::Share share);
    ~SegmentServer();

    std::optional<Failure> refusal() const;
    Address address() const { return memory_.address; }
    std::uint64_t bytes() const { return memory_.bytes; }

protected:
    kj::Promise<void> size(SizeContext context) override;
    kj::Promise<void> memory(MemoryContext context) override;
    kj::Promise<void> grant(GrantContext context) override;
    kj::Promise<void> close(CloseContext context) override;

private:
    Core& core_;
    SharedMemory memory_;
    std::optional<Quota::Share> share_;
    bool is_closed_ = false;
    kj::Maybe<schema::Descriptor::Client> file_;
};

// The source or destination of work: a place in a buffer or a segment of this session.
struct Target {
    BufferServer* buffer = nullptr;
    SegmentServer* segment = nullptr;
    std::uint64_t offset = 0;

    // The address, if so many bytes from there lie in the object.
    Outcome<Address> range(std::uint64_t bytes) const;
};

class Objects {
public:
    explicit Objects(Core& core) : core_(core) {}

    schema::GpuBuffer::Client add(kj::Own<BufferServer> buffer) { return buffers_.add(kj::mv(buffer)); }
    schema::GpuProgram::Client add(kj::Own<ProgramServer> program) { return programs_.add(kj::mv(program)); }
    schema::GpuSegment::Client add(kj::Own<SegmentServer> segment) { return segments_.add(kj::mv(segment)); }

    // Finds the object that the place names. `place` keeps it alive, so it must exist while the target is used.
    kj::Promise<Outcome<Target>> find(schema::Place::Reader place);
    kj::Promise<Outcome<ProgramServer*>> find(schema::GpuProgram::Client program);

private:
    template <typename T>
    kj::Promise<Outcome<T>> in_time(kj::Promise<Outcome<T>> promise);

    Core& core_;
    capnp::CapabilityServerSet<schema::GpuBuffer> buffers_;
    capnp::CapabilityServerSet<schema::GpuProgram> programs_;
    capnp::CapabilityServerSet<schema::GpuSegment> segments_;
};

// Writes the failure, if there is one, as the answer's error.
template <typename Context>
void answer(Context& context, const std::optional<Failure>& failure) {
    if (failure) write(context.getResults().initError(), *failure);
}
template <typename Context>
kj::Promise<void> answered(Context& context, const std::optional<Failure>& failure) {
    answer(context, failure);
    return kj::READY_NOW;
}

// Empty work, for calls that only have to wait for their turn.
inline Outcome<std::optional<Core::Work>> in_its_turn() {
    return std::optional<Core::Work>([]() -> Result<void> { return {}; });
}

Failure closed(const char* what);
Failure invalid_argument(std::string message);

}  // namespace ringfence::session
