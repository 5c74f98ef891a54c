// Device memory and events that sessions of one tenant share; and what those try who are not meant.
#include <chrono>
#include <random>
#include <thread>

#include "base/cuda_status.h"
#include "test_client.h"

namespace ringfence::worker {
namespace {

using namespace std::chrono_literals;

constexpr std::uint64_t mib = 1 << 20;
constexpr std::uint32_t interprocess = 2 | 4;

struct Sharing : WorkerTest {
    std::shared_ptr<SharedBudget> ledger = SharedBudget::create({}).take();

    Sharing() { start(true); }
    ~Sharing() override { worker.reset(); }

    void start(bool is_shared) {
        worker.reset();
        WorkerOptions options = worker_options();
        options.session.is_shared = is_shared;
        worker = make_worker(60'000, options);
    }
    std::unique_ptr<TestClient> session(const std::string& tenant = "one", std::string_view limits = "") {
        auto ends = socket_pair().take();
        Grant grant{tenant, parse_limits_text(limits).take(), tenant == "one" ? ledger : nullptr};
        grant.limits[Limit::HostMemory] = 64 * mib;
        EXPECT_TRUE(worker->accept(std::move(ends.second), {}, UniqueFd(), std::nullopt, 0, grant).ok());
        auto client = std::make_unique<TestClient>(std::move(ends.first));
        client->next_index = channel::internal_events;
        return client;
    }
    // Until only so many are left.
    bool sessions_become(std::uint32_t count) {
        for (int i = 0; i < 12000; ++i) {
            if (worker->statistics().sessions == count) return true;
            std::this_thread::sleep_for(5ms);
        }
        return false;
    }
    std::uint64_t charged() const { return ledger->taken(Limit::DeviceMemory); }

    static std::vector<std::byte> export_memory(TestClient& from, Address address) {
        std::vector<std::byte> token;
        wire::ExportMemory::Reply reply;
        EXPECT_EQ(from.call(wire::ExportMemory{address}, reply, {}, &token), 0)
            << channel::ClientChannel::last_failure_text();
        EXPECT_EQ(token.size(), token_bytes);
        return token;
    }
    static Address import_memory(TestClient& to, std::span<const std::byte> token, std::uint64_t* bytes = nullptr) {
        wire::ImportMemory::Reply reply;
        EXPECT_EQ(to.call(wire::ImportMemory{}, reply, token), 0) << channel::ClientChannel::last_failure_text();
        if (bytes != nullptr) *bytes = reply.bytes;
        return reply.address;
    }
    static std::int32_t try_import(TestClient& to, std::span<const std::byte> token) {
        return to.call(wire::ImportMemory{}, token);
    }
    static std::uint64_t create(TestClient& client, std::uint64_t bytes) {
        wire::CreateMemory::Reply reply;
        EXPECT_EQ(client.call(wire::CreateMemory{bytes}, reply), 0) << channel::ClientChannel::last_failure_text();
        return reply.memory;
    }
    static Address map(TestClient& client, std::uint64_t bytes, std::uint64_t memory) {
        wire::ReserveAddresses::Reply reply;
        EXPECT_EQ(client.call(wire::ReserveAddresses{bytes, 1}, reply), 0);
        EXPECT_EQ(client.call(wire::MapMemory{reply.address, memory}), 0);
        return reply.address;
    }
    static std::vector<std::byte> export_created(TestClient& client, std::uint64_t memory) {
        std::vector<std::byte> token;
        wire::ExportCreatedMemory::Reply reply;
        EXPECT_EQ(client.call(wire::ExportCreatedMemory{memory}, reply, {}, &token), 0)
            << channel::ClientChannel::last_failure_text();
        return token;
    }
    static std::uint32_t segment(TestClient& client, std::int32_t key, std::uint64_t bytes) {
        wire::GetSegment::Reply reply;
        EXPECT_EQ(client.call(wire::GetSegment{bytes, key, 0}, reply), 0)
            << channel::ClientChannel::last_failure_text();
        return reply.segment;
    }
    static Address attach(TestClient& client, std::uint32_t id) {
        wire::AttachSegment::Reply reply;
        EXPECT_EQ(client.call(wire::AttachSegment{id, 0}, reply), 0) << channel::ClientChannel::last_failure_text();
        return reply.address;
    }
};

using Numbers = std::vector<std::uint32_t>;

TEST_F(Sharing, BothSessionsSeeTheSameMemory) {
    const auto a = session();
    const auto b = session();
    const Address before = a->allocate(512);
    const Address memory = a->allocate(3 * mib);
    a->put(memory, Numbers{1, 2, 3});
    a->put(memory + 3 * mib - 4, Numbers{9});
    a->put(before, Numbers{7});
    const auto token = export_memory(*a, memory);
    std::uint64_t bytes = 0;
    const Address there = import_memory(*b, token, &bytes);
    EXPECT_EQ(bytes, 3 * mib);
    EXPECT_NE(there, memory);
    EXPECT_EQ(b->get<std::uint32_t>(there, 3), (Numbers{1, 2, 3}));
    EXPECT_EQ(b->get<std::uint32_t>(there + 3 * mib - 4, 1), Numbers{9});
    b->put(there, Numbers{4});
    ASSERT_EQ(b->synchronize(), 0);
    EXPECT_EQ(a->get<std::uint32_t>(memory, 2), (Numbers{4, 2}));
    // The importer may not name the exporter's memory beside the shared part.
    EXPECT_EQ(b->outcome(wire::Fill{0, there - 4, 0, 1, 1, 1, 4}), cuda_status::invalid_value);
    EXPECT_EQ(b->outcome(wire::Fill{0, there + 3 * mib, 0, 1, 1, 1, 4}), cuda_status::invalid_value);
    EXPECT_EQ(b->outcome(wire::Fill{0, memory, 0, 1, 1, 1, 4}), cuda_status::invalid_value);
    EXPECT_EQ(a->get<std::uint32_t>(before, 1), Numbers{7});
}

TEST_F(Sharing, AnImportLiesInTheImportersWindow) {
    const auto a = session();
    const auto b = session();
    const Address there = import_memory(*b, export_memory(*a, a->allocate(mib)));
    const auto& header = channel::header_of(b->memory.bytes());
    EXPECT_GE(there, header.window_begin);
    EXPECT_LE(there + mib, header.window_begin + header.window_bytes / 2);
}

TEST_F(Sharing, KernelsOfBothUseIt) {
    const auto a = session();
    const auto b = session();
    const Address memory = a->allocate(4096);
    a->submit(wire::Fill{0, memory, 0, 1024, 1, 5, 4});
    const Address there = import_memory(*b, export_memory(*a, memory));
    const std::uint64_t module = b->load(test_ptx);
    b->launch(b->function(module, "add"), 0, 32, there, std::uint32_t{10});
    ASSERT_EQ(b->synchronize(), 0);
    EXPECT_EQ(a->get<std::uint32_t>(memory, 1), Numbers{15});
    EXPECT_EQ(a->get<std::uint32_t>(memory + 32 * 4, 1), Numbers{5});
}

TEST_F(Sharing, AKernelCannotReachWhatLiesBesideAnImport) {
    const auto a = session();
    const auto b = session();
    const Address memory = a->allocate(512);
    const Address neighbour = a->allocate(512);
    a->put(neighbour, Numbers{7});
    const Address there = import_memory(*b, export_memory(*a, memory));
    const std::uint64_t module = b->load(test_ptx);
    b->launch(b->function(module, "add"), 0, 1, there + (neighbour - memory), std::uint32_t{10});
    EXPECT_NE(b->synchronize(), 0);
    EXPECT_EQ(a->get<std::uint32_t>(neighbour, 1), Numbers{7});
}

TEST_F(Sharing, AHandleIsTheSameUntilTheMemoryIsFreed) {
    const auto a = session();
    const auto b = session();
    const Address memory = a->allocate(4096);
    const auto token = export_memory(*a, memory);
    EXPECT_EQ(export_memory(*a, memory), token);
    ASSERT_EQ(a->call(wire::Release{memory}), 0);
    EXPECT_EQ(try_import(*b, token), cuda_status::invalid_handle);
    Address again = 0;
    for (int i = 0; i < 100 && again != memory; ++i)
        again = a->allocate(4096);
    EXPECT_NE(export_memory(*a, again), token);
    EXPECT_EQ(try_import(*b, token), cuda_status::invalid_handle);
}

TEST_F(Sharing, OpeningIsCounted) {
    const auto a = session();
    const auto b = session();
    const auto token = export_memory(*a, a->allocate(4096));
    const Address there = import_memory(*b, token);
    EXPECT_EQ(import_memory(*b, token), there);
    wire::CloseMemory::Reply reply;
    ASSERT_EQ(b->call(wire::CloseMemory{there}, reply), 0);
    EXPECT_EQ(reply.left, 1u);
    EXPECT_EQ(b->outcome(wire::Fill{0, there, 0, 1, 1, 1, 4}), 0);
    ASSERT_EQ(b->call(wire::CloseMemory{there}, reply), 0);
    EXPECT_EQ(reply.left, 0u);
    EXPECT_EQ(b->call(wire::CloseMemory{there}, reply), cuda_status::invalid_value);
    EXPECT_EQ(b->outcome(wire::Fill{0, there, 0, 1, 1, 1, 4}), cuda_status::invalid_value);
}

TEST_F(Sharing, WhatIsNotAnAllocationIsNotExported) {
    const auto a = session();
    const auto b = session();
    const Address memory = a->allocate(4096);
    const Address there = import_memory(*b, export_memory(*a, memory));
    for (const Address address : {memory + 8, Address{0}, ~Address{0}, a->staging(), there})
        EXPECT_EQ(a->call(wire::ExportMemory{address}), cuda_status::invalid_value) << std::hex << address;
    EXPECT_EQ(b->call(wire::ExportMemory{there}), cuda_status::invalid_value);
    EXPECT_EQ(b->call(wire::Release{there}), cuda_status::invalid_value);
    EXPECT_EQ(a->call(wire::CloseMemory{memory}), cuda_status::invalid_value);
}

TEST_F(Sharing, AForgedHandleIsNone) {
    const auto a = session();
    const auto b = session();
    const auto token = export_memory(*a, a->allocate(4096));
    for (std::size_t i = 0; i < token.size(); ++i) {
        auto forged = token;
        forged[i] ^= std::byte{1};
        EXPECT_EQ(try_import(*b, forged), cuda_status::invalid_handle) << i;
    }
    std::mt19937 random(1);
    for (int i = 0; i < 200; ++i) {
        std::vector<std::byte> noise(token_bytes);
        for (std::byte& byte : noise)
            byte = static_cast<std::byte>(random());
        EXPECT_EQ(try_import(*b, noise), cuda_status::invalid_handle);
    }
    EXPECT_EQ(try_import(*b, std::vector<std::byte>(token_bytes)), cuda_status::invalid_handle);
}

TEST_F(Sharing, AHandleOfAnotherLengthIsNone) {
    const auto a = session();
    const auto b = session();
    auto token = export_memory(*a, a->allocate(4096));
    EXPECT_EQ(try_import(*b, {}), cuda_status::invalid_value);
    EXPECT_EQ(try_import(*b, std::span(token).first(63)), cuda_status::invalid_value);
    token.push_back({});
    EXPECT_EQ(try_import(*b, token), cuda_status::invalid_value);
    EXPECT_EQ(b->call(wire::ImportEvent{b->handle(HandleKind::Event)}, std::span(token).first(10)),
              cuda_status::invalid_value);
}

TEST_F(Sharing, AnotherTenantFindsNothing) {
    const auto a = session();
    const auto stranger = session("two");
    const auto token = export_memory(*a, a->allocate(4096));
    ASSERT_EQ(try_import(*stranger, token), cuda_status::invalid_handle);
    const std::string theirs = channel::ClientChannel::last_failure_text();
    ASSERT_EQ(try_import(*stranger, std::vector<std::byte>(token_bytes)), cuda_status::invalid_handle);
    // Nor does it hear that there is something.
    EXPECT_EQ(channel::ClientChannel::last_failure_text(), theirs);
    const std::uint32_t id = segment(*a, 77, 4096);
    EXPECT_EQ(stranger->call(wire::AttachSegment{id, 0}), cuda_status::invalid_value);
    EXPECT_EQ(stranger->call(wire::RemoveSegment{id, 0}), cuda_status::invalid_value);
    EXPECT_EQ(stranger->call(wire::DescribeSegment{id, 0}), cuda_status::invalid_value);
    EXPECT_NE(segment(*stranger, 77, 4096), id);
}

TEST_F(Sharing, AProcessCannotOpenItsOwn) {
    const auto a = session();
    const auto token = export_memory(*a, a->allocate(4096));
    EXPECT_EQ(try_import(*a, token), cuda_status::invalid_context);
}

TEST_F(Sharing, AHandleOfOneKindIsNoneOfAnother) {
    const auto a = session();
    const auto b = session();
    const auto memory = export_memory(*a, a->allocate(4096));
    EXPECT_EQ(b->call(wire::ImportEvent{b->handle(HandleKind::Event)}, memory), cuda_status::invalid_handle);
    const std::uint64_t event = a->event(interprocess);
    std::vector<std::byte> token;
    wire::ExportEvent::Reply reply;
    ASSERT_EQ(a->call(wire::ExportEvent{event}, reply, {}, &token), 0);
    EXPECT_EQ(try_import(*b, token), cuda_status::invalid_handle);
}

TEST_F(Sharing, AReplayedHandleIsOfNoUseWhenItsMakerHasGone) {
    const auto b = session();
    std::vector<std::byte> token;
    {
        const auto a = session();
        token = export_memory(*a, a->allocate(4096));
        a->end();
        ASSERT_TRUE(sessions_become(1));
    }
    EXPECT_EQ(try_import(*b, token), cuda_status::invalid_handle);
}

TEST_F(Sharing, MemoryOutlivesItsMakerAndIsChargedUntilItGoes) {
    const auto b = session();
    const std::uint64_t nothing = charged();
    Address there = 0;
    {
        const auto a = session();
        const Address memory = a->allocate(8 * mib);
        a->put(memory, Numbers{42});
        const std::uint64_t once = charged();
        EXPECT_GE(once, nothing + 8 * mib);
        there = import_memory(*b, export_memory(*a, memory));
        EXPECT_EQ(charged(), once);
        a->end();
        ASSERT_TRUE(sessions_become(1));
        EXPECT_GE(charged(), nothing + 8 * mib);
    }
    EXPECT_FALSE(was_logged("does not balance"));
    EXPECT_EQ(b->get<std::uint32_t>(there, 1), Numbers{42});
    b->put(there, Numbers{43});
    EXPECT_EQ(b->get<std::uint32_t>(there, 1), Numbers{43});
    ASSERT_EQ(b->call(wire::CloseMemory{there}), 0);
    EXPECT_EQ(charged(), nothing);
    b->end();
    ASSERT_TRUE(sessions_become(0));
    EXPECT_EQ(charged(), 0u);
    EXPECT_FALSE(was_logged("does not balance"));
}

TEST_F(Sharing, FreedMemoryIsNotUsedAgainWhileOthersHaveIt) {
    const auto a = session("one", "device_memory=64M");
    const auto b = session();
    const Address memory = a->allocate(4096);
    const Address there = import_memory(*b, export_memory(*a, memory));
    ASSERT_EQ(a->call(wire::Release{memory}), 0);
    EXPECT_EQ(a->call(wire::Release{memory}), cuda_status::invalid_value);
    EXPECT_EQ(a->outcome(wire::Fill{0, memory, 0, 1, 1, 1, 4}), cuda_status::invalid_value);
    EXPECT_EQ(a->call(wire::ExportMemory{memory}), cuda_status::invalid_value);
    std::vector<Address> others;
    wire::Allocate::Reply reply;
    while (a->call(wire::Allocate{mib, 256}, reply) == 0) {
        EXPECT_TRUE(reply.address > memory || reply.address + mib <= memory);
        a->submit(wire::Fill{0, reply.address, 0, mib / 4, 1, 9, 4});
    }
    EXPECT_EQ(b->get<std::uint32_t>(there, 2), (Numbers{0, 0}));
    ASSERT_EQ(b->call(wire::CloseMemory{there}), 0);
    EXPECT_EQ(a->call(wire::Allocate{4096, 256}, reply), 0);
}

TEST_F(Sharing, AResetLetsGoOfAll) {
    const auto a = session();
    const auto b = session();
    const auto token = export_memory(*a, a->allocate(4096));
    const Address there = import_memory(*b, token);
    ASSERT_EQ(b->call(wire::ResetSession{}), 0);
    EXPECT_EQ(b->call(wire::CloseMemory{there}), cuda_status::invalid_value);
    const Address again = import_memory(*b, token);
    ASSERT_EQ(a->call(wire::ResetSession{}), 0);
    EXPECT_EQ(b->outcome(wire::Fill{0, again, 0, 1, 1, 1, 4}), 0);
    const auto c = session();
    EXPECT_EQ(try_import(*c, token), cuda_status::invalid_handle);
}

TEST_F(Sharing, ImportsAndOffersHaveLimits) {
    const auto a = session();
    const auto b = session();
    std::int32_t status = 0;
    int opened = 0;
    for (; opened < 1000 && status == 0; ++opened)
        status = try_import(*b, export_memory(*a, a->allocate(512)));
    EXPECT_EQ(status, cuda_status::out_of_memory);
    EXPECT_EQ(opened, 257);
}

TEST_F(Sharing, CreatedMemoryLiesInBothWindows) {
    const auto a = session();
    const auto b = session();
    const std::uint64_t memory = create(*a, 4 * mib);
    const auto token = export_created(*a, memory);
    EXPECT_EQ(export_created(*a, memory), token);
    const Address here = map(*a, 4 * mib, memory);
    wire::ImportCreatedMemory::Reply opened;
    ASSERT_EQ(b->call(wire::ImportCreatedMemory{}, opened, token), 0) << channel::ClientChannel::last_failure_text();
    EXPECT_EQ(opened.bytes, 4 * mib);
    const Address there = map(*b, 4 * mib, opened.memory);
    EXPECT_NE(here, there);
    a->put(here, Numbers{1, 2, 3});
    a->put(here + 4 * mib - 4, Numbers{9});
    ASSERT_EQ(a->synchronize(), 0);
    EXPECT_EQ(b->get<std::uint32_t>(there, 3), (Numbers{1, 2, 3}));
    EXPECT_EQ(b->get<std::uint32_t>(there + 4 * mib - 4, 1), Numbers{9});
    EXPECT_EQ(charged(), 4 * mib);
    // Whoever has it keeps it; nobody gets it any more.
    ASSERT_EQ(a->call(wire::UnmapMemory{here, 4 * mib}), 0);
    ASSERT_EQ(a->call(wire::DestroyMemory{memory}), 0);
    EXPECT_EQ(b->get<std::uint32_t>(there, 3), (Numbers{1, 2, 3}));
    EXPECT_EQ(b->call(wire::ImportCreatedMemory{}, token), cuda_status::invalid_handle);
    ASSERT_EQ(b->call(wire::UnmapMemory{there, 4 * mib}), 0);
    ASSERT_EQ(b->call(wire::DestroyMemory{opened.memory}), 0);
    EXPECT_EQ(charged(), 0U);
}

TEST_F(Sharing, HandlesOfCreatedMemoryAreForItsTenantAndForNothingElse) {
    const auto a = session();
    const auto b = session();
    const auto stranger = session("two");
    const auto token = export_created(*a, create(*a, 2 * mib));
    EXPECT_EQ(stranger->call(wire::ImportCreatedMemory{}, token), cuda_status::invalid_handle);
    // An allocation lies in pieces with others; it cannot be mapped as if they were its own. Nor the other way round.
    const auto allocation = export_memory(*a, a->allocate(mib));
    EXPECT_EQ(b->call(wire::ImportCreatedMemory{}, allocation), cuda_status::invalid_handle);
    EXPECT_EQ(try_import(*b, token), cuda_status::invalid_handle);
    auto altered = token;
    altered.back() ^= std::byte{1};
    EXPECT_EQ(b->call(wire::ImportCreatedMemory{}, altered), cuda_status::invalid_handle);
    EXPECT_EQ(b->call(wire::ImportCreatedMemory{}, std::span(token).first(63)), cuda_status::invalid_value);
    EXPECT_EQ(b->call(wire::ExportCreatedMemory{1}), cuda_status::invalid_value);
    // Its own is another handle to the same.
    wire::ImportCreatedMemory::Reply again;
    EXPECT_EQ(a->call(wire::ImportCreatedMemory{}, again, token), 0);
    EXPECT_EQ(a->call(wire::DestroyMemory{again.memory}), 0);
    EXPECT_EQ(b->call(wire::DestroyMemory{again.memory}), cuda_status::invalid_value);
}

TEST_F(Sharing, APrivateWorkerSharesNothing) {
    start(false);
    const auto a = session();
    EXPECT_EQ(a->call(wire::ExportCreatedMemory{create(*a, 2 * mib)}), cuda_status::not_supported);
    EXPECT_EQ(a->call(wire::ImportCreatedMemory{}, std::vector<std::byte>(token_bytes)), cuda_status::not_supported);
    EXPECT_EQ(a->call(wire::ExportMemory{a->allocate(4096)}), cuda_status::not_supported);
    EXPECT_EQ(try_import(*a, std::vector<std::byte>(token_bytes)), cuda_status::not_supported);
    EXPECT_EQ(a->call(wire::GetSegment{4096, 1, 0}), cuda_status::not_supported);
    EXPECT_EQ(a->call(wire::AskForEvent{a->handle(HandleKind::Event), interprocess}), cuda_status::not_supported);
}

TEST_F(Sharing, NobodyInParticularSharesNothing) {
    const TestClient a(*worker);
    EXPECT_EQ(const_cast<TestClient&>(a).call(wire::GetSegment{4096, 1, 0}), cuda_status::not_supported);
}

struct SharedEvents : Sharing {
    std::unique_ptr<TestClient> a = session();
    std::unique_ptr<TestClient> b = session();
    std::uint64_t event = a->event(interprocess);
    std::uint64_t theirs = b->handle(HandleKind::Event);

