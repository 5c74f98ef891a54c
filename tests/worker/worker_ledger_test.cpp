// Each limit of a session and of a tenant: the limit, the error, the counter, and that all of it is given back.
#include <chrono>
#include <random>
#include <set>
#include <thread>

#include <gmock/gmock.h>

#include "../basic_kernels.h"
#include "base/cuda_status.h"
#include "base/sanitizers.h"
#include "channel/graph_records.h"
#include "kernel_time.h"
#include "test_client.h"
#include "units.h"

namespace ringfence::worker {
namespace {

using namespace std::chrono_literals;
using testing::HasSubstr;

struct Ledger : WorkerTest {
    std::shared_ptr<SharedBudget> tenant = SharedBudget::create({}).take();
    std::vector<SessionEvent> events;
    std::mutex events_mutex;

    KernelTime time;

    Ledger() {
        worker.reset();
        start();
    }

    ~Ledger() override { worker.reset(); }  // before what its sessions tell

    void start(const std::function<void(WorkerOptions&)>& change = {}) {
        worker.reset();
        WorkerOptions options = worker_options();
        options.session.staging_bytes = mebi;
        options.on_event = [this](const SessionEvent& event) {
            const std::lock_guard lock(events_mutex);
            events.push_back(event);
        };
        options.session.kernel_now = time.now();
        if (change) change(options);
        worker = make_worker(300'000, options);
    }

    // A session of the tenant's.
    std::unique_ptr<TestClient> session(std::string_view limits = "") {
        auto ends = socket_pair().take();
        Grant grant{"somebody", parse_limits_text(limits).take(), tenant};
        grant.limits[Limit::HostMemory] = host_memory;
        EXPECT_TRUE(worker->accept(std::move(ends.second), {}, UniqueFd(), std::nullopt, 0, grant).ok());
        auto client = std::make_unique<TestClient>(std::move(ends.first));
        // Events below are the client's own, which do not count.
        client->next_index = channel::internal_events;
        return client;
    }
    SessionState state(std::size_t number = 0) { return worker->session_states().at(number); }
    std::uint64_t reached(Limit limit) { return state().reached[limit]; }
    bool becomes_reached(Limit limit) {
        for (int i = 0; i < 12000 && reached(limit) == 0; ++i)
            std::this_thread::sleep_for(5ms);
        return reached(limit) != 0;
    }
    std::uint64_t used(Limit limit) { return state().used[limit]; }

    std::vector<SessionEvent> limit_events() {
        const std::lock_guard lock(events_mutex);
        std::vector<SessionEvent> found;
        for (const SessionEvent& event : events) {
            if (event.kind == EventKind::LimitReached) found.push_back(event);
        }
        return found;
    }
    // A session's own place is given back a moment after it is gone.
    std::string unbalanced() {
        for (int i = 0; i < 12000 && !what_is_taken().empty(); ++i)
            std::this_thread::sleep_for(std::chrono::milliseconds(5));
        return what_is_taken();
    }

    std::string what_is_taken() {
        std::string left;
        each_limit([&](Limit kind) {
            if (const std::uint64_t taken = tenant->taken(kind); taken != 0)
                left += std::string(facts_of(kind).key) + ": " + std::to_string(taken) + "\n";
        });
        if (was_logged("does not balance")) left += "it was logged\n";
        return left;
    }

    std::uint64_t host_memory = 0;  // 0: none set

    static std::int32_t allocate(TestClient& client, std::uint64_t bytes, Address* address = nullptr) {
        wire::Allocate::Reply reply;
        const std::int32_t status = client.call(wire::Allocate{bytes, 256}, reply);
        if (address != nullptr) *address = reply.address;
        return status;
    }
    static std::int32_t allocate_host(TestClient& client, std::uint64_t bytes, Address* address = nullptr) {
        wire::AllocateHost::Reply reply;
        const std::int32_t status = client.call(wire::AllocateHost{bytes}, reply);
        if (status == 0) (void)channel::receive_host_memory(client.socket.get(), 60s);
        if (address != nullptr) *address = reply.address;
        return status;
    }
    static std::int32_t make_graph(TestClient& client, int nodes, std::uint64_t* made = nullptr) {
        channel::GraphWriter writer;
        for (int i = 0; i < nodes; ++i)
            writer.add_empty({});
        const std::uint64_t graph = client.handle(HandleKind::GraphExec);
        if (made != nullptr) *made = graph;
        return client.call(wire::CreateGraph{.graph = graph, .nodes = writer.count()}, writer.bytes());
    }
    static std::int32_t make_stream(TestClient& client, std::uint64_t* made = nullptr) {
        const std::uint64_t stream = client.handle(HandleKind::Stream);
        if (made != nullptr) *made = stream;
        return client.call(wire::CreateStream{stream, 1, 0});
    }
    static std::int32_t make_event(TestClient& client, std::uint64_t* made = nullptr) {
        const std::uint64_t event = client.handle(HandleKind::Event);
        if (made != nullptr) *made = event;
        return client.call(wire::AskForEvent{event, 0});
    }
};

TEST_F(Ledger, DeviceMemoryIsWhatTheProgramSees) {
    auto client = session("device_memory=64M");
    wire::MemoryInfo::Reply info;
    EXPECT_EQ(client->call(wire::MemoryInfo{}, info), 0);
    EXPECT_EQ(info.total, 64 * mebi);
    EXPECT_EQ(info.free, 64 * mebi);
    Address first = 0;
    EXPECT_EQ(allocate(*client, 40 * mebi, &first), 0);
    EXPECT_EQ(allocate(*client, 40 * mebi), cuda_status::out_of_memory);
    EXPECT_EQ(allocate(*client, 40 * mebi), cuda_status::out_of_memory);
    EXPECT_EQ(reached(Limit::DeviceMemory), 2U);
    EXPECT_EQ(client->call(wire::MemoryInfo{}, info), 0);
    EXPECT_LE(info.free, 24 * mebi);
    EXPECT_EQ(client->call(wire::Release{first}), 0);
    EXPECT_EQ(allocate(*client, 60 * mebi), 0);
    EXPECT_GE(used(Limit::DeviceMemory), 60 * mebi);
    client.reset();
    EXPECT_TRUE(becomes_empty());
    EXPECT_EQ(unbalanced(), "");
    const auto told = limit_events();
    ASSERT_EQ(told.size(), 2U) << "the first time, and how often in the end";
    EXPECT_STREQ(told[0].subject, "device_memory");
    EXPECT_EQ(told[0].amount, 64 * mebi);
    EXPECT_EQ(told[0].status, cuda_status::out_of_memory);
    EXPECT_THAT(told[0].text, HasSubstr("exceed the session's limit of 64M"));
    EXPECT_EQ(told[1].count, 1U);
}

TEST_F(Ledger, BeyondTheSoftLimitMemoryIsGivenAndTold) {
    auto client = session("device_memory_soft=16M");
    EXPECT_EQ(allocate(*client, 8 * mebi), 0);
    EXPECT_EQ(reached(Limit::SoftDeviceMemory), 0U);
    EXPECT_EQ(allocate(*client, 32 * mebi), 0);
    EXPECT_EQ(reached(Limit::SoftDeviceMemory), 1U);
    ASSERT_EQ(limit_events().size(), 1U);
    EXPECT_THAT(limit_events()[0].text, HasSubstr("more device memory than the soft limit of 16M"));
}

TEST_F(Ledger, HostMemoryAndItsPieces) {
    host_memory = 5 * mebi;  // with what the session copies through
    auto client = session("host_segments=3");
    Address first = 0;
    EXPECT_EQ(allocate_host(*client, 3 * mebi, &first), 0);
    EXPECT_EQ(allocate_host(*client, 3 * mebi), cuda_status::out_of_memory);
    EXPECT_EQ(reached(Limit::HostMemory), 1U);
    EXPECT_EQ(allocate_host(*client, 4096), 0);
    EXPECT_EQ(allocate_host(*client, 4096), cuda_status::out_of_memory);
    EXPECT_EQ(reached(Limit::HostSegments), 1U);
    EXPECT_EQ(client->call(wire::ReleaseHost{first}), 0);
    EXPECT_EQ(allocate_host(*client, 3 * mebi), 0);
    client.reset();
    EXPECT_TRUE(becomes_empty());
    EXPECT_EQ(unbalanced(), "");
}

TEST_F(Ledger, ObjectsOfEachKind) {
    auto client = session("streams=3,events=5,graphs=4,graph_nodes=20,modules=2,functions=3,module_bytes=10K");
    std::uint64_t last = 0;
    for (int i = 0; i < 3; ++i)
        EXPECT_EQ(make_stream(*client, &last), 0);
    EXPECT_EQ(make_stream(*client), cuda_status::out_of_memory);
    client->submit(wire::DestroyStream{last});
    EXPECT_EQ(make_stream(*client), 0);
    EXPECT_EQ(reached(Limit::Streams), 1U);

    for (int i = 0; i < 5; ++i)
        EXPECT_EQ(make_event(*client, &last), 0);
    EXPECT_EQ(make_event(*client), cuda_status::out_of_memory);
    EXPECT_EQ(client->outcome(wire::CreateEvent{client->handle(HandleKind::Event), 0}), cuda_status::out_of_memory)
        << "one that does not ask gets no more";
    client->submit(wire::DestroyEvent{last});
    EXPECT_EQ(make_event(*client), 0);
    EXPECT_EQ(reached(Limit::Events), 2U);

    for (int i = 0; i < 4; ++i)
        EXPECT_EQ(make_graph(*client, 2, &last), 0);
    EXPECT_EQ(make_graph(*client, 2), cuda_status::out_of_memory);
    EXPECT_EQ(reached(Limit::Graphs), 1U);
    client->submit(wire::DestroyGraph{last});
    EXPECT_EQ(make_graph(*client, 15), cuda_status::out_of_memory);
    EXPECT_EQ(reached(Limit::GraphNodes), 1U);
    EXPECT_EQ(make_graph(*client, 14), 0);

    const std::uint64_t module = client->load(test_ptx);
    for (int i = 0; i < 3; ++i)
        (void)client->function(module, "add");
    EXPECT_EQ(client->call(wire::FindFunction{module, client->handle(HandleKind::Function)}, text_bytes("add")),
              cuda_status::out_of_memory);
    EXPECT_EQ(reached(Limit::Functions), 1U);
    const std::uint64_t other = client->load(test_ptx);
    std::int32_t status = 0;
    (void)client->load(test_ptx, &status);
    EXPECT_EQ(status, cuda_status::out_of_memory);
    EXPECT_EQ(reached(Limit::Modules), 1U);
    EXPECT_EQ(client->call(wire::UnloadModule{other}), 0);
    (void)client->load(std::string(test_ptx) + std::string(10'000, ' '), &status);
    EXPECT_EQ(status, cuda_status::out_of_memory);
    EXPECT_EQ(reached(Limit::ModuleBytes), 1U);
    EXPECT_NE(client->load(test_ptx), 0U);

    EXPECT_EQ(used(Limit::Streams), 3U);
    EXPECT_EQ(used(Limit::Events), 5U);
    EXPECT_EQ(used(Limit::Graphs), 4U);
    EXPECT_EQ(used(Limit::Modules), 2U);
    EXPECT_EQ(used(Limit::Functions), 3U);
    EXPECT_EQ(client->call(wire::ResetSession{}), 0);
    for (const Limit kind : {Limit::Streams, Limit::Events, Limit::Graphs, Limit::GraphNodes, Limit::Modules,
                             Limit::ModuleBytes, Limit::Functions, Limit::DeviceMemory})
        EXPECT_EQ(used(kind), 0U) << facts_of(kind).key << " after a reset";
    EXPECT_EQ(make_stream(*client), 0);
    client.reset();
    EXPECT_TRUE(becomes_empty());
    EXPECT_EQ(unbalanced(), "");
}

TEST_F(Ledger, LocalMemoryOfAThread) {
    auto client = session("local_memory=2K");
    const Address data = client->allocate(256);
    const std::uint64_t function = client->function(client->load(hungry_kernel), "hungry");
    client->launch(function, 0, 1, data);
    EXPECT_EQ(client->synchronize(), 0);
    EXPECT_EQ(client->channel->take_failure().status, cuda_status::out_of_memory);
    EXPECT_EQ(reached(Limit::LocalMemory), 1U);
    auto other = session("local_memory=16K");
    const Address others = other->allocate(256);
    other->launch(other->function(other->load(hungry_kernel), "hungry"), 0, 1, others);
    EXPECT_EQ(other->get<std::uint32_t>(others, 1), std::vector<std::uint32_t>{7});
}

TEST_F(Ledger, WorkUnderWayWaitsInTheRing) {
    auto client = session("submissions=100,copies=10");
    const Address data = client->allocate(4096);
    const Address word = client->allocate_host(4096);
    const std::uint64_t spin = client->function(client->load(test_ptx), "spin");
    client->launch(spin, 0, 1, word);
    for (int i = 0; i < 50; ++i)
        client->submit(wire::Copy{0, data, data + 2048, 64});
    EXPECT_TRUE(becomes_reached(Limit::Copies));
    EXPECT_EQ(reached(Limit::Copies), 1U);
    EXPECT_EQ(reached(Limit::Submissions), 0U);
    *reinterpret_cast<volatile std::uint32_t*>(word) = 1;
    EXPECT_EQ(client->synchronize(), 0);
    *reinterpret_cast<volatile std::uint32_t*>(word) = 0;
    client->launch(spin, 0, 1, word);
    for (int i = 0; i < 500; ++i)
        client->submit(wire::Fill{0, data, 0, 1, 1, 64, 1});
    EXPECT_TRUE(becomes_reached(Limit::Submissions));
    *reinterpret_cast<volatile std::uint32_t*>(word) = 1;
    EXPECT_EQ(client->synchronize(), 0);
    EXPECT_EQ(client->channel->take_failure().status, 0) << "they only waited";
}

TEST_F(Ledger, AKernelThatRunsForTooLongEndsItsSession) {
    auto client = session("kernel_ms=100");
    auto other = session();
    const Address word = client->allocate_host(4096);
    client->launch(client->function(client->load(test_ptx), "spin"), 0, 1, word);
    EXPECT_EQ(time.pass_during(101ms, [&] { return client->synchronize(); }), cuda_status::launch_timeout);
    EXPECT_THAT(client->channel->closing_reason(), HasSubstr("a kernel ran for more than 0.1 s"));
    EXPECT_EQ(tenant->reached(Limit::KernelTime), 1U);
    EXPECT_EQ(other->synchronize(), 0);
    other.reset();
    // Alone as well.
    auto alone = session("kernel_ms=100");
    const Address its_word = alone->allocate_host(4096);
    alone->launch(alone->function(alone->load(test_ptx), "spin"), 0, 1, its_word);
    EXPECT_EQ(time.pass_during(101ms, [&] { return alone->synchronize(); }), cuda_status::launch_timeout);
    EXPECT_TRUE(becomes_empty());
    EXPECT_EQ(unbalanced(), "");
}

TEST_F(Ledger, NobodyIsBlamedForAKernelThatItWaitsFor) {
    start([](WorkerOptions& options) { options.kernel_limit = 5s; });
    auto longer = session();
    auto shorter = session("kernel_ms=200");
    const Address word = longer->allocate_host(4096);
    longer->launch(longer->function(longer->load(test_ptx), "spin"), 0, 1, word);
    EXPECT_TRUE(time.is_looked_at());
    time.pass(20ms);
    // On a device that does one kernel at a time these would wait for the other's. Here they would not, so they spin.
    const Address its_word = shorter->allocate_host(4096);
    shorter->launch(shorter->function(shorter->load(test_ptx), "spin"), 0, 1, its_word);
    EXPECT_TRUE(time.is_looked_at());
    time.pass(500ms);
    EXPECT_TRUE(time.is_looked_at());
    *reinterpret_cast<volatile std::uint32_t*>(word) = 1;
    EXPECT_EQ(longer->synchronize(), 0);
    EXPECT_TRUE(time.is_looked_at());
    time.pass(200ms);
    EXPECT_TRUE(time.is_looked_at());
    *reinterpret_cast<volatile std::uint32_t*>(its_word) = 1;
    EXPECT_EQ(shorter->synchronize(), 0) << "its time begins when nobody's kernel is older";
}

TEST_F(Ledger, AModuleThatTakesTooLongIsAnswered) {
    // Some thousands of instructions that depend on each other.
    std::string text = R"(
.version 8.0
.target sm_90
.address_size 64
.visible .entry slow(.param .u64 out)
{
    .reg .b64 %rd<4>;
    .reg .f32 %f<4>;
    ld.param.u64 %rd1, [out];
    ld.global.f32 %f1, [%rd1];
)";
    for (int i = 0; i < (RINGFENCE_ASAN != 0 ? 30'000 : 200'000); ++i)
        text += "    fma.rn.f32 %f1, %f1, %f1, %f" + std::to_string(i % 3 + 1) + ";\n";
    text += "    st.global.f32 [%rd1], %f1;\n    ret;\n}\n";
    start([&](WorkerOptions& options) { options.session.staging_bytes = 8 * mebi; });
    auto client = session("compile_ms=20");
    std::int32_t status = 0;
    (void)client->load(text, &status);
    EXPECT_EQ(status, cuda_status::invalid_ptx);
    EXPECT_THAT(std::string(channel::ClientChannel::last_failure_text()), HasSubstr("took longer than 20 ms"));
    EXPECT_EQ(reached(Limit::CompileTime), 1U);
    EXPECT_EQ(used(Limit::Modules), 1U)
        << "nobody waits for the compiler, and it counts for as long as it is being made";
    client.reset();
    EXPECT_TRUE(becomes_empty());
    // The compiler still works for it.
    for (int i = 0; i < 12000 && !unbalanced().empty(); ++i)
        std::this_thread::sleep_for(10ms);
    EXPECT_EQ(unbalanced(), "");
}

TEST_F(Ledger, ATenantsSessionsShareWhatItHas) {
    SessionLimits limits;
    limits[Limit::DeviceMemory] = 64 * mebi;
    limits[Limit::Streams] = 3;
    limits[Limit::Events] = 4;
    limits[Limit::Sessions] = 2;
    tenant->set_limits(limits);
    auto one = session("device_memory=128M");
    auto two = session();
    wire::MemoryInfo::Reply info;
    EXPECT_EQ(one->call(wire::MemoryInfo{}, info), 0);
    EXPECT_EQ(info.total, 64 * mebi);
    EXPECT_EQ(allocate(*one, 40 * mebi), 0);
    EXPECT_EQ(allocate(*two, 40 * mebi), cuda_status::out_of_memory);
    EXPECT_EQ(two->call(wire::MemoryInfo{}, info), 0);
    EXPECT_LE(info.free, 24 * mebi);
    EXPECT_EQ(make_stream(*one), 0);
    EXPECT_EQ(make_stream(*two), 0);
    EXPECT_EQ(make_stream(*one), 0);
    EXPECT_EQ(make_stream(*two), cuda_status::out_of_memory);
    EXPECT_EQ(tenant->reached(Limit::Streams), 1U);
    auto ends = socket_pair().take();
    EXPECT_FALSE(
        worker->accept(std::move(ends.second), {}, UniqueFd(), std::nullopt, 0, Grant{"somebody", {}, tenant}).ok());
    const auto refused = channel::receive_welcome(ends.first.get(), 60s);
    ASSERT_FALSE(refused.ok());
    EXPECT_THAT(refused.error().message, HasSubstr("1 more sessions exceed what all sessions of the tenant may have"));
    EXPECT_EQ(tenant->taken(Limit::Sessions), 2U);
    // Another tenant has its own.
    TestClient other(*worker);
    EXPECT_EQ(make_stream(other), 0);
    one.reset();
    for (int i = 0; i < 12000 && tenant->taken(Limit::Sessions) != 1; ++i)
        std::this_thread::sleep_for(5ms);
    EXPECT_EQ(allocate(*two, 40 * mebi), 0) << "what a session had is there for the next";
    two.reset();
    other.end();
    EXPECT_TRUE(becomes_empty());
    EXPECT_EQ(unbalanced(), "");
}

// Only cards have scratch memory behind their windows; what is counted for it is the same.
TEST_F(Ledger, ASessionWithoutScratchMemoryIsRefusedWithTheLimitsName) {
    start([](WorkerOptions& options) { options.session.window.has_sinks = true; });
    constexpr std::uint64_t smallest = 36 * mebi;
    SessionLimits limits;
    limits[Limit::SinkMemory] = 2 * smallest + mebi;
    tenant->set_limits(limits);
    auto one = session();
    auto two = session("sink_memory=36M");
    EXPECT_EQ(tenant->taken(Limit::SinkMemory), 2 * smallest);
    EXPECT_EQ(used(Limit::SinkMemory), smallest);
    auto ends = socket_pair().take();
    EXPECT_FALSE(
        worker->accept(std::move(ends.second), {}, UniqueFd(), std::nullopt, 0, Grant{"somebody", {}, tenant}).ok());
    const auto refused = channel::receive_welcome(ends.first.get(), 60s);
    ASSERT_FALSE(refused.ok());
    EXPECT_THAT(refused.error().message, HasSubstr("(sink_memory)"));
    EXPECT_EQ(tenant->reached(Limit::SinkMemory), 1U);
    EXPECT_EQ(tenant->taken(Limit::SinkMemory), 2 * smallest);
    one.reset();
    for (int i = 0; i < 12000 && tenant->taken(Limit::SinkMemory) != smallest; ++i)
        std::this_thread::sleep_for(5ms);
    one = session();
    one.reset();
    two.reset();
    EXPECT_TRUE(becomes_empty());
    EXPECT_EQ(unbalanced(), "");
}

TEST_F(Ledger, ManyRefusalsAreFewEvents) {
    auto client = session("streams=1");
    EXPECT_EQ(make_stream(*client), 0);
    for (int i = 0; i < 1000; ++i)
        EXPECT_EQ(make_stream(*client), cuda_status::out_of_memory);
    EXPECT_EQ(reached(Limit::Streams), 1000U);
    EXPECT_EQ(state().limits_reached, 1000U);
    EXPECT_EQ(limit_events().size(), 1U);
    client.reset();
    EXPECT_TRUE(becomes_empty());
    ASSERT_EQ(limit_events().size(), 2U);
    EXPECT_EQ(limit_events()[1].count, 999U);
}

// Random programs, several at once, with limits that they run into all the time, some of which end in the middle.
class RandomProgram {
public:
    RandomProgram(TestClient& client, unsigned seed) : client_(client), random_(seed) {}

    void run(int steps) {
        add_ = client_.function(client_.load(test_ptx), "add");
        for (int i = 0; i < steps; ++i)
            step(pick(14));
    }

private:
    unsigned pick(unsigned count) { return static_cast<unsigned>(random_() % count); }
    std::uint64_t take(std::vector<std::uint64_t>& from) {
        std::swap(from[pick(static_cast<unsigned>(from.size()))], from.back());
        const std::uint64_t one = from.back();
        from.pop_back();
        return one;
    }
    std::uint64_t any_stream() { return streams_.empty() ? 0 : streams_[pick(static_cast<unsigned>(streams_.size()))]; }

    static void expect_fine(std::int32_t status) { EXPECT_EQ(status, 0); }

    void step(unsigned what) {
        std::uint64_t made = 0;
        switch (what) {
            case 0:
            case 1:
                if (Ledger::allocate(client_, pick(6 * mebi) + 1, &made) == 0) memory_.push_back(made);
                break;
            case 2:
                if (!memory_.empty()) expect_fine(client_.call(wire::Release{take(memory_)}));
                break;
            case 3:
                // Other streams may still be using it.
                expect_fine(client_.synchronize());
                if (!memory_.empty()) client_.submit(wire::ReleaseAfter{any_stream(), take(memory_)});
                break;
            case 4:
                if (Ledger::allocate_host(client_, pick(2 * mebi) + 1, &made) == 0) host_.push_back(made);
                break;
            case 5:
                if (!host_.empty()) expect_fine(client_.call(wire::ReleaseHost{take(host_)}));
                break;
            case 6:
                if (Ledger::make_stream(client_, &made) == 0) streams_.push_back(made);
                break;
            case 7:
                if (!streams_.empty()) client_.submit(wire::DestroyStream{take(streams_)});
                break;
            case 8:
                if (Ledger::make_event(client_, &made) == 0) events_.push_back(made);
                break;
            case 9:
                if (!events_.empty()) client_.submit(wire::DestroyEvent{take(events_)});
                break;
            case 10:
                if (Ledger::make_graph(client_, static_cast<int>(pick(8)) + 1, &made) == 0) graphs_.push_back(made);
                break;
            case 11:
                if (!graphs_.empty()) {
                    client_.submit(wire::LaunchGraph{graphs_.back(), any_stream()});
                    client_.submit(wire::DestroyGraph{take(graphs_)});
                }
                break;
            case 12:
                if (!memory_.empty()) client_.launch(add_, any_stream(), 1, memory_.back(), 1u);
                break;
            default: load(); break;
        }
    }
    void load() {
        if (pick(3) != 0) return;
        std::int32_t status = 0;
        const std::uint64_t module = client_.load(pick(4) == 0 ? "nonsense" : test_ptx, &status);
        if (module != 0 && pick(3) != 0) {
            EXPECT_EQ(client_.call(wire::UnloadModule{module}), 0);
        }
    }

    TestClient& client_;
    std::mt19937 random_;
    std::uint64_t add_ = 0;
    std::vector<std::uint64_t> memory_;
    std::vector<std::uint64_t> host_;
    std::vector<std::uint64_t> streams_;
    std::vector<std::uint64_t> events_;
    std::vector<std::uint64_t> graphs_;
};

TEST_F(Ledger, ItBalancesAfterRandomPrograms) {
    SessionLimits limits;
    limits[Limit::DeviceMemory] = 48 * mebi;
    limits[Limit::HostMemory] = 16 * mebi;
    limits[Limit::Streams] = 10;
    limits[Limit::Events] = 12;
    limits[Limit::GraphNodes] = 40;
    tenant->set_limits(limits);
    for (unsigned round = 0; round < 3; ++round) {
        std::vector<std::thread> threads;
        for (unsigned number = 0; number < 3; ++number) {
            threads.emplace_back([&, number] {
                auto client = session("device_memory=24M,streams=5,events=6,graphs=5,modules=3,host_segments=6");
                RandomProgram(*client, round * 10 + number).run(400);
                if (number == 0) client->end();
                if (number == 1) {
                    EXPECT_EQ(client->call(wire::ResetSession{}), 0);
                }
            });
        }
        for (std::thread& thread : threads)
            thread.join();
        EXPECT_TRUE(becomes_empty());
        EXPECT_EQ(unbalanced(), "") << "round " << round;
    }
    for (const Limit kind : {Limit::DeviceMemory, Limit::Streams, Limit::Events, Limit::GraphNodes, Limit::Modules})
        EXPECT_GT(tenant->reached(kind), 0U) << "never reached: " << facts_of(kind).key;
}

}  // namespace
}  // namespace ringfence::worker
