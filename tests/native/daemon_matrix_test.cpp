// Asks each holder of the daemon's own interfaces for every method of the schema: the device manager, the tenant's
// audit log and the administration. Holders are known by their user or by a token; one is as it is, has less, was
// revoked, has expired by the clock, belongs to a tenant that was removed, or shows another's token.
#include <fcntl.h>
#include <grp.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <thread>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "base/socket.h"
#include "matrix.h"
#include "supervisor/tenant_office.h"
#include "tenants/mint.h"

namespace ringfence::native_test {
namespace {

using namespace std::chrono_literals;

constexpr uid_t stranger = 61003;

// A holder's state, and the answers that its tenant's objects give then: those that it holds already, and the daemon
// when it asks for others. `most`: the sessions that it may open.
struct Row {
    const char* state;
    Code held;
    Code anew;
    SessionKind most = SessionKind::CHANNEL;
};
constexpr Row own{"own", Code::NONE, Code::NONE};
constexpr Row by_token{"by token", Code::NONE, Code::NONE};
constexpr Row only_programs{"attenuated to programs", Code::NONE, Code::NONE, SessionKind::PROGRAM};
constexpr Row only_copies{"attenuated to copies", Code::NONE, Code::NONE, SessionKind::COPY};
constexpr Row revoked{"revoked", Code::REVOKED, Code::REVOKED};
constexpr Row expired{"expired", Code::EXPIRED, Code::EXPIRED};
constexpr Row removed{"of a tenant that was removed", Code::REVOKED, Code::DENIED};
constexpr Row put_out{"put out of its tenant", Code::REVOKED, Code::UNKNOWN_PEER};
constexpr Row forged{"with a forged token", Code::DENIED, Code::DENIED};
constexpr Row unknown{"unknown", Code::UNKNOWN_PEER, Code::UNKNOWN_PEER};

std::string tenants_file() {
    return "[tenant.holder]\nuids = [" + std::to_string(::getuid()) +
           "]\ntokens = true\n[tenant.other]\ntokens = true\n[vgpu.managed]\nmanaged_by = \"holder\"\n";
}

// The administrator's commands have an event loop of their own, and a thread has one.
template <typename Command>
auto aside(const Command& command) -> decltype(command()) {
    std::optional<decltype(command())> outcome;
    std::thread([&] { outcome.emplace(command()); }).join();
    return *std::move(outcome);
}

tenants::Token token_of(const std::string& tenant) {
    return aside([&] { return supervisor::issue_token(tenant, {}); }).take();
}

tenants::Token attenuated(const tenants::Token& token, tenants::SessionKind most) {
    tenants::Restriction less;
    less.most = most;
    return token.restricted(less).take();
}

// Somebody who is connected to the daemon and holds what it was given for a token, or for its user.
class Holder {
public:
    Holder(kj::AsyncIoContext& io, const Daemon& daemon, std::string shown)
        : token(std::move(shown)),
          io_(io),
          peer_(io, connect_to(daemon.control_socket(), SocketKind::Bytes).take()),
          root(peer_.bootstrap().castAs<schema::Ringfence>()) {}

    schema::GpuDeviceManager::Client manager() {
        auto request = root.devicesRequest();
        request.setToken(kj::StringPtr(token.c_str()).asBytes());
        return request.send().wait(io_.waitScope).getManager();
    }
    schema::AuditLog::Client log() {
        auto request = root.auditLogRequest();
        request.setToken(kj::StringPtr(token.c_str()).asBytes());
        return request.send().wait(io_.waitScope).getLog();
    }
    schema::VgpuPolicy::Client vgpu_policy() {
        auto request = root.vgpuPolicyRequest();
        request.setToken(kj::StringPtr(token.c_str()).asBytes());
        request.setVgpu("managed");
        return request.send().wait(io_.waitScope).getPolicy();
    }
    schema::Administration::Client administration() {
        return root.administrationRequest().send().wait(io_.waitScope).getAdministration();
    }
    struct Opened {
        Code code = Code::NONE;
        std::uint64_t id = 0;
        UniqueFd connection;
    };
    Opened open(SessionKind kind, const std::vector<std::string>& grants = {}) {
        auto request = manager().openRequest();
        request.getRequest().setKind(kind);
        auto list = request.getRequest().initPrograms(static_cast<kj::uint>(grants.size()));
        for (kj::uint i = 0; i < list.size(); ++i)
            list.set(i, kj::arrayPtr(reinterpret_cast<const kj::byte*>(grants[i].data()), grants[i].size()));
        auto answer = request.send().wait(io_.waitScope);
        Opened opened{answer.getError().getCode(), answer.getInfo().getId(), {}};
        if (opened.code != Code::NONE) return opened;
        KJ_IF_MAYBE (number, answer.getConnection().getFd().wait(io_.waitScope)) {
            opened.connection.reset(::fcntl(*number, F_DUPFD_CLOEXEC, 3));
        }
        return opened;
    }

