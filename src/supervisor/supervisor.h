// The supervisor: takes clients, chooses or starts a worker for each, and watches the workers.
//
// It runs in one thread and never waits for anybody: a client that says nothing is sent away after a while, a worker
// that does not read loses its clients. It touches no GPU and no tenant's data.
#pragma once

#include <chrono>
#include <cstdint>
#include <list>
#include <memory>
#include <string>
#include <vector>

#include "base/result.h"
#include "base/socket.h"
#include "base/unique_fd.h"
#include "supervisor/settings.h"
#include "supervisor/worker_process.h"

namespace ringfence::supervisor {

struct SupervisorOptions {
    std::string socket;
    std::string worker_program;
    Settings settings;
};

class Supervisor {
public:
    static Result<std::unique_ptr<Supervisor>> create(const SupervisorOptions& options);
    ~Supervisor();

    // Until somebody says "down", or a signal (SIGTERM, SIGINT) comes.
    Result<void> run();

private:
    using Clock = std::chrono::steady_clock;

    // Somebody who has connected and has not said anything yet.
    struct Visitor {
        UniqueFd socket;
        PeerProcess peer;
        Clock::time_point since;
    };

    explicit Supervisor(const SupervisorOptions& options) : options_(options) {}

    void accept_visitor();
    void hear(Visitor& visitor);
    void answer_question(Visitor& visitor, const SocketMessage& message);
    void admit(Handover client);
    Result<void> give_to_worker(Handover& client);
    Result<WorkerProcess*> worker_for(const Domain& domain);
    Result<WorkerProcess*> start_worker(const Domain& domain);
    Result<void> check_session_limit() const;
    void hear(WorkerProcess& worker);
    void bury(WorkerProcess& worker);
    void take_back(WorkerProcess& worker);
    void send_away_the_silent();
    std::string status() const;
    std::uint32_t session_count() const;

    SupervisorOptions options_;
    UniqueFd listener_;
    UniqueFd signals_;
    std::list<Visitor> visitors_;
    std::vector<std::unique_ptr<WorkerProcess>> workers_;
    std::vector<Handover> returned_;  // whose worker died before it took them
    Clock::time_point started_ = Clock::now();
    std::uint64_t sessions_started_ = 0;
    std::uint64_t workers_died_ = 0;
    bool is_ending_ = false;
};

}  // namespace ringfence::supervisor
