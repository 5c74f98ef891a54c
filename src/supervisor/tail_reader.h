// Reads the audit log for RPC callers on a thread of its own: to read and parse a MiB takes as long as hundreds of
// other calls, and a disk may be slow.
//
// Users take turns: a user that asks again and again delays only itself.
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
    // Does not wait for a read in progress: that one owns what it needs.
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
