// The client's end of the channel.
//
// Any thread may use it. If one thread's submission happens after another's (by a lock, a join…), it is also later in
// the ring.
//
// An operation that goes costs a few stores: no system call unless the worker sleeps, and no allocation. For one that
// waits, the thread takes a reply slot, spins for a moment, then sleeps. No call waits for a worker that is gone: every
// wait checks for it at least every 100 ms, and from then on all calls fail with end_status().
#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/mutex.h"
#include "channel/layout.h"
#include "channel/status.h"
#include "channel/submit_lock.h"
#include "channel/wire_bytes.h"

namespace ringfence::channel {

class ClientChannel {
public:
    // Must be callable from any thread, and cheap: for instance !has_peer_gone(socket).
    using IsWorkerAlive = std::function<bool()>;

    // Sleeping threads are not woken when the worker dies, so they check for it this often.
    static constexpr std::chrono::milliseconds usual_liveness_interval{100};

    // `memory` (shared_memory.h) must outlive this.
    ClientChannel(std::span<std::byte> memory, IsWorkerAlive is_worker_alive,
                  std::chrono::milliseconds liveness_interval = usual_liveness_interval);
    ClientChannel(const ClientChannel&) = delete;
    ClientChannel& operator=(const ClientChannel&) = delete;

    // Submits an operation that goes. The status is only that of submitting: success, end_status(), or `invalid_value`
    // for a payload that does not fit into a record.
    template <typename Record>
    std::int32_t submit(const Record& record, std::span<const std::byte> payload = {}) {
        static_assert(!Record::waits, "call() it: it has a reply");
        return submit_bytes(static_cast<std::uint16_t>(Record::id), bytes_of(record), payload, 0);
    }

    // Makes an operation that waits: returns its status, and its reply if that is `success`. `reply_payload` is resized
    // to the received bytes. After a failure last_failure_text() may say more.
    template <typename Record>
    std::int32_t call(const Record& record, std::span<const std::byte> payload, typename Record::Reply& reply,
                      std::vector<std::byte>* reply_payload = nullptr) {
        static_assert(Record::waits, "submit() it: it has no reply");
        const auto fields = std::as_writable_bytes(std::span(&reply, 1)).first(field_bytes<typename Record::Reply>);
        return call_bytes(static_cast<std::uint16_t>(Record::id), bytes_of(record), payload, fields, reply_payload);
    }

    // The worker's text about this thread's last call() that failed; empty if there is none.
    static const std::string& last_failure_text();

    // Sets whether call() spins before it sleeps (default: it does).
    void set_spins_for_replies(bool spins) { spins_for_replies_.store(spins, std::memory_order_relaxed); }

    struct Failure {
        std::int32_t status = success;
        std::uint32_t operation = 0;  // wire::Operation
    };
    // The first failure of operations that go. Taking it clears it, unless it is sticky.
    Failure take_failure();
    [[nodiscard]] std::int32_t peek_failure() const;
    // The worker's text about the failure that can be taken; empty if there is none. Valid if only one thread submits.
    [[nodiscard]] std::string untaken_failure_text() const;
    // After a sticky failure: the worker's text about it, for any thread; empty if there is none.
    [[nodiscard]] std::string sticky_failure_text() const;

    // The token of the next host function that a stream has reached (call_host). For one thread, in a loop. Nothing if
    // the timeout has passed, the channel is closed, or wake_host_call_thread() was called.
    std::optional<std::uint64_t> wait_for_host_call(std::chrono::milliseconds timeout);
    void wake_host_call_thread();
    // Reports that the host function with this token has run.
    void answer_host_call(std::uint64_t token);

    // For `ringfence status`: how often the program has called unsupported functions, and their names in the order of
    // first calls. Names that do not fit are left out.
    void tell_unsupported(std::uint64_t calls, std::span<const std::string> names);

    [[nodiscard]] bool is_open() const { return !is_gone_.load(std::memory_order_acquire); }
    // Checks whether the worker is alive and has not ended the session. Once false, it stays false.
    bool check_open();
    // Call it when a thread first learns that the worker is gone. Wakes all waiting threads.
    void mark_gone();
    // The status of all calls after the end: `context_is_destroyed`, unless the worker has set another.
    [[nodiscard]] std::int32_t end_status() const;
    // Why the session ended, for the user; empty before that.
    [[nodiscard]] std::string closing_reason() const;

private:
    std::int32_t submit_bytes(std::uint16_t operation, std::span<const std::byte> fields,
                              std::span<const std::byte> payload, std::uint32_t slot);
    std::int32_t call_bytes(std::uint16_t operation, std::span<const std::byte> fields,
                            std::span<const std::byte> payload, std::span<std::byte> reply_fields,
                            std::vector<std::byte>* reply_payload);

    [[nodiscard]] bool is_closed_by_worker() const;
    bool has_room(std::uint64_t bytes) RF_REQUIRES(submit_lock_);
    bool wait_for_room(std::uint64_t bytes) RF_REQUIRES(submit_lock_);
    void write_record(const RecordHeader& header, std::span<const std::byte> fields, std::span<const std::byte> payload)
        RF_REQUIRES(submit_lock_);
    void wake_worker();
    void look_after_worker() RF_REQUIRES(submit_lock_);
    std::optional<std::uint32_t> take_slot();
    void give_slot_back(std::uint32_t slot);
    bool wait_for_reply(Slot& slot);

    std::span<std::byte> ring_;
    ClientWords& client_;
    WorkerWords& worker_;
    std::span<Slot, slot_count> slots_;
    IsWorkerAlive is_worker_alive_;
    const std::chrono::milliseconds liveness_interval_;
    std::atomic<bool> is_gone_{false};
    std::atomic<bool> spins_for_replies_{true};

    // Guards the four members below, and the ring's bytes beyond `produced`.
    alignas(64) SubmitLock submit_lock_;
    std::uint64_t produced_ RF_GUARDED_BY(submit_lock_) = 0;
    std::uint64_t consumed_seen_ RF_GUARDED_BY(submit_lock_) = 0;
    std::uint64_t consumed_when_checked_ RF_GUARDED_BY(submit_lock_) = 0;
    std::uint32_t submitted_since_check_ RF_GUARDED_BY(submit_lock_) = 0;

    alignas(64) std::atomic<std::uint64_t> free_slots_{~std::uint64_t{0}};  // one bit for each
    std::atomic<std::uint32_t> slot_waiters_{0};
    std::atomic<std::uint32_t> slots_given_back_{0};  // futex word: counts, so that no wake-up is lost

    std::uint32_t mailbox_read_ = 0;  // used by the thread that waits for host functions
    Mutex answer_mutex_;              // guards the next, and the answers
    std::uint32_t answers_written_ RF_GUARDED_BY(answer_mutex_) = 0;

    Mutex unsupported_mutex_;
    std::uint64_t unsupported_calls_ RF_GUARDED_BY(unsupported_mutex_) = 0;
    std::size_t unsupported_told_ RF_GUARDED_BY(unsupported_mutex_) = 0;  // of the names
    std::uint32_t unsupported_bytes_ RF_GUARDED_BY(unsupported_mutex_) = 0;
};
static_assert(slot_count == 64, "the free slots are the bits of one word");

}  // namespace ringfence::channel
