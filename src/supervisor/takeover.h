// How one daemon hands over to another (schema/takeover.capnp): both sides of the conversation.
#pragma once

#include <capnp/message.h>

#include <functional>
#include <memory>

#include "base/result.h"
#include "base/unique_fd.h"
#include "schema/takeover.capnp.h"
#include "supervisor/descriptor_list.h"

namespace ringfence::supervisor {

// The old daemon's side, after the new one has said "begin": sends the state and waits, a few seconds at most, until
// the new one is ready. On success the caller says `say_yours`, and touches nothing any more.
Result<void> offer_state(int socket, capnp::MessageBuilder& state, const DescriptorList& descriptors);
Result<void> say_yours(int socket);

// The new daemon's side.
class OfferedState {
public:
    // Asks the daemon at the other end, as its administrator. `connection`: to its control socket.
    static Result<std::unique_ptr<OfferedState>> ask_for(UniqueFd connection);
    // Reads what came over `socket`, after saying "begin".
    static Result<std::unique_ptr<OfferedState>> receive(UniqueFd socket);
    ~OfferedState();

    schema::DaemonState::Reader state() const;
    DescriptorList& descriptors() { return descriptors_; }
    // Says "ready" and waits for "yours": from then on all of it is this daemon's.
    Result<void> accept();

private:
    explicit OfferedState(UniqueFd socket);
    Result<void> read_state(int file);
    Result<void> read_descriptors();

    struct Message;
    UniqueFd socket_;
    std::unique_ptr<Message> message_;
    DescriptorList descriptors_;
};

}  // namespace ringfence::supervisor
