// The engine of a real session: sends records over a channel to a worker, like any CUDA program.
#pragma once

#include <map>
#include <memory>

#include "base/mutex.h"
#include "client/session/session.h"
#include "session/engine.h"

namespace ringfence::session {

class WorkerEngine final : public Engine {
public:
    // `channel`: a socket that a worker serves after a Hello. `output`: where kernels print; may be
    // empty.
    [[nodiscard]] static Result<std::unique_ptr<WorkerEngine>> open(UniqueFd channel, const UniqueFd& output);

    EngineFacts facts() const override;
    Result<Address> allocate(std::uint64_t bytes) override;
    Result<SharedMemory> allocate_shared(std::uint64_t bytes) override;
    Result<SharedMemory> attach_shared(UniqueFd file) override;
    void release_shared(Address address) override;
    Result<LoadedProgram> load(std::span<const std::byte> image) override;
    void unload(std::uint64_t module) override;
    std::optional<StagedBytes> stage(std::uint64_t bytes) override;
    void unstage(const StagedBytes& staged) override;
    Result<void> copy(Address to, Address from, std::uint64_t bytes) override;
    Result<void> fill(Address to, std::uint64_t bytes, std::uint8_t value) override;
    Result<void> launch(const LaunchRequest& request) override;
    Result<void> release(Address address) override;
    Result<Mark> mark() override;
    Result<void> wait(const Mark& mark) override;
    void hang_up() override;

private:
    struct Parameter {
        std::uint32_t offset = 0;
        std::uint32_t bytes = 0;
    };
    struct Kernel {
        std::uint64_t function = 0;
        std::uint32_t parameter_bytes = 0;
        std::uint32_t static_shared = 0;
        std::uint32_t dynamic_shared = 0;  // its present limit
        std::uint32_t most_threads = 0;
        std::vector<Parameter> parameters;
    };
    struct Module {
        std::map<std::string, Kernel, std::less<>> kernels;
    };

    struct ImagePlace {
        Address address = 0;
        std::uint64_t bytes = 0;
    };

    explicit WorkerEngine(std::unique_ptr<client::Session> session) : session_(std::move(session)) {}
    std::uint64_t next_handle(HandleKind kind);
    Error failure(std::int32_t status, std::string_view what) const;
    Result<void> after(std::int32_t status, std::string_view what) const;
    Result<ImagePlace> take_image_place(std::uint64_t bytes);
    Result<std::vector<std::string>> names_of(std::uint64_t module);
    Result<Kernel> ask_for_kernel(std::uint64_t module, std::string_view name);
    Result<Kernel*> find_kernel(std::uint64_t module, std::string_view name);
    Result<void> check_shape(const LaunchRequest& request, const Kernel& kernel) const;
    Result<void> allow_shared(Kernel& kernel, std::uint32_t bytes);

    std::unique_ptr<client::Session> session_;
    Mutex mutex_;  // guards what follows
    std::uint32_t last_index_ RF_GUARDED_BY(mutex_) = client::Session::internal_events;
    std::map<std::uint64_t, Module> modules_ RF_GUARDED_BY(mutex_);
    std::vector<std::uint64_t> free_events_ RF_GUARDED_BY(mutex_);
    std::vector<ImagePlace> image_places_ RF_GUARDED_BY(mutex_);  // unused ones
    std::map<std::uint64_t, client::Staging::Piece> pieces_ RF_GUARDED_BY(mutex_);
};

}  // namespace ringfence::session
