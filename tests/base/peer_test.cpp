#include "base/peer.h"

#include <poll.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <filesystem>
#include <thread>

#include <gmock/gmock.h>

#include "base/socket.h"

namespace ringfence {
namespace {

using testing::HasSubstr;

constexpr uid_t somebody_else = 4321;

struct Peer : testing::Test {
    void SetUp() override {
        std::filesystem::create_directory(folder);
        ::chmod(folder.c_str(), 0755);
    }
    void TearDown() override { std::filesystem::remove_all(folder); }
    static std::string complaint(const Result<UniqueFd>& connected) {
        return connected.ok() ? "none" : connected.error().message;
    }
    // Nobody must have connected.
    static bool is_left_alone(const UniqueFd& listener) {
        pollfd watched = {listener.get(), POLLIN, 0};
        return ::poll(&watched, 1, 50) == 0;
    }

    std::string folder = testing::TempDir() + "ringfence-peer-" + std::to_string(::getpid());
    std::string path = folder + "/socket";
};

TEST_F(Peer, OnesOwnSocketIsTrusted) {
    const UniqueFd listener = listen_at(path).take();
    EXPECT_TRUE(connect_to_trusted(path).ok());
    EXPECT_FALSE(is_left_alone(listener));
}

TEST_F(Peer, AFolderThatOthersCanWriteIsNotConnectedTo) {
    const UniqueFd listener = listen_at(path).take();
    ::chmod(folder.c_str(), 0777);
    EXPECT_THAT(complaint(connect_to_trusted(path)), HasSubstr("can be written by others"));
    EXPECT_TRUE(is_left_alone(listener));
    ::chmod(folder.c_str(), 01777);
    EXPECT_TRUE(connect_to_trusted(path).ok());
}

TEST_F(Peer, WhatIsNoSocketIsNotConnectedTo) {
    std::filesystem::create_directory(path);
    EXPECT_THAT(complaint(connect_to_trusted(path)), HasSubstr("is no socket"));
    std::filesystem::remove(path);
    EXPECT_THAT(complaint(connect_to_trusted(path)), HasSubstr("cannot connect"));
}

TEST_F(Peer, AnotherUsersFolderSocketOrProcessIsNotTrusted) {
    if (::geteuid() != 0) {
        const UniqueFd listener = listen_at(path).take();
        EXPECT_THAT(complaint(connect_to_trusted(path, somebody_else)), HasSubstr("belongs to user"));
        EXPECT_TRUE(is_left_alone(listener));
        return;
    }
    UniqueFd listener = listen_at(path).take();
    ASSERT_EQ(::chown(folder.c_str(), somebody_else, somebody_else), 0);
    EXPECT_THAT(complaint(connect_to_trusted(path)), HasSubstr(folder + " belongs to user 4321"));
    ASSERT_EQ(::chown(folder.c_str(), 0, 0), 0);
    ASSERT_EQ(::chown(path.c_str(), somebody_else, somebody_else), 0);
    EXPECT_THAT(complaint(connect_to_trusted(path)), HasSubstr("socket belongs to user 4321"));
    EXPECT_TRUE(is_left_alone(listener));
    // Root's place, and somebody else's process behind it.
    listener.reset();
    std::filesystem::remove(path);
    ::chmod(folder.c_str(), 01777);
    const pid_t stranger = ::fork();
    if (stranger == 0) {
        if (::setuid(somebody_else) != 0) ::_exit(1);
        const auto listening = listen_at(path);
        ::pause();
        ::_exit(0);
    }
    while (!std::filesystem::exists(path))
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
    ASSERT_EQ(::chown(path.c_str(), 0, 0), 0);
    EXPECT_THAT(complaint(connect_to_trusted(path)), HasSubstr("of user 4321"));
    ::kill(stranger, SIGKILL);
    ::waitpid(stranger, nullptr, 0);
}

TEST_F(Peer, AProcessThatHasEndedIsSeenWhileItsChildHoldsTheSocket) {
    const UniqueFd listener = listen_at(path).take();
    // The child lives for as long as this test does.
    auto [here, there] = socket_pair().take();
    const pid_t client = ::fork();
    if (client == 0) {
        here.reset();
        const auto socket = connect_to(path);
        if (::fork() == 0) {
            static_cast<void>(send_message(there.get(), std::as_bytes(std::span("x", 1))));
            ::_exit(receive_message(there.get(), 1).ok() ? 0 : 1);
        }
        ::pause();
    }
    there.reset();
    ASSERT_FALSE(receive_message(here.get(), 1).take().is_end);
    const UniqueFd socket = accept_from(listener.get()).take();
    const UniqueFd process = watch_peer(socket.get());
    ASSERT_TRUE(process);
    EXPECT_FALSE(has_ended(process));
    ::kill(client, SIGKILL);
    ::waitpid(client, nullptr, 0);
    EXPECT_TRUE(has_ended(process));
    EXPECT_FALSE(has_peer_gone(socket.get()));
}

}  // namespace
}  // namespace ringfence
