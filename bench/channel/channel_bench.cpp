// Measures the channel: submitting a launch, and a round trip, to a worker in its own process that does nothing.
//
// Submitting is measured in bursts that fit the ring, with the worker awake: that is what a program pays for a launch.
// The sustained rate is bounded by the slower of the two sides.
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <thread>
#include <vector>

#include "base/socket.h"
#include "channel/client_channel.h"
#include "channel/dispatch.h"
#include "channel/shared_memory.h"

namespace ringfence::channel {
namespace {

using Clock = std::chrono::steady_clock;
using namespace std::chrono_literals;

class IdleWorker {
public:
    explicit IdleWorker(std::span<std::byte> memory) : channel_(memory) {}

    void run() {
        std::vector<std::byte> record;
        while (!is_ended_) {
            const WorkerChannel::Next next = channel_.next(record);
            if (next == WorkerChannel::Next::Malformed) return;
            if (next == WorkerChannel::Next::Record) {
                static_cast<void>(dispatch(*this, channel_, record));
            } else {
                channel_.wait(spin_, 1s);
            }
        }
    }

    void on(const wire::DestroyStream&, Payload) { is_ended_ = true; }
    // How long to spin before sleeping.
    void on(const wire::DestroyEvent& record, Payload) { spin_ = std::chrono::microseconds(record.event); }
    template <typename Record>
    void on(const Record&, Payload) {}
    template <typename Record>
    void on(const Record&, Payload, Completion completion) {
        completion.succeed(typename Record::Reply{});
    }

private:
    WorkerChannel channel_;
    std::chrono::microseconds spin_{1000};
    bool is_ended_ = false;
};

double nanoseconds_since(Clock::time_point start) {
    return std::chrono::duration<double, std::nano>(Clock::now() - start).count();
}

double median(std::vector<double>& values) {
    std::nth_element(values.begin(), values.begin() + values.size() / 2, values.end());
    return values[values.size() / 2];
}

void round_trip(ClientChannel& channel) {
    wire::MemoryInfo::Reply reply;
    channel.call(wire::MemoryInfo{}, {}, reply);
}

double measure_round_trip(ClientChannel& channel, int count, std::chrono::microseconds pause) {
    std::vector<double> times;
    for (int i = 0; i < count; ++i) {
        if (pause > 0us) std::this_thread::sleep_for(pause);
        const auto start = Clock::now();
        round_trip(channel);
        times.push_back(nanoseconds_since(start));
    }
    return median(times);
}

// Nanoseconds a launch, in bursts of 256 with all of them taken between the bursts.
double measure_submit(ClientChannel& channel, std::span<const std::byte> parameters) {
    constexpr int burst = 256;
    std::vector<double> times;
    for (int i = 0; i < 2000; ++i) {
        round_trip(channel);
        const auto start = Clock::now();
        for (int n = 0; n < burst; ++n)
            channel.submit(wire::Launch{}, parameters);
        times.push_back(nanoseconds_since(start) / burst);
    }
    return median(times);
}

double measure_sustained(ClientChannel& channel, unsigned threads, std::span<const std::byte> parameters) {
    constexpr int each = 1'000'000;
    const auto start = Clock::now();
    std::vector<std::thread> all;
    for (unsigned i = 0; i < threads; ++i) {
        all.emplace_back([&] {
            for (int n = 0; n < each; ++n)
                channel.submit(wire::Launch{}, parameters);
        });
    }
    for (std::thread& thread : all)
        thread.join();
    round_trip(channel);
    return static_cast<double>(each) * threads / nanoseconds_since(start) * 1e3;
}

int measure(ClientChannel& channel) {
    const std::vector<std::byte> parameters(48);
    std::printf("submit a launch                  %8.0f ns\n", measure_submit(channel, parameters));
    std::printf("round trip, both awake           %8.2f us\n", measure_round_trip(channel, 20'000, 0us) / 1e3);
    channel.submit(wire::DestroyEvent{0});
    std::printf("round trip, the worker asleep    %8.2f us\n", measure_round_trip(channel, 500, 500us) / 1e3);
    channel.submit(wire::DestroyEvent{1000});
    for (const unsigned threads : {1U, 2U, 4U}) {
        std::printf("sustained, %u thread%s %20.2f million launches/s\n", threads, threads == 1 ? " " : "s",
                    measure_sustained(channel, threads, parameters));
    }
    return 0;
}

int run() {
    auto shared = create_shared_memory({});
    auto sockets = socket_pair();
    if (!shared.ok() || !sockets.ok()) return 1;
    const std::span<std::byte> memory = shared.value().memory.bytes();
    const pid_t worker = ::fork();
    if (worker == 0) {
        sockets.value().first.reset();
        IdleWorker(memory).run();
        ::_exit(0);
    }
    sockets.value().second.reset();
    ClientChannel channel(memory, [&] { return !has_peer_gone(sockets.value().first.get()); });
    const int status = measure(channel);
    channel.submit(wire::DestroyStream{});
    ::waitpid(worker, nullptr, 0);
    return status;
}

}  // namespace
}  // namespace ringfence::channel

int main() {
    return ringfence::channel::run();
}
