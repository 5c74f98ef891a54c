// A real daemon with the software GPU, and session processes that the test starts itself, in the daemon's place: then
// it can take them away in every way that a daemon can.
#pragma once

#include <sys/types.h>

#include <string>
#include <vector>

#include "base/unique_fd.h"
#include "schema/ringfence.capnp.h"
#include "schema/session_process.capnp.h"

namespace ringfence::native_test {

class Daemon {
public:
    // `tenants`: as in their file; empty: there is none. `settings`: further lines of its own.
    explicit Daemon(const std::string& tenants = {}, const std::string& settings = {});
    Daemon(const Daemon&) = delete;
    Daemon& operator=(const Daemon&) = delete;
    ~Daemon();

    const std::string& socket() const { return socket_; }
    const std::string& folder() const { return folder_; }
    pid_t pid() const { return pid_; }
    std::string control_socket() const;
    std::vector<pid_t> workers() const;

private:
    std::string folder_;
    std::string socket_;
    pid_t pid_ = -1;
};

class SessionProcess {
public:
    SessionProcess(const Daemon& daemon, schema::SessionKind kind, std::vector<int> programs = {},
                   std::vector<int> segments = {});
    SessionProcess(const SessionProcess&) = delete;
    SessionProcess& operator=(const SessionProcess&) = delete;
    ~SessionProcess();

    pid_t pid() const { return pid_; }
    // The client's end of its connection; the caller has it from then on.
    int take_client() { return client_.release(); }
    void revoke(schema::ErrorCode code, const char* reason) const;
    // Answers what the session asks a daemon to keep, with the file's number in the list as its reference.
    UniqueFd answer_grant() const;
    std::size_t threads() const;
    // True if the process ends by itself, and well, within some seconds.
    bool ends_well();

private:
    UniqueFd control_;
    UniqueFd client_;
    pid_t pid_ = -1;
};

// PTX: saxpy, and a kernel that spins until a word is not 0.
std::string programs();

}  // namespace ringfence::native_test
