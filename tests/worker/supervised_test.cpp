// A worker that is told over its control socket whom to serve, as its supervisor does it.
#include "worker/supervised.h"

#include <thread>

#include <gmock/gmock.h>

#include "test_client.h"
#include "worker/control.h"

namespace ringfence::worker {
namespace {

using namespace std::chrono_literals;
using testing::HasSubstr;

std::vector<std::byte> session_message(const channel::Hello& hello, std::uint32_t pid) {
    const ControlHeader header{.kind = ControlKind::Session, .number = pid};
    const auto begin = std::as_bytes(std::span(&header, 1));
    std::vector<std::byte> message(begin.begin(), begin.end());
    const std::vector<std::byte> rest = channel::encode(hello);
    message.insert(message.end(), rest.begin(), rest.end());
    return message;
}

struct Supervised : WorkerTest {
    void SetUp() override {
        auto [ours, theirs] = socket_pair().take();
        control_ = std::move(ours);
        WorkerOptions options = worker_options();
        options.session.is_shared = true;
        auto device = backend::open_soft({}).take();
        thread_ = std::thread([theirs = std::move(theirs), device = std::move(device), options]() mutable {
            EXPECT_TRUE(serve_supervisor(std::move(theirs), std::move(device), options).ok());
        });
    }
    void TearDown() override {
        control_.reset();
        thread_.join();
    }

    static channel::Hello hello_of(const std::string& program) {
        channel::Hello hello;
        hello.program = program;
        return hello;
    }

    // The client's end.
    UniqueFd send_client(const channel::Hello& hello, std::uint32_t pid) {
        auto [client, to_give] = socket_pair().take();
        const int descriptors[] = {to_give.get()};
        EXPECT_TRUE(send_message(control_.get(), session_message(hello, pid), descriptors).ok());
        return std::move(client);
    }
    std::string answer(const UniqueFd& client) {
        const auto welcome = channel::receive_welcome(client.get(), 10s);
        return welcome.ok() ? "welcome" : welcome.error().message;
    }
    // The first one for which `is_right` holds.
    template <typename Condition>
    std::optional<WorkerState> wait_for_state(const Condition& is_right) {
        for (;;) {
            auto message = receive_message(control_.get(), 4096, 10s);
            if (!message.ok() || message.value().is_end) return std::nullopt;
            WorkerState state;
            if (message.value().bytes.size() != sizeof state) continue;
            std::memcpy(&state, message.value().bytes.data(), sizeof state);
            if (state.header.kind == ControlKind::State && is_right(state)) return state;
        }
    }

    UniqueFd control_;
    std::thread thread_;
};

TEST_F(Supervised, AHelloThatIsTooLongIsRefusedAndNothingToOthers) {
    const UniqueFd neighbour = send_client(hello_of("neighbour"), 7);
    EXPECT_EQ(answer(neighbour), "welcome");
    const std::string text(1024, 'x');
    const UniqueFd hostile =
        send_client({.program = text, .backend = text, .isolation = text, .guard = text, .why_private = text}, 4242);
    EXPECT_THAT(answer(hostile), HasSubstr("a Hello has more than the 4096 bytes"));
    const auto state = wait_for_state([](const WorkerState& told) { return told.sessions_refused != 0; });
    ASSERT_TRUE(state);
    EXPECT_EQ(state->sessions_taken, 2U);
    EXPECT_EQ(state->sessions, 1U);
    EXPECT_TRUE(was_logged("process 4242 was refused"));
    EXPECT_FALSE(has_peer_gone(neighbour.get()));
    EXPECT_EQ(answer(send_client(hello_of("next"), 8)), "welcome");
}

TEST_F(Supervised, ADaemonOfAnotherVersionIsNotListenedTo) {
    const ControlHeader header{.kind = ControlKind::Tell, .number = 1, .version = control_version + 1};
    ASSERT_TRUE(send_message(control_.get(), std::as_bytes(std::span(&header, 1))).ok());
    EXPECT_FALSE(wait_for_state([](const WorkerState& told) { return told.told == 1; }));
    EXPECT_TRUE(was_logged("of another version of Ringfence"));
}

TEST_F(Supervised, AHelloThatIsNoneIsRefusedAndCounted) {
    auto [client, to_give] = socket_pair().take();
    const ControlHeader header{.kind = ControlKind::Session, .number = 4242};
    const int descriptors[] = {to_give.get()};
    ASSERT_TRUE(send_message(control_.get(), std::as_bytes(std::span(&header, 1)), descriptors).ok());
    EXPECT_THAT(answer(client), HasSubstr("does not speak Ringfence's protocol"));
    EXPECT_TRUE(wait_for_state([](const WorkerState& told) { return told.sessions_refused == 1; }));
}

}  // namespace
}  // namespace ringfence::worker
