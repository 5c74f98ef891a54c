// Completion: the obligation to answer one call of the client.
//
// Move-only, for any thread. It answers exactly once: if it is destroyed without an answer it reports a failure of the
// worker, so that no client waits for ever. It must not outlive its channel.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <utility>

#include "base/result.h"
#include "channel/status.h"
#include "channel/wire_bytes.h"
#include "channel/worker_channel.h"

namespace ringfence::channel {

class Completion {
public:
    Completion() = default;
    Completion(WorkerChannel& channel, std::uint32_t slot) : channel_(&channel), slot_(slot) {}
    Completion(Completion&& other) noexcept : channel_(std::exchange(other.channel_, nullptr)), slot_(other.slot_) {}
    Completion& operator=(Completion&& other) noexcept {
        if (this != &other) {
            drop();
            channel_ = std::exchange(other.channel_, nullptr);
            slot_ = other.slot_;
        }
        return *this;
    }
    Completion(const Completion&) = delete;
    Completion& operator=(const Completion&) = delete;
    ~Completion() { drop(); }

    // True if an answer is still due.
    explicit operator bool() const { return channel_ != nullptr; }

    // `reply` must be the Reply of the operation: completion.succeed(wire::Allocate::Reply{address}).
    template <typename Reply>
    void succeed(const Reply& reply, std::span<const std::byte> payload = {}) {
        if (channel_ != nullptr) std::exchange(channel_, nullptr)->complete(slot_, success, bytes_of(reply), payload);
    }
    // For operations whose reply has no fields.
    void succeed() {
        if (channel_ != nullptr) std::exchange(channel_, nullptr)->complete(slot_, success, {}, {});
    }
    void fail(std::int32_t status, std::string_view text = {}) {
        if (channel_ != nullptr) std::exchange(channel_, nullptr)->fail(slot_, status, text);
    }
    void fail(const Error& error) { fail(status_for(error), error.text()); }

private:
    // An error without a CUDA status is reported as an unsupported request; only our own bugs are unknown failures.
    static std::int32_t status_for(const Error& error) {
        constexpr std::int32_t not_supported = 801;
        if (error.status != 0) return error.status;
        return error.kind == Error::Kind::internal ? unknown_failure : not_supported;
    }
    void drop() { fail(unknown_failure, "the worker dropped this operation"); }

    WorkerChannel* channel_ = nullptr;
    std::uint32_t slot_ = 0;
};

}  // namespace ringfence::channel