    std::vector<std::byte> token() {
        std::vector<std::byte> bytes;
        wire::ExportEvent::Reply reply;
        EXPECT_EQ(a->call(wire::ExportEvent{event}, reply, {}, &bytes), 0);
        return bytes;
    }
    void open() { ASSERT_EQ(b->call(wire::ImportEvent{theirs}, token()), 0); }
    static bool is_done(TestClient& client, std::uint64_t which) {
        wire::QueryEvent::Reply reply;
        EXPECT_EQ(client.call(wire::QueryEvent{which}, reply), 0);
        return reply.is_done != 0;
    }
};

TEST_F(SharedEvents, OnesStreamWaitsForAnothers) {
    open();
    const Address word = a->allocate(4096);
    const Address there = import_memory(*b, export_memory(*a, word));
    const std::uint64_t stream = a->stream(false);
    a->submit(wire::WaitValue{stream, word, 1, 4, 1});
    a->submit(wire::Fill{stream, word + 8, 0, 1, 1, 5, 4});
    a->submit(wire::RecordEvent{event, stream});
    ASSERT_EQ(a->call(wire::MemoryInfo{}), 0);  // the record has been read
    EXPECT_FALSE(is_done(*b, theirs));
    const std::uint64_t waiting = b->stream(false);
    b->submit(wire::WaitEvent{waiting, theirs});
    b->submit(wire::Copy{waiting, there + 16, there + 8, 4});
    const std::uint64_t free = b->stream(false);
    b->submit(wire::WriteValue{free, there, 1, 4});
    EXPECT_EQ(b->call(wire::SynchronizeStream{waiting}), 0);
    EXPECT_EQ(b->get<std::uint32_t>(there + 16, 1), Numbers{5});
    EXPECT_TRUE(is_done(*b, theirs));
    EXPECT_EQ(b->call(wire::SynchronizeEvent{theirs}), 0);
}

TEST_F(SharedEvents, WhoWaitsForOneThatNeverComesCanStillEnd) {
    open();
    const Address word = a->allocate(4096);
    const std::uint64_t stream = a->stream(false);
    a->submit(wire::WaitValue{stream, word, 1, 4, 1});
    a->submit(wire::RecordEvent{event, stream});
    ASSERT_EQ(a->call(wire::MemoryInfo{}), 0);
    b->submit(wire::WaitEvent{0, theirs});
    b->submit(wire::RecordEvent{theirs, 0});
    ASSERT_EQ(b->call(wire::MemoryInfo{}), 0);
    b->end();
    EXPECT_TRUE(sessions_become(1));
    EXPECT_FALSE(worker->statistics().has_stuck_session);
    EXPECT_EQ(a->call(wire::MemoryInfo{}), 0);
}

TEST_F(SharedEvents, AnothersFaultIsNotOnes) {
    open();
    const std::uint64_t module = a->load(test_ptx);
    a->launch(a->function(module, "store"), 0, 1, std::uint64_t{8});
    a->submit(wire::RecordEvent{event, 0});
    ASSERT_EQ(a->call(wire::MemoryInfo{}), 0);
    EXPECT_EQ(b->call(wire::SynchronizeEvent{theirs}), 0);
    EXPECT_EQ(b->synchronize(), 0);
    EXPECT_NE(a->synchronize(), 0);
}

TEST_F(SharedEvents, ItOutlivesWhoMadeIt) {
    open();
    a->submit(wire::RecordEvent{event, 0});
    a->submit(wire::DestroyEvent{event});
    ASSERT_EQ(a->synchronize(), 0);
    a->end();
    ASSERT_TRUE(sessions_become(1));
    EXPECT_EQ(b->call(wire::SynchronizeEvent{theirs}), 0);
    b->submit(wire::RecordEvent{theirs, 0});
    EXPECT_EQ(b->synchronize(), 0);
}

TEST_F(SharedEvents, OnlyThoseMadeForItAreShared) {
    EXPECT_EQ(a->call(wire::ExportEvent{a->event(0)}), cuda_status::invalid_handle);
    EXPECT_EQ(a->call(wire::ExportEvent{a->event(2)}), cuda_status::invalid_handle);
    EXPECT_EQ(a->call(wire::ExportEvent{12345}), cuda_status::invalid_handle);
    EXPECT_EQ(a->call(wire::AskForEvent{a->handle(HandleKind::Event), 4}), cuda_status::invalid_value);
    open();
    EXPECT_EQ(b->call(wire::ExportEvent{theirs}), cuda_status::invalid_handle);
    EXPECT_EQ(a->call(wire::ImportEvent{a->handle(HandleKind::Event)}, token()), cuda_status::invalid_context);
    const auto replayed = token();
    a->submit(wire::DestroyEvent{event});
    ASSERT_EQ(a->synchronize(), 0);
    EXPECT_EQ(b->call(wire::ImportEvent{b->handle(HandleKind::Event)}, replayed), cuda_status::invalid_handle);
    const auto stranger = session("two");
    EXPECT_EQ(stranger->call(wire::ImportEvent{stranger->handle(HandleKind::Event)}, replayed),
              cuda_status::invalid_handle);
}

struct Segments : Sharing {};

TEST_F(Segments, AKeyLeadsToOneSegment) {
    const auto a = session();
    const auto b = session();
    const std::uint32_t id = segment(*a, 0x7eadbeef, 5000);
    EXPECT_EQ(segment(*b, 0x7eadbeef, 5000), id);
    EXPECT_EQ(segment(*b, 0x7eadbeef, 0), id);
    EXPECT_NE(segment(*b, 0, 5000), segment(*b, 0, 5000));
    EXPECT_EQ(b->call(wire::GetSegment{5001, 0x7eadbeef, 0}), cuda_status::invalid_value);
    EXPECT_EQ(b->call(wire::GetSegment{5000, 0x7eadbeef, 1}), cuda_status::invalid_value);
    EXPECT_EQ(b->call(wire::GetSegment{0, 5, 0}), cuda_status::invalid_value);
    const Address here = attach(*a, id);
    const Address there = attach(*b, id);
    EXPECT_EQ(b->get<std::uint32_t>(there, 1), Numbers{0});
    a->put(here, Numbers{1, 2});
    ASSERT_EQ(a->synchronize(), 0);
    EXPECT_EQ(b->get<std::uint32_t>(there, 2), (Numbers{1, 2}));
    EXPECT_EQ(b->outcome(wire::Fill{0, there + 5000, 0, 1, 1, 1, 1}), cuda_status::invalid_value);
    wire::DescribeSegment::Reply facts;
    ASSERT_EQ(a->call(wire::DescribeSegment{id, 0}, facts), 0);
    EXPECT_EQ(facts.bytes, 5000u);
    EXPECT_EQ(facts.attached, 2u);
    EXPECT_EQ(facts.key, 0x7eadbeef);
}

TEST_F(Segments, ItStaysUntilItIsRemovedAndNobodyHasIt) {
    const auto a = session();
    const std::uint64_t nothing = charged();
    const std::uint32_t id = segment(*a, 9, 4 * mib);
    EXPECT_EQ(charged(), nothing + 4 * mib);
    const auto b = session();
    const std::uint64_t both = charged();
    const Address there = attach(*b, id);
    EXPECT_EQ(charged(), both);
    ASSERT_EQ(a->call(wire::RemoveSegment{id, 0}), 0);
    EXPECT_EQ(a->call(wire::RemoveSegment{id, 0}), cuda_status::invalid_value);
    EXPECT_EQ(a->call(wire::AttachSegment{id, 0}), cuda_status::invalid_value);
    EXPECT_EQ(charged(), both);
    EXPECT_EQ(b->outcome(wire::Fill{0, there, 0, mib, 1, 1, 4}), 0);
    ASSERT_EQ(b->call(wire::CloseMemory{there}), 0);
    ASSERT_EQ(b->synchronize(), 0);
    EXPECT_EQ(charged(), both - 4 * mib);
    EXPECT_NE(segment(*a, 9, 100), id);
}

TEST_F(Segments, TheyGoWithTheTenantsLastSession) {
    const auto other = session("two");
    {
        const auto b = session();
        {
            const auto a = session();
            const std::uint32_t id = segment(*a, 9, 4 * mib);
            a->put(attach(*a, id), Numbers{3});
            ASSERT_EQ(a->synchronize(), 0);
            a->end();
            ASSERT_TRUE(sessions_become(2));
        }
        EXPECT_GE(charged(), 4 * mib);
        EXPECT_EQ(b->get<std::uint32_t>(attach(*b, segment(*b, 9, 100)), 1), Numbers{3});
        b->end();
        ASSERT_TRUE(sessions_become(1));
    }
    EXPECT_EQ(charged(), 0u);
    EXPECT_FALSE(was_logged("does not balance"));
    const auto c = session();
    EXPECT_EQ(c->get<std::uint32_t>(attach(*c, segment(*c, 9, 100)), 1), Numbers{0});
}

TEST_F(Segments, TheyCountToTheLimit) {
    const auto a = session("one", "device_memory=8M");
    EXPECT_EQ(a->call(wire::GetSegment{16 * mib, 1, 0}), cuda_status::out_of_memory);
    EXPECT_EQ(a->call(wire::GetSegment{~std::uint64_t{0}, 1, 0}), cuda_status::invalid_value);
    EXPECT_EQ(a->call(wire::GetSegment{std::uint64_t{1} << 40, 1, 0}), cuda_status::out_of_memory);
    const std::uint32_t id = segment(*a, 1, 4 * mib);
    EXPECT_EQ(a->call(wire::GetSegment{6 * mib, 2, 0}), cuda_status::out_of_memory);
    ASSERT_EQ(a->call(wire::RemoveSegment{id, 0}), 0);
    segment(*a, 2, 6 * mib);
}

TEST_F(Segments, ManyAtOnceFindOne) {
    std::vector<std::unique_ptr<TestClient>> clients;
    for (int i = 0; i < 6; ++i)
        clients.push_back(session());
    std::vector<std::uint32_t> ids(clients.size());
    std::vector<std::thread> threads;
    for (std::size_t i = 0; i < clients.size(); ++i)
        threads.emplace_back([&, i] { ids[i] = segment(*clients[i], 3, mib); });
    for (std::thread& thread : threads)
        thread.join();
    for (const std::uint32_t id : ids)
        EXPECT_EQ(id, ids[0]);
    for (auto& client : clients)
        ASSERT_EQ(client->synchronize(), 0);
}

// A tenant that was given another's segment.
struct Grants : Sharing {
    std::unique_ptr<TestClient> owner = session();
    std::unique_ptr<TestClient> guest = session("two");
    std::uint32_t id = segment(*owner, 9, 4 * mib);
    Address here = attach(*owner, id);
    Address there = 0;

