// A Cap'n Proto RPC connection to a possibly hostile peer.
//
// RPC stores state for a peer: messages, calls that it never finishes, answers that it never reads. This stream limits
// each. A peer that exceeds what an honest client needs is cut off; one that is only too fast gets backpressure.
#pragma once

#include <capnp/message.h>
#include <capnp/serialize-async.h>
#include <kj/async-io.h>
#include <kj/timer.h>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>

namespace ringfence::rpc {

struct ConnectionLimits {
    std::uint64_t message_words = 8192;  // 64 KiB, allocated when a message begins
    unsigned nesting = 24;               // of structs in a message
    unsigned descriptors_per_message = 1;
    std::size_t unfinished_calls = 64;  // answers are kept until the peer acknowledges them
    std::size_t words_of_pending_calls = 32768;
    std::size_t unsent_bytes = 256 << 10;  // beyond it, nothing is read
    unsigned messages_at_once = 16;        // then other peers have a turn
    std::chrono::milliseconds pause{1};
};

// The limits of outgoing messages. Incoming ones are limited by ConnectionLimits.
capnp::ReaderOptions sender_options();

class LimitedStream final : public capnp::MessageStream {
public:
    using capnp::MessageStream::tryReadMessage;
    using capnp::MessageStream::writeMessage;
    using capnp::MessageStream::writeMessages;

    // `on_message` is called for each complete message.
    LimitedStream(kj::AsyncCapabilityStream& stream, kj::Timer& timer, const ConnectionLimits& limits,
                  std::function<void()> on_message);
    // `unsent` returns how many bytes wait to be sent, which only the user of this stream knows.
    void ask_for_unsent(std::function<std::size_t()> unsent) { unsent_ = std::move(unsent); }

    kj::Promise<kj::Maybe<capnp::MessageReaderAndFds>> tryReadMessage(kj::ArrayPtr<kj::AutoCloseFd> fds,
                                                                      capnp::ReaderOptions options,
                                                                      kj::ArrayPtr<capnp::word> scratch) override;
    kj::Promise<void> writeMessage(kj::ArrayPtr<const int> fds,
                                   kj::ArrayPtr<const kj::ArrayPtr<const capnp::word>> segments) override;
    kj::Promise<void> writeMessages(
        kj::ArrayPtr<kj::ArrayPtr<const kj::ArrayPtr<const capnp::word>>> messages) override;
    kj::Maybe<int> getSendBufferSize() override { return inner_.getSendBufferSize(); }
    kj::Promise<void> end() override { return inner_.end(); }

private:
    kj::Promise<void> wait_for_turn();
    void count(capnp::MessageReader& message);
    void note_written();

    capnp::AsyncCapabilityMessageStream inner_;
    kj::Timer& timer_;
    ConnectionLimits limits_;
    std::function<void()> on_message_;
    std::function<std::size_t()> unsent_;
    kj::Maybe<kj::Own<kj::PromiseFulfiller<void>>> waits_for_writes_;
    std::size_t unfinished_ = 0;
    unsigned since_pause_ = 0;
};

}  // namespace ringfence::rpc
