// Opens sessions for the supervisor, one after the other, on a thread of its own.
//
// Opening a session takes as long as the driver likes, and with many processes on a card that is long. The thread that
// answers the supervisor must not wait for it: it would look as if it hung, and all sessions would end with the worker.
// So it only puts clients into a line here, and everything that it needs to know of them it gets without waiting.
//
// A client is *taken* when it comes out of the line: from then on it is this worker's, and ends with it. Those that are
// still in line have heard nothing yet; if the worker dies, the supervisor gives them to another.
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
        std::uint32_t refused = 0;  // because of their messages, before there was a session
        // The one that is being opened.
        std::optional<SessionState> current;
    };
    // Called when a client is taken, before it hears anything, and with the mutex: nothing that was reported changes
    // meanwhile.
    using OnTaken = std::function<void(const Report&)>;

    // The worker outlives it.
    static Result<std::unique_ptr<SessionOpener>> create(Worker& worker, const WorkerOptions& options,
                                                         OnTaken on_taken);
    // Waits for the session that is being opened.
    ~SessionOpener();
    SessionOpener(const SessionOpener&) = delete;
    SessionOpener& operator=(const SessionOpener&) = delete;

    // Nobody is taken from now on.
    void close();
    // `message`: a `session` (worker/control.h).
    void add(SocketMessage message, const ControlHeader& header);
    // Takes a session back that has not begun. Its client is refused: at once if it is in line, else when the device
    // lets it. False: there is no such session here.
    bool take_back(const EndSession& order);
    // Calls it while nobody is taken, and no session begins.
    void report(const std::function<void(const Report&)>& tell);
    // The step that the thread is at. Does not wait.
    std::optional<Occupation::Busy> busy() const { return opening_.look(); }

private:
    struct Client {
        SocketMessage message;
        ControlHeader header;
        bool is_refused = false;  // it was taken back
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
    // The ledgers of tenants with sessions: a tenant's sessions share one, and report their usage together. The
    // thread's alone.
    std::map<std::string, std::weak_ptr<SharedBudget>> ledgers_;
    Mutex mutex_;
    ConditionVariable changed_;
    std::deque<Client> line_ RF_GUARDED_BY(mutex_);
    Report report_ RF_GUARDED_BY(mutex_);
    std::optional<EndSession> taken_back_ RF_GUARDED_BY(mutex_);  // the one that is being opened
    bool is_ending_ RF_GUARDED_BY(mutex_) = false;
    std::thread thread_;
};

}  // namespace ringfence::worker
