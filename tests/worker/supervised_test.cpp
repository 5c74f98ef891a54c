// A worker that is told over its control socket whom to serve, as its supervisor does it.
#include "worker/supervised.h"

#include <atomic>
#include <set>
#include <thread>

#include <gmock/gmock.h>

#include "base/memory_file.h"
#include "base/mutex.h"
#include "forwarding_device.h"
#include "test_client.h"
#include "worker/control.h"

namespace ringfence::worker {
namespace {

using namespace std::chrono_literals;
using testing::HasSubstr;

std::vector<std::byte> session_message(const channel::Hello& hello, std::uint32_t pid, std::uint32_t number) {
    const ControlHeader header{.kind = ControlKind::Session, .number = pid, .session = number};
    const SessionGrant grant;
    std::vector<std::byte> message;
    for (const auto part : {std::as_bytes(std::span(&header, 1)), std::as_bytes(std::span(&grant, 1))})
        message.insert(message.end(), part.begin(), part.end());
    const std::vector<std::byte> rest = channel::encode(hello);
    message.insert(message.end(), rest.begin(), rest.end());
    return message;
}

constexpr std::size_t longest_report = 16 << 10;

struct Supervised : WorkerTest {
    void SetUp() override {
        auto [ours, theirs] = socket_pair().take();
        control_ = std::move(ours);
        prepare(theirs.get());
        WorkerOptions options = worker_options();
        options.session.is_shared = is_shared();
        options.now = [this] { return Occupation::Clock::time_point(std::chrono::milliseconds(now_ms_)); };
        auto device = make_device();
        thread_ = std::thread([theirs = std::move(theirs), device = std::move(device), options]() mutable {
            EXPECT_TRUE(serve_supervisor(std::move(theirs), std::move(device), options).ok());
        });
    }
    void TearDown() override {
        control_.reset();
        thread_.join();
    }

    virtual std::unique_ptr<backend::Device> make_device() { return backend::open_soft({}).take(); }
    virtual void prepare(int /*workers_end*/) {}
    [[nodiscard]] virtual bool is_shared() const { return true; }

    std::atomic<std::int64_t> now_ms_ = 0;
    UniqueFd ledger_ = SharedBudget::create_file().take();

    static channel::Hello hello_of(const std::string& program) {
        channel::Hello hello;
        hello.program = program;
        return hello;
    }

