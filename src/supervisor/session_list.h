// The sessions of a worker, as the worker reports them.
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
    // Takes over an entry of another daemon.
    void adopt(const worker::SessionState& state) { sessions_[state.session] = state; }

    const std::map<std::uint32_t, worker::SessionState>& sessions() const { return sessions_; }

private:
    std::map<std::uint32_t, worker::SessionState> sessions_;
};

// For the status.
nlohmann::ordered_json describe(const worker::SessionState& state);
// The event's name and its details in the audit log.
std::string audit_name(worker::EventKind kind);
nlohmann::ordered_json audit_details(const worker::SessionEvent& event);

}  // namespace ringfence::supervisor
