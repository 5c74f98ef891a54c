// A client that does nothing wrong, beside others that do: allocates, writes, launches, reads, compares. Any error, any
// wrong byte ends it with a message and status 1.
//
//     hostile_neighbour SECONDS     prints "ready ADDRESS BYTES" (its memory), and at the end "rounds N"
//
// It also ends, after the round it is in, when its standard input does.
#include <poll.h>
#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <numeric>
#include <vector>

#include "base/handle.h"
#include "base/socket.h"
#include "channel/client_channel.h"
#include "channel/shared_memory.h"
#include "connection.h"

namespace ringfence::hostile {
namespace {

constexpr std::uint32_t count = 256;

class Neighbour {
public:
    explicit Neighbour(Connection connection)
        : connection_(std::move(connection)),
          channel_(connection_.memory.bytes(), [fd = connection_.socket.get()] { return !has_peer_gone(fd); }) {}

    void load() {
        std::memcpy(connection_.staging.bytes().data(), kernels.data(), kernels.size());
        const std::uint64_t module = Handle::make(HandleKind::Module, 1, 0).bits;
        function_ = Handle::make(HandleKind::Function, 1, 0).bits;
        stream_ = Handle::make(HandleKind::Stream, 1, 0).bits;
        call("load", wire::LoadModule{module, connection_.header.staging_begin, kernels.size()});
        call("find", wire::FindFunction{module, function_}, text_bytes("add"));
        call("create a stream", wire::CreateStream{stream_, 1, 0});
        kept_ = allocate();
        write(kept_, pattern(0));
    }

    void round(std::uint32_t number) {
        const std::uint64_t memory = allocate();
        write(memory, pattern(number));
        launch(memory, number);
        std::vector<std::uint32_t> expected = pattern(number);
        for (std::uint32_t& value : expected)
            value += number;
        compare("what the kernel wrote", read(memory), expected);
        compare("what lay there all the time", read(kept_), pattern(0));
        call("release", wire::Release{memory});
        const channel::ClientChannel::Failure failure = channel_.take_failure();
        expect("an operation", failure.status);
    }

    std::uint64_t kept() const { return kept_; }

private:
    [[noreturn]] void fail(const char* what, std::int32_t status) {
        std::fprintf(stderr, "neighbour: %s: status %d: %s %s\n", what, status,
                     channel::ClientChannel::last_failure_text().c_str(), channel_.closing_reason().c_str());
        std::exit(1);
    }
    void expect(const char* what, std::int32_t status) {
        if (status != 0) fail(what, status);
    }
    template <typename Record>
    typename Record::Reply call(const char* what, const Record& record, std::span<const std::byte> payload = {},
                                std::vector<std::byte>* reply_payload = nullptr) {
        typename Record::Reply reply;
        expect(what, channel_.call(record, payload, reply, reply_payload));
        return reply;
    }
    template <typename Record>
    void submit(const char* what, const Record& record, std::span<const std::byte> payload = {}) {
        expect(what, channel_.submit(record, payload));
    }

    static std::vector<std::uint32_t> pattern(std::uint32_t seed) {
        std::vector<std::uint32_t> values(count);
        std::iota(values.begin(), values.end(), seed * 2654435761u);
        return values;
    }
    std::uint64_t allocate() { return call("allocate", wire::Allocate{count * 4, 256}).address; }
    void write(std::uint64_t to, const std::vector<std::uint32_t>& values) {
        submit("write", wire::Write{stream_, to}, std::as_bytes(std::span(values)));
    }
    std::vector<std::uint32_t> read(std::uint64_t from) {
        std::vector<std::byte> bytes;
        call("read", wire::Read{stream_, from, count * 4}, {}, &bytes);
        std::vector<std::uint32_t> values(bytes.size() / 4);
        std::memcpy(values.data(), bytes.data(), values.size() * 4);
        return values;
    }
    void launch(std::uint64_t memory, std::uint32_t amount) {
        std::byte parameters[12];
        std::memcpy(parameters, &memory, 8);
        std::memcpy(parameters + 8, &amount, 4);
        submit("launch", wire::Launch{stream_, function_, 1, 1, 1, count, 1, 1, 0, 0}, parameters);
    }
    static void compare(const char* what, const std::vector<std::uint32_t>& values,
                        const std::vector<std::uint32_t>& expected) {
        if (values == expected) return;
        std::fprintf(stderr, "neighbour: %s has changed\n", what);
        std::exit(1);
    }

    Connection connection_;
    channel::ClientChannel channel_;
    std::uint64_t function_ = 0;
    std::uint64_t stream_ = 0;
    std::uint64_t kept_ = 0;
};

bool has_input_ended() {
    pollfd input = {STDIN_FILENO, POLLIN, 0};
    return ::poll(&input, 1, 0) > 0;
}

int run(double seconds) {
    using Clock = std::chrono::steady_clock;
    auto connection = connect("neighbour");
    if (!connection.ok()) {
        std::fprintf(stderr, "neighbour: %s\n", connection.error().text().c_str());
        return 1;
    }
    Neighbour neighbour(connection.take());
    neighbour.load();
    std::printf("ready %#llx %u\n", static_cast<unsigned long long>(neighbour.kept()), count * 4);
    std::fflush(stdout);
    const auto end = Clock::now() + std::chrono::duration<double>(seconds);
    std::uint32_t rounds = 0;
    auto slowest = Clock::duration::zero();
    while (Clock::now() < end && !has_input_ended()) {
        const auto begin = Clock::now();
        neighbour.round(++rounds);
        slowest = std::max(slowest, Clock::now() - begin);
    }
    std::printf("rounds %u, slowest %.0f ms\n", rounds, std::chrono::duration<double, std::milli>(slowest).count());
    return 0;
}

}  // namespace
}  // namespace ringfence::hostile

int main(int argc, char** argv) {
    return ringfence::hostile::run(argc > 1 ? std::atof(argv[1]) : 5);
}
