// A client that breaks every rule it can think of, again and again, in sessions of a shared worker.
//
//     hostile_fuzz_client --seconds N --seed S
//
// Prints what it did. Its status says nothing about the worker: tests/hostile/run.py looks at that.
#include <sys/socket.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "base/futex.h"
#include "base/handle.h"
#include "base/runtime_folder.h"
#include "base/socket.h"
#include "channel/client_channel.h"
#include "channel/handshake.h"
#include "channel/shared_memory.h"
#include "connection.h"
#include "wild_records.h"

namespace ringfence::hostile {
namespace {

using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;

struct Counts {
    std::uint64_t sessions = 0;
    std::uint64_t refused = 0;
    std::uint64_t ended_by_worker = 0;
    std::uint64_t visits = 0;  // that never became sessions
    std::atomic<std::uint64_t> records{0};
};

// Writes records as it pleases. Threads may share it.
class Ring {
public:
    explicit Ring(Connection& connection)
        : memory_(connection.memory.bytes()),
          client_(channel::client_words_of(memory_)),
          worker_(channel::worker_words_of(memory_)),
          produced_(client_.produced.load()) {}

    // False: there is no room.
    bool put(const WildRecord& record) {
        const std::lock_guard lock(mutex_);
        const std::uint64_t left = channel::ring_bytes - produced_ % channel::ring_bytes;
        const bool skips = record.bytes.size() > left;
        const std::uint64_t needed = record.bytes.size() + (skips ? left : 0);
        if (produced_ + needed - worker_.consumed.load() > channel::ring_bytes) return false;
        if (skips) {
            channel::RecordHeader skip;
            skip.bytes = static_cast<std::uint32_t>(left);
            skip.operation = channel::skip;
            std::memcpy(at(produced_), &skip, sizeof skip);
            produced_ += left;
        }
        std::memcpy(at(produced_), record.bytes.data(), record.bytes.size());
        produced_ += record.bytes.size();
        client_.produced.store(produced_);
        if (worker_.is_sleeping.exchange(0) != 0) futex_wake(worker_.is_sleeping);
        return true;
    }

    // A slot that no reply is due for, as far as this client remembers; 0: none.
    std::uint32_t take_slot(Random& random) {
        const std::lock_guard lock(mutex_);
        const auto slot = static_cast<std::uint32_t>(below(random, channel::slot_count));
        auto& state = channel::slot_of(memory_, slot).state;
        if (is_taken_[slot] && state.load() != static_cast<std::uint32_t>(channel::SlotState::Done)) return 0;
        is_taken_[slot] = true;
        state.store(0);
        return slot + 1;
    }

    // Answers calls of the host, those that were asked for as well as others.
    void answer(Random& random) {
        const std::lock_guard lock(mutex_);
        const std::uint64_t asked = worker_.mailbox[below(random, channel::mailbox_count)];
        client_.answers[answers_ % channel::mailbox_count] = one_in(random, 4) ? random() : asked;
        answers_ += one_in(random, 2000) ? static_cast<std::uint32_t>(below(random, 1000)) : 1;
        client_.answers_written.store(answers_ & channel::mailbox_position);
        futex_wake(client_.answers_written);
    }

    bool is_closed() const { return worker_.is_closed.load() != 0; }

private:
    std::byte* at(std::uint64_t position) { return channel::ring_of(memory_).data() + position % channel::ring_bytes; }

