#include "client/session/log.h"

#include <algorithm>
#include <deque>
#include <map>
#include <vector>

#include "base/mutex.h"

namespace ringfence::client {
namespace {

// As many as CUDA keeps.
constexpr std::size_t most_entries = 100;

struct LogState {
    Mutex mutex;
    std::deque<std::string> entries RF_GUARDED_BY(mutex);
    std::uint32_t dropped RF_GUARDED_BY(mutex) = 0;  // before those
    std::map<std::uint64_t, Log::Listener> listeners RF_GUARDED_BY(mutex);
    std::uint64_t last_listener RF_GUARDED_BY(mutex) = 0;
};

// Programs fail until their very end.
LogState& log_state() {
    static auto* const state = new LogState;
    return *state;
}

}  // namespace

Log& log() {
    static Log instance;
    return instance;
}

void Log::add(const std::string& text) {
    std::vector<Listener> listeners;
    {
        const MutexLock lock(log_state().mutex);
        log_state().entries.push_back(text);
        if (log_state().entries.size() > most_entries) {
            log_state().entries.pop_front();
            ++log_state().dropped;
        }
        for (const auto& [number, listener] : log_state().listeners)
            listeners.push_back(listener);
    }
    for (const Listener& listener : listeners)
        listener(text);
}

std::uint32_t Log::end() {
    const MutexLock lock(log_state().mutex);
    return log_state().dropped + static_cast<std::uint32_t>(log_state().entries.size());
}

std::string Log::from(std::uint32_t& place, std::size_t most) {
    LogState& state = log_state();
    const MutexLock lock(state.mutex);
    std::string text;
    for (place = std::max(place, state.dropped); place - state.dropped < state.entries.size(); ++place) {
        const std::string& entry = state.entries[place - state.dropped];
        if (entry.size() + 1 > most - text.size()) break;
        text += entry + '\n';
    }
    return text;
}

std::uint64_t Log::listen(Listener listener) {
    const MutexLock lock(log_state().mutex);
    log_state().listeners.emplace(++log_state().last_listener, std::move(listener));
    return log_state().last_listener;
}

bool Log::stop_listening(std::uint64_t number) {
    const MutexLock lock(log_state().mutex);
    return log_state().listeners.erase(number) != 0;
}

}  // namespace ringfence::client
