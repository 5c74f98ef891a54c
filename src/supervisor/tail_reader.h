// Looks into the audit log for those who ask over RPC, on a thread: to read and understand a MiB takes as long as
// hundreds of other calls, and a disk may be late.
//
// Users take turns: whoever asks again and again waits for himself.
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
    // A look that is under way is not waited for: what it needs is its own.
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
