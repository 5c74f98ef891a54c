// Sends any bytes to the daemon's control socket, over an administrator's or a tenant's connection. The first byte
// selects which; the others go to a server in this process, whose desk has all things ready.
#include <kj/debug.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cstddef>
#include <cstdint>

#include "base/socket.h"
#include "rpc/connection.h"
#include "rpc/event_loop.h"
#include "supervisor/capability_servers.h"
#include "supervisor/desk.h"

namespace {

using namespace ringfence;
using namespace ringfence::supervisor;

class ReadyDesk final : public Desk {
public:
    bool is_administrator = false;

    Outcome<Holder> identify(const Caller& caller, std::span<const std::byte> token) override {
        if (token.size() == 3) return Refusal{schema::ErrorCode::DENIED, Error::bad_input("no"), ""};
        Holder holder;
        holder.peer = caller.peer;
        holder.tenant = "tenant";
        return holder;
    }
    std::optional<Refusal> why_unwelcome(const Holder&) override { return std::nullopt; }
    kj::Promise<std::vector<DeviceFacts>> devices(const Holder&) override {
        return std::vector{DeviceFacts{"device", "soft", 1, 2, 3, 4}};
    }
    Outcome<Opened> open(const Holder& holder, OpenRequest request) override {
        auto ends = socket_pair();
        if (!ends.ok()) return Refusal{schema::ErrorCode::OVERLOADED, ends.take_error(), ""};
        SessionFacts facts;
        facts.tenant = holder.tenant;
        facts.kind = request.kind;
        return Opened{std::move(ends.value().first), facts};
    }
    kj::Promise<std::vector<std::string>> audit_tail(const PeerProcess&, const std::string&,
                                                     std::uint32_t count) override {
        return std::vector<std::string>(count, "{}");
    }
    bool may_administer(const PeerProcess&) override { return is_administrator; }
    kj::Promise<std::string> status() override { return std::string(1000, '{'); }
    kj::Promise<TextAnswer> kernels(std::uint32_t) override {
        return std::make_unique<Outcome<UniqueFd>>(Refusal{schema::ErrorCode::NOT_FOUND, Error::bad_input("no"), ""});
    }
    std::uint32_t down(const PeerProcess&) override { return 1; }
    Outcome<Done> revoke_session(const PeerProcess&, std::uint64_t, const std::string&) override { return Done{}; }
    Outcome<std::string> tenants() override { return std::string("toml"); }
    Outcome<Done> set_tenant(const PeerProcess&, const std::string&, const std::string&) override { return Done{}; }
    Outcome<std::uint32_t> remove_tenant(const PeerProcess&, const std::string&) override { return 1U; }
    Outcome<Done> set_vgpu(const PeerProcess&, const std::string&, const std::string&) override { return Done{}; }
    Outcome<Done> remove_vgpu(const PeerProcess&, const std::string&) override { return Done{}; }
    kj::Promise<PolicyAnswer> set_policy(const PolicyActor&, PolicyRequest) override {
        return std::make_unique<Outcome<std::uint32_t>>(1U);
    }
    kj::Promise<PolicyAnswer> unset_policy(const PolicyActor&) override {
        return std::make_unique<Outcome<std::uint32_t>>(1U);
    }
    kj::Promise<TextAnswer> look_at_map(const PolicyActor&, MapRequest) override {
        return std::make_unique<Outcome<UniqueFd>>(Refusal{schema::ErrorCode::DENIED, Error::bad_input("no"), ""});
    }
    Outcome<PolicyActor> manage_policy(const Caller& caller, std::span<const std::byte> token,
                                       const std::string& vgpu) override {
        if (token.size() == 3) return Refusal{schema::ErrorCode::DENIED, Error::bad_input("no"), ""};
        return PolicyActor{caller.peer, vgpu, std::nullopt};
    }
    std::optional<Refusal> why_not_manager(const PolicyActor&) override { return std::nullopt; }
    kj::Promise<std::string> policy_status(const PolicyActor&) override { return std::string("{}"); }
    Outcome<std::uint32_t> revoke_token(const PeerProcess&, const std::string&) override { return 1U; }
    Outcome<std::string> issue_token(const PeerProcess&, const std::string&, const std::string&) override {
        return std::string("token");
    }
    Outcome<UniqueFd> take_over(const PeerProcess&) override {
        return Refusal{schema::ErrorCode::DENIED, Error::bad_input("no"), ""};
    }
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    constexpr std::size_t most = 60'000;  // what a socket takes without a reader
    if (size < 2 || size > most) return 0;
    kj::_::Debug::setLogLevel(kj::LogSeverity::FATAL);
    static const auto loop = rpc::EventLoop::create().take();
    auto ends = socket_pair(SocketKind::Bytes).take();
    if (::send(ends.first.get(), data + 1, size - 1, MSG_NOSIGNAL | MSG_DONTWAIT) < 0) return 0;
    ::shutdown(ends.first.get(), SHUT_WR);
    ReadyDesk desk;
    desk.is_administrator = (data[0] & 1) != 0;
    Caller caller;
    caller.peer = {1, 2, 3};
    const auto holdings = std::make_shared<rpc::Holdings>();
    {
        rpc::ConnectionLimits limits;
        limits.pause = std::chrono::milliseconds(0);
        rpc::Connection connection(*loop, std::move(ends.second), make_bootstrap(desk, caller, holdings), holdings,
                                   limits);
        loop->run(connection.when_ended().exclusiveJoin(loop->after(std::chrono::milliseconds(1000))));
    }
    // Calls that were under way, because the machine stood still for a second, are let go of by the loop.
    loop->run(loop->after(std::chrono::milliseconds(0)));
    if (holdings->count() != 0) __builtin_trap();
    return 0;
}