    std::span<std::byte> memory_;
    channel::ClientWords& client_;
    channel::WorkerWords& worker_;
    std::mutex mutex_;
    std::uint64_t produced_;
    std::uint32_t answers_ = 0;
    std::array<bool, channel::slot_count> is_taken_ = {};
};

// Behaves for a moment, so that there is something to be wild with.
Belongings settle(Connection& connection) {
    channel::ClientChannel channel(connection.memory.bytes(),
                                   [fd = connection.socket.get()] { return !has_peer_gone(fd); });
    Belongings has;
    has.window_begin = connection.header.window_begin;
    has.window_bytes = connection.header.window_bytes;
    has.addresses = {connection.header.staging_begin, connection.header.window_begin + 4096,
                     connection.header.window_begin - connection.header.window_bytes};
    std::memcpy(connection.staging.bytes().data(), kernels.data(), kernels.size());
    const std::uint64_t module = Handle::make(HandleKind::Module, 1, 0).bits;
    wire::LoadModule::Reply loaded;
    channel.call(wire::LoadModule{module, connection.header.staging_begin, kernels.size()}, {}, loaded);
    for (std::uint32_t i = 0; i < 2; ++i) {
        wire::FindFunction::Reply found;
        channel.call(wire::FindFunction{module, Handle::make(HandleKind::Function, 1, i).bits},
                     text_bytes(i == 0 ? "add" : "store"), found);
    }
    for (std::uint32_t i = 0; i < 4; ++i) {
        wire::CreateStream::Reply created;
        channel.call(wire::CreateStream{Handle::make(HandleKind::Stream, 1, i).bits, i % 2, 0}, {}, created);
        channel.submit(wire::CreateEvent{Handle::make(HandleKind::Event, 1, i).bits, 0, 0});
        wire::Allocate::Reply allocated;
        channel.call(wire::Allocate{std::uint64_t{4096} << (4 * i), 256}, {}, allocated);
        if (allocated.address != 0) has.addresses.push_back(allocated.address);
    }
    wire::AllocateHost::Reply host;
    channel.call(wire::AllocateHost{8192}, {}, host);
    if (host.address != 0) has.addresses.push_back(host.address);
    return has;
}

enum class Manner { Wild, Broken, Scribbler, Chatty };

void send_records(Ring& ring, const Belongings& has, Random random, Manner manner, Clock::time_point end,
                  Counts& counts) {
    while (Clock::now() < end && !ring.is_closed()) {
        for (int i = 0; i < 16; ++i) {
            WildRecord record = wild_record(random, has, 1);
            if (has_reply(record.header.operation)) {
                record.header.slot = ring.take_slot(random);
                if (record.header.slot == 0) continue;
                std::memcpy(record.bytes.data(), &record.header, sizeof record.header);
            }
            if (manner == Manner::Broken && one_in(random, 200)) break_header(random, record);
            if (ring.put(record)) ++counts.records;
            if (one_in(random, 8)) ring.answer(random);
        }
        if (one_in(random, 4)) std::this_thread::sleep_for(1ms);
    }
}

void scribble(Connection& connection, Random random, Clock::time_point end) {
    const std::span<std::byte> memory = connection.memory.bytes();
    while (Clock::now() < end) {
        // The words, the slots, all of it.
        const std::size_t limits[] = {channel::slots_offset, channel::ring_offset, memory.size()};
        const std::size_t at = below(random, limits[below(random, 3)] / 8) * 8;
        const std::uint64_t value = one_in(random, 2) ? random() : below(random, 3);
        std::memcpy(memory.data() + at, &value, sizeof value);
        if (one_in(random, 5000)) std::memset(memory.data(), static_cast<int>(random()), memory.size());
        if (one_in(random, 64)) std::this_thread::sleep_for(100us);
    }
}

void chat(const Connection& connection, Random random, Clock::time_point end) {
    std::this_thread::sleep_until(end - std::chrono::milliseconds(below(random, 50)));
    std::vector<std::byte> bytes(1 + below(random, 9000));
    const int own[] = {connection.socket.get(), STDERR_FILENO};
    (void)send_message(connection.socket.get(), bytes, std::span(own).first(below(random, 3)));
    if (one_in(random, 2)) ::shutdown(connection.socket.get(), SHUT_WR);
}

void be_a_client(Random& random, Counts& counts) {
    auto made = connect("fuzz");
    if (!made.ok()) {
        ++counts.refused;
        std::this_thread::sleep_for(20ms);
        return;
    }
    ++counts.sessions;
    Connection connection = made.take();
    const Belongings has = settle(connection);
    Ring ring(connection);
    constexpr Manner manners[] = {Manner::Wild,   Manner::Wild,      Manner::Wild,
                                  Manner::Broken, Manner::Scribbler, Manner::Chatty};
    const Manner manner = manners[below(random, std::size(manners))];
    const auto end = Clock::now() + std::chrono::milliseconds(20 + below(random, 600));
    std::vector<std::thread> threads;
    for (int i = 0; i < 2; ++i)
        threads.emplace_back([&, seed = random()] { send_records(ring, has, Random(seed), manner, end, counts); });
    if (manner == Manner::Scribbler)
        threads.emplace_back([&, seed = random()] { scribble(connection, Random(seed), end); });
    if (manner == Manner::Chatty) chat(connection, random, end);
    for (std::thread& thread : threads)
        thread.join();
    if (has_peer_gone(connection.socket.get()) || ring.is_closed()) ++counts.ended_by_worker;
}

// Knocks, and says something else than it should, or nothing.
void be_a_visitor(Random& random, Counts& counts) {
    auto socket = connect_to(daemon_socket_path());
    if (!socket.ok()) return;
    ++counts.visits;
    channel::Hello hello;
    hello.program = std::string(below(random, 300), 'x');
    hello.isolation = one_in(random, 2) ? "shared" : "nonsense";
    hello.guard = "off";
    hello.backend = "soft";
    std::vector<std::byte> bytes = channel::encode(hello);
    const int own[] = {0, 1, 2, 0, 1, 2, 0, 1};
    for (std::uint64_t flips = below(random, 4); flips > 0; --flips)
        bytes[below(random, bytes.size())] ^= static_cast<std::byte>(1 << below(random, 8));
    if (one_in(random, 4)) bytes.resize(1 + below(random, bytes.size()));
    if (one_in(random, 8)) bytes[0] = std::byte{'{'};
    if (one_in(random, 8)) bytes.resize(16 << 10);
    (void)send_message(socket.value().get(), bytes, std::span(own).first(below(random, 9)));
    if (one_in(random, 2)) (void)channel::receive_welcome(socket.value().get(), 100ms);
}

int run(double seconds, std::uint64_t seed) {
    Random random(seed);
    Counts counts;
    const auto end = Clock::now() + std::chrono::duration<double>(seconds);
    while (Clock::now() < end) {
        if (one_in(random, 6)) {
            be_a_visitor(random, counts);
        } else {
            be_a_client(random, counts);
        }
    }
    std::printf("seed %llu: %llu sessions (%llu ended by the worker), %llu refused, %llu visits, %llu records\n",
                static_cast<unsigned long long>(seed), static_cast<unsigned long long>(counts.sessions),
                static_cast<unsigned long long>(counts.ended_by_worker),
                static_cast<unsigned long long>(counts.refused), static_cast<unsigned long long>(counts.visits),
                static_cast<unsigned long long>(counts.records.load()));
    return 0;
}

}  // namespace
}  // namespace ringfence::hostile

int main(int argc, char** argv) {
    double seconds = 5;
    std::uint64_t seed = 1;
    for (int i = 1; i + 1 < argc; i += 2) {
        if (std::string(argv[i]) == "--seconds") seconds = std::atof(argv[i + 1]);
        if (std::string(argv[i]) == "--seed") seed = std::strtoull(argv[i + 1], nullptr, 10);
    }
    return ringfence::hostile::run(seconds, seed);
}
