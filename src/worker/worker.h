// The worker: owns the device, and has a session for each client.
//
// One thread watches the clients' sockets and removes sessions that have ended; each session has its own thread, so
// neither a session's work nor its end holds up others. Queries of the worker's state never wait for the device, since
// sessions are opened on another thread (worker/session_opener.h).
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <list>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "backend/device.h"
#include "base/mutex.h"
#include "base/result.h"
#include "base/unique_fd.h"
#include "channel/handshake.h"
#include "memory/sink_budget.h"
#include "worker/card_sensor.h"
#include "worker/control.h"
#include "worker/jobs.h"
#include "worker/log.h"
#include "worker/occupation.h"
#include "worker/pace.h"
#include "worker/private_memory.h"
#include "worker/session.h"

namespace ringfence::worker {

struct WorkerOptions {
    SessionOptions session;
    std::uint32_t most_sessions = worker::most_sessions;
    // How long the work of a client that is gone may go on before its session counts as stuck.
    std::chrono::milliseconds stuck_after{2000};
    // How long a kernel may run while there are other sessions; 0: no limit. Beyond it the kernel's session is ended.
    // If the device cannot stop the kernel and others wait for longer than the grace, the worker is ended, too.
    std::chrono::milliseconds kernel_limit{0};
    std::chrono::milliseconds kernel_grace{5000};
    Log log;  // empty: nowhere
    // The clock that measures the worker's own steps (worker/occupation.h).
    Occupation::Now now = Occupation::Clock::now;
    // Called by a thread of the worker when the number of sessions has changed.
    std::function<void()> on_change;
    // Called by any thread when other workers of the device should make room.
    std::function<void(std::uint64_t bytes)> on_shortage;
    // Called by any thread with events of sessions.
    Journal::Tell on_event;
    // Bytes of host memory to which device memory may move (docs/memory-beyond-the-card.md); 0: memory stays on the
    // card, and allocations that do not fit there are refused.
    std::uint64_t host_backing = 0;
    // How much of it all workers together prepare before it is needed; none: a quarter.
    std::optional<std::uint64_t> host_ready;
    ResidencySettings residency;
    // Compiles policies that ask for it; empty: all are interpreted.
    policy::MakeRunner native_policies;
    CardSensor card_sensor;  // for policies that use it; empty: there is none
    // The host memory of all sessions of all workers together; null: this worker's alone, with the usual limit.
    std::shared_ptr<SharedBudget> machine;
    std::size_t place = 0;  // the worker's place in `machine` and in tenants' ledgers
    // The board on which workers of the card ask each other for memory; null: this worker is alone.
    std::shared_ptr<RoomBoard> rooms;
    // The board with the turns of the card's workers; null: this worker is alone.
    std::shared_ptr<sched::CardBoard> card;
};

// A session's owner and limits.
struct Grant {
    std::string tenant;
    SessionLimits limits;
    std::shared_ptr<SharedBudget> ledger;  // the tenant's; null: there is none
    sched::VirtualGpu vgpu = default_vgpu();
    std::uint32_t weight = sched::whole;  // among the virtual GPU's sessions
};

// Defaults for a backend, "soft" or "cuda", whose sessions share a context or do not.
SessionOptions session_options_for(const std::string& backend, bool is_shared,
                                   std::optional<guard::Mode> guard = std::nullopt);

struct WorkerStatistics {
    std::uint32_t sessions = 0;
    std::uint32_t sessions_started = 0;
    std::uint32_t sessions_refused = 0;
    std::uint64_t memory_bytes = 0;  // committed for sessions
    std::uint64_t records = 0;       // of the present sessions
    bool has_lost_device = false;    // a kernel's fault made it unusable: the process must end
    bool has_stuck_session = false;  // the work of a client that is gone does not end
    bool has_overrun = false;        // a kernel has run for too long, and still does
    bool must_end = false;           // others wait for it: only the end of the process helps
};

class Worker {
public:
    static Result<std::unique_ptr<Worker>> create(std::unique_ptr<backend::Device> device, WorkerOptions options);
    // Ends all sessions.
    ~Worker();
    Worker(const Worker&) = delete;
    Worker& operator=(const Worker&) = delete;

    // Opens a session for the client at the other end of `socket`, and sends it a Welcome or a refusal. `output` is
    // where its kernels print; may be empty. `pid`: the client's, as the kernel knows it. `number`: the session's; 0:
    // the next one.
    Result<void> accept(UniqueFd socket, const channel::Hello& hello, UniqueFd output,
                        std::optional<std::uint32_t> pid = std::nullopt, std::uint32_t number = 0,
                        const Grant& grant = {});
    // The same in two steps, of which only the first waits for the device. If one fails, the caller must refuse the
    // client. Destroying an Opened whose session has not begun closes the session, which waits for the device, too.
    class Opened;
    Result<Opened> open_session(UniqueFd socket, const channel::Hello& hello, UniqueFd output,
                                std::optional<std::uint32_t> pid, std::uint32_t number, const Grant& grant);
    Result<void> begin(Opened& opened);

