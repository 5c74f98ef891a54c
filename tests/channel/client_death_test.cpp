// A client that is killed in the middle of its work leaves nothing that the worker stumbles over.
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <thread>

#include <gtest/gtest.h>

#include "base/socket.h"
#include "channel/client_channel.h"
#include "channel/dispatch.h"
#include "channel/shared_memory.h"

namespace ringfence::channel {
namespace {

using namespace std::chrono_literals;

struct Counter {
    template <typename Record>
    void on(const Record&, Payload) {
        ++count;
    }
    template <typename Record>
    void on(const Record&, Payload, Completion completion) {
        completion.succeed(typename Record::Reply{});
    }
    std::uint64_t count = 0;
};

[[noreturn]] void submit_for_ever(std::span<std::byte> memory) {
    ClientChannel channel(memory, [] { return true; });
    const std::vector<std::byte> payload(3000);
    for (std::uint64_t i = 0;; ++i) {
        channel.submit(wire::Launch{}, std::span(payload).first(i * 7919 % payload.size()));
        wire::MemoryInfo::Reply reply;
        if (i % 64 == 0) channel.call(wire::MemoryInfo{}, {}, reply);
    }
}

TEST(ClientDeath, LeavesWholeRecordsAndAClosedSocket) {
    for (int round = 0; round < 5; ++round) {
        const SharedMemory shared = create_shared_memory({}).take();
        auto sockets = socket_pair().take();
        const pid_t client = ::fork();
        if (client == 0) submit_for_ever(shared.memory.bytes());
        sockets.first.reset();

        WorkerChannel channel(shared.memory.bytes());
        Counter counter;
        std::vector<std::byte> record;
        std::atomic<bool> has_begun = false;
        std::thread killer([&] {
            while (!has_begun)
                std::this_thread::sleep_for(1ms);
            std::this_thread::sleep_for(10ms);
            ::kill(client, SIGKILL);
            ::waitpid(client, nullptr, 0);
            channel.wake();
        });
        while (true) {
            const WorkerChannel::Next next = channel.next(record);
            ASSERT_NE(next, WorkerChannel::Next::Malformed) << channel.malformed_reason();
            if (next == WorkerChannel::Next::Record) {
                ASSERT_TRUE(dispatch(counter, channel, record).ok());
                has_begun = true;
            } else if (has_peer_gone(sockets.second.get())) {
                break;
            } else {
                channel.wait(5us, 100ms);
            }
        }
        killer.join();
        EXPECT_GT(counter.count, 0U);
    }
}

}  // namespace
}  // namespace ringfence::channel
