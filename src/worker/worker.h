// The worker: owns the device, and has a session for each client.
//
// One thread watches the clients' sockets and buries sessions that have ended; each session has a thread of its own.
// What one session does, or how it ends, is nothing to the others.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <list>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>

#include "backend/device.h"
#include "base/result.h"
#include "base/unique_fd.h"
#include "channel/handshake.h"
#include "worker/control.h"
#include "worker/log.h"
#include "worker/pace.h"
#include "worker/private_memory.h"
#include "worker/session.h"

namespace ringfence::worker {

struct WorkerOptions {
    SessionOptions session;
    std::uint32_t most_sessions = worker::most_sessions;
    // How long the work of a client that is gone may go on before its session counts as stuck.
    std::chrono::milliseconds stuck_after{2000};
    Log log;  // empty: nowhere
    // Called when the number of sessions has changed, by a thread of the worker's.
    std::function<void()> on_change;
};

// What suits a backend, "soft" or "cuda", whose sessions share a context or do not.
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
    Result<void> accept(UniqueFd socket, const channel::Hello& hello, UniqueFd output);

    backend::Device& device() { return *device_; }
    WorkerStatistics statistics() const;
    // Until there is none left. For tests, and for a worker that is to end.
    void wait_until_empty();
    void end_all(const std::string& reason);

private:
    struct Entry {
        std::unique_ptr<Session> session;
        bool has_ended = false;
        std::optional<std::chrono::steady_clock::time_point> gone_since;
        bool is_stuck = false;
    };

    Worker(std::unique_ptr<backend::Device> device, WorkerOptions options);
    Result<void> open();
    void watch();
    void dismiss(Session* session, bool is_gone);
    // Whether a client is gone and its session is not.
    bool look_for_stuck();
    void note_end(Session* session);
    void bury();
    void give_memory_back();
    void wake() const;

    std::unique_ptr<backend::Device> device_;
    WorkerOptions options_;
    std::shared_ptr<PrivateMemory> private_memory_;
    Pace pace_;
    UniqueFd epoll_;
    UniqueFd wake_;
    mutable std::mutex mutex_;  // guards what follows
    std::condition_variable changed_;
    std::list<Entry> sessions_;
    std::uint32_t next_number_ = 1;
    WorkerStatistics totals_;
    bool is_ending_ = false;
    std::chrono::steady_clock::time_point next_trim_;  // the watcher's alone
    std::thread watcher_;
};

}  // namespace ringfence::worker
