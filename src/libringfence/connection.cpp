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

}  // namespace

Connection::Connection(Loop& loop, UniqueFd socket)
    : stream_(loop.io().lowLevelProvider->wrapUnixSocketFd(kj::AutoCloseFd(socket.release()))),
      network_(*stream_, descriptors_per_message, capnp::rpc::twoparty::Side::CLIENT, answers()),
      rpc_(capnp::makeRpcClient(network_)) {}

capnp::Capability::Client Connection::bootstrap() {
    capnp::MallocMessageBuilder message;
    auto server = message.initRoot<capnp::rpc::twoparty::VatId>();
    server.setSide(capnp::rpc::twoparty::Side::SERVER);
    return rpc_.bootstrap(server);
}

}  // namespace ringfence::native
