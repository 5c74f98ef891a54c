// The daemon and its tenants: real processes, under users of their own where that takes root.
#include <poll.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <optional>
#include <sstream>
#include <thread>

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

#include "../base/silent_file.h"
#include "base/runtime_folder.h"
#include "channel/handshake.h"
#include "daemon_fixture.h"
#include "patient.h"
#include "supervisor/administrator.h"
#include "supervisor/daemon_client.h"
#include "supervisor/supervisor.h"
#include "supervisor/tenant_office.h"

namespace ringfence::supervisor {
namespace {

using namespace std::chrono_literals;
using testing::HasSubstr;
using testing::Not;

constexpr uid_t alice_uid = 61001;
constexpr uid_t bob_uid = 61002;
constexpr uid_t stranger_uid = 61003;

// A process that says Hello, and tells what it heard.
class Client {
public:
    struct Words {
        std::string program = "app";
        std::string isolation = {};
        std::string guard = {};
        std::string token = {};
        bool says_hello = true;
        bool asks_to_administer = false;  // instead
    };

    Client(const std::string& socket, uid_t uid, const Words& words) {
        int ends[2] = {-1, -1};
        EXPECT_EQ(::pipe(ends), 0);
        reading_.reset(ends[0]);
        const UniqueFd writing(ends[1]);
        EXPECT_EQ(::pipe(ends), 0);
        connecting_.reset(ends[0]);
        const UniqueFd connected(ends[1]);
        pid_ = ::fork();
        if (pid_ != 0) return;
        ::prctl(PR_SET_PDEATHSIG, SIGKILL);
        if (uid != ::getuid() && (::setresgid(uid, uid, uid) != 0 || ::setresuid(uid, uid, uid) != 0)) ::_exit(1);
        const std::string heard = visit(socket, words, connected.get());
        static_cast<void>(!::write(writing.get(), heard.data(), heard.size()));
        ::_exit(0);
    }
    Client(Client&& other) noexcept
        : pid_(std::exchange(other.pid_, 0)),
          reading_(std::move(other.reading_)),
          connecting_(std::move(other.connecting_)) {}
    Client& operator=(Client&&) = delete;
    ~Client() {
        if (pid_ <= 0) return;
        ::kill(pid_, SIGKILL);
        ::waitpid(pid_, nullptr, 0);
    }

