// A daemon of its own for each test, with a stand-in for the worker or the real one.
#pragma once

#include <sys/types.h>

#include <memory>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "base/unique_fd.h"
#include "rpc/blocking_client.h"
#include "schema/ringfence.capnp.h"
#include "supervisor/settings.h"

namespace ringfence::supervisor {

class DaemonTest : public testing::Test {
protected:
    void SetUp() override;
    void TearDown() override;

    void start(const Settings& settings = {}, const std::string& worker_program = FAKE_WORKER);
    nlohmann::ordered_json status();
    // The error; empty: it went well.
    std::string revoke(std::uint64_t id, const std::string& reason);
    std::vector<nlohmann::json> audited(const std::string& event) const;
    std::size_t descriptors_of(pid_t process) const;
    std::size_t memory_of(pid_t process) const;  // bytes that are resident

    // A stream to the control socket, without RPC.
    UniqueFd connect_control() const;

    std::string folder_;
    std::string socket_;
    pid_t daemon_ = 0;
};

// Somebody who speaks RPC.
class RpcGuest {
public:
    explicit RpcGuest(UniqueFd socket)
        : client(std::move(socket)), root(client.bootstrap().castAs<schema::Ringfence>()) {}

    schema::GpuDeviceManager::Client devices();
    struct Opened {
        schema::ErrorCode code = schema::ErrorCode::NONE;
        std::string message;
        std::uint64_t id = 0;
        UniqueFd connection;
    };
    Opened open(schema::GpuDeviceManager::Client& manager, schema::SessionKind kind, const std::string& name = "test",
                const std::string& isolation = "");

    rpc::BlockingClient client;
    schema::Ringfence::Client root;
};

}  // namespace ringfence::supervisor
