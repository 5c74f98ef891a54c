// RPC for programs that ask and wait for the answer, such as the command line.
#pragma once

#include <capnp/capability.h>
#include <capnp/rpc-twoparty.h>
#include <kj/async-io.h>

#include <chrono>
#include <memory>
#include <optional>
#include <string>

#include "base/result.h"
#include "base/unique_fd.h"

namespace ringfence::rpc {

class BlockingClient {
public:
    // `socket`: a connected stream.
    explicit BlockingClient(UniqueFd socket);

    capnp::Capability::Client bootstrap();
    // The answer; an error if the other side throws an exception, closes the connection, or does not answer in time.
    template <typename T>
    Result<T> wait(kj::Promise<T> answer, std::chrono::milliseconds limit) {
        auto got = std::make_unique<std::optional<T>>();
        Result<void> outcome =
            wait_for(answer.then([to = got.get()](T&& value) { to->emplace(kj::mv(value)); }), limit);
        if (!outcome.ok()) return outcome.take_error();
        return Result<T>(kj::mv(**got));
    }
    Result<void> wait_for(kj::Promise<void> answer, std::chrono::milliseconds limit);

private:
    kj::AsyncIoContext io_;
    kj::Own<kj::AsyncCapabilityStream> stream_;
    capnp::TwoPartyVatNetwork network_;
    capnp::RpcSystem<capnp::rpc::twoparty::VatId> system_;
};

}  // namespace ringfence::rpc
