// Where a client's kernels print: its own standard output, which it may have stopped reading.
#pragma once

#include <string_view>
#include <utility>

#include "base/unique_fd.h"

namespace ringfence::worker {

class ClientOutput {
public:
    explicit ClientOutput(UniqueFd fd) : fd_(std::move(fd)) {}

    // Waits a second at most for a reader; what it does not take by then is dropped. Called by threads of the device.
    void write(std::string_view text) const;

private:
    UniqueFd fd_;
};

}  // namespace ringfence::worker
