#include "session/connection.h"

namespace ringfence::session {
namespace {

constexpr std::size_t mebibyte = std::size_t{1} << 20;

rpc::ConnectionLimits client_limits() {
    rpc::ConnectionLimits limits;
    limits.message_words = 65 * mebibyte / sizeof(capnp::word);  // an image of 64 MiB, and the message around it
    limits.nesting = 16;
    limits.descriptors_per_message = 1;  // 0 would also forbid sending them; received ones are closed after their call
    limits.unfinished_calls = 32768;     // more than waits and calls together (core.h)
    limits.words_of_pending_calls = 16 * mebibyte / sizeof(capnp::word);
    limits.unsent_bytes = 8 * mebibyte;
    limits.messages_at_once = 1024;
    return limits;
}

}  // namespace

Connection::Connection(kj::Own<kj::AsyncCapabilityStream> stream, kj::Timer& timer, schema::GpuSession::Client session)
    : stream_(kj::mv(stream)),
      messages_(*stream_, timer, client_limits(), {}),
      network_(messages_, client_limits().descriptors_per_message, capnp::rpc::twoparty::Side::SERVER,
               rpc::sender_options()),
      rpc_(capnp::makeRpcServer(network_, kj::mv(session))) {
    messages_.ask_for_unsent([this] { return network_.getCurrentQueueSize(); });
    rpc_.setFlowLimit(client_limits().words_of_pending_calls);
}

}  // namespace ringfence::session
