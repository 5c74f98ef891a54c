// A device that does nothing but keep count, so that the fuzzer looks at the code that reads what clients send.
#pragma once

#include <atomic>

#include "base/cuda_status.h"
#include "base/memory_file.h"
#include "session/engine.h"

namespace ringfence::session {

class FakeEngine final : public Engine {
public:
    EngineFacts facts() const override { return {"fake", "fake", 1 << 20, 1, 1, 0}; }
    Result<Address> allocate(std::uint64_t bytes) override {
        if (bytes > most_bytes) return too_much();
        return next_ += 4096;
    }
    Result<SharedMemory> allocate_shared(std::uint64_t bytes) override {
        if (bytes > most_bytes) return too_much();
        RF_TRY(UniqueFd file, create_memory_file("fake", 4096));
        return SharedMemory{next_ += 4096, 4096, std::move(file)};
    }
    Result<SharedMemory> attach_shared(UniqueFd) override { return too_much(); }
    void release_shared(Address) override {}
    Result<LoadedProgram> load(std::span<const std::byte> image) override {
        if (image.size() < 4) return Error::bad_input("no program").with_status(cuda_status::invalid_ptx);
        return LoadedProgram{next_ += 1, {{"kernel", {8, 4}}}};
    }
    void unload(std::uint64_t) override {}
    std::optional<StagedBytes> stage(std::uint64_t bytes) override {
        if (bytes > sizeof staging_) return std::nullopt;
        return StagedBytes{reinterpret_cast<Address>(staging_), bytes, 1};
    }
    void unstage(const StagedBytes&) override {}
    Result<void> copy(Address, Address, std::uint64_t) override { return {}; }
    Result<void> fill(Address, std::uint64_t, std::uint8_t) override { return {}; }
    Result<void> launch(const LaunchRequest& request) override {
        if (request.kernel != "kernel") return Error::bad_input("no kernel").with_status(cuda_status::not_found);
        return {};
    }
    Result<void> release(Address) override { return {}; }
    // Every other piece of work has to be waited for.
    Result<Mark> mark() override { return Mark{1, (next_ += 1) % 2 == 0}; }
    Result<void> wait(const Mark&) override { return {}; }
    void hang_up() override {}

private:
    static constexpr std::uint64_t most_bytes = 1 << 20;
    static Error too_much() { return Error::bad_input("too much").with_status(cuda_status::out_of_memory); }

    std::atomic<std::uint64_t> next_{4096};
    std::byte staging_[1 << 20] = {};
};

}  // namespace ringfence::session
