// Opens sessions for the supervisor, one after the other, on its own thread.
//
// The driver may take long to open a session, above all if many processes use the card. The thread that answers the
// supervisor must not wait for that: it would look stuck, and the supervisor would end the worker with all sessions. So
// that thread only queues clients here, and no call that it makes here waits for the device.
//
// A client is *taken* when it leaves the queue: from then on it belongs to this worker and ends with it. Clients in the
// queue have had no answer yet; if the worker dies, the supervisor passes them to another worker.
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <thread>

#include "base/mutex.h"
#include "base/result.h"
#include "base/shared_budget.h"
#include "base/socket.h"
#include "worker/control.h"
#include "worker/occupation.h"
#include "worker/worker.h"

namespace ringfence::worker {

class SessionOpener {
public:
    struct Report {
        std::uint32_t taken = 0;
        std::uint32_t refused = 0;  // because of their messages, before a session was opened
        // The session that is being opened.
        std::optional<SessionState> current;
    };
    // Called when a client is taken, before it gets an answer. The mutex is held, so that the report stays true during
    // the call.
    using OnTaken = std::function<void(const Report&)>;

    // The worker must outlive the opener.
    static Result<std::unique_ptr<SessionOpener>> create(Worker& worker, const WorkerOptions& options,
                                                         OnTaken on_taken);
    // Waits for the session that is being opened.
    ~SessionOpener();
    SessionOpener(const SessionOpener&) = delete;
    SessionOpener& operator=(const SessionOpener&) = delete;

    // No client is taken from now on.
    void close();
    // `message`: a `session` (worker/control.h).
    void add(SocketMessage message, const ControlHeader& header);
    // Revokes a session that has not begun. Its client is refused: at once if it is in the queue, else when the device
    // has opened the session. False if there is no such session here.
    bool take_back(const EndSession& order);
    // Calls `tell` while no client is taken and no session begins.
    void report(const std::function<void(const Report&)>& tell);
    // The thread's present step. Does not wait.
    std::optional<Occupation::Busy> busy() const { return opening_.look(); }

private:
    struct Client {
        SocketMessage message;
        ControlHeader header;
        bool is_refused = false;  // the session was revoked
    };
    struct Wanted {
        UniqueFd socket;
        UniqueFd output;
        Grant grant;
        channel::Hello hello;
    };

    SessionOpener(Worker& worker, const WorkerOptions& options, OnTaken on_taken)
        : worker_(worker), options_(options), on_taken_(std::move(on_taken)), opening_(options.now) {}
    void run();
    void serve(SocketMessage message, const ControlHeader& header);
    Result<Wanted> read(SocketMessage message, const ControlHeader& header);
    Result<Worker::Opened> open(Wanted& wanted, const ControlHeader& header);
    Result<void> begin(Result<Worker::Opened>& opened);
    void refuse(int client, const ControlHeader& header, const Error& why) const;
    Result<Grant> read_grant(const SocketMessage& message);
    Result<std::shared_ptr<SharedBudget>> join_ledger(const std::string& tenant, int file);

    Worker& worker_;
    const WorkerOptions options_;
    const OnTaken on_taken_;
    Occupation opening_;
    // The ledgers of tenants with sessions: the sessions of a tenant share one and report their usage together. Used by
    // the opener's thread only.
    std::map<std::string, std::weak_ptr<SharedBudget>> ledgers_;
    Mutex mutex_;
    ConditionVariable changed_;
    std::deque<Client> line_ RF_GUARDED_BY(mutex_);
    Report report_ RF_GUARDED_BY(mutex_);
    std::optional<EndSession> taken_back_ RF_GUARDED_BY(mutex_);  // revoked while it is being opened
    bool is_ending_ RF_GUARDED_BY(mutex_) = false;
    std::thread thread_;
};

}  // namespace ringfence::worker