    std::int32_t grant(TestClient& by, const std::string& tenant, bool is_revoked = false) const {
        return by.call(wire::GrantSegment{id, is_revoked ? 1u : 0u}, text_bytes(tenant));
    }
    void open() {
        owner->put(here, Numbers{7});
        ASSERT_EQ(owner->synchronize(), 0);
        ASSERT_EQ(grant(*owner, "two"), 0);
        there = attach(*guest, id);
        ASSERT_EQ(guest->get<std::uint32_t>(there, 1), Numbers{7});
    }
    // It hears of it soon, not at once.
    bool guest_loses_it() {
        for (int i = 0; i < 12000; ++i) {
            if (guest->outcome(wire::Fill{0, there, 0, 1, 1, 5, 4}) == cuda_status::invalid_value) return true;
            std::this_thread::sleep_for(5ms);
        }
        return false;
    }
};

TEST_F(Grants, OnlyTheOwnerGivesAndOnlyToWhomItNames) {
    EXPECT_EQ(guest->call(wire::AttachSegment{id, 0}), cuda_status::invalid_value);
    EXPECT_EQ(grant(*guest, "two"), cuda_status::invalid_value);
    EXPECT_EQ(grant(*owner, ""), cuda_status::invalid_value);
    EXPECT_EQ(grant(*owner, std::string(64, 'x')), cuda_status::invalid_value);
    EXPECT_EQ(grant(*owner, "two", true), cuda_status::invalid_value);
    open();
    guest->put(there + 4, Numbers{8});
    ASSERT_EQ(guest->synchronize(), 0);
    EXPECT_EQ(owner->get<std::uint32_t>(here, 2), (Numbers{7, 8}));
    EXPECT_EQ(guest->outcome(wire::Fill{0, there - 4, 0, 1, 1, 5, 4}), cuda_status::invalid_value);
    // It is the guest's to use, not to give or to remove; nor does it have the key.
    EXPECT_EQ(grant(*guest, "three"), cuda_status::invalid_value);
    EXPECT_EQ(grant(*guest, "two", true), cuda_status::invalid_value);
    EXPECT_EQ(guest->call(wire::RemoveSegment{id, 0}), cuda_status::invalid_value);
    EXPECT_NE(segment(*guest, 9, 4096), id);
    EXPECT_EQ(session("three")->call(wire::AttachSegment{id, 0}), cuda_status::invalid_value);
}

TEST_F(Grants, WhatIsTakenBackIsGoneForChecksAndKernels) {
    open();
    const std::uint64_t module = guest->load(test_ptx);
    const std::uint64_t add = guest->function(module, "add");
    const Address own = guest->allocate(4096);
    guest->launch(add, 0, 1, there, std::uint32_t{1});
    ASSERT_EQ(guest->synchronize(), 0);
    ASSERT_EQ(grant(*owner, "two", true), 0);
    ASSERT_TRUE(guest_loses_it());
    owner->put(here, Numbers{1});
    ASSERT_EQ(owner->synchronize(), 0);
    EXPECT_EQ(guest->call(wire::AttachSegment{id, 0}), cuda_status::invalid_value);
    EXPECT_EQ(guest->call(wire::CloseMemory{there}), cuda_status::invalid_value);
    EXPECT_EQ(guest->outcome(wire::Fill{0, own, 0, 4, 1, 5, 4}), 0);
    guest->launch(add, 0, 1, there, std::uint32_t{1});
    EXPECT_NE(guest->synchronize(), 0);
    EXPECT_EQ(owner->get<std::uint32_t>(here, 1), Numbers{1});
    EXPECT_EQ(owner->synchronize(), 0);
}

TEST_F(Grants, AGuestWhoseKernelDoesNotEndLosesItsSession) {
    open();
    const std::uint64_t module = guest->load(test_ptx);
    const Address own = guest->allocate(4096);
    guest->launch(guest->function(module, "spin"), 0, 1, own);
    ASSERT_EQ(guest->call(wire::MemoryInfo{}), 0);
    ASSERT_EQ(grant(*owner, "two", true), 0);
    EXPECT_TRUE(sessions_become(1));
    EXPECT_TRUE(was_logged("taken back memory"));
    EXPECT_EQ(owner->get<std::uint32_t>(here, 1), Numbers{7});
}

// Closing waits for all of the session's work, which may never end.
TEST_F(Grants, AGuestThatIsClosingItCannotKeepIt) {
    open();
    const Address own = guest->allocate(4096);
    guest->submit(wire::WaitValue{guest->stream(false), own, 1, 4, 1});
    const std::uint64_t free = guest->stream(false);
    const std::uint64_t before = worker->statistics().records;
    std::thread closing([&] { guest->call(wire::CloseMemory{there}); });
    for (int i = 0; i < 12000 && worker->statistics().records == before; ++i)
        std::this_thread::sleep_for(5ms);
    guest->submit(wire::Fill{free, there, 0, 1, 1, 5, 4});
    ASSERT_EQ(guest->call(wire::SynchronizeStream{free}), 0);
    EXPECT_EQ(owner->get<std::uint32_t>(here, 1), Numbers{5});
    ASSERT_EQ(grant(*owner, "two", true), 0);
    EXPECT_TRUE(sessions_become(1));
    EXPECT_TRUE(was_logged("taken back memory"));
    guest->end();
    closing.join();
}

TEST_F(Grants, WhatIsBeingClosedCountsToTheLimit) {
    open();
    const Address own = guest->allocate(4096);
    guest->submit(wire::WaitValue{guest->stream(false), own, 1, 4, 1});
    constexpr int closed = 32;
    std::vector<std::thread> threads;
    for (int i = 0; i < closed; ++i)
        threads.emplace_back([this, address = attach(*guest, id)] { guest->call(wire::CloseMemory{address}); });
    std::int32_t status = 0;
    int opened = 1 + closed;
    for (; opened < 1000 && status == 0; ++opened)
        status = guest->call(wire::AttachSegment{id, 0});
    EXPECT_EQ(status, cuda_status::out_of_memory);
    EXPECT_EQ(opened, 257);
    guest->end();
    for (std::thread& thread : threads)
        thread.join();
}

// Whoever names a tenant must not be able to keep its sessions busy.
TEST(Exchange, OnlyThoseWhoAskedForASegmentHearThatItIsTakenBack) {
    const auto exchange = std::make_shared<Exchange>();
    int heard = 0;
    int nothing = 0;
    Exchange::Member owner(exchange, "one", [](std::uint32_t) { FAIL(); });
    Exchange::Member guest(exchange, "two", [&](std::uint32_t) { ++heard; });
    Exchange::Member other(exchange, "two", [&](std::uint32_t) { ++nothing; });
    const std::uint32_t id = owner.add_segment(1, {}).take();
    for (int round = 1; round <= 3; ++round) {
        ASSERT_TRUE(owner.grant_segment(id, "two").ok());
        ASSERT_TRUE(guest.segment(id).ok());
        ASSERT_TRUE(guest.segment(id).ok());
        ASSERT_TRUE(owner.revoke_segment(id, "two").ok());
        EXPECT_EQ(heard, round);
        EXPECT_FALSE(guest.segment(id).ok());
    }
    ASSERT_TRUE(owner.grant_segment(id, "two").ok());
    ASSERT_TRUE(owner.revoke_segment(id, "two").ok());
    ASSERT_TRUE(owner.grant_segment(id, "two").ok());
    {
        Exchange::Member leaves(exchange, "two", [](std::uint32_t) { FAIL(); });
        ASSERT_TRUE(leaves.segment(id).ok());
    }
    ASSERT_TRUE(owner.remove_segment(id).ok());
    EXPECT_EQ(heard, 3);
    EXPECT_EQ(nothing, 0);
}

TEST_F(Grants, ItGoesWithTheSegment) {
    open();
    ASSERT_EQ(owner->call(wire::RemoveSegment{id, 0}), 0);
    EXPECT_TRUE(guest_loses_it());
    EXPECT_EQ(owner->outcome(wire::Fill{0, here, 0, 1, 1, 5, 4}), 0);
}

TEST_F(Grants, ItGoesWithTheOwnersLastSession) {
    open();
    const auto second = session();
    owner->end();
    ASSERT_TRUE(sessions_become(2));
    EXPECT_EQ(guest->outcome(wire::Fill{0, there, 0, 1, 1, 5, 4}), 0);
    second->end();
    ASSERT_TRUE(sessions_become(1));
    EXPECT_TRUE(guest_loses_it());
    ASSERT_EQ(guest->synchronize(), 0);
    for (int i = 0; i < 12000 && charged() != 0; ++i)
        std::this_thread::sleep_for(5ms);
    EXPECT_EQ(charged(), 0u);
    EXPECT_FALSE(was_logged("does not balance"));
}

TEST_F(Grants, GivingToOneselfIsNothing) {
    const auto second = session();
    const Address also = attach(*second, id);
    ASSERT_EQ(grant(*owner, "one"), 0);
    EXPECT_EQ(grant(*owner, "one", true), cuda_status::invalid_value);
    EXPECT_EQ(second->outcome(wire::Fill{0, also, 0, 1, 1, 5, 4}), 0);
}

// Clients come, share, and are killed at any moment: nobody else is harmed, and nothing is left.
TEST_F(Sharing, WhoeverEndsWheneverTheLedgerBalances) {
    std::mt19937 random(7);
    for (int round = 0; round < 20; ++round) {
        auto a = session();
        auto b = session();
        const Address memory = a->allocate(mib + random() % mib);
        const auto token = export_memory(*a, memory);
        const Address there = import_memory(*b, token);
        a->submit(wire::Fill{0, memory, 0, 1000, 1, 1, 4});
        b->submit(wire::Fill{0, there, 0, 1000, 1, 2, 4});
        auto& first = random() % 2 == 0 ? a : b;
        auto& second = first == a ? b : a;
        first->end();
        if (random() % 2 == 0) {
            second->submit(wire::Fill{0, second == b ? there : memory, 0, 1000, 1, 2, 4});
            EXPECT_EQ(second->synchronize(), 0);
        }
        second->end();
        ASSERT_TRUE(becomes_empty());
        EXPECT_EQ(charged(), 0u);
    }
    EXPECT_FALSE(was_logged("does not balance"));
}

}  // namespace
}  // namespace ringfence::worker
