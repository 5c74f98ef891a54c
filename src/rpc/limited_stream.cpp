#include "rpc/limited_stream.h"

#include <capnp/rpc.capnp.h>
#include <kj/debug.h>

#include <utility>

namespace ringfence::rpc {

namespace {

constexpr std::uint64_t largest_answer_words = (std::uint64_t{64} << 20) / sizeof(capnp::word);

capnp::ReaderOptions reader_options(const ConnectionLimits& limits) {
    capnp::ReaderOptions options;
    options.traversalLimitInWords = limits.message_words;
    options.nestingLimit = static_cast<int>(limits.nesting);
    return options;
}

}  // namespace

capnp::ReaderOptions sender_options() {
    capnp::ReaderOptions options;
    options.traversalLimitInWords = largest_answer_words;
    return options;
}

LimitedStream::LimitedStream(kj::AsyncCapabilityStream& stream, kj::Timer& timer, const ConnectionLimits& limits,
                             std::function<void()> on_message)
    : inner_(stream), timer_(timer), limits_(limits), on_message_(std::move(on_message)) {}

kj::Promise<kj::Maybe<capnp::MessageReaderAndFds>> LimitedStream::tryReadMessage(kj::ArrayPtr<kj::AutoCloseFd> fds,
                                                                                 capnp::ReaderOptions,
                                                                                 kj::ArrayPtr<capnp::word> scratch) {
    return wait_for_turn()
        .then([this, fds, scratch] { return inner_.tryReadMessage(fds, reader_options(limits_), scratch); })
        .then([this](kj::Maybe<capnp::MessageReaderAndFds> message) {
            KJ_IF_MAYBE (whole, message) count(*whole->reader);
            return message;
        });
}

kj::Promise<void> LimitedStream::wait_for_turn() {
    if (unsent_ && unsent_() > limits_.unsent_bytes) {
        auto written = kj::newPromiseAndFulfiller<void>();
        waits_for_writes_ = kj::mv(written.fulfiller);
        // evalLast: the code that counts the bytes must run first.
        return written.promise.then([] { return kj::evalLast([] {}); }).then([this] { return wait_for_turn(); });
    }
    if (++since_pause_ < limits_.messages_at_once) return kj::READY_NOW;
    since_pause_ = 0;
    return timer_.afterDelay(limits_.pause.count() * kj::MILLISECONDS);
}

// An unreadable message throws, like a failed read: the connection ends.
void LimitedStream::count(capnp::MessageReader& message) {
    if (on_message_) on_message_();
    switch (message.getRoot<capnp::rpc::Message>().which()) {
        case capnp::rpc::Message::BOOTSTRAP:
        case capnp::rpc::Message::CALL:
            if (++unfinished_ > limits_.unfinished_calls)
                kj::throwFatalException(KJ_EXCEPTION(FAILED, "too many calls that are not finished"));
            break;
        case capnp::rpc::Message::FINISH:
            if (unfinished_ > 0) --unfinished_;
            break;
        default: break;
    }
}

void LimitedStream::note_written() {
    KJ_IF_MAYBE (fulfiller, waits_for_writes_) {
        (*fulfiller)->fulfill();
        waits_for_writes_ = nullptr;
    }
}

kj::Promise<void> LimitedStream::writeMessage(kj::ArrayPtr<const int> fds,
                                              kj::ArrayPtr<const kj::ArrayPtr<const capnp::word>> segments) {
    return inner_.writeMessage(fds, segments).then([this] { note_written(); });
}

kj::Promise<void> LimitedStream::writeMessages(
    kj::ArrayPtr<kj::ArrayPtr<const kj::ArrayPtr<const capnp::word>>> messages) {
    return inner_.writeMessages(messages).then([this] { note_written(); });
}

}  // namespace ringfence::rpc
