// Reads the audit log for RPC callers on its own thread: reading and parsing a MiB takes as long as hundreds of other
// calls, and a disk may be slow.
//
// Users take turns, so a user that asks all the time delays only itself.
#pragma once

#include <kj/async.h>
#include <sys/types.h>

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "base/result.h"
#include "rpc/event_loop.h"

namespace ringfence::supervisor {

class TailReader {
public:
    using Lines = std::vector<std::string>;

    static Result<std::unique_ptr<TailReader>> create(rpc::EventLoop& loop);
    // Does not wait for a read in progress, which owns all that it needs.
    ~TailReader();
    TailReader(const TailReader&) = delete;
    TailReader& operator=(const TailReader&) = delete;

    kj::Promise<Lines> look(uid_t user, std::function<Lines()> read);

private:
    struct Shared;

    TailReader() = default;
    void hand_out();

    std::shared_ptr<Shared> shared_;
    std::map<std::uint64_t, kj::Own<kj::PromiseFulfiller<Lines>>> askers_;
    std::uint64_t last_question_ = 0;
    rpc::EventLoop::Watch watch_;
};

}  // namespace ringfence::supervisor