    const std::string token;

private:
    kj::AsyncIoContext& io_;
    RpcPeer peer_;

public:
    schema::Ringfence::Client root;
};

std::string grant_of(World& world) {
    auto answer = world.wait(world.get<schema::GpuProgram>("program").grantRequest().send());
    return {reinterpret_cast<const char*>(answer.getGrant().begin()), answer.getGrant().size()};
}

class DaemonMatrixTest : public testing::Test, protected Matrix {
protected:
    ~DaemonMatrixTest() noexcept override = default;
    void TearDown() override { RecordProperty("combinations", combinations); }

    int call(capnp::Capability::Client client, capnp::InterfaceSchema::Method method, const std::string& token,
             SessionKind kind = SessionKind::COPY) {
        return outcome_of(io.waitScope, client, method, [&](capnp::DynamicStruct::Builder to, kj::StringPtr name) {
            const auto has = [&](const char* field) { return to.getSchema().findFieldByName(field) != nullptr; };
            if (has("token")) to.set("token", capnp::Data::Reader(kj::StringPtr(token.c_str()).asBytes()));
            if (has("vgpu")) to.set("vgpu", "managed");
            if (has("count")) to.set("count", 10);
            if (has("request")) to.init("request").as<capnp::DynamicStruct>().set("kind", kind);
            // Methods of the administration: the next one in order takes away what one of them makes.
            if (name == "revokeSession") to.set("id", session_to_revoke);
            if (name == "revokeToken") to.set("id", "0123456789abcdef");
            if (has("name")) to.set("name", "matrix");
            if (has("toml")) to.set("toml", name == "setVgpu" ? "[vgpu.matrix]\n" : "[tenant.matrix]\n");
            if (has("tenant")) to.set("tenant", "holder");
            if (has("restriction")) to.set("restriction", "name=0123456789abcdef");
        });
    }
    // One object by all methods; `wanted` of those that it has.
    template <typename Wanted>
    void check_object(const std::string& what, capnp::InterfaceSchema interface, capnp::Capability::Client client,
                      const std::string& token, const Wanted& wanted) {
        for (const capnp::InterfaceSchema asked : all_interfaces()) {
            for (const auto method : asked.getMethods()) {
                const kj::StringPtr name = method.getProto().getName();
                const int outcome = interface.extends(asked) ? static_cast<int>(wanted(name)) : unimplemented;
                if (name == "down" && outcome == 0) continue;  // the last one
                expect(what + ": " + asked.getShortDisplayName().cStr() + "." + name.cStr(),
                       call(client, method, token), outcome);
            }
        }
    }
    // Whoever shows no token is the daemon's user here, an administrator. A token for less is not for policies.
    static Code manages(const Holder& holder, const Row& row) {
        if (holder.token.empty()) return Code::NONE;
        return row.anew == Code::NONE && row.most < SessionKind::COMPUTE ? Code::DENIED : row.anew;
    }
    // Asks the daemon for objects anew.
    void check_root(Holder& holder, const Row& row, Code administration = Code::NONE) {
        check_object(std::string(row.state) + ", Ringfence", capnp::Schema::from<schema::Ringfence>(), holder.root,
                     holder.token, [&](kj::StringPtr method) {
                         if (method == "about") return Code::NONE;
                         if (method == "vgpuPolicy") return manages(holder, row);
                         return method == "administration" ? administration : row.anew;
                     });
    }
    // Asks the objects that are held already.
    void check_held(schema::GpuDeviceManager::Client manager, schema::AuditLog::Client log, const Row& row) {
        const auto held = [&](kj::StringPtr) { return row.held; };
        const auto schema = capnp::Schema::from<schema::GpuDeviceManager>();
        check_object(std::string(row.state) + ", device manager", schema, manager, "", held);
        check_object(std::string(row.state) + ", audit log", capnp::Schema::from<schema::AuditLog>(), log, "", held);
        for (const auto kind : {SessionKind::COPY, SessionKind::PROGRAM, SessionKind::COMPUTE, SessionKind::CHANNEL}) {
            const Code wanted = row.held == Code::NONE && kind > row.most ? Code::DENIED : row.held;
            expect(std::string(row.state) + ": open " + interface_of(kind).getShortDisplayName().cStr(),
                   call(manager, schema.getMethodByName("open"), "", kind), static_cast<int>(wanted));
        }
    }
    // No policy is sent along, and so there is none to take out or to look at.
    void check_held(schema::VgpuPolicy::Client policy, const Row& row) {
        check_object(std::string(row.state) + ", policy of a virtual GPU", capnp::Schema::from<schema::VgpuPolicy>(),
                     policy, "", [&](kj::StringPtr method) {
                         if (row.held != Code::NONE || method == "status") return row.held;
                         return method == "unset" ? Code::NOT_FOUND : Code::INVALID_ARGUMENT;
                     });
    }
    void check_all_of(Holder& holder, const Row& row) {
        check_held(holder.manager(), holder.log(), row);
        if (manages(holder, row) == Code::NONE) check_held(holder.vgpu_policy(), row);
        check_root(holder, row);
    }

