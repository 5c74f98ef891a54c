#include "libringfence/connection.h"

#include <kj/io.h>

namespace ringfence::native {
namespace {

constexpr unsigned descriptors_per_message = 1;

// The limit of one answer: a read of 1 MiB is the largest.
capnp::ReaderOptions answers() {
    capnp::ReaderOptions options;
    options.traversalLimitInWords = (std::uint64_t{128} << 20) / sizeof(capnp::word);
    return options;
}

// `write` may throw as well as promise a failure.
template <typename Write>
kj::Promise<void> unless_gone(Write&& write) {
    return kj::evalNow(kj::fwd<Write>(write)).catch_([](kj::Exception&& exception) {
        if (exception.getType() != kj::Exception::Type::DISCONNECTED) kj::throwRecoverableException(kj::mv(exception));
    });
}

}  // namespace

kj::Promise<kj::Maybe<capnp::MessageReaderAndFds>> Messages::tryReadMessage(kj::ArrayPtr<kj::AutoCloseFd> fds,
                                                                            capnp::ReaderOptions options,
                                                                            kj::ArrayPtr<capnp::word> scratch) {
    return inner_.tryReadMessage(fds, options, scratch);
}

kj::Promise<void> Messages::writeMessage(kj::ArrayPtr<const int> fds,
                                         kj::ArrayPtr<const kj::ArrayPtr<const capnp::word>> segments) {
    return unless_gone([&] { return inner_.writeMessage(fds, segments); });
}

kj::Promise<void> Messages::writeMessages(kj::ArrayPtr<kj::ArrayPtr<const kj::ArrayPtr<const capnp::word>>> messages) {
    return unless_gone([&] { return inner_.writeMessages(messages); });
}

Connection::Connection(Loop& loop, UniqueFd socket)
    : stream_(loop.io().lowLevelProvider->wrapUnixSocketFd(kj::AutoCloseFd(socket.release()))),
      messages_(*stream_),
      network_(messages_, descriptors_per_message, capnp::rpc::twoparty::Side::CLIENT, answers()),
      rpc_(capnp::makeRpcClient(network_)) {}

capnp::Capability::Client Connection::bootstrap() {
    capnp::MallocMessageBuilder message;
    auto server = message.initRoot<capnp::rpc::twoparty::VatId>();
    server.setSide(capnp::rpc::twoparty::Side::SERVER);
    return rpc_.bootstrap(server);
}

}  // namespace ringfence::native