    backend::Device& device() { return *device_; }
    WorkerStatistics statistics() const;
    // The present step of the watching thread.
    std::optional<Occupation::Busy> busy() const { return watching_.look(); }
    std::vector<SessionState> session_states() const;
    // The lines of all sessions (worker/kernel_counts.h).
    std::string kernel_lines() const;
    // Another worker needs room on the device; the board says how much. Makes sessions here move memory to the host, if
    // they can. Does not wait.
    void give_room();
    // The virtual GPUs of its sessions.
    Jobs& jobs() { return *jobs_; }
    std::shared_ptr<Jobs> shared_jobs() { return jobs_; }
    // Waits until there is no session. For tests, and for a worker that is about to end.
    void wait_until_empty();
    void end_all(const std::string& reason);
    // Revokes a session: its client's calls return `status` from now on. False if there is no such session.
    bool end_session(std::uint32_t number, const std::string& reason, std::int32_t status);
    // Sets a session's weight among those of its virtual GPU. False if there is no such session.
    bool set_weight(std::uint32_t number, std::uint32_t weight);

private:
    struct Entry {
        // These outlive the session.
        std::shared_ptr<const memory::SinkBudget::Share> sink;
        Account::Holding sink_count;
        Account::Holding session_count;
        std::shared_ptr<Account> account;
        std::shared_ptr<const Jobs::Binding> jobs;
        std::string tenant;
        std::chrono::milliseconds kernel_limit{0};  // of its own; 0: none
        std::unique_ptr<Session> session;
        UniqueFd process;  // the client's: it may end while its child holds the socket
        std::shared_ptr<Journal> journal;
        std::uint32_t number = 0;
        bool has_ended = false;
        // Since when its work is no longer wanted: the client is gone, or the session was revoked.
        std::optional<std::chrono::steady_clock::time_point> gone_since;
        bool is_stuck = false;
        std::optional<std::chrono::steady_clock::time_point> overrun_since;  // by one of its kernels
    };

    Worker(std::unique_ptr<backend::Device> device, WorkerOptions options);
    Result<void> open();
    Result<void> open_residency();
    void make_room_for(const SessionOptions& options);
    // Makes all parts of an entry but the session itself, and puts the session's limits into `options`.
    Result<void> open_entry(const Grant& grant, SessionOptions& options, Entry& entry);
    Result<void> take_sink(SessionOptions& options, Entry& entry);
    void watch();
    bool watch_client(const Entry& entry);
    void unwatch_client(const Entry& entry);
    void attend(Session* session, bool has_hung_up);
    // True if the session of a client that is gone still exists.
    bool look_for_stuck();
    // worker_watch.cpp: true if it must be called again soon.
    bool look_at_kernels();
    bool judge_kernels(std::chrono::steady_clock::time_point now) RF_REQUIRES(mutex_);
    void end_overrun(Entry& entry, std::chrono::milliseconds limit, std::chrono::steady_clock::time_point now)
        RF_REQUIRES(mutex_);
    bool judge_overrun(std::chrono::steady_clock::time_point now) RF_REQUIRES(mutex_);
    int kernel_look_interval_ms() const;
    std::chrono::milliseconds kernel_limit_of(const Entry& entry, bool is_alone) const;
    void note_end(Session* session);
    void bury();
    void give_memory_back();
    void wake() const;

    std::unique_ptr<backend::Device> device_;
    WorkerOptions options_;
    memory::SinkBudget sinks_;
    std::shared_ptr<PrivateMemory> private_memory_;
    std::shared_ptr<Exchange> exchange_ = std::make_shared<Exchange>();
    Pace pace_;
    std::shared_ptr<Residency> residency_;  // null: memory stays on the card
    std::thread room_maker_;                // used by the supervisor's thread only
    std::atomic<bool> is_making_room_{false};
    std::atomic<bool> gives_no_more_{false};
    const std::shared_ptr<Jobs> jobs_;
    UniqueFd epoll_;
    UniqueFd wake_;
    mutable Mutex mutex_;
    ConditionVariable changed_;
    std::list<Entry> sessions_ RF_GUARDED_BY(mutex_);
    std::uint32_t next_number_ RF_GUARDED_BY(mutex_) = 1;
    WorkerStatistics totals_ RF_GUARDED_BY(mutex_);
    bool is_ending_ RF_GUARDED_BY(mutex_) = false;
    bool had_overrun_ RF_GUARDED_BY(mutex_) = false;
    // The session whose kernel has run longest, and since when it is this one.
    std::uint32_t oldest_ RF_GUARDED_BY(mutex_) = 0;
    std::chrono::steady_clock::time_point oldest_since_ RF_GUARDED_BY(mutex_);
    std::atomic<std::uint64_t> shortest_kernel_limit_{0};  // of sessions' own limits, in milliseconds; 0: none
    std::atomic<bool> is_looking_at_kernels_{false};
    std::chrono::steady_clock::time_point next_trim_;  // used by the watcher only
    Occupation watching_{options_.now};
    std::thread watcher_;
};

// An open session whose client has had no answer yet.
class Worker::Opened {
private:
    friend class Worker;
    std::list<Entry> entry_;  // one element, until it is moved to the worker's list
    std::optional<std::uint32_t> pid_;
    std::string description_;
    Log log_;
};

}  // namespace ringfence::worker
