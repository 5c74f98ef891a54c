#include "channel/handshake.h"

#include <sys/mman.h>
#include <unistd.h>

#include <gtest/gtest.h>

#include "base/memory_file.h"
#include "base/socket.h"

namespace ringfence::channel {
namespace {

using namespace std::chrono_literals;

class Handshake : public testing::Test {
protected:
    std::pair<UniqueFd, UniqueFd> sockets_ = socket_pair().take();
    int client_ = sockets_.first.get();
    int worker_ = sockets_.second.get();
};

TEST_F(Handshake, HelloComesWithTheClientsOutput) {
    const UniqueFd output(::dup(STDOUT_FILENO));
    ASSERT_TRUE(send_hello(client_, {42, "vectorAdd", "soft", "shared", "off", "no PTX"}, output.get()).ok());
    const ReceivedHello received = receive_hello(worker_, 1s).take();
    EXPECT_EQ(received.hello.pid, 42U);
    EXPECT_EQ(received.hello.program, "vectorAdd");
    EXPECT_EQ(received.hello.backend, "soft");
    EXPECT_EQ(received.hello.isolation, "shared");
    EXPECT_EQ(received.hello.guard, "off");
    EXPECT_EQ(received.hello.why_private, "no PTX");
    EXPECT_TRUE(received.output.valid());
    ASSERT_TRUE(send_hello(client_, {}, -1).ok());
    EXPECT_FALSE(receive_hello(worker_, 1s).take().output.valid());
}

TEST_F(Handshake, WelcomeBringsTheMemoryAndTheDevice) {
    const UniqueFd channel = create_memory_file("channel", 4096).take();
    const UniqueFd staging = create_memory_file("staging", 8192).take();
    Welcome welcome;
    welcome.worker_pid = 7;
    welcome.backend = "cuda";
    welcome.guard = "fence";
    welcome.device.name = "NVIDIA H200";
    welcome.device.max_grid[2] = 65535;
    welcome.device.total_memory = std::uint64_t{141} << 30;
    welcome.device.clock_khz = 1980000;
    ASSERT_TRUE(send_welcome(worker_, welcome, channel.get(), staging.get()).ok());
    const ReceivedWelcome received = receive_welcome(client_, 1s).take();
    EXPECT_EQ(received.welcome.worker_pid, 7U);
    EXPECT_EQ(received.welcome.backend, "cuda");
    EXPECT_EQ(received.welcome.guard, "fence");
    EXPECT_EQ(received.welcome.device.name, "NVIDIA H200");
    EXPECT_EQ(received.welcome.device.max_grid[2], 65535U);
    EXPECT_EQ(received.welcome.device.total_memory, std::uint64_t{141} << 30);
    EXPECT_EQ(received.welcome.device.clock_khz, 1980000U);
    EXPECT_EQ(memory_file_bytes(received.channel.get()).take(), 4096U);
    EXPECT_EQ(memory_file_bytes(received.staging.get()).take(), 8192U);
}

TEST_F(Handshake, ARefusalSaysWhy) {
    ASSERT_TRUE(send_refused(worker_, "there is no GPU here").ok());
    EXPECT_EQ(receive_welcome(client_, 1s).error().message, "there is no GPU here");
}

TEST_F(Handshake, HostMemoryComesWithItsAddress) {
    const UniqueFd file = create_memory_file("host", 4096).take();
    ASSERT_TRUE(send_host_memory(worker_, {0x7000'0000'0000, 4096}, file.get()).ok());
    const ReceivedHostMemory received = receive_host_memory(client_, 1s).take();
    EXPECT_EQ(received.where.address, 0x7000'0000'0000U);
    EXPECT_EQ(received.where.bytes, 4096U);
    EXPECT_EQ(memory_file_bytes(received.file.get()).take(), 4096U);
}

TEST_F(Handshake, TheOtherSidesEndAndSilenceAreErrors) {
    EXPECT_FALSE(receive_hello(worker_, 10ms).ok());
    sockets_.first.reset();
    EXPECT_EQ(receive_hello(worker_, 1s).error().message, "the other side has closed the connection");
}

TEST_F(Handshake, EveryCutOrChangedHelloIsRefusedOrTaken) {
    const std::vector<std::byte> good = encode(Hello{1, "a", "b", "c", "d"});
    EXPECT_TRUE(decode_hello(good).ok());
    for (std::size_t size = 0; size < good.size(); ++size) {
        EXPECT_FALSE(decode_hello(std::span(good).first(size)).ok()) << size;
    }
    std::vector<std::byte> longer = good;
    longer.push_back(std::byte{0});
    EXPECT_FALSE(decode_hello(longer).ok());
    for (std::size_t at = 0; at < good.size(); ++at) {
        std::vector<std::byte> changed = good;
        changed[at] ^= std::byte{0xff};
        static_cast<void>(decode_hello(changed));
    }
}

TEST_F(Handshake, AnotherVersionIsToldSo) {
    std::vector<std::byte> other = encode(Hello{});
    other[8] ^= std::byte{1};
    const Result<Hello> hello = decode_hello(other);
    ASSERT_FALSE(hello.ok());
    EXPECT_EQ(hello.error().message, "the other side is of another version of Ringfence");
    EXPECT_NE(hello.error().remedy, "");
}

TEST_F(Handshake, MessagesOfAnotherKindAreRefused) {
    ASSERT_TRUE(send_refused(client_, "hello").ok());
    EXPECT_FALSE(receive_hello(worker_, 1s).ok());
    ASSERT_TRUE(send_hello(worker_, {}, -1).ok());
    EXPECT_FALSE(receive_welcome(client_, 1s).ok());
}

}  // namespace
}  // namespace ringfence::channel
