#include "base/socket.h"

#include <sys/socket.h>
#include <unistd.h>

#include <cstring>
#include <filesystem>

#include <gtest/gtest.h>

#include "base/memory_file.h"

namespace ringfence {
namespace {

using namespace std::chrono_literals;

std::span<const std::byte> bytes(std::string_view text) {
    return std::as_bytes(std::span(text));
}

TEST(Socket, MessagesKeepTheirBoundsAndDescriptors) {
    const auto [a, b] = socket_pair().take();
    const UniqueFd file = create_memory_file("test", 4096).take();
    const int fds[] = {file.get(), file.get()};
    ASSERT_TRUE(send_message(a.get(), bytes("one"), fds).ok());
    ASSERT_TRUE(send_message(a.get(), bytes("three")).ok());
    const SocketMessage first = receive_message(b.get(), 100, 1s).take();
    EXPECT_EQ(first.bytes.size(), 3U);
    ASSERT_EQ(first.descriptors.size(), 2U);
    EXPECT_EQ(memory_file_bytes(first.descriptors[1].get()).take(), 4096U);
    EXPECT_EQ(receive_message(b.get(), 100, 1s).take().bytes.size(), 5U);
}

TEST(Socket, AMessageThatIsTooLongIsRefused) {
    const auto [a, b] = socket_pair().take();
    ASSERT_TRUE(send_message(a.get(), bytes("longer")).ok());
    EXPECT_FALSE(receive_message(b.get(), 3, 1s).ok());
}

std::size_t open_descriptors() {
    std::size_t count = 0;
    for ([[maybe_unused]] const auto& entry : std::filesystem::directory_iterator("/proc/self/fd"))
        ++count;
    return count;
}

// It reads like the end of the connection, and descriptors may come with it all the same.
TEST(Socket, AnEmptyMessageLeavesNoDescriptors) {
    const auto [a, b] = socket_pair().take();
    const int fds[] = {a.get(), b.get()};
    alignas(cmsghdr) char control[CMSG_SPACE(sizeof fds)] = {};
    msghdr header = {};
    header.msg_control = control;
    header.msg_controllen = sizeof control;
    cmsghdr* const rights = CMSG_FIRSTHDR(&header);
    rights->cmsg_level = SOL_SOCKET;
    rights->cmsg_type = SCM_RIGHTS;
    rights->cmsg_len = CMSG_LEN(sizeof fds);
    std::memcpy(CMSG_DATA(rights), fds, sizeof fds);
    const std::size_t before = open_descriptors();
    ASSERT_EQ(::sendmsg(a.get(), &header, 0), 0);
    {
        const auto message = receive_message(b.get(), 100, 1s);
        if (!message.ok()) GTEST_SKIP() << "this system sends no empty messages (qemu's emulation does not)";
        EXPECT_TRUE(message.value().is_end);
        EXPECT_TRUE(message.value().descriptors.empty());
    }
    EXPECT_EQ(open_descriptors(), before);
}

// A refused peer may already have sent something that nobody has read.
TEST(Socket, WhatWasSaidBeforeItWasClosedIsRead) {
    auto [a, b] = socket_pair().take();
    ASSERT_TRUE(send_message(b.get(), bytes("never read")).ok());
    ASSERT_TRUE(send_message(a.get(), bytes("no")).ok());
    a.reset();
    const SocketMessage message = receive_message(b.get(), 100, 1s).take();
    EXPECT_FALSE(message.is_end);
    EXPECT_EQ(message.bytes.size(), 2U);
    EXPECT_TRUE(receive_message(b.get(), 100, 1s).take().is_end);
}

TEST(Socket, TheEndIsSeen) {
    auto [a, b] = socket_pair().take();
    EXPECT_FALSE(has_peer_gone(b.get()));
    ASSERT_TRUE(send_message(a.get(), bytes("last")).ok());
    EXPECT_FALSE(has_peer_gone(b.get()));
    a.reset();
    EXPECT_TRUE(has_peer_gone(b.get()));
    EXPECT_FALSE(receive_message(b.get(), 100, 1s).take().is_end);
    EXPECT_TRUE(receive_message(b.get(), 100, 1s).take().is_end);
    EXPECT_FALSE(send_message(b.get(), bytes("nobody")).ok());
}

TEST(Socket, SilenceIsAnError) {
    const auto [a, b] = socket_pair().take();
    EXPECT_EQ(receive_message(b.get(), 100, 5ms).error().message, "no message came within the time allowed");
}

// A peer that never reads must not stop us.
TEST(Socket, AFullQueueIsAnError) {
    const auto [a, b] = socket_pair().take();
    const std::string text(10'000, 'x');
    bool is_full = false;
    for (int i = 0; i < 10'000 && !is_full; ++i)
        is_full = !send_message(a.get(), bytes(text)).ok();
    EXPECT_TRUE(is_full);
}

TEST(Socket, ListensConnectsAndKnowsItsPeer) {
    const std::string path = testing::TempDir() + "ringfence-socket-" + std::to_string(::getpid());
    UniqueFd listener = listen_at(path).take();
    EXPECT_EQ(std::filesystem::status(path).permissions(),
              std::filesystem::perms::owner_read | std::filesystem::perms::owner_write);
    const UniqueFd client = connect_to(path).take();
    const UniqueFd accepted = accept_from(listener.get()).take();
    const PeerProcess peer = peer_process(accepted.get()).take();
    EXPECT_EQ(peer.pid, ::getpid());
    EXPECT_EQ(peer.uid, ::getuid());
    EXPECT_FALSE(listen_at(path).ok());  // in use
    listener.reset();
    EXPECT_FALSE(connect_to(path).ok());
    EXPECT_TRUE(listen_at(path).ok());  // only its name was left
    std::filesystem::remove(path);
}

TEST(Socket, NamesThatAreTooLongAreRefused) {
    EXPECT_FALSE(listen_at("/tmp/" + std::string(200, 'x')).ok());
    EXPECT_FALSE(connect_to("").ok());
}

TEST(Socket, AFileOfAnotherKindIsNotReplaced) {
    const std::string path = testing::TempDir() + "ringfence-no-socket-" + std::to_string(::getpid());
    std::filesystem::create_directory(path);
    EXPECT_FALSE(listen_at(path).ok());
    EXPECT_TRUE(std::filesystem::exists(path));
    std::filesystem::remove(path);
}

}  // namespace
}  // namespace ringfence
