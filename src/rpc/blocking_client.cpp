#include "rpc/blocking_client.h"

#include <capnp/message.h>
#include <kj/exception.h>
#include <kj/io.h>

namespace ringfence::rpc {
namespace {

constexpr unsigned most_descriptors_received = 4;

// The daemon is trusted, and its answers may be large: a status of many sessions.
capnp::ReaderOptions trusting_options() {
    capnp::ReaderOptions options;
    options.traversalLimitInWords = (std::uint64_t{256} << 20) / sizeof(capnp::word);
    return options;
}

}  // namespace

BlockingClient::BlockingClient(UniqueFd socket)
    : io_(kj::setupAsyncIo()),
      stream_(io_.lowLevelProvider->wrapUnixSocketFd(kj::AutoCloseFd(socket.release()),
                                                     kj::LowLevelAsyncIoProvider::ALREADY_CLOEXEC)),
      network_(*stream_, most_descriptors_received, capnp::rpc::twoparty::Side::CLIENT, trusting_options()),
      system_(capnp::makeRpcClient(network_)) {}

capnp::Capability::Client BlockingClient::bootstrap() {
    capnp::MallocMessageBuilder message(4);
    auto host = message.initRoot<capnp::rpc::twoparty::VatId>();
    host.setSide(capnp::rpc::twoparty::Side::SERVER);
    return system_.bootstrap(host);
}

Result<void> BlockingClient::wait_for(kj::Promise<void> answer, std::chrono::milliseconds limit) {
    auto bounded = io_.provider->getTimer().timeoutAfter(limit.count() * kj::MILLISECONDS, kj::mv(answer));
    KJ_IF_MAYBE (exception, kj::runCatchingExceptions([&] { bounded.wait(io_.waitScope); })) {
        switch (exception->getType()) {
            case kj::Exception::Type::DISCONNECTED: return Error::bad_input("the daemon went away without an answer");
            case kj::Exception::Type::OVERLOADED: return Error::bad_input("the daemon does not answer");
            default: return Error::bad_input(std::string("the daemon: ") + exception->getDescription().cStr());
        }
    }
    return {};
}

}  // namespace ringfence::rpc
