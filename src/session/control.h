// Messages between the daemon and this process (schema/session_process.capnp).
#pragma once

#include <kj/async-unix.h>
#include <kj/timer.h>

#include <functional>
#include <unordered_map>
#include <vector>

#include "base/result.h"
#include "base/unique_fd.h"
#include "schema/session_process.capnp.h"
#include "session/core.h"

namespace ringfence::session {

// The session's initial state.
struct Beginning {
    capnp::MallocMessageBuilder info;  // its root is the SessionInfo
    std::vector<UniqueFd> programs;
    std::vector<UniqueFd> segments;
    UniqueFd output;  // where kernels print; may be empty
};

// Waits for the first message.
[[nodiscard]] Result<void> receive_beginning(int socket, Beginning& beginning);

class Control final : public Granter {
public:
    // `on_end`: called when the daemon revokes the session, or is gone itself.
    Control(kj::UnixEventPort& port, kj::Timer& timer, UniqueFd socket, std::function<void(Failure)> on_end);
    ~Control() noexcept override = default;

    kj::Promise<Outcome<kj::Array<kj::byte>>> grant(bool is_segment, int file) override;
    void say_ended(std::string_view why);

private:
    using Grant = Outcome<kj::Array<kj::byte>>;
    kj::Promise<void> serve();
    bool hear();
    void obey(schema::ToSession::Reader message);
    void take_grant(schema::ToSession::Granted::Reader granted);
    Result<void> say(capnp::MallocMessageBuilder& message, std::span<const int> files = {});

    kj::Timer& timer_;
    UniqueFd socket_;
    std::function<void(Failure)> on_end_;
    std::uint64_t last_question_ = 0;
    std::unordered_map<std::uint64_t, kj::Own<kj::PromiseFulfiller<Grant>>> questions_;
    kj::UnixEventPort::FdObserver observer_;
    kj::Promise<void> serving_;
};

}  // namespace ringfence::session