    kj::AsyncIoContext io = kj::setupAsyncIo();
    Daemon daemon{tenants_file()};
    std::uint64_t session_to_revoke = 0;
};

TEST_F(DaemonMatrixTest, OwnAndAttenuated) {
    Holder by_user(io, daemon, "");
    check_all_of(by_user, own);
    const tenants::Token token = token_of("holder");
    Holder with_token(io, daemon, token.secret_text());
    check_all_of(with_token, by_token);
    Holder with_programs(io, daemon, attenuated(token, tenants::SessionKind::Program).secret_text());
    check_all_of(with_programs, only_programs);
    Holder with_copies(io, daemon, attenuated(token, tenants::SessionKind::Copy).secret_text());
    check_all_of(with_copies, only_copies);
    EXPECT_GE(combinations, 500);
}

TEST_F(DaemonMatrixTest, RevokedAndRemoved) {
    const tenants::Token token = token_of("holder");
    const tenants::Token lesser = attenuated(token, tenants::SessionKind::Copy);
    Holder holder(io, daemon, lesser.secret_text());
    auto manager = holder.manager();
    auto log = holder.log();
    ASSERT_TRUE(aside([&] { return supervisor::revoke_token(token.id()); }).ok());
    check_held(manager, log, revoked);
    check_root(holder, revoked);

    const tenants::Token whole = token_of("holder");
    Holder managing(io, daemon, whole.secret_text());
    auto policy = managing.vgpu_policy();
    ASSERT_TRUE(aside([&] { return supervisor::revoke_token(whole.id()); }).ok());
    check_held(policy, revoked);

    Holder with_token(io, daemon, token_of("holder").secret_text());
    Holder by_user(io, daemon, "");
    auto policy_of_token = with_token.vgpu_policy();
    auto manager_of_token = with_token.manager();
    auto log_of_token = with_token.log();
    auto manager_of_user = by_user.manager();
    auto log_of_user = by_user.log();
    ASSERT_TRUE(aside([] { return supervisor::remove_tenant("holder"); }).ok());
    check_held(manager_of_token, log_of_token, removed);
    check_held(policy_of_token, removed);
    check_root(with_token, removed);
    check_held(manager_of_user, log_of_user, put_out);
    check_root(by_user, put_out);
}

// The daemon's objects, and sessions of all kinds with theirs: all of them work, until a moment that the clock reaches.
TEST_F(DaemonMatrixTest, ExpiredByTheClock) {
    const auto open_all = [&](Holder& holder) {
        std::vector<std::unique_ptr<World>> worlds;
        worlds.push_back(
            std::make_unique<World>(io, holder.open(SessionKind::COMPUTE).connection, SessionKind::COMPUTE));
        const std::string grant = grant_of(*worlds[0]);
        worlds.push_back(
            std::make_unique<World>(io, holder.open(SessionKind::PROGRAM, {grant}).connection, SessionKind::PROGRAM));
        worlds.push_back(std::make_unique<World>(io, holder.open(SessionKind::COPY).connection, SessionKind::COPY));
        return worlds;
    };
    const tenants::Token token = token_of("holder");
    // How long that takes here says how long the token has to live.
    const auto begin = std::chrono::steady_clock::now();
    Holder unhurried(io, daemon, token.secret_text());
    auto staying = open_all(unhurried);
    const auto taken = std::chrono::ceil<std::chrono::seconds>(std::chrono::steady_clock::now() - begin);

    tenants::Restriction soon;
    soon.expires = std::chrono::floor<std::chrono::seconds>(std::chrono::system_clock::now()) + 4 * taken + 10s;
    Holder holder(io, daemon, token.restricted(soon).take().secret_text());
    auto manager = holder.manager();
    auto log = holder.log();
    auto policy = holder.vgpu_policy();
    auto worlds = open_all(holder);
    for (auto& world : worlds)
        EXPECT_EQ(world->state(), 0);
    std::this_thread::sleep_until(*soon.expires);
    for (auto& world : worlds) {
        for (int i = 0; i < 12000 && world->state() == 0; ++i)
            std::this_thread::sleep_for(10ms);
        EXPECT_GE(std::chrono::system_clock::now(), *soon.expires);
        check_all(*world, "expired", Code::EXPIRED);
    }
    check_held(manager, log, expired);
    check_held(policy, expired);
    check_root(holder, expired);
    // The token that it was made of goes on.
    for (auto& world : staying)
        EXPECT_EQ(world->state(), 0);
    check_all_of(unhurried, by_token);
    EXPECT_GE(combinations, 700);
}

TEST_F(DaemonMatrixTest, Foreign) {
    Holder holder(io, daemon, "");
    Holder other(io, daemon, token_of("other").secret_text());
    World of_other(io, other.open(SessionKind::COMPUTE).connection, SessionKind::COMPUTE);
    expect("a program of another tenant's",
           static_cast<int>(holder.open(SessionKind::PROGRAM, {grant_of(of_other)}).code),
           static_cast<int>(Code::NOT_FOUND));
    World of_holder(io, holder.open(SessionKind::COMPUTE).connection, SessionKind::COMPUTE);
    expect("its own", static_cast<int>(holder.open(SessionKind::PROGRAM, {grant_of(of_holder)}).code), 0);
    auto reading = other.log().tailRequest();
    reading.setCount(1000);
    auto records = reading.send().wait(io.waitScope);
    EXPECT_GT(records.getRecords().size(), 0u);
    for (const auto record : records.getRecords())
        EXPECT_EQ(nlohmann::json::parse(record.cStr())["tenant"], "other") << record.cStr();
    expect("a virtual GPU that another tenant manages",
           call(other.root, capnp::Schema::from<schema::Ringfence>().getMethodByName("vgpuPolicy"), other.token),
           static_cast<int>(Code::DENIED));
    // By somebody else's secret.
    const tenants::Mint elsewhere(Secret{7});
    Holder forger(io, daemon, elsewhere.issue("holder", {}).take().secret_text());
    check_root(forger, forged);
    Holder loosening(io, daemon, attenuated(token_of("holder"), tenants::SessionKind::Copy).secret_text() + "0");
    check_root(loosening, forged);
}

TEST_F(DaemonMatrixTest, Administration) {
    Holder administrator(io, daemon, "");
    Holder other(io, daemon, token_of("other").secret_text());
    World session(io, other.open(SessionKind::COMPUTE).connection, SessionKind::COMPUTE);
    session_to_revoke = session.wait(session.get<schema::GpuSession>("session").infoRequest().send()).getInfo().getId();
    // No policy is sent along, and so there is none to take out; no worker is process 0.
    const auto all_is_allowed = [](kj::StringPtr method) {
        return (method == "setPolicy" || method == "policyMap")   ? Code::INVALID_ARGUMENT
               : (method == "unsetPolicy" || method == "kernels") ? Code::NOT_FOUND
                                                                  : Code::NONE;
    };
    auto held = administrator.administration();
    const auto schema = capnp::Schema::from<schema::Administration>();
    check_object("administration", schema, held, "", all_is_allowed);
    for (int i = 0; i < 12000 && session.state() == 0; ++i)
        std::this_thread::sleep_for(10ms);
    check_all(session, "revoked by the administration", Code::REVOKED);
    auto log = held.auditLogRequest().send().wait(io.waitScope).getLog();
    check_object("the administration's audit log", capnp::Schema::from<schema::AuditLog>(), log, "", all_is_allowed);
    expect("administration: Administration.down", call(held, schema.getMethodByName("down"), ""), 0);
}

TEST_F(DaemonMatrixTest, StrangersHoldNothing) {
    if (::getuid() != 0) GTEST_SKIP() << "processes of other users can only be made by root";
    ::chmod(daemon.folder().c_str(), 0755);
    ::chmod(daemon.control_socket().c_str(), 0777);
    const pid_t child = ::fork();
    if (child == 0) {
        if (::setgroups(0, nullptr) != 0 || ::setresgid(stranger, stranger, stranger) != 0 ||
            ::setresuid(stranger, stranger, stranger) != 0)
            ::_exit(100);
        std::thread([&] {
            auto own_io = kj::setupAsyncIo();
            Holder nobody(own_io, daemon, "");
            for (const auto method : capnp::Schema::from<schema::Ringfence>().getMethods()) {
                const kj::StringPtr name = method.getProto().getName();
                const Code wanted = name == "about"            ? Code::NONE
                                    : name == "administration" ? Code::DENIED
                                                               : unknown.anew;
                const int outcome = outcome_of(own_io.waitScope, nobody.root, method, [](auto, auto) {});
                expect(std::string("unknown: ") + name.cStr(), outcome, static_cast<int>(wanted));
            }
        }).join();
        ::_exit(HasFailure() ? 101 : combinations);
    }
    int status = 0;
    ::waitpid(child, &status, 0);
    const auto methods = capnp::Schema::from<schema::Ringfence>().getMethods().size();
    EXPECT_TRUE(WIFEXITED(status) && static_cast<kj::uint>(WEXITSTATUS(status)) == methods) << status;
}

}  // namespace
}  // namespace ringfence::native_test