    // The client's end.
    UniqueFd send_client(const channel::Hello& hello, std::uint32_t pid, std::uint32_t number = 0) {
        auto [client, to_give] = socket_pair().take();
        const int descriptors[] = {to_give.get(), ledger_.get()};
        EXPECT_TRUE(send_message(control_.get(), session_message(hello, pid, number), descriptors).ok());
        return std::move(client);
    }
    void end_session(std::uint32_t number, const std::string& reason) {
        EndSession order;
        order.session = number;
        put_text(order.reason, reason);
        EXPECT_TRUE(send_message(control_.get(), std::as_bytes(std::span(&order, 1))).ok());
    }
    // The next one that is said of this session.
    std::optional<SessionEvent> wait_for_event(std::uint32_t session, EventKind kind) {
        for (;;) {
            auto message = receive_message(control_.get(), longest_report, 60s);
            if (!message.ok() || message.value().is_end) return std::nullopt;
            SessionEvent event;
            if (message.value().bytes.size() != sizeof event) continue;
            std::memcpy(&event, message.value().bytes.data(), sizeof event);
            if (event.header.kind == ControlKind::Event && event.session == session && event.kind == kind) return event;
        }
    }
    std::string answer(const UniqueFd& client) {
        const auto welcome = channel::receive_welcome(client.get(), 60s);
        return welcome.ok() ? "welcome" : welcome.error().message;
    }
    // The first one for which `is_right` holds, and the sessions of which something was told before it.
    template <typename Condition>
    std::optional<WorkerState> wait_for_state(const Condition& is_right, std::set<std::uint32_t>* mentioned = nullptr) {
        for (;;) {
            auto message = receive_message(control_.get(), longest_report, 60s);
            if (!message.ok() || message.value().is_end) return std::nullopt;
            SessionState session;
            if (message.value().bytes.size() == sizeof session && mentioned != nullptr) {
                std::memcpy(&session, message.value().bytes.data(), sizeof session);
                mentioned->insert(session.session);
            }
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

// As with 64 sessions and the usual room, of which a worker's end has less.
struct SupervisedWithLittleRoom : Supervised {
    void prepare(int workers_end) override {
        const int bytes = 4096;
        ASSERT_EQ(::setsockopt(workers_end, SOL_SOCKET, SO_SNDBUF, &bytes, sizeof bytes), 0);
    }
};

TEST_F(SupervisedWithLittleRoom, NoSessionIsLeftOutOfAnAnswer) {
    constexpr std::uint32_t last = 8;
    std::vector<UniqueFd> clients;
    std::set<std::uint32_t> all;
    for (std::uint32_t number = 1; number <= last; ++number) {
        clients.push_back(send_client(hello_of("app"), 100 + number, number));
        ASSERT_EQ(answer(clients.back()), "welcome");
        all.insert(number);
    }
    const ControlHeader question{.kind = ControlKind::Tell, .number = 1};
    ASSERT_TRUE(send_message(control_.get(), std::as_bytes(std::span(&question, 1))).ok());
    // What the worker hears next it does after it has answered, while nobody reads the answer.
    end_session(last, "nobody wants it");
    EXPECT_FALSE(channel::receive_welcome(clients.back().get(), 60s).ok());
    std::set<std::uint32_t> mentioned;
    EXPECT_TRUE(wait_for_state([](const WorkerState& told) { return told.told == 1; }, &mentioned));
    EXPECT_EQ(mentioned, all);
}

struct SupervisedAlone : Supervised {
    [[nodiscard]] bool is_shared() const override { return false; }
    bool ends() {
        for (;;) {
            const auto message = receive_message(control_.get(), longest_report, 60s);
            if (!message.ok() || message.value().is_end) return message.ok();
        }
    }
};

// Nobody else would ever get it, and there may be only so many.
TEST_F(SupervisedAlone, AWorkerWhoseOneClientWasRefusedEnds) {
    const std::string text(1024, 'x');
    const UniqueFd client =
        send_client({.program = text, .backend = text, .isolation = text, .guard = text, .why_private = text}, 4242);
    EXPECT_THAT(answer(client), HasSubstr("a Hello has more than the 4096 bytes"));
    EXPECT_TRUE(ends());
}

TEST_F(SupervisedAlone, AWorkerEndsWithItsOneSession) {
    UniqueFd client = send_client(hello_of("app"), 7);
    EXPECT_EQ(answer(client), "welcome");
    client.reset();
    EXPECT_TRUE(ends());
}

// The daemon asks for each of several that want to know, and is busy.
TEST_F(SupervisedWithLittleRoom, NoAnswerWithATextIsLost) {
    constexpr std::uint32_t last = 40;
    for (std::uint32_t number = 1; number <= last; ++number) {
        const ControlHeader question{.kind = ControlKind::Kernels, .number = number};
        ASSERT_TRUE(send_message(control_.get(), std::as_bytes(std::span(&question, 1))).ok());
    }
    const ControlHeader tell{.kind = ControlKind::Tell, .number = 1};
    ASSERT_TRUE(send_message(control_.get(), std::as_bytes(std::span(&tell, 1))).ok());
    std::this_thread::sleep_for(100ms);
    std::set<std::uint32_t> answered;
    for (bool is_told = false; !is_told;) {
        auto message = receive_message(control_.get(), longest_report, 60s);
        ASSERT_TRUE(message.ok() && !message.value().is_end);
        ControlHeader header;
        std::memcpy(&header, message.value().bytes.data(), sizeof header);
        if (header.kind == ControlKind::Text && message.value().descriptors.size() == 1) answered.insert(header.number);
        WorkerState state;
        if (message.value().bytes.size() != sizeof state) continue;
        std::memcpy(&state, message.value().bytes.data(), sizeof state);
        is_told = header.kind == ControlKind::State && state.told == 1;
    }
    EXPECT_EQ(answered.size(), last);
}

TEST_F(SupervisedWithLittleRoom, TheEndOfEverySessionIsToldWhenTheWorkerEnds) {
    constexpr std::uint32_t last = 16;
    std::vector<UniqueFd> clients;
    for (std::uint32_t number = 1; number <= last; ++number) {
        clients.push_back(send_client(hello_of("app"), 100 + number, number));
        ASSERT_EQ(answer(clients.back()), "welcome");
    }
    const ControlHeader order{.kind = ControlKind::Quit};
    ASSERT_TRUE(send_message(control_.get(), std::as_bytes(std::span(&order, 1))).ok());
    for (const UniqueFd& client : clients)
        EXPECT_FALSE(channel::receive_welcome(client.get(), 60s).ok());
    std::set<std::uint32_t> ended;
    for (;;) {
        auto message = receive_message(control_.get(), longest_report, 60s);
        if (!message.ok() || message.value().is_end) break;
        SessionEvent event;
        if (message.value().bytes.size() != sizeof event) continue;
        std::memcpy(&event, message.value().bytes.data(), sizeof event);
        if (event.kind == EventKind::Ends) ended.insert(event.session);
    }
    EXPECT_EQ(ended.size(), last);
}

TEST_F(Supervised, ADaemonOfAnotherVersionIsNotListenedTo) {
    const ControlHeader header{.kind = ControlKind::Tell, .number = 1, .version = control_version + 1};
    ASSERT_TRUE(send_message(control_.get(), std::as_bytes(std::span(&header, 1))).ok());
    EXPECT_FALSE(wait_for_state([](const WorkerState& told) { return told.told == 1; }));
    EXPECT_TRUE(was_logged("of another version of Ringfence"));
}

TEST_F(Supervised, TellsWhatItsSessionsHaveLaunched) {
    TestClient client(send_client(hello_of("client"), 8, 42));
    const std::uint64_t add = client.function(client.load(test_ptx), "add");
    const Address data = client.allocate(64);
    client.launch(add, 0, 16, data, std::uint32_t{2});
    client.launch(add, 0, 16, data, std::uint32_t{2});
    EXPECT_EQ(client.synchronize(), 0);
    const ControlHeader question{.kind = ControlKind::Kernels, .number = 9};
    ASSERT_TRUE(send_message(control_.get(), std::as_bytes(std::span(&question, 1))).ok());
    for (;;) {
        auto message = receive_message(control_.get(), longest_report, 60s);
        ASSERT_TRUE(message.ok() && !message.value().is_end);
        TextAnswer answer;
        if (message.value().bytes.size() != sizeof answer || message.value().descriptors.empty()) continue;
        std::memcpy(&answer, message.value().bytes.data(), sizeof answer);
        EXPECT_EQ(answer.header.number, 9U);
        EXPECT_EQ(answer.is_refused, 0U);
        const std::string lines = read_memory_file(message.value().descriptors[0].get(), 1 << 20).take();
        EXPECT_THAT(lines, testing::StartsWith("kernel\t42\tadd\t"));
        EXPECT_THAT(lines, testing::EndsWith("\t2\t0\t0\t0\t0\t0\n"));
        return;
    }
}

TEST_F(Supervised, AHelloThatIsNoneIsRefusedAndCounted) {
    auto [client, to_give] = socket_pair().take();
    std::vector<std::byte> message = session_message({}, 4242, 0);
    message.resize(sizeof(ControlHeader) + sizeof(SessionGrant));
    const int descriptors[] = {to_give.get(), ledger_.get()};
    ASSERT_TRUE(send_message(control_.get(), message, descriptors).ok());
    EXPECT_THAT(answer(client), HasSubstr("does not speak Ringfence's protocol"));
    EXPECT_TRUE(wait_for_state([](const WorkerState& told) { return told.sessions_refused == 1; }));
}

TEST_F(Supervised, NobodyBeginsOfWhomItIsNotSaidWhatItMayHave) {
    auto [client, to_give] = socket_pair().take();
    const int descriptors[] = {to_give.get()};
    ASSERT_TRUE(send_message(control_.get(), session_message(hello_of("app"), 4242, 0), descriptors).ok());
    EXPECT_THAT(answer(client), HasSubstr("nothing of what a session may have"));
    EXPECT_TRUE(wait_for_state([](const WorkerState& told) { return told.sessions_refused == 1; }));
}

using Clock = std::chrono::steady_clock;
constexpr std::int32_t is_destroyed = channel::context_is_destroyed;

TEST_F(Supervised, ASessionThatIsTakenBackReturnsItsBlockedCallsAtOnceAndNeighboursGoOn) {
    TestClient neighbour(send_client(hello_of("neighbour"), 7, 41));
    TestClient client(send_client(hello_of("client"), 8, 42));
    const std::uint64_t add = neighbour.function(neighbour.load(test_ptx), "add");
    const Address data = neighbour.allocate(64);
    neighbour.put<std::uint32_t>(data, std::vector<std::uint32_t>(16, 1));
    // Work that never comes to an end by itself.
    const Address word = client.allocate(4);
    client.put<std::uint32_t>(word, {0});
    client.launch(client.function(client.load(test_ptx), "spin"), 0, 1, word);
    std::atomic<bool> has_returned = false;
    std::thread blocked([&] {
        EXPECT_EQ(client.synchronize(), is_destroyed);
        has_returned = true;
    });
    std::this_thread::sleep_for(50ms);
    EXPECT_FALSE(has_returned);
    const auto begin = Clock::now();
    end_session(42, "the administrator has taken it back");
    blocked.join();
    EXPECT_LT(Clock::now() - begin, 20s);
    EXPECT_EQ(client.call(wire::Allocate{4096, 256}), is_destroyed);
    EXPECT_THAT(client.channel->closing_reason(), HasSubstr("taken it back"));
    neighbour.launch(add, 0, 16, data, std::uint32_t{2});
    EXPECT_EQ(neighbour.synchronize(), 0);
    EXPECT_EQ(neighbour.get<std::uint32_t>(data, 16), std::vector<std::uint32_t>(16, 3));
    // Its kernel is stopped, and what it had is free, though the client is still there.
    const auto end = wait_for_event(42, EventKind::Ends);
    ASSERT_TRUE(end);
    EXPECT_THAT(end->text, HasSubstr("taken it back"));
    const auto state = wait_for_state([](const WorkerState& told) { return told.sessions == 1; });
    ASSERT_TRUE(state);
    EXPECT_EQ(state->sessions_refused, 0U);
}

TEST_F(Supervised, TakingBackWhatIsNotThereIsNothingToAnybody) {
    end_session(77, "nobody");
    TestClient client(send_client(hello_of("client"), 8, 5));
    EXPECT_EQ(client.synchronize(), 0);
    EXPECT_TRUE(was_logged("session 77 is to end, and is over already"));
}

TEST_F(Supervised, AnOrderToEndOfTheWrongSizeIsNotObeyed) {
    TestClient client(send_client(hello_of("client"), 8, 5));
    const ControlHeader header{.kind = ControlKind::EndSession, .number = 5, .session = 5};
    ASSERT_TRUE(send_message(control_.get(), std::as_bytes(std::span(&header, 1))).ok());
    EXPECT_TRUE(wait_for_event(5, EventKind::Ends)) << "the worker ends with its daemon's wits";
    EXPECT_TRUE(was_logged("something of the wrong size"));
}

// A driver that lets sessions wait when they are opened.
class Driver {
public:
    void hold() {
        const MutexLock lock(mutex_);
        is_held_ = true;
    }
    void let_go() {
        const MutexLock lock(mutex_);
        is_held_ = false;
        changed_.notify_all();
    }
    void let_one_fail() {
        const MutexLock lock(mutex_);
        is_held_ = false;
        lets_one_fail_ = true;
        changed_.notify_all();
    }
    Result<void> pass() {
        const MutexLock lock(mutex_);
        ++waiting_;
        changed_.notify_all();
        changed_.wait(mutex_, [this]() RF_REQUIRES(mutex_) { return !is_held_; });
        --waiting_;
        if (std::exchange(lets_one_fail_, false)) return Error::bad_input("the driver gives up");
        return {};
    }
    void wait_for_somebody() {
        const MutexLock lock(mutex_);
        changed_.wait(mutex_, [this]() RF_REQUIRES(mutex_) { return waiting_ != 0; });
    }

private:
    Mutex mutex_;
    ConditionVariable changed_;
    bool is_held_ RF_GUARDED_BY(mutex_) = false;
    bool lets_one_fail_ RF_GUARDED_BY(mutex_) = false;
    int waiting_ RF_GUARDED_BY(mutex_) = 0;
};

class DeviceWithASlowDriver final : public ForwardingDevice {
public:
    DeviceWithASlowDriver(std::unique_ptr<backend::Device> device, Driver& driver)
        : ForwardingDevice(std::move(device)), driver_(driver) {}
    Result<std::unique_ptr<backend::AddressSpace>> create_address_space(
        const backend::AddressSpaceOptions& options) override {
        RF_RETURN_IF_ERROR(driver_.pass());
        return ForwardingDevice::create_address_space(options);
    }

private:
    Driver& driver_;
};

struct SupervisedWithASlowDriver : Supervised {
    std::unique_ptr<backend::Device> make_device() override {
        return std::make_unique<DeviceWithASlowDriver>(Supervised::make_device(), driver_);
    }
    void TearDown() override {
        driver_.let_go();
        Supervised::TearDown();
    }
    void ask(std::uint32_t number) {
        const ControlHeader question{.kind = ControlKind::Tell, .number = number};
        ASSERT_TRUE(send_message(control_.get(), std::as_bytes(std::span(&question, 1))).ok());
    }

    Driver driver_;
};

TEST_F(SupervisedWithASlowDriver, TheWorkerAnswersAndItsSessionsGoOnWhileAnotherIsOpened) {
    TestClient neighbour(send_client(hello_of("neighbour"), 7, 41));
    driver_.hold();
    const UniqueFd slow = send_client(hello_of("slow"), 8, 42);
    const UniqueFd in_line = send_client(hello_of("in line"), 9, 43);
    driver_.wait_for_somebody();
    now_ms_ = 40'000;
    ask(1);
    std::set<std::uint32_t> mentioned;
    const auto state = wait_for_state([](const WorkerState& told) { return told.told == 1; }, &mentioned);
    ASSERT_TRUE(state);
    EXPECT_EQ(state->busy_ms, 40'000U);
    EXPECT_STREQ(state->busy_with, "the opening of a session");
    EXPECT_EQ(state->sessions, 2U);
    EXPECT_EQ(state->sessions_taken, 2U) << "who is in line can still be given to another worker";
    EXPECT_THAT(mentioned, testing::ElementsAre(41U, 42U)) << "a session that is not mentioned counts as over";
    EXPECT_EQ(neighbour.get<std::uint32_t>(neighbour.allocate(64), 1).size(), 1U);
    driver_.let_go();
    EXPECT_EQ(answer(slow), "welcome");
    EXPECT_EQ(answer(in_line), "welcome");
    const auto after = wait_for_state([](const WorkerState& told) { return told.sessions == 3; });
    ASSERT_TRUE(after);
    EXPECT_EQ(after->sessions_taken, 3U);
    ask(2);
    EXPECT_TRUE(wait_for_state([](const WorkerState& told) { return told.told == 2 && told.busy_ms == 0; }));
}

TEST_F(SupervisedWithASlowDriver, ASessionThatIsTakenBackBeforeItHasBegunNeverBegins) {
    driver_.hold();
    const UniqueFd slow = send_client(hello_of("slow"), 8, 42);
    const UniqueFd in_line = send_client(hello_of("in line"), 9, 43);
    driver_.wait_for_somebody();
    end_session(43, "never mind");
    EXPECT_THAT(answer(in_line), HasSubstr("never mind")) << "though the driver still holds the other one up";
    const auto refused = wait_for_event(43, EventKind::NotBegun);
    ASSERT_TRUE(refused);
    EXPECT_EQ(refused->pid, 9U);
    EXPECT_EQ(refused->status, is_destroyed);
    end_session(42, "nor this one");
    // So that the order was heard before the driver goes on.
    ask(1);
    ASSERT_TRUE(wait_for_state([](const WorkerState& told) { return told.told == 1; }));
    driver_.let_go();
    EXPECT_THAT(answer(slow), HasSubstr("nor this one"));
    EXPECT_TRUE(wait_for_event(42, EventKind::NotBegun));
    const auto state =
        wait_for_state([](const WorkerState& told) { return told.sessions == 0 && told.sessions_taken == 2; });
    ASSERT_TRUE(state);
    EXPECT_EQ(state->sessions_started, 0U);
    EXPECT_EQ(answer(send_client(hello_of("next"), 8)), "welcome");
}

TEST_F(SupervisedWithASlowDriver, AnOrderToEndASessionThatCannotBeOpenedIsNotTheNextOnes) {
    driver_.hold();
    const UniqueFd slow = send_client(hello_of("slow"), 8, 42);
    const UniqueFd neighbour = send_client(hello_of("neighbour"), 9, 43);
    driver_.wait_for_somebody();
    end_session(42, "never mind");
    // So that the order was heard before the driver goes on.
    ask(1);
    ASSERT_TRUE(wait_for_state([](const WorkerState& told) { return told.told == 1; }));
    driver_.let_one_fail();
    EXPECT_THAT(answer(slow), HasSubstr("never mind"));
    const auto refused = wait_for_event(42, EventKind::NotBegun);
    ASSERT_TRUE(refused);
    EXPECT_EQ(refused->status, is_destroyed);
    EXPECT_EQ(answer(neighbour), "welcome");
}

}  // namespace
}  // namespace ringfence::worker
