// A session with a worker: the channel, the window of addresses, and the host memory that both access.
//
// It knows the channel's operations, but not CUDA's API. Statuses are CUDA's numbers. Any thread may use it.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "base/handle.h"
#include "base/mapped_memory.h"
#include "base/mutex.h"
#include "base/result.h"
#include "base/unique_fd.h"
#include "channel/client_channel.h"
#include "channel/handshake.h"
#include "channel/layout.h"
#include "client/session/allocations.h"
#include "client/session/copy_threads.h"
#include "client/session/host_calls.h"
#include "client/session/staging.h"
#include "wire/operations.h"

namespace ringfence::client {

class Session {
public:
    // Events with these indices are the session's own.
    static constexpr std::uint32_t internal_events = channel::internal_events;
    // The status if the worker has sent an impossible answer.
    static constexpr std::int32_t protocol_failure = 999;

    // The path of the supervisor's socket, from the environment.
    static std::string socket_path();
    // `why_private`: why a shared domain cannot be used; empty if it can.
    [[nodiscard]] static Result<std::unique_ptr<Session>> connect(const std::string& path,
                                                                  const std::string& why_private = "");
    // Uses a connected socket.
    [[nodiscard]] static Result<std::unique_ptr<Session>> open(UniqueFd socket, const std::string& why_private = "");
    // The same, with `output` as where kernels print; -1: nowhere.
    [[nodiscard]] static Result<std::unique_ptr<Session>> open_with_output(UniqueFd socket,
                                                                           const std::string& why_private, int output);

    Session(const Session&) = delete;
    Session& operator=(const Session&) = delete;
    ~Session();

    const channel::DeviceProperties& device() const { return device_; }
    // True if the worker rewrites kernels, so that it refuses some of them.
    bool is_guarded() const { return is_guarded_; }
    bool is_on_card() const { return is_on_card_; }
    // True if a kernel of this process has failed, in this session or an earlier one.
    static bool has_any_fault();
    // The local memory of a thread, in bytes; 0: as much as the device has.
    std::uint64_t local_memory() const { return local_memory_; }
    // True if it has no memory and has never used host functions.
    bool is_unused();
    // Makes waiting and later calls fail as if the worker were gone.
    void hang_up();
    // The same, and releases the window's addresses.
    void leave();

    // Submits an operation that goes. If the worker is gone, the next call that returns a status reports it.
    template <typename Record>
    void submit(const Record& record, std::span<const std::byte> payload = {}) {
        (void)channel_->submit(record, payload);
    }
    template <typename Record>
    std::int32_t try_submit(const Record& record, std::span<const std::byte> payload) {
        return channel_->submit(record, payload);
    }
    template <typename Record>
    std::int32_t call(const Record& record, typename Record::Reply& reply, std::span<const std::byte> payload = {},
                      std::vector<std::byte>* reply_payload = nullptr) {
        const std::int32_t status = channel_->call(record, payload, reply, reply_payload);
        if (status != 0) [[unlikely]]
            note_failure(status);
        return status;
    }
    template <typename Record>
    std::int32_t call(const Record& record, std::span<const std::byte> payload = {}) {
        typename Record::Reply reply;
        return call(record, reply, payload);
    }

    // The status that the program must get before anything else, or 0. A status that is not sticky is returned once.
    std::int32_t take_failure() {
        if (sticky_.load(std::memory_order_relaxed) == 0 && channel_->peek_failure() == 0) [[likely]]
            return 0;
        return take_failure_slowly();
    }
    std::int32_t peek_failure() const;
    // True if a kernel has faulted: nothing works any more.
    bool has_fault() const;

    bool is_in_window(std::uint64_t address) const { return address - window_begin_ < window_bytes_; }
    // True for the window's upper half, which is memory that this process can access, too.
    bool is_host_address(std::uint64_t address) const {
        return is_in_window(address) && address - window_begin_ >= window_bytes_ / 2;
    }

    // `file`, if not null, receives the memory's file.
    std::int32_t allocate_host(std::uint64_t bytes, std::uint64_t& address, UniqueFd* file = nullptr);
    // Maps memory that another session has made. `bytes`: the size of the file.
    std::int32_t attach_host(int file, std::uint64_t bytes, std::uint64_t& address);
    std::int32_t release_host(std::uint64_t address);
    // Call it when the worker has freed all host memory except staging.
    void forget_host_memory();

    std::uint64_t create_internal_event(std::uint32_t index);
    // `count`: the number of events with this one. Waits for the worker only if a limit may be reached.
    std::int32_t create_event(std::uint64_t event, std::uint32_t flags, std::size_t count) {
        if (count > unasked_events_) [[unlikely]]
            return call(wire::AskForEvent{.event = event, .flags = flags});
        submit(wire::CreateEvent{.event = event, .flags = flags});
        return 0;
    }
    void record_event(std::uint64_t event, std::uint64_t stream) {
        submit(wire::RecordEvent{.event = event, .stream = stream});
    }
    std::int32_t synchronize_event(std::uint64_t event) { return call(wire::SynchronizeEvent{.event = event}); }

    Allocations& allocations() { return allocations_; }
    Staging& staging() { return *staging_; }
    CopyThreads& copy_threads() { return copy_threads_; }
    HostCalls& host_calls() { return *host_calls_; }
    channel::ClientChannel& channel() { return *channel_; }

private:
    Session() = default;
    Result<void> set_up(channel::ReceivedWelcome received);
    Result<void> map_host_memory(std::uint64_t address, std::uint64_t bytes, UniqueFd* file)
        RF_REQUIRES(host_memory_mutex_);
    void note_host_memory(std::uint64_t address, std::uint64_t bytes) RF_REQUIRES(host_memory_mutex_);
    std::int32_t lose_worker(const Error& why);
    std::int32_t take_failure_slowly();
    void note_failure(std::int32_t status);
    void say_once(const std::string& text);

    UniqueFd socket_;
    channel::DeviceProperties device_;
    bool is_guarded_ = false;
    bool is_on_card_ = false;
    std::uint64_t unasked_events_ = 0;
    std::uint64_t local_memory_ = 0;
    MappedMemory channel_memory_;
    std::unique_ptr<channel::ClientChannel> channel_;
    MappedMemory window_;
    std::uint64_t window_begin_ = 0;
    std::uint64_t window_bytes_ = 0;
    std::atomic<std::int32_t> sticky_{0};
    std::atomic<bool> has_said_why_{false};

    Mutex host_memory_mutex_;  // so that a descriptor on the socket is matched with its reply
    struct HostMemory {
        std::uint64_t bytes = 0;
        std::uint64_t number = 0;  // distinguishes two with the same address
    };
    std::map<std::uint64_t, HostMemory> host_memory_ RF_GUARDED_BY(host_memory_mutex_);
    std::uint64_t last_host_memory_ RF_GUARDED_BY(host_memory_mutex_) = 0;

    Allocations allocations_;
    CopyThreads copy_threads_;
    std::unique_ptr<Staging> staging_;
    std::unique_ptr<HostCalls> host_calls_;
};

}  // namespace ringfence::client
