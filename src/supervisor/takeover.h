// Both sides of the protocol by which one daemon hands over to another (schema/takeover.capnp).
#pragma once

#include <capnp/message.h>

#include <chrono>
#include <functional>
#include <memory>

#include "base/result.h"
#include "base/unique_fd.h"
#include "schema/takeover.capnp.h"
#include "supervisor/descriptor_list.h"

namespace ringfence::supervisor {

// The old daemon's side, after the new one has sent "begin": sends the state and waits until the new one is ready, for
// `patience_with_new` at most. After success the caller calls say_yours(), and must not use its state any more.
Result<void> offer_state(int socket, capnp::MessageBuilder& state, const DescriptorList& descriptors,
                         std::chrono::milliseconds patience_with_new);
Result<void> say_yours(int socket);

// The new daemon's side.
class OfferedState {
public:
    // Asks a daemon for its state, as its administrator, and receives it. `connection`: to its control socket.
    // `patience`: the time for each answer.
    static Result<std::unique_ptr<OfferedState>> ask_for(UniqueFd connection, std::chrono::milliseconds patience);
    ~OfferedState();

    schema::DaemonState::Reader state() const;
    DescriptorList& descriptors() { return descriptors_; }
    // Sends "ready" and waits for "yours": from then on this daemon owns the state.
    Result<void> accept();

private:
    OfferedState(UniqueFd socket, std::chrono::milliseconds patience);
    Result<void> receive();
    Result<void> read_state(int file);
    Result<void> read_descriptors();

    struct Message;
    UniqueFd socket_;
    std::chrono::milliseconds patience_;
    std::unique_ptr<Message> message_;
    DescriptorList descriptors_;
};

}  // namespace ringfence::supervisor
