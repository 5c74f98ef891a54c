// The last messages to the program's user (tell.h), for programs that read them (cuLogs…).
#pragma once

#include <cstdint>
#include <functional>
#include <string>

namespace ringfence::client {

class Log {
public:
    using Listener = std::function<void(const std::string& text)>;

    // Calls the listeners, on this thread.
    void add(const std::string& text);

    // The position after the last entry.
    std::uint32_t end();
    // The entries from `place` on, one line each; `place` moves behind the last one. Only the most recent entries are
    // kept. `most` limits the bytes: the first lines that fit are returned.
    std::string from(std::uint32_t& place, std::size_t most);

    std::uint64_t listen(Listener listener);
    // False if there is no such listener.
    bool stop_listening(std::uint64_t number);
};

// The process's.
Log& log();

}  // namespace ringfence::client
