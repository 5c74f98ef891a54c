// A process that keeps the GPU busy, over a record channel: kernels of which each must find what the one before it
// left, so that one that is lost, or comes too early, is noticed.
#pragma once

#include <sys/types.h>

#include <optional>
#include <string>

#include "base/unique_fd.h"

namespace ringfence::supervisor {

class VgpuLoad {
public:
    enum class Work { Endless, None };
    // As the tenant whose token it shows.
    VgpuLoad(const std::string& socket, const std::string& token, const std::string& isolation = "shared",
             Work work = Work::Endless);
    ~VgpuLoad();
    VgpuLoad(const VgpuLoad&) = delete;
    VgpuLoad& operator=(const VgpuLoad&) = delete;

    // The device's memory and multiprocessors that the program sees; 0: it was not let in.
    std::uint64_t device_memory() { return facts().memory; }
    std::uint64_t multiprocessors() { return facts().multiprocessors; }
    // Lets it end, and looks how it did. Empty: all was as it should be.
    std::string end();
    void kill();
    [[nodiscard]] pid_t pid() const { return pid_; }

private:
    struct Facts {
        std::uint64_t memory = 0;
        std::uint64_t multiprocessors = 0;
    };
    Facts facts();

    pid_t pid_ = 0;
    UniqueFd stop_;               // something in it: it is to end
    UniqueFd words_;              // what it says
    std::optional<Facts> facts_;  // its first line, once it was read
};

}  // namespace ringfence::supervisor
