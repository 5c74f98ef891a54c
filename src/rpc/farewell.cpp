#include "rpc/farewell.h"

#include <capnp/message.h>
#include <capnp/rpc.capnp.h>
#include <capnp/schema.h>
#include <capnp/serialize.h>
#include <sys/socket.h>

#include <string>

namespace ringfence::rpc {

void send_farewell(int socket, schema::ErrorCode code, const Error& why) {
    const auto names = capnp::Schema::from<schema::ErrorCode>().getEnumerants();
    const std::string reason =
        std::string(names[static_cast<kj::uint>(code)].getProto().getName().cStr()) + ": " + why.text();
    capnp::MallocMessageBuilder message;
    message.initRoot<capnp::rpc::Message>().initAbort().setReason(reason);
    const kj::Array<capnp::word> words = capnp::messageToFlatArray(message);
    const auto bytes = words.asBytes();
    static_cast<void>(::send(socket, bytes.begin(), bytes.size(), MSG_NOSIGNAL | MSG_DONTWAIT));
}

}  // namespace ringfence::rpc
