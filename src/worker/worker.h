// The worker: owns the device, and has a session for each client.
//
// One thread watches the clients' sockets and reaps sessions that have ended; each session has a thread of its own. A
// session's work, and its end, do not affect the others. Whoever asks how the worker is never waits for the device:
// sessions are opened on a thread that is there for that (worker/session_opener.h).
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
    // How long a kernel may run while there are other sessions; 0: as long as it likes. Beyond it the session is ended;
    // and if the device cannot stop the kernel, and others wait for longer than the grace, so is the worker.
    std::chrono::milliseconds kernel_limit{0};
    std::chrono::milliseconds kernel_grace{5000};
    Log log;  // empty: nowhere
    // By which the time is counted that something of the worker's own takes (worker/occupation.h).
    Occupation::Now now = Occupation::Clock::now;
    // Called when the number of sessions has changed, by a thread of the worker's.
    std::function<void()> on_change;
    // Called by any thread when other workers of the device should make room.
    std::function<void(std::uint64_t bytes)> on_shortage;
    // Called by any thread with what happens in sessions.
    Journal::Tell on_event;
    // Bytes of host memory for device memory that does not fit on the card (docs/memory-beyond-the-card.md); 0: it
    // stays on the card, and allocations that do not fit there are refused.
    std::uint64_t host_backing = 0;
    // How much of it all workers together get ready before it is needed; none: a quarter.
    std::optional<std::uint64_t> host_ready;
    ResidencySettings residency;
    // Makes code of policies, where that is wanted; empty: they are interpreted.
    policy::MakeRunner native_policies;
    CardSensor card_sensor;  // for policies that want to know; empty: there is none
    // The host memory of all sessions of all workers together; null: this worker's alone, with the usual limit.
    std::shared_ptr<SharedBudget> machine;
    std::size_t place = 0;  // of this worker, in that and in tenants' ledgers
    // Where it and other workers of the same card make room for each other; null: it is alone.
    std::shared_ptr<RoomBoard> rooms;
    // Where they say whose turn it is; null: the same.
    std::shared_ptr<sched::CardBoard> card;
};

// A session's owner and limits.
struct Grant {
    std::string tenant;
    SessionLimits limits;
    std::shared_ptr<SharedBudget> ledger;  // the tenant's; null: there is none
    sched::VirtualGpu vgpu = default_vgpu();
    std::uint32_t weight = sched::whole;  // beside other sessions there
};

// Defaults for a backend, "soft" or "cuda", whose sessions share a context or do not.
SessionOptions session_options_for(const std::string& backend, bool is_shared,
                                   std::optional<guard::Mode> guard = std::nullopt);

struct WorkerStatistics {
    std::uint32_t sessions = 0;
    std::uint32_t sessions_started = 0;
    std::uint32_t sessions_refused = 0;
    std::uint64_t memory_bytes = 0;  // committed for sessions
    std::uint64_t records = 0;       // of the sessions that are there
    bool has_lost_device = false;    // a kernel's fault has made it unusable: the process must end
    bool has_stuck_session = false;  // the work of a client that is gone does not come to an end
    bool has_overrun = false;        // a kernel has run for too long, and still does
    bool must_end = false;           // and others wait for it: only the end of the process helps
};

class Worker {
public:
    static Result<std::unique_ptr<Worker>> create(std::unique_ptr<backend::Device> device, WorkerOptions options);
    // Ends all sessions.
    ~Worker();
    Worker(const Worker&) = delete;
    Worker& operator=(const Worker&) = delete;

    // Begins a session with the client at the other end of `socket`, and welcomes or refuses it there. `output` is
    // where its kernels print; may be none.
    // `pid`: the client's, as the kernel knows it. `number`: the session's; 0: the next one.
    Result<void> accept(UniqueFd socket, const channel::Hello& hello, UniqueFd output,
                        std::optional<std::uint32_t> pid = std::nullopt, std::uint32_t number = 0,
                        const Grant& grant = {});
    // The same in two steps, of which only the first waits for the device. In neither is the client refused: that is
    // left to the caller. What has not begun is closed with `opened`, which takes the device too.
    class Opened;
    Result<Opened> open_session(UniqueFd socket, const channel::Hello& hello, UniqueFd output,
                                std::optional<std::uint32_t> pid, std::uint32_t number, const Grant& grant);
    Result<void> begin(Opened& opened);

    backend::Device& device() { return *device_; }
    WorkerStatistics statistics() const;
    // The step that the watching thread is at.
    std::optional<Occupation::Busy> busy() const { return watching_.look(); }
    std::vector<SessionState> session_states() const;
    // The lines of all sessions (worker/kernel_counts.h).
    std::string kernel_lines() const;
    // Another worker needs room on the device, and the board says how much: sessions here move memory to the host, if
    // they can. Does not wait.
    void give_room();
    // The virtual GPUs of its sessions.
    Jobs& jobs() { return *jobs_; }
    std::shared_ptr<Jobs> shared_jobs() { return jobs_; }
    // Until there is none left. For tests, and for a worker that is to end.
    void wait_until_empty();
    void end_all(const std::string& reason);
    // Takes a session back from its client, whose calls return `status` from now on. False: there is no such session.
    bool end_session(std::uint32_t number, const std::string& reason, std::int32_t status);
    // What a session counts from now on beside others of its virtual GPU. False: there is no such session.
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
        UniqueFd process;  // the client's: it may end while a child of it holds the socket
        std::shared_ptr<Journal> journal;
        std::uint32_t number = 0;
        bool has_ended = false;
        // Since when its work is no longer wanted: the client has gone, or the session was taken from it.
        std::optional<std::chrono::steady_clock::time_point> gone_since;
        bool is_stuck = false;
        std::optional<std::chrono::steady_clock::time_point> overrun_since;  // a kernel of it
    };

    Worker(std::unique_ptr<backend::Device> device, WorkerOptions options);
    Result<void> open();
    Result<void> open_residency();
    void make_room_for(const SessionOptions& options);
    // All parts of an entry beside the session itself. The session's limits are put into the options.
    Result<void> open_entry(const Grant& grant, SessionOptions& options, Entry& entry);
    Result<void> take_sink(SessionOptions& options, Entry& entry);
    void watch();
    bool watch_client(const Entry& entry);
    void unwatch_client(const Entry& entry);
    void attend(Session* session, bool has_hung_up);
    // True if a client is gone and its session is not.
    bool look_for_stuck();
    // worker_watch.cpp: true if it wants to look again.
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
    std::thread room_maker_;                // the supervisor's thread's alone
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
    // The session whose kernel has run longest, and since when that is so.
    std::uint32_t oldest_ RF_GUARDED_BY(mutex_) = 0;
    std::chrono::steady_clock::time_point oldest_since_ RF_GUARDED_BY(mutex_);
    std::atomic<std::uint64_t> shortest_kernel_limit_{0};  // of sessions' own, in milliseconds; 0: none had one
    std::atomic<bool> is_looking_at_kernels_{false};
    std::chrono::steady_clock::time_point next_trim_;  // the watcher's alone
    Occupation watching_{options_.now};
    std::thread watcher_;
};

// A session that is open, and whose client has heard nothing yet.
class Worker::Opened {
private:
    friend class Worker;
    std::list<Entry> entry_;  // of one, until it is among the worker's
    std::optional<std::uint32_t> pid_;
    std::string description_;
    Log log_;
};

}  // namespace ringfence::worker
