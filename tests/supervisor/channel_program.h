// A small program over a record channel to a worker in another process: it adds numbers, and looks at the sum.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "base/mapped_memory.h"
#include "base/unique_fd.h"
#include "channel/client_channel.h"

namespace ringfence::supervisor {

class ChannelProgram {
public:
    // Says Hello over `socket`, and gets ready. Check `status` before anything else.
    explicit ChannelProgram(UniqueFd socket, const std::string& isolation = "shared");

    // A round: write, launch, read. CUDA's status; 0 and `is_wrong`: the numbers were not what they must be.
    std::int32_t compute(std::uint32_t amount, bool& is_wrong);
    // Work that does not come to an end, and a wait for it.
    std::int32_t wait_for_ever();

    std::int32_t status() const { return status_; }
    const std::string& problem() const { return problem_; }

private:
    std::uint64_t handle();
    std::uint64_t find_function(std::uint64_t module, const char* name);
    void launch(std::uint64_t function, const std::vector<std::byte>& parameters);
    void prepare();

    UniqueFd socket_;
    MappedMemory memory_;
    MappedMemory staging_;
    std::unique_ptr<channel::ClientChannel> channel_;
    std::uint64_t add_ = 0;
    std::uint64_t spin_ = 0;
    std::uint64_t data_ = 0;
    std::uint32_t next_index_ = 0;
    std::int32_t status_ = 0;
    std::string problem_;
};

}  // namespace ringfence::supervisor
