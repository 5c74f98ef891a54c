// The sessions of a worker, as the worker tells of them.
#pragma once

#include <cstdint>
#include <map>
#include <string>

#include <nlohmann/json_fwd.hpp>

#include "worker/control.h"

namespace ringfence::supervisor {

class SessionList {
public:
    void note(const worker::SessionEvent& event);
    void note(const worker::SessionState& state);
    // From another daemon.
    void adopt(const worker::SessionState& state) { sessions_[state.session] = state; }

    const std::map<std::uint32_t, worker::SessionState>& sessions() const { return sessions_; }

private:
    std::map<std::uint32_t, worker::SessionState> sessions_;
};

// For the status.
nlohmann::ordered_json describe(const worker::SessionState& state);
// For the audit log: the event's name, and what else is to be said of it.
std::string audit_name(worker::EventKind kind);
nlohmann::ordered_json audit_details(const worker::SessionEvent& event);

}  // namespace ringfence::supervisor
