// The engine of a session that no worker accepts. The session has ended before it began, so every call fails.
#pragma once

#include "session/engine.h"

namespace ringfence::session {

class AbsentEngine final : public Engine {
public:
    EngineFacts facts() const override { return {}; }
    Result<Address> allocate(std::uint64_t) override { return gone(); }
    Result<SharedMemory> allocate_shared(std::uint64_t) override { return gone(); }
    Result<SharedMemory> attach_shared(UniqueFd) override { return gone(); }
    void release_shared(Address) override {}
    Result<LoadedProgram> load(std::span<const std::byte>) override { return gone(); }
    void unload(std::uint64_t) override {}
    std::optional<StagedBytes> stage(std::uint64_t) override { return std::nullopt; }
    void unstage(const StagedBytes&) override {}
    Result<void> copy(Address, Address, std::uint64_t) override { return gone(); }
    Result<void> fill(Address, std::uint64_t, std::uint8_t) override { return gone(); }
    Result<void> launch(const LaunchRequest&) override { return gone(); }
    Result<void> release(Address) override { return gone(); }
    Result<Mark> mark() override { return gone(); }
    Result<void> wait(const Mark&) override { return gone(); }
    void hang_up() override {}

private:
    static Error gone() { return Error::bad_input("the session has no worker"); }
};

}  // namespace ringfence::session
