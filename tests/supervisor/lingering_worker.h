// A worker that was killed and cannot end (fake_worker.cpp, "linger"): seen from outside, and let go.
#pragma once

#include <signal.h>
#include <sys/types.h>

#include <chrono>
#include <fstream>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace ringfence::supervisor {

class LingeringWorker {
public:
    explicit LingeringWorker(pid_t worker) : worker_(worker) {
        for (const pid_t opener : children_of(worker_)) {
            for (const pid_t server : children_of(opener))
                servers_.push_back(server);
        }
    }
    // Lets the worker go on and end.
    ~LingeringWorker() { let_go(); }
    LingeringWorker(LingeringWorker&& other) noexcept
        : worker_(other.worker_), servers_(std::exchange(other.servers_, {})) {}
    LingeringWorker& operator=(LingeringWorker&&) = delete;
    LingeringWorker(const LingeringWorker&) = delete;
    LingeringWorker& operator=(const LingeringWorker&) = delete;

    void let_go() {
        for (const pid_t server : std::exchange(servers_, {}))
            ::kill(server, SIGKILL);
    }

    // It was killed, and is on its way out.
    bool comes_to_linger() const {
        for (int i = 0; i < 12000 && state() != 'D'; ++i)
            std::this_thread::sleep_for(std::chrono::milliseconds(5));
        return state() == 'D';
    }

private:
    static std::vector<pid_t> children_of(pid_t process) {
        const std::string number = std::to_string(process);
        std::ifstream file("/proc/" + number + "/task/" + number + "/children");
        std::vector<pid_t> children;
        for (pid_t child = 0; file >> child;)
            children.push_back(child);
        return children;
    }

    char state() const {
        std::ifstream file("/proc/" + std::to_string(worker_) + "/stat");
        std::string text;
        std::getline(file, text);
        const std::size_t end = text.rfind(')');
        return end == std::string::npos || end + 2 >= text.size() ? '?' : text[end + 2];
    }

    pid_t worker_;
    std::vector<pid_t> servers_;
};

}  // namespace ringfence::supervisor
