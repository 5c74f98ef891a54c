// The daemon as those see it who speak RPC, honest ones and others.
#include "supervisor/control_server.h"

#include <capnp/rpc.capnp.h>
#include <capnp/serialize.h>
#include <fcntl.h>
#include <kj/io.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <chrono>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <thread>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "../base/lingering_socket.h"
#include "../base/silent_file.h"
#include "base/closing.h"
#include "base/socket.h"
#include "channel/handshake.h"
#include "daemon_fixture.h"
#include "supervisor/daemon_client.h"

namespace ringfence::supervisor {
namespace {

using std::chrono::milliseconds;
using testing::HasSubstr;

class CarrierOfTest final : public schema::Descriptor::Server {
public:
    explicit CarrierOfTest(int descriptor) : descriptor_(descriptor) {}
    kj::Maybe<int> getFd() override { return descriptor_; }

private:
    int descriptor_;
};

class ControlServerTest : public DaemonTest {
protected:
    std::string say_hello(const UniqueFd& socket, const std::string& program, const std::string& isolation = "") {
        channel::Hello hello;
        hello.program = program;
        hello.isolation = isolation;
        EXPECT_TRUE(channel::send_hello(socket.get(), hello, 1).ok());
        if (program == "stay" || program == "queued" || program == "deaf") return "";
        const auto welcome = channel::receive_welcome(socket.get(), milliseconds(60'000));
        return welcome.ok() ? "welcome" : welcome.error().message;
    }

    template <typename Condition>
    void wait_for(const Condition& is_met) {
        for (int i = 0; i < 12000 && !is_met(); ++i)
            std::this_thread::sleep_for(milliseconds(5));
        EXPECT_TRUE(is_met());
    }

    // A message of RPC's own level, as a client would never send it.
    template <typename Fill>
    static void send_raw(const UniqueFd& socket, const Fill& fill) {
        capnp::MallocMessageBuilder message;
        fill(message.initRoot<capnp::rpc::Message>());
        const auto words = capnp::messageToFlatArray(message);
        const auto bytes = words.asBytes();
        // The daemon may have cut the connection.
        static_cast<void>(::send(socket.get(), bytes.begin(), bytes.size(), MSG_NOSIGNAL));
    }

    // More than one of us would send.
    static void send_with_descriptors(const UniqueFd& socket, std::span<const std::byte> bytes,
                                      std::span<const int> descriptors) {
        iovec part = {const_cast<std::byte*>(bytes.data()), bytes.size()};
        alignas(cmsghdr) char control[CMSG_SPACE(64 * sizeof(int))] = {};
        msghdr header = {};
        header.msg_iov = &part;
        header.msg_iovlen = 1;
        header.msg_control = control;
        header.msg_controllen = CMSG_SPACE(descriptors.size_bytes());
        cmsghdr* const rights = CMSG_FIRSTHDR(&header);
        rights->cmsg_level = SOL_SOCKET;
        rights->cmsg_type = SCM_RIGHTS;
        rights->cmsg_len = CMSG_LEN(descriptors.size_bytes());
        std::memcpy(CMSG_DATA(rights), descriptors.data(), descriptors.size_bytes());
        static_cast<void>(::sendmsg(socket.get(), &header, MSG_NOSIGNAL | MSG_DONTWAIT));
    }

    static bool is_closed_by_peer(const UniqueFd& socket) {
        char byte = 0;
        timeval patience{60, 0};
        ::setsockopt(socket.get(), SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
        ssize_t got = 0;
        while ((got = ::recv(socket.get(), &byte, 1, 0)) > 0)
            continue;
        return got == 0 || errno == ECONNRESET;
    }
};

TEST_F(ControlServerTest, AboutTellsTheVersion) {
    start();
    RpcGuest guest(connect_control());
    auto answer = guest.client.wait(guest.root.aboutRequest().send().dropPipeline(), milliseconds(60'000));
    ASSERT_TRUE(answer.ok());
    EXPECT_EQ(answer.value().getProtocol(), 1u);
    EXPECT_GT(answer.value().getVersion().size(), 0u);
}

TEST_F(ControlServerTest, AChannelComesAsASocketWhereOneSaysHello) {
    start();
    RpcGuest guest(connect_control());
    auto manager = guest.devices();
    auto opened = guest.open(manager, schema::SessionKind::CHANNEL);
    ASSERT_EQ(opened.code, schema::ErrorCode::NONE) << opened.message;
    ASSERT_TRUE(opened.connection);
    EXPECT_EQ(opened.id, 1u);
    EXPECT_EQ(status()["session_list"][0]["stage"], "expected");
    EXPECT_THAT(say_hello(opened.connection, "app"), HasSubstr("--isolation shared --guard fence"));
}

TEST_F(ControlServerTest, WhatItWasOpenedWithAHelloCanOnlyTighten) {
    start();
    RpcGuest guest(connect_control());
    auto manager = guest.devices();
    auto opened = guest.open(manager, schema::SessionKind::CHANNEL, "test", "private");
    EXPECT_THAT(say_hello(opened.connection, "app", "shared"), HasSubstr("--isolation private"));
    EXPECT_EQ(guest.open(manager, schema::SessionKind::CHANNEL, "test", "nowhere").code,
              schema::ErrorCode::INVALID_ARGUMENT);
}

// The software GPU does not confine an attacker: who has set the other one means it.
TEST_F(ControlServerTest, TheBackendIsTheAdministratorsIfHeHasSetOne) {
    Settings settings;
    settings.backend = Backend::Cuda;
    start(settings);
    RpcGuest guest(connect_control());
    auto manager = guest.devices();
    const auto code_with = [&](const char* backend) {
        auto request = manager.openRequest();
        request.getRequest().setKind(schema::SessionKind::CHANNEL);
        request.getRequest().setBackend(backend);
        return guest.client.wait(request.send().dropPipeline(), milliseconds(60'000)).take().getError().getCode();
    };
    EXPECT_EQ(code_with("soft"), schema::ErrorCode::INVALID_ARGUMENT);
    EXPECT_EQ(code_with("cuda"), schema::ErrorCode::NONE);
    EXPECT_EQ(code_with("auto"), schema::ErrorCode::NONE);
    channel::Hello hello;
    hello.backend = "soft";
    const UniqueFd program = connect_to(socket_).take();
    ASSERT_TRUE(channel::send_hello(program.get(), hello, 1).ok());
    const auto welcome = channel::receive_welcome(program.get(), milliseconds(60'000));
    ASSERT_FALSE(welcome.ok());
    EXPECT_THAT(welcome.error().message, HasSubstr("the backend is cuda here, and the program asks for soft"));
}

TEST_F(ControlServerTest, BothWaysAreCountedAlike) {
    Settings settings;
    settings.max_sessions_per_process = 2;
    start(settings);
    RpcGuest guest(connect_control());
    auto manager = guest.devices();
    auto opened = guest.open(manager, schema::SessionKind::CHANNEL);
    say_hello(opened.connection, "stay");
    const UniqueFd other = connect_to(socket_).take();
    say_hello(other, "stay");
    wait_for([&] { return status()["sessions"] == 2; });
    const auto third = guest.open(manager, schema::SessionKind::CHANNEL);
    EXPECT_EQ(third.code, schema::ErrorCode::LIMIT_REACHED);
    EXPECT_THAT(third.message, HasSubstr("this process has 2 sessions"));
    EXPECT_THAT(say_hello(connect_to(socket_).take(), "app"), HasSubstr("this process has 2 sessions"));
    EXPECT_EQ(status()["clients_refused"], 2);
}

TEST_F(ControlServerTest, ASessionThatNobodyWantsIsOver) {
    start();
    RpcGuest guest(connect_control());
    auto manager = guest.devices();
    { auto opened = guest.open(manager, schema::SessionKind::CHANNEL); }
    // The capability's own descriptor goes with the answer, which the guest gives back when it speaks next.
    guest.devices();
    wait_for([&] { return status()["session_list"].empty(); });
}

TEST_F(ControlServerTest, RevokedSessionsEndAndOthersDoNot) {
    start();
    RpcGuest guest(connect_control());
    auto manager = guest.devices();
    auto expected = guest.open(manager, schema::SessionKind::CHANNEL);
    auto served = guest.open(manager, schema::SessionKind::CHANNEL);
    const UniqueFd other = connect_to(socket_).take();
    say_hello(served.connection, "stay");
    say_hello(other, "stay");
    wait_for([&] { return audited("session_begins").size() == 2; });
    ASSERT_EQ(revoke(expected.id, "never used"), "");
    ASSERT_EQ(revoke(served.id, "time is over"), "");
    EXPECT_TRUE(receive_message(expected.connection.get(), 16, milliseconds(60'000)).value().is_end);
    EXPECT_TRUE(receive_message(served.connection.get(), 16, milliseconds(60'000)).value().is_end);
    EXPECT_FALSE(has_peer_gone(other.get()));
    wait_for([&] { return status()["session_list"].size() == 1; });
    const auto revoked = audited("session_revoked");
    ASSERT_EQ(revoked.size(), 2u);
    EXPECT_EQ(revoked[1]["session"], served.id);
    EXPECT_EQ(revoked[1]["text"], "time is over");
    EXPECT_THAT(revoke(served.id, ""), HasSubstr("there is no session 2"));
}

// There may be no room for it in the worker's socket.
TEST_F(ControlServerTest, AnOrderToEndThatAWorkerHasNotHeardIsRepeated) {
    start();
    RpcGuest guest(connect_control());
    auto manager = guest.devices();
    auto served = guest.open(manager, schema::SessionKind::CHANNEL);
    say_hello(served.connection, "deaf");
    wait_for([&] { return audited("session_begins").size() == 1; });
    ASSERT_EQ(revoke(served.id, "time is over"), "");
    wait_for([&] { return status()["session_list"].empty(); });
    EXPECT_TRUE(receive_message(served.connection.get(), 16, milliseconds(60'000)).value().is_end);
}

TEST_F(ControlServerTest, SessionsThatAWorkerRefusedAreForgotten) {
    start();
    const UniqueFd kept = connect_to(socket_).take();
    say_hello(kept, "stay");
    for (int i = 0; i < 10; ++i)
        say_hello(connect_to(socket_).take(), "app");
    // Asked twice: what was given before the first question is looked for in its answer.
    status();
    EXPECT_EQ(status()["session_list"].size(), 1u);
}

// The worker told of its sessions while this one was still in line, and took it then.
TEST_F(ControlServerTest, ASessionThatIsTakenAfterAQuestionStays) {
    start();
    const UniqueFd queued = connect_to(socket_).take();
    say_hello(queued, "queued");
    wait_for([&] { return status()["sessions"] == 1; });
    EXPECT_EQ(status()["session_list"].size(), 1u);
}

TEST_F(ControlServerTest, WithoutASessionProgramAProcessIsRefusedByName) {
    start({}, "/nowhere/ringfence-worker");
    RpcGuest guest(connect_control());
    auto manager = guest.devices();
    const auto opened = guest.open(manager, schema::SessionKind::COMPUTE);
    EXPECT_EQ(opened.code, schema::ErrorCode::OVERLOADED);
    EXPECT_THAT(opened.message, HasSubstr("there is no program"));
    EXPECT_TRUE(status()["session_list"].empty());
}

TEST_F(ControlServerTest, ATokenThatNobodyKnowsOpensNothing) {
    start();
    RpcGuest guest(connect_control());
    auto request = guest.root.devicesRequest();
    request.setToken(kj::StringPtr("let me in").asBytes());
    auto answer = guest.client.wait(request.send().dropPipeline(), milliseconds(60'000));
    ASSERT_TRUE(answer.ok());
    EXPECT_EQ(answer.value().getError().getCode(), schema::ErrorCode::DENIED);
    EXPECT_FALSE(answer.value().hasManager());
}

// Hostile ones. Each time an honest guest must be served, and the daemon must not have grown.

TEST_F(ControlServerTest, SilentConnectionsAndHalfMessagesKeepNobodyOut) {
    start();
    std::vector<UniqueFd> silent;
    for (int i = 0; i < 300; ++i) {
        silent.push_back(connect_control());
        // A header that announces 60 KiB, of which nothing comes.
        const std::uint32_t header[] = {0, 7680};
        static_cast<void>(::send(silent.back().get(), header, sizeof header, MSG_NOSIGNAL));
    }
    RpcGuest guest(connect_control());
    guest.devices();
    EXPECT_LE(status()["connections"], ControlServer::most_of_a_process);
    wait_for([&] { return descriptors_of(daemon_) < 64; });
}

TEST_F(ControlServerTest, AMessageThatIsTooLongEndsTheConnection) {
    start();
    const UniqueFd socket = connect_control();
    const std::uint32_t header[] = {0, 1 << 20};
    ASSERT_EQ(::send(socket.get(), header, sizeof header, MSG_NOSIGNAL), std::ssize(header) * 4);
    EXPECT_TRUE(is_closed_by_peer(socket));
    RpcGuest(connect_control()).devices();
}

TEST_F(ControlServerTest, NonsenseEndsTheConnection) {
    start();
    for (const std::string& text :
         {std::string(4096, 'x'), std::string(64, '\0'), std::string("\0\0\0\0\1\0\0\0", 8)}) {
        const UniqueFd socket = connect_control();
        ASSERT_EQ(::send(socket.get(), text.data(), text.size(), MSG_NOSIGNAL), std::ssize(text));
        ::shutdown(socket.get(), SHUT_WR);
        EXPECT_TRUE(is_closed_by_peer(socket));
    }
    RpcGuest(connect_control()).devices();
}

TEST_F(ControlServerTest, CallsThatAreNeverFinishedEndTheConnection) {
    start();
    const UniqueFd socket = connect_control();
    for (std::uint32_t i = 0; i < 1000; ++i)
        send_raw(socket, [i](capnp::rpc::Message::Builder message) { message.initBootstrap().setQuestionId(i); });
    EXPECT_TRUE(is_closed_by_peer(socket));
    RpcGuest(connect_control()).devices();
}

TEST_F(ControlServerTest, ObjectsThatAreNeverReleasedHaveALimit) {
    start();
    RpcGuest guest(connect_control());
    std::vector<schema::GpuDeviceManager::Client> held;
    auto code = schema::ErrorCode::NONE;
    for (int i = 0; i < 100 && code == schema::ErrorCode::NONE; ++i) {
        auto answer = guest.client.wait(guest.root.devicesRequest().send().dropPipeline(), milliseconds(60'000));
        ASSERT_TRUE(answer.ok());
        code = answer.value().getError().getCode();
        if (answer.value().hasManager()) held.push_back(answer.value().getManager());
    }
    EXPECT_EQ(held.size(), rpc::Holdings::most);
    EXPECT_EQ(code, schema::ErrorCode::OVERLOADED);
    held.clear();
    guest.devices();
}

// Answers that nobody reads are not kept without end: nothing more is read from who does not read.
TEST_F(ControlServerTest, WhoDoesNotReadItsAnswersIsNotListenedTo) {
    start();
    const UniqueFd socket = connect_control();
    const std::size_t before = memory_of(daemon_);
    timeval patience{2, 0};
    ::setsockopt(socket.get(), SOL_SOCKET, SO_SNDTIMEO, &patience, sizeof patience);
    std::size_t sent = 0;
    for (std::uint32_t i = 0; i < 200'000; ++i) {
        capnp::MallocMessageBuilder message;
        // "Unimplemented" echoes what it got.
        message.initRoot<capnp::rpc::Message>().initObsoleteSave().initAs<capnp::List<std::uint64_t>>(500);
        const auto words = capnp::messageToFlatArray(message);
        const auto bytes = words.asBytes();
        const ssize_t got = ::send(socket.get(), bytes.begin(), bytes.size(), MSG_NOSIGNAL);
        if (got != std::ssize(bytes)) break;
        sent += bytes.size();
    }
    EXPECT_LT(sent, std::size_t{64} << 20) << "it is listened to without end";
    EXPECT_LT(memory_of(daemon_), before + (std::size_t{16} << 20));
    RpcGuest(connect_control()).devices();
}

TEST_F(ControlServerTest, DescriptorsThatNobodyAskedForAreClosed) {
    start();
    RpcGuest(connect_control()).devices();
    const std::size_t before = descriptors_of(daemon_);
    const UniqueFd socket = connect_control();
    for (int i = 0; i < 200; ++i) {
        capnp::MallocMessageBuilder message;
        message.initRoot<capnp::rpc::Message>().initBootstrap().setQuestionId(1);
        const auto words = capnp::messageToFlatArray(message);
        const auto bytes = words.asBytes();
        const int descriptors[] = {1, 1, 1, 1, 1, 1, 1, 1};
        static_cast<void>(
            send_message(socket.get(), std::as_bytes(std::span(bytes.begin(), bytes.size())), descriptors));
    }
    RpcGuest(connect_control()).devices();
    // Whatever is foreign is closed in the background.
    wait_for([&] { return descriptors_of(daemon_) < before + 16; });
}

// Whoever makes a descriptor says how long it takes to close it. Nobody here waits for that: not for one that was asked
// for, nor for one too many, nor for one that nobody has read yet.
TEST_F(ControlServerTest, NobodyWaitsForDescriptorsThatLinger) {
    close_foreign_in_background();
    start();
    RpcGuest(connect_control()).devices();
    const std::size_t before = descriptors_of(daemon_);
    std::vector<LingeringSocket> sockets(30);
    std::vector<int> numbers;
    for (const LingeringSocket& one : sockets)
        numbers.push_back(one.socket.get());
    // So that the daemon is the last who has them.
    ASSERT_EQ(::kill(daemon_, SIGSTOP), 0);
    std::vector<UniqueFd> peers;
    const auto send = [&](UniqueFd peer, int messages) {
        const std::byte nonsense[64] = {};
        for (int i = 0; i < messages; ++i)
            send_with_descriptors(peer, nonsense, numbers);
        peers.push_back(std::move(peer));
    };
    send(connect_to(socket_).take(), 1);
    send(connect_to(socket_).take(), 2);
    send(connect_control(), 2);
    // In the middle of a message.
    UniqueFd half = connect_control();
    const std::uint32_t header[] = {0, 64};
    ASSERT_EQ(::send(half.get(), header, sizeof header, MSG_NOSIGNAL), std::ssize(header) * 4);
    send(std::move(half), 1);
    for (LingeringSocket& one : sockets)
        one.socket = UniqueFd();
    for (const int number : numbers)
        wait_for([number] { return ::fcntl(number, F_GETFD) == -1; });
    ASSERT_EQ(::kill(daemon_, SIGCONT), 0);
    for (int i = 0; i < 3; ++i)
        RpcGuest(connect_control()).devices();
    peers.clear();
    RpcGuest(connect_control()).devices();
    EXPECT_THAT(say_hello(connect_to(socket_).take(), "app"), HasSubstr("--isolation"));
    wait_for([&] { return descriptors_of(daemon_) < before + 16; });
}

// Nor for a file that its program never lets go of, whatever came with it, and whether or not it was asked for.
TEST_F(ControlServerTest, NobodyWaitsForFilesOfProgramsThatDoNotAnswer) {
    close_foreign_in_background();
    start();
    RpcGuest(connect_control()).devices();
    // Its worker is there before: a user's own daemon starts it by itself, and what it has not come to close by then
    // the new process has too (docs/supervisor.md).
    EXPECT_THAT(say_hello(connect_to(socket_).take(), "app"), HasSubstr("--isolation"));
    const SilentFile silent;
    if (!silent.file) GTEST_SKIP() << "no FUSE file system can be mounted here: that takes root, and /dev/fuse";
    const int numbers[] = {silent.file.get()};
    const auto is_well = [this] {
        RpcGuest(connect_control()).devices();
        EXPECT_THAT(say_hello(connect_to(socket_).take(), "app"), HasSubstr("--isolation"));
    };
    capnp::MallocMessageBuilder message;
    message.initRoot<capnp::rpc::Message>().initBootstrap().setQuestionId(1);
    const auto words = capnp::messageToFlatArray(message);
    const auto bytes = std::as_bytes(std::span(words.asBytes().begin(), words.asBytes().size()));
    {
        const UniqueFd socket = connect_control();
        send_with_descriptors(socket, bytes, numbers);
        is_well();
    }
    is_well();
    RpcGuest guest(connect_control());
    auto manager = guest.devices();
    for (const auto kind : {schema::SessionKind::CHANNEL, schema::SessionKind::COMPUTE}) {
        auto request = manager.openRequest();
        request.getRequest().setKind(kind);
        request.getRequest().setOutput(kj::heap<CarrierOfTest>(silent.file.get()));
        ASSERT_TRUE(guest.client.wait(request.send().dropPipeline(), milliseconds(60'000)).ok());
        EXPECT_THAT(say_hello(connect_to(socket_).take(), "app"), HasSubstr("--isolation"));
    }
}

// Whoever asks for records without a pause, over as many connections as a process may have, is in nobody's way.
TEST_F(ControlServerTest, NobodyWaitsForThoseWhoReadTheAuditLog) {
    start();
    {
        std::ofstream padding(status()["audit"].get<std::string>(), std::ios::app);
        for (int i = 0; i < 8000; ++i)
            padding << R"({"event":"padding","tenant":"local","text":")" << std::string(100, 'x') << "\"}\n";
    }
    std::vector<UniqueFd> sockets;
    for (int i = 0; i < 15; ++i) {
        sockets.push_back(connect_control());
        send_raw(sockets.back(), [](auto message) { message.initBootstrap().setQuestionId(0); });
        send_raw(sockets.back(), [](auto message) {
            auto call = message.initCall();
            call.setQuestionId(1);
            call.initTarget().setImportedCap(0);
            call.setInterfaceId(capnp::typeId<schema::Ringfence>());
            call.setMethodId(1);
            call.initParams().getContent().template initAs<schema::Ringfence::AuditLogParams>();
        });
    }
    std::atomic<bool> is_over = false;
    std::thread asking([&] {
        for (std::uint32_t question = 10; !is_over; ++question) {
            for (const UniqueFd& socket : sockets) {
                std::array<char, 1 << 16> trash;
                while (::recv(socket.get(), trash.data(), trash.size(), MSG_DONTWAIT) > 0)
                    continue;
                send_raw(socket, [question](auto message) {
                    auto call = message.initCall();
                    call.setQuestionId(question);
                    call.initTarget().setImportedCap(1);
                    call.setInterfaceId(capnp::typeId<schema::AuditLog>());
                    call.initParams().getContent().template initAs<schema::AuditLog::TailParams>().setCount(250);
                });
                send_raw(socket, [question](auto message) { message.initFinish().setQuestionId(question); });
            }
        }
    });
    for (int i = 0; i < 10; ++i)
        EXPECT_THAT(say_hello(connect_to(socket_).take(), "app"), HasSubstr("--isolation"));
    is_over = true;
    asking.join();
}

// The daemon has a session's connection open as long as its client holds the capability that brought it.
TEST_F(ControlServerTest, ConnectionsThatAreNeverReleasedHaveALimit) {
    start();
    RpcGuest guest(connect_control());
    auto manager = guest.devices();
    const std::size_t before = descriptors_of(daemon_);
    std::vector<schema::Descriptor::Client> held;
    auto code = schema::ErrorCode::NONE;
    for (int i = 0; i < 200 && code == schema::ErrorCode::NONE; ++i) {
        auto request = manager.openRequest();
        request.getRequest().setKind(schema::SessionKind::CHANNEL);
        auto answer = guest.client.wait(request.send().dropPipeline(), milliseconds(60'000));
        ASSERT_TRUE(answer.ok());
        code = answer.value().getError().getCode();
        if (!answer.value().hasConnection()) break;
        held.push_back(answer.value().getConnection());
        auto descriptor = guest.client.wait(held.back().getFd(), milliseconds(60'000));
        ASSERT_TRUE(descriptor.ok());
        // So that the session is over.
        KJ_IF_MAYBE (number, descriptor.value()) {
            ASSERT_EQ(::send(*number, "nonsense", 8, MSG_NOSIGNAL), 8);
            ASSERT_TRUE(receive_message(*number, 4096, milliseconds(60'000)).ok());
        }
    }
    EXPECT_EQ(code, schema::ErrorCode::OVERLOADED);
    EXPECT_LT(held.size(), rpc::Holdings::most);
    wait_for([&] { return descriptors_of(daemon_) < before + 2 * rpc::Holdings::most; });
    held.clear();
    guest.devices();
    EXPECT_EQ(guest.open(manager, schema::SessionKind::CHANNEL).code, schema::ErrorCode::NONE);
}

// Whoever sends as fast as it can takes turns with others.
TEST_F(ControlServerTest, AFloodOfCallsDelaysOthersLittle) {
    start();
    std::atomic<bool> is_over = false;
    std::vector<std::thread> floods;
    for (int i = 0; i < 4; ++i) {
        floods.emplace_back([&] {
            const UniqueFd socket = connect_control();
            timeval patience{0, 100'000};
            ::setsockopt(socket.get(), SOL_SOCKET, SO_SNDTIMEO, &patience, sizeof patience);
            std::thread reader([&] {
                char bytes[4096];
                while (::recv(socket.get(), bytes, sizeof bytes, 0) > 0)
                    continue;
            });
            for (std::uint32_t n = 0; !is_over; ++n) {
                send_raw(socket,
                         [n](capnp::rpc::Message::Builder message) { message.initBootstrap().setQuestionId(n); });
                send_raw(socket, [n](capnp::rpc::Message::Builder message) { message.initFinish().setQuestionId(n); });
            }
            ::shutdown(socket.get(), SHUT_RDWR);
            reader.join();
        });
    }
    int slow = 0;
    for (int i = 0; i < 20; ++i) {
        const auto begin = std::chrono::steady_clock::now();
        RpcGuest(connect_control()).devices();
        slow += std::chrono::steady_clock::now() - begin > std::chrono::seconds(5) ? 1 : 0;
    }
    EXPECT_LT(slow, 5) << "more often than a machine stands still";
    is_over = true;
    for (std::thread& flood : floods)
        flood.join();
}

}  // namespace
}  // namespace ringfence::supervisor