    // Also if it is the end of its connection.
    std::string answer() {
        std::string text;
        char part[4096];
        for (ssize_t got = 1; got > 0;) {
            pollfd ready{reading_.get(), POLLIN, 0};
            if (::poll(&ready, 1, 60'000) <= 0) return "no answer";
            got = ::read(reading_.get(), part, sizeof part);
            if (got > 0) text.append(part, static_cast<std::size_t>(got));
        }
        return text;
    }
    // Until the daemon has it before all who come later.
    bool is_connected() const {
        char byte = 0;
        pollfd ready{connecting_.get(), POLLIN, 0};
        return ::poll(&ready, 1, 60'000) > 0 && ::read(connecting_.get(), &byte, 1) == 1;
    }
    bool has_answered() {
        pollfd ready{reading_.get(), POLLIN, 0};
        return ::poll(&ready, 1, 0) > 0;
    }

private:
    static std::string visit(const std::string& path, const Words& words, int connected) {
        if (words.asks_to_administer) {
            const auto administrator = Administrator::connect(control_socket_path());
            return administrator.ok() ? "welcome" : administrator.error().message;
        }
        Result<UniqueFd> socket = connect_to(path);
        if (!socket.ok()) return socket.error().message;
        static_cast<void>(!::write(connected, "c", 1));
        channel::Hello hello;
        hello.program = words.program;
        hello.isolation = words.isolation;
        hello.guard = words.guard;
        hello.token = words.token;
        if (words.says_hello) static_cast<void>(channel::send_hello(socket.value().get(), hello, -1));
        const auto welcome = channel::receive_welcome(socket.value().get(), 60s);
        return welcome.ok() ? "welcome" : welcome.error().message;
    }

    pid_t pid_ = 0;
    UniqueFd reading_;
    UniqueFd connecting_;
};

class TenantsOfDaemon : public testing::Test {
protected:
    void SetUp() override {
        std::filesystem::create_directories(folder_);
        ::chmod(folder_.c_str(), 0755);
        ::setenv("RINGFENCE_SOCKET", socket_.c_str(), 1);
    }
    void TearDown() override {
        stop();
        std::filesystem::remove_all(folder_);
    }
    void stop() {
        if (daemon_ <= 0) return;
        ::kill(daemon_, SIGKILL);
        ::waitpid(daemon_, nullptr, 0);
        daemon_ = 0;
    }

    void start(const std::string& toml, Settings settings = {}) {
        if (!toml.empty()) write_tenants(toml);
        settings.tenants = tenants_;
        daemon_ = ::fork();
        if (daemon_ == 0) {
            ::prctl(PR_SET_PDEATHSIG, SIGKILL);
            static_cast<void>(!::freopen((folder_ + "/log").c_str(), "a", stderr));
            auto supervisor = Supervisor::create(patient(socket_, FAKE_WORKER, settings));
            ::_exit(supervisor.ok() && supervisor.value()->run().ok() ? 0 : 1);
        }
        for (int i = 0; i < 12000 && !is_daemon_running(); ++i)
            std::this_thread::sleep_for(5ms);
        // As a system's daemon has it.
        ::chmod(socket_.c_str(), 0777);
        ::chmod(control_socket_beside(socket_).c_str(), 0777);
    }
    // The old daemon must end by itself.
    void replace(Settings settings = {}) {
        settings.tenants = tenants_;
        const pid_t before = daemon_;
        daemon_ = ::fork();
        if (daemon_ == 0) {
            ::prctl(PR_SET_PDEATHSIG, SIGKILL);
            auto supervisor = Supervisor::replace(patient(socket_, FAKE_WORKER, settings));
            ::_exit(supervisor.ok() && supervisor.value()->run().ok() ? 0 : 1);
        }
        int how = -1;
        EXPECT_EQ(::waitpid(before, &how, 0), before);
        EXPECT_EQ(how, 0);
    }
    void write_tenants(const std::string& toml) {
        std::ofstream(tenants_ + ".new") << toml;
        ::chmod((tenants_ + ".new").c_str(), 0600);
        std::filesystem::rename(tenants_ + ".new", tenants_);
    }

    Client client(uid_t uid, const Client::Words& words = {}) { return Client(socket_, uid, words); }
    std::string answer(uid_t uid, const Client::Words& words = {}) { return client(uid, words).answer(); }
    // One that stays, once the daemon knows of it.
    Client guest(uid_t uid, Client::Words words = {}) {
        const std::size_t before = sessions().size();
        words.program = "stay";
        Client made = client(uid, words);
        for (int i = 0; i < 12000 && sessions().size() == before && !made.has_answered(); ++i)
            std::this_thread::sleep_for(5ms);
        return made;
    }
    std::vector<nlohmann::json> sessions() {
        std::vector<nlohmann::json> all;
        const nlohmann::json status = daemon_status().take();
        for (const auto& session : status["session_list"]) {
            if (session["stage"] == "served") all.push_back(session);
        }
        return all;
    }
    std::string everything_written() {
        std::string all;
        for (const char* name : {"/log", "/audit.jsonl"}) {
            std::ifstream file(folder_ + name);
            std::ostringstream text;
            text << file.rdbuf();
            all += text.str();
        }
        return all;
    }

    std::string folder_ = testing::TempDir() + "rf-tenants-" + std::to_string(::getpid());
    std::string socket_ = folder_ + "/socket";
    std::string tenants_ = folder_ + "/tenants.toml";
    pid_t daemon_ = 0;
};

#define NEEDS_ROOT() \
    if (::getuid() != 0) GTEST_SKIP() << "processes of other users can only be made by root"

const std::string alice_and_bob = "[tenant.alice]\nuids = [61001]\ntokens = true\n[tenant.bob]\nuids = [61002]\n";

TEST_F(TenantsOfDaemon, WithoutAFileTheDaemonsUserIsTheOnlyTenant) {
    start("");
    const Client one = guest(::getuid());
    ASSERT_EQ(sessions().size(), 1U);
    EXPECT_EQ(sessions()[0]["tenant"], "local");
    EXPECT_EQ(sessions()[0]["uid"], ::getuid());
    if (::getuid() != 0) return;
    EXPECT_THAT(answer(stranger_uid), HasSubstr("the daemon is another user's"));
}

TEST_F(TenantsOfDaemon, UnknownPeersGetNothing) {
    NEEDS_ROOT();
    start("[tenant.alice]\nuids = [61001]\n");
    EXPECT_THAT(answer(stranger_uid), HasSubstr("nobody knows user 61003"));
    EXPECT_THAT(answer(0), HasSubstr("nobody knows user 0")) << "with a file of tenants, root is nobody either";
    EXPECT_THAT(answer(alice_uid), HasSubstr("worker "));
    EXPECT_THAT(answer(alice_uid, {.asks_to_administer = true}), HasSubstr("only the daemon's user, or root"));
    EXPECT_EQ(answer(0, {.asks_to_administer = true}), "welcome") << "root may still ask and change";
    EXPECT_TRUE(is_daemon_running());
}

// What they send would be nobody's, and could keep others out.
TEST_F(TenantsOfDaemon, VisitorsWhomTheNextDaemonDoesNotKnowAreRefused) {
    NEEDS_ROOT();
    start("[tenant.alice]\nuids = [61001]\n[tenant.bob]\nuids = [61002]\n");
    Client alice = client(alice_uid, {.says_hello = false});
    Client bob = client(bob_uid, {.says_hello = false});
    ASSERT_TRUE(alice.is_connected() && bob.is_connected());
    EXPECT_THAT(answer(alice_uid), HasSubstr("worker ")) << "by now the two have been let in";
    write_tenants("[tenant.bob]\nuids = [61002]\n");
    replace();
    EXPECT_THAT(alice.answer(), HasSubstr("nobody knows user 61001"));
    EXPECT_FALSE(bob.has_answered());
    EXPECT_THAT(answer(bob_uid), HasSubstr("worker "));
}

// Somebody who sends a file again and again. The test itself, which alone may close that file: who connects is who one
// is at that moment.
void flood(const std::string& path, SocketKind kind, uid_t uid, int file, int connections) {
    std::vector<UniqueFd> sockets;
    const std::vector<int> copies(most_descriptors, file);
    const std::byte nonsense[8] = {};
    for (int i = 0; i < connections; ++i) {
        ASSERT_EQ(::seteuid(uid), 0);
        Result<UniqueFd> socket = connect_to(path, kind);
        ASSERT_EQ(::seteuid(0), 0);
        ASSERT_TRUE(socket.ok());
        for (int message = 0; message < 4; ++message)
            static_cast<void>(send_message(socket.value().get(), nonsense, copies));
        sockets.push_back(socket.take());
    }
    for (const UniqueFd& socket : sockets)
        static_cast<void>(receive_message(socket.get(), 4096, 60s));
}

// The same for an honest one: a process that is forked would wait where it closes its copy.
std::string answer_to(const std::string& path, uid_t uid) {
    EXPECT_EQ(::seteuid(uid), 0);
    const Result<UniqueFd> socket = connect_to(path);
    EXPECT_EQ(::seteuid(0), 0);
    if (!socket.ok()) return socket.error().message;
    channel::Hello hello;
    hello.program = "app";
    static_cast<void>(channel::send_hello(socket.value().get(), hello, -1));
    const auto welcome = channel::receive_welcome(socket.value().get(), 60s);
    return welcome.ok() ? "welcome" : welcome.error().message;
}

std::size_t entries_of(pid_t process, const char* what) {
    const std::filesystem::directory_iterator all("/proc/" + std::to_string(process) + "/" + what);
    return static_cast<std::size_t>(std::distance(begin(all), end(all)));
}

// close(2) of what they send never returns. So nothing of it is taken.
TEST_F(TenantsOfDaemon, NothingIsTakenFromStrangers) {
    NEEDS_ROOT();
    start("[tenant.alice]\nuids = [61001]\n");
    const SilentFile silent;
    if (!silent.file) GTEST_SKIP() << "no FUSE file system can be mounted here: that takes /dev/fuse";
    EXPECT_THAT(answer_to(socket_, alice_uid), HasSubstr("worker "));
    const std::size_t before = entries_of(daemon_, "fd");
    flood(socket_, SocketKind::Messages, stranger_uid, silent.file.get(), 60);
    flood(control_socket_beside(socket_), SocketKind::Bytes, stranger_uid, silent.file.get(), 60);
    for (int i = 0; i < 12000 && entries_of(daemon_, "fd") > before + 8; ++i)
        std::this_thread::sleep_for(5ms);
    EXPECT_LE(entries_of(daemon_, "fd"), before + 8);
    EXPECT_THAT(answer_to(socket_, stranger_uid), HasSubstr("nobody knows user 61003"));
    EXPECT_THAT(answer_to(socket_, alice_uid), HasSubstr("worker "));
}

// Users that no tenant names are heard, since they may show a token. All of them share the allowance of one.
TEST_F(TenantsOfDaemon, AllWhomNoTenantIsAreOneToOthers) {
    NEEDS_ROOT();
    start(alice_and_bob);
    const SilentFile silent;
    if (!silent.file) GTEST_SKIP() << "no FUSE file system can be mounted here: that takes /dev/fuse";
    // A worker that is there: a daemon of one user's could start none with such files open (docs/supervisor.md).
    EXPECT_THAT(answer_to(socket_, bob_uid), HasSubstr("worker "));
    const std::size_t before = entries_of(daemon_, "task");
    for (uid_t uid = 70'000; uid < 70'008; ++uid)
        flood(socket_, SocketKind::Messages, uid, silent.file.get(), 8);
    EXPECT_LE(entries_of(daemon_, "task"), before + 16 + 16) << "theirs, and those that close sockets";
    EXPECT_LE(entries_of(daemon_, "fd"), 1024U);
    for (int i = 0; i < 80; ++i)
        EXPECT_THAT(answer_to(socket_, bob_uid), HasSubstr("worker ")) << i;
    EXPECT_TRUE(is_daemon_running()) << "the administrator is served";
}

TEST_F(TenantsOfDaemon, EachHasItsNumberOfSessions) {
    NEEDS_ROOT();
    start(alice_and_bob + "[tenant.alice.limits]\nsessions = 2\n");
    {
        const Client first = guest(alice_uid);
        const Client second = guest(alice_uid, {.isolation = "private"});
        EXPECT_EQ(sessions().size(), 2U);
        EXPECT_THAT(answer(alice_uid), HasSubstr("tenant alice has 2 sessions, as many as it may have"));
        EXPECT_THAT(answer(bob_uid), HasSubstr("worker ")) << "another one does not notice";
    }
    // Sessions that a worker refuses do not count for ever.
    for (int i = 0; i < 5; ++i)
        EXPECT_THAT(answer(bob_uid), HasSubstr("worker "));
}

TEST_F(TenantsOfDaemon, WhatTheAdministratorSetsIsOnlyTightened) {
    NEEDS_ROOT();
    start(
        "[tenant.alice]\nuids = [61001]\nisolation = \"private\"\nguard = \"fence\"\n"
        "[tenant.bob]\nuids = [61002]\nguard = \"check\"\n");
    EXPECT_THAT(answer(alice_uid), HasSubstr("--isolation private --guard fence"));
    EXPECT_THAT(answer(alice_uid, {.isolation = "shared", .guard = "off"}),
                HasSubstr("--isolation private --guard fence"));
    EXPECT_THAT(answer(alice_uid, {.guard = "check"}), HasSubstr("--isolation private --guard check"));
    EXPECT_THAT(answer(bob_uid, {.isolation = "shared", .guard = "off"}),
                HasSubstr("--isolation shared --guard check"));
    EXPECT_THAT(answer(bob_uid, {.isolation = "private"}), HasSubstr("--isolation private --guard check"));
}

TEST_F(TenantsOfDaemon, NobodySharesAnUnguardedWorkerWithAnotherTenant) {
    NEEDS_ROOT();
    start(alice_and_bob);
    const Client::Words trusting{.isolation = "shared", .guard = "off"};
    const std::string of_alice = answer(alice_uid, trusting);
    EXPECT_THAT(of_alice, HasSubstr("--isolation shared --guard off"));
    EXPECT_EQ(answer(alice_uid, trusting), of_alice);
    const std::string of_bob = answer(bob_uid, trusting);
    EXPECT_THAT(of_bob, HasSubstr("--isolation shared --guard off"));
    EXPECT_NE(of_bob, of_alice);
    EXPECT_EQ(answer(alice_uid), answer(bob_uid)) << "guarded ones do";
}

// A recognised holder keeps the rights that it was given: they are no more than it would get now.
class HolderOfRights : public TenantsOfDaemon {
protected:
    std::string own(const std::string& more = "") const {
        return "[tenant.own]\nuids = [" + std::to_string(::getuid()) + "]\ntokens = true\n" + more;
    }
    RpcGuest connect() const { return RpcGuest(connect_to(control_socket_beside(socket_), SocketKind::Bytes).take()); }
    // One that asks has a loop of its own.
    template <typename Ask>
    static auto aside(const Ask& ask) {
        decltype(std::optional(ask())) answer;
        std::thread([&] { answer.emplace(ask()); }).join();
        return *std::move(answer);
    }
    static std::string say_hello(const UniqueFd& socket) {
        channel::Hello hello;
        hello.program = "app";
        EXPECT_TRUE(channel::send_hello(socket.get(), hello, -1).ok());
        const auto welcome = channel::receive_welcome(socket.get(), 60s);
        return welcome.ok() ? "welcome" : welcome.error().message;
    }
};

TEST_F(HolderOfRights, WhatTheAdministratorSetsHoldsForManagersThatAreThere) {
    start(own());
    RpcGuest guest = connect();
    auto manager = guest.devices();
    auto opened = guest.open(manager, schema::SessionKind::CHANNEL);
    ASSERT_EQ(opened.code, schema::ErrorCode::NONE) << opened.message;
    write_tenants(own("isolation = \"private\"\nguard = \"check\"\n[tenant.own.limits]\nstreams = 3\n"));
    auto later = guest.open(manager, schema::SessionKind::CHANNEL);
    ASSERT_EQ(later.code, schema::ErrorCode::NONE) << later.message;
    EXPECT_THAT(say_hello(opened.connection), HasSubstr("--isolation private --guard check"));
    EXPECT_THAT(say_hello(later.connection), HasSubstr("--isolation private --guard check"));
    write_tenants("[tenant.other]\nuids = [1]\n");
    EXPECT_EQ(guest.open(manager, schema::SessionKind::CHANNEL).code, schema::ErrorCode::REVOKED);
}

TEST_F(HolderOfRights, WithItsTokenGoesAllThatWasGotWithIt) {
    start(own());
    const tenants::Token token = aside([] { return issue_token("own", {}).take(); });
    const std::string secret = token.secret_text();
    const auto bytes = kj::arrayPtr(reinterpret_cast<const kj::byte*>(secret.data()), secret.size());
    RpcGuest guest = connect();
    auto ask_for_log = guest.root.auditLogRequest();
    ask_for_log.setToken(bytes);
    auto log = guest.client.wait(ask_for_log.send().dropPipeline(), 60'000ms).take().getLog();
    auto ask_for_devices = guest.root.devicesRequest();
    ask_for_devices.setToken(bytes);
    auto manager = guest.client.wait(ask_for_devices.send().dropPipeline(), 60'000ms).take().getManager();
    const auto codes = [&] {
        auto tail = log.tailRequest();
        tail.setCount(1000);
        return std::vector{
            guest.client.wait(tail.send().dropPipeline(), 60'000ms).take().getError().getCode(),
            guest.client.wait(manager.listRequest().send().dropPipeline(), 60'000ms).take().getError().getCode(),
            guest.open(manager, schema::SessionKind::CHANNEL).code};
    };
    EXPECT_EQ(codes(), std::vector(3, schema::ErrorCode::NONE));
    aside([&] { return revoke_token(token.id()).ok(); });
    EXPECT_EQ(codes(), std::vector(3, schema::ErrorCode::REVOKED));
}

TEST_F(TenantsOfDaemon, ATokenIsWhoShowsIt) {
    NEEDS_ROOT();
    start(alice_and_bob);
    const tenants::Token token = issue_token("alice", {}).take();
    const Client guest_with_token = guest(stranger_uid, {.token = token.secret_text()});
    ASSERT_EQ(sessions().size(), 1U);
    EXPECT_EQ(sessions()[0]["tenant"], "alice");
    EXPECT_EQ(sessions()[0]["uid"], stranger_uid);
    EXPECT_EQ(sessions()[0]["token"], token.id());
    // No worker sees it: this one says what it was told.
    EXPECT_THAT(answer(stranger_uid, {.token = token.secret_text()}), HasSubstr("token ''"));
    tenants::Restriction copies_only;
    copies_only.most = tenants::SessionKind::Copy;
    EXPECT_THAT(answer(alice_uid, {.token = token.restricted(copies_only).take().secret_text()}),
                HasSubstr("for sessions of kind copy at most"))
        << "whoever shows a token is what it says";
    std::string forged = token.secret_text();
    forged.back() = forged.back() == '0' ? '1' : '0';
    EXPECT_THAT(answer(alice_uid, {.token = forged}), HasSubstr("not one that this installation has made"));
    EXPECT_THAT(answer(alice_uid, {.token = "rft1.alice"}), HasSubstr("no token of Ringfence's"));
    EXPECT_THAT(issue_token("bob", {}).error().text(), HasSubstr("tenant bob has no tokens"));
    EXPECT_THAT(issue_token("carol", {}).error().text(), HasSubstr("there is no tenant 'carol'"));
    const std::string written = everything_written();
    EXPECT_THAT(written, HasSubstr(token.id()));
    EXPECT_THAT(written, Not(HasSubstr(token.secret_text().substr(token.secret_text().rfind('.') + 1))));
    EXPECT_THAT(written, Not(HasSubstr(token.nonce())));
    EXPECT_THAT(written, Not(HasSubstr(forged.substr(forged.size() - 16))));
}

TEST_F(TenantsOfDaemon, ATokenHasItsOwnLimits) {
    NEEDS_ROOT();
    start(alice_and_bob);
    tenants::Restriction two;
    two.limits[Limit::Sessions] = 2;
    two.limits[Limit::Streams] = 7;
    const tenants::Token token = issue_token("alice", two).take();
    const tenants::Token child = token.restricted({}).take();
    const Client first = guest(stranger_uid, {.token = token.secret_text()});
    const Client second = guest(stranger_uid, {.token = child.secret_text()});
    ASSERT_EQ(sessions().size(), 2U);
    EXPECT_EQ(sessions()[1]["limits"], "streams=7");
    EXPECT_THAT(answer(stranger_uid, {.token = child.secret_text()}),
                HasSubstr("token " + token.id() + " has 2 sessions, as many as it may have"));
    EXPECT_THAT(answer(alice_uid), HasSubstr("worker ")) << "the tenant itself may have more";
}

TEST_F(TenantsOfDaemon, ARevokedTokenEndsTheSessionsOfAllThatWereMadeOfIt) {
    NEEDS_ROOT();
    start(alice_and_bob);
    const tenants::Token parent = issue_token("alice", {}).take();
    const tenants::Token child = parent.restricted({}).take();
    const tenants::Token grandchild = child.restricted({}).take();
    Client of_parent = guest(stranger_uid, {.token = parent.secret_text()});
    Client of_child = guest(stranger_uid, {.isolation = "private", .token = child.secret_text()});
    Client of_grandchild = guest(stranger_uid, {.token = grandchild.secret_text()});
    Client of_bob = guest(bob_uid);
    ASSERT_EQ(sessions().size(), 4U);
    EXPECT_EQ(revoke_token(child.id()).value(), 2U);
    EXPECT_THAT(of_child.answer(), HasSubstr("closed the connection"));
    EXPECT_THAT(of_grandchild.answer(), HasSubstr("closed the connection"));
    EXPECT_FALSE(of_parent.has_answered());
    EXPECT_FALSE(of_bob.has_answered());
    EXPECT_THAT(answer(stranger_uid, {.token = grandchild.secret_text()}), HasSubstr("is revoked"));
    EXPECT_EQ(revoke_token(child.id()).value(), 0U);
    EXPECT_THAT(revoke_token("x").error().text(), HasSubstr("is no token's id"));
    // The next daemon knows it too.
    stop();
    start("");
    EXPECT_THAT(answer(stranger_uid, {.token = grandchild.secret_text()}), HasSubstr("is revoked"));
    EXPECT_THAT(answer(stranger_uid, {.token = parent.secret_text()}), HasSubstr("worker "));
}

TEST_F(TenantsOfDaemon, WhenATokensTimeIsOverSoIsItsSession) {
    NEEDS_ROOT();
    start(alice_and_bob);
    const auto now = [] { return std::chrono::floor<std::chrono::seconds>(std::chrono::system_clock::now()); };
    tenants::Restriction soon;
    const tenants::Token token = issue_token("alice", {}).take();
    Client stays = guest(stranger_uid, {.token = token.secret_text()});
    // On a machine that stood still meanwhile its time was over before the session began: then it gets more.
    std::optional<Client> goes;
    std::optional<tenants::Token> restricted;
    for (auto life = 3s; life < 50s; life *= 2) {
        soon.expires = now() + life;
        restricted.emplace(token.restricted(soon).take());
        goes.emplace(guest(stranger_uid, {.token = restricted->secret_text()}));
        const bool has_answered = goes->has_answered();
        if (now() < *soon.expires) {
            EXPECT_FALSE(has_answered);
            break;
        }
    }
    const tenants::Token& short_lived = *restricted;
    EXPECT_THAT(goes->answer(), HasSubstr("closed the connection"));
    EXPECT_GE(now(), *soon.expires);
    EXPECT_FALSE(stays.has_answered());
    EXPECT_THAT(answer(stranger_uid, {.token = short_lived.secret_text()}), HasSubstr("is over"));
    EXPECT_THAT(everything_written(), HasSubstr("the time of token " + short_lived.id() + " is over"));
}

TEST_F(TenantsOfDaemon, ATenantThatIsRemovedLosesItsSessions) {
    NEEDS_ROOT();
    start(alice_and_bob);
    const tenants::Token token = issue_token("alice", {}).take();
    Client by_user = guest(alice_uid);
    Client by_token = guest(stranger_uid, {.token = token.secret_text()});
    Client of_bob = guest(bob_uid);
    EXPECT_EQ(remove_tenant("alice").value(), 2U);
    EXPECT_THAT(by_user.answer(), HasSubstr("closed the connection"));
    EXPECT_THAT(by_token.answer(), HasSubstr("closed the connection"));
    EXPECT_FALSE(of_bob.has_answered());
    EXPECT_FALSE(remove_tenant("alice").ok());
    EXPECT_THAT(answer(alice_uid), HasSubstr("nobody knows user 61001"));
    EXPECT_FALSE(answer(stranger_uid, {.token = token.secret_text()}) == "welcome");
    EXPECT_EQ(list_tenants().value().tenants().size(), 1U);
    // The file says the same.
    EXPECT_EQ(tenants::load_registry(tenants_).value(), list_tenants().value());
}

TEST_F(TenantsOfDaemon, ChangesAreLiveHoweverTheyAreMade) {
    NEEDS_ROOT();
    start(alice_and_bob);
    Client of_alice = guest(alice_uid);
    tenants::Tenant carol;
    carol.name = "carol";
    carol.uids = {stranger_uid};
    ASSERT_TRUE(set_tenant(carol).ok());
    EXPECT_THAT(answer(stranger_uid), HasSubstr("worker "));
    EXPECT_FALSE(of_alice.has_answered());
    carol.uids = {bob_uid};
    EXPECT_THAT(set_tenant(carol).error().text(), HasSubstr("uid 61002 belongs to tenant bob"));
    // By hand. What is not understood changes nothing.
    write_tenants("[tenant.alice]\nuid = 5\n");
    EXPECT_THAT(answer(stranger_uid), HasSubstr("worker "));
    EXPECT_THAT(everything_written(), HasSubstr("the tenants stay as they were"));
    EXPECT_FALSE(of_alice.has_answered());
    write_tenants("[tenant.bob]\nuids = [61002]\n");
    EXPECT_EQ(list_tenants().value().tenants().size(), 1U);
    EXPECT_THAT(of_alice.answer(), HasSubstr("closed the connection"));
    // That it is gone does not let anybody in.
    std::filesystem::remove(tenants_);
    EXPECT_THAT(answer(0), HasSubstr("nobody knows user 0"));
}

TEST_F(TenantsOfDaemon, ConnectionsThatSayNothingHaveALimit) {
    NEEDS_ROOT();
    start(alice_and_bob + "[tenant.alice.limits]\nconnections = 2\n");
    const Client first = client(alice_uid, {.says_hello = false});
    const Client second = client(alice_uid, {.says_hello = false});
    ASSERT_TRUE(first.is_connected() && second.is_connected());
    EXPECT_THAT(answer(alice_uid, {.says_hello = false}),
                HasSubstr("tenant alice has 2 connections, as many as it may have (connections)"));
    EXPECT_THAT(answer(bob_uid), HasSubstr("worker "));
}

TEST_F(TenantsOfDaemon, AFileThatCannotBeUnderstoodIsNoDaemon) {
    write_tenants("[tenant.alice]\nuid = 5\n");
    Settings settings;
    settings.tenants = tenants_;
    EXPECT_THAT(Reception::open(settings).error().text(), HasSubstr("tenants.toml:2"));
    write_tenants(alice_and_bob);
    ::chmod(tenants_.c_str(), 0666);
    EXPECT_THAT(Reception::open(settings).error().text(), HasSubstr("others can write it"));
}

}  // namespace
}  // namespace ringfence::supervisor
