// Variants of guarded kernels that are compiled when a launch needs one.
#include <condition_variable>
#include <filesystem>
#include <functional>
#include <mutex>
#include <string>

#include <gmock/gmock.h>

#include "base/cuda_status.h"
#include "channel/graph_records.h"
#include "forwarding_device.h"
#include "test_client.h"

namespace ringfence::worker {
namespace {

using namespace std::chrono_literals;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using Numbers = std::vector<std::uint32_t>;

// put(u64 base, u64 offset, u32 value) counts in a variable and stores at the sum: if the base is no address of the
// tenant's, the launch does not meet the conditions.
constexpr std::string_view variants_ptx = R"(
.version 8.0
.target sm_90
.address_size 64

.visible .global .align 4 .u32 count = 5;

.visible .entry put(.param .u64 base, .param .u64 offset, .param .u32 value)
{
    .reg .b64 %rd<4>;
    .reg .b32 %r<4>;
    ld.param.u64 %rd1, [base];
    ld.param.u64 %rd2, [offset];
    ld.param.u32 %r1, [value];
    add.u64 %rd3, %rd1, %rd2;
    ld.global.u32 %r2, [count];
    add.u32 %r2, %r2, 1;
    st.global.u32 [count], %r2;
    add.u32 %r3, %r1, %r2;
    st.global.u32 [%rd3], %r3;
    ret;
}
)";
constexpr Address far = Address{1} << 44U;

std::unique_ptr<backend::Device> soft_device() {
    backend::SoftOptions soft;
    soft.memory_bytes = std::uint64_t{512} << 20;
    soft.workers = 2;
    return backend::open_soft(soft).take();
}

// Knows which texts it was given, and what becomes of late ones.
struct Compiles {
    std::mutex mutex;
    std::condition_variable changed;
    std::vector<std::string> kinds;  // "first", "late", "both"
    bool holds_late = false;         // they wait
    bool fails_late = false;
    bool fails_fitted = false;  // what comes after the first

    bool fails(std::string_view ptx) {
        const bool is_late = ptx.find(".entry __rf_fenced_") != std::string_view::npos;
        const std::lock_guard lock(mutex);
        return is_late ? fails_late : fails_fitted && kinds.size() > 1;
    }

    void note(std::string_view ptx) {
        const bool has_late = ptx.find(".entry __rf_fenced_") != std::string_view::npos;
        const bool has_first = ptx.find(".entry put") != std::string_view::npos;
        std::unique_lock lock(mutex);
        kinds.emplace_back(has_late && has_first ? "both" : has_late ? "late" : "first");
        changed.notify_all();
        changed.wait(lock, [&] { return !has_late || !holds_late; });
    }
    void await(std::size_t count) {
        std::unique_lock lock(mutex);
        EXPECT_TRUE(changed.wait_for(lock, 300s, [&] { return kinds.size() >= count; }));
    }
    void release() {
        const std::lock_guard lock(mutex);
        holds_late = false;
        changed.notify_all();
    }
    std::vector<std::string> seen() {
        const std::lock_guard lock(mutex);
        return kinds;
    }
};

class CountingDevice : public ForwardingDevice {
public:
    explicit CountingDevice(std::shared_ptr<Compiles> compiles)
        : ForwardingDevice(soft_device()), compiles_(std::move(compiles)) {}
    Result<std::unique_ptr<backend::Module>> load(std::string ptx, const backend::LoadOptions& options) override {
        compiles_->note(ptx);
        if (compiles_->fails(ptx))
            return Error::bad_input("no registers are left").with_status(cuda_status::invalid_ptx);
        return ForwardingDevice::load(std::move(ptx), options);
    }
    Result<std::unique_ptr<backend::Module>> load_image(std::span<const std::byte> image,
                                                        const backend::LoadOptions& options) override {
        compiles_->note(std::string_view(reinterpret_cast<const char*>(image.data()), image.size()));
        return ForwardingDevice::load_image(image, options);
    }

private:
    std::shared_ptr<Compiles> compiles_;
};

struct LateVariants : testing::Test {
    std::shared_ptr<Compiles> compiles = std::make_shared<Compiles>();
    std::shared_ptr<const ModuleCache> cache;
    guard::Mode mode = guard::Mode::Fence;
    std::function<void(std::string&)> alter_late;

    std::unique_ptr<Worker> make() {
        WorkerOptions options;
        options.session = session_options_for("soft", true, mode);
        options.session.window.bytes = std::uint64_t{1} << 32;
        options.session.window.has_sinks = true;
        options.session.staging_bytes = 2 << 20;
        options.session.cache = cache;
        options.session.alter_late = alter_late;
        options.log = [](std::string_view) {};
        return Worker::create(std::make_unique<CountingDevice>(compiles), options).take();
    }
    static std::vector<std::byte> arguments(Address base, std::uint64_t offset, std::uint32_t value) {
        std::vector<std::byte> bytes;
        TestClient::append(bytes, base);
        TestClient::append(bytes, offset);
        TestClient::append(bytes, value);
        return bytes;
    }
    static wire::Launch launch_of_one(std::uint64_t function) { return {0, function, 1, 1, 1, 1, 1, 1, 0, 0}; }
};

struct Program {
    explicit Program(Worker& worker, std::string_view ptx = variants_ptx)
        : client(worker), module(client.load(ptx)), put(client.function(module, "put")), data(client.allocate(256)) {}

    void launch(std::uint32_t value, Address away = 0) { client.launch(put, 0, 1, data - away, away, value); }
    std::uint32_t result() { return client.get<std::uint32_t>(data, 1).at(0); }

    TestClient client;
    std::uint64_t module;
    std::uint64_t put;
    Address data;
};

TEST_F(LateVariants, AreCompiledWhenALaunchNeedsOne) {
    const auto worker = make();
    Program program(*worker);
    EXPECT_THAT(compiles->seen(), ElementsAre("first"));
    program.launch(100);
    EXPECT_EQ(program.result(), 106U);
    EXPECT_THAT(compiles->seen(), ElementsAre("first"));
    // Behind it, as if nothing had to be waited for.
    program.launch(200, far);
    program.launch(300);
    EXPECT_EQ(program.result(), 308U);
    program.launch(400, far);
    EXPECT_EQ(program.result(), 409U);
    EXPECT_THAT(compiles->seen(), ElementsAre("first", "late"));
}

TEST_F(LateVariants, BothHaveTheSameVariables) {
    const auto worker = make();
    Program program(*worker);
    wire::FindGlobal::Reply count;
    ASSERT_EQ(program.client.call(wire::FindGlobal{program.module}, count, text_bytes("count")), 0);
    program.launch(0);
    program.launch(0, far);
    EXPECT_EQ(program.result(), 7U);
    program.client.put(count.address, Numbers{50});
    program.launch(0, far);
    program.launch(0);
    EXPECT_EQ(program.client.get<std::uint32_t>(count.address, 1), Numbers{52});
}

TEST_F(LateVariants, ALaunchOfTheFirstKindGetsTheirResultsInOrder) {
    compiles->holds_late = true;
    const auto worker = make();
    Program program(*worker);
    program.launch(10, far);
    program.launch(20);
    compiles->await(2);
    compiles->release();
    EXPECT_EQ(program.result(), 27U);
}

// One session waits, the other does not.
TEST_F(LateVariants, AreWaitedForByThoseWhoNeedThem) {
    compiles->holds_late = true;
    const auto worker = make();
    Program waiting(*worker);
    Program other(*worker);
    waiting.launch(10, far);
    compiles->await(3);
    for (std::uint32_t i = 0; i < 100; ++i)
        other.launch(i);
    EXPECT_EQ(other.result(), 99U + 105U);
    Program third(*worker);
    third.launch(1);
    EXPECT_EQ(third.result(), 7U);
    compiles->release();
    EXPECT_EQ(waiting.result(), 16U);
    EXPECT_THAT(compiles->seen(), ElementsAre("first", "first", "late", "first"));
}

TEST_F(LateVariants, AreMadeForGraphsAndTheirUpdates) {
    const auto worker = make();
    Program program(*worker);
    TestClient& client = program.client;
    const std::uint64_t graph = client.handle(HandleKind::GraphExec);
    channel::GraphWriter near_one, far_one;
    near_one.add(launch_of_one(program.put), {}, arguments(program.data, 0, 10));
    far_one.add(launch_of_one(program.put), {}, arguments(program.data - far, far, 20));
    ASSERT_EQ(client.call(wire::CreateGraph{.graph = graph, .nodes = near_one.count()}, near_one.bytes()), 0);
    client.submit(wire::LaunchGraph{graph, 0});
    EXPECT_EQ(program.result(), 16U);
    EXPECT_THAT(compiles->seen(), ElementsAre("first"));
    wire::UpdateGraph::Reply reply;
    ASSERT_EQ(client.call(wire::UpdateGraph{.graph = graph, .nodes = far_one.count()}, reply, far_one.bytes()), 0);
    EXPECT_EQ(reply.first_difference, 1U);
    client.submit(wire::LaunchGraph{graph, 0});
    EXPECT_EQ(program.result(), 27U);
    ASSERT_EQ(client.call(wire::UpdateGraph{.graph = graph, .nodes = near_one.count()}, reply, near_one.bytes()), 0);
    client.submit(wire::LaunchGraph{graph, 0});
    EXPECT_EQ(program.result(), 18U);
    // A graph that needs them from the beginning.
    Program second(*worker);
    channel::GraphWriter writer;
    writer.add(launch_of_one(second.put), {}, arguments(second.data - far, far, 30));
    const std::uint64_t other = second.client.handle(HandleKind::GraphExec);
    ASSERT_EQ(second.client.call(wire::CreateGraph{.graph = other, .nodes = writer.count()}, writer.bytes()), 0);
    second.client.submit(wire::LaunchGraph{other, 0});
    EXPECT_EQ(second.result(), 36U);
    EXPECT_THAT(compiles->seen(), ElementsAre("first", "late", "first", "late"));
}

TEST_F(LateVariants, ThatCannotBeCompiledFailTheLaunchAndNothingElse) {
    compiles->fails_late = true;
    const auto worker = make();
    Program program(*worker);
    TestClient& client = program.client;
    client.submit(launch_of_one(program.put), arguments(program.data - far, far, 1));
    EXPECT_EQ(client.synchronize(), 0);
    EXPECT_THAT(client.channel->untaken_failure_text(), HasSubstr("fenced variant of a kernel"));
    EXPECT_THAT(client.channel->untaken_failure_text(), HasSubstr("no registers are left"));
    EXPECT_EQ(client.channel->take_failure().status, cuda_status::invalid_ptx);
    // Launches that meet the conditions go on; others are not compiled for again.
    program.launch(10);
    EXPECT_EQ(program.result(), 16U);
    EXPECT_EQ(client.outcome(launch_of_one(program.put), arguments(program.data - far, far, 1)),
              cuda_status::invalid_ptx);
    channel::GraphWriter writer;
    writer.add(launch_of_one(program.put), {}, arguments(program.data - far, far, 20));
    EXPECT_EQ(client.call(wire::CreateGraph{.graph = client.handle(HandleKind::GraphExec), .nodes = writer.count()},
                          writer.bytes()),
              cuda_status::invalid_ptx);
    EXPECT_THAT(compiles->seen(), ElementsAre("first", "late"));
}

TEST_F(LateVariants, ThatTakeTooLongAreGivenUp) {
    compiles->holds_late = true;
    const auto worker = make();
    auto ends = socket_pair().take();
    Grant grant;
    grant.limits[Limit::CompileTime] = 3000;
    ASSERT_TRUE(worker->accept(std::move(ends.second), {}, UniqueFd(), std::nullopt, 0, grant).ok());
    TestClient client(std::move(ends.first));
    std::int32_t status = 0;
    const std::uint64_t module = client.load(variants_ptx, &status);
    // On a machine that stands still even the first part may take too long; then there is nothing to see.
    if (module != 0) {
        const std::uint64_t put = client.function(module, "put");
        const Address data = client.allocate(256);
        EXPECT_EQ(client.outcome(launch_of_one(put), arguments(data - far, far, 1)), cuda_status::invalid_ptx);
        client.launch(put, 0, 1, data, Address{0}, 10U);
        EXPECT_EQ(client.get<std::uint32_t>(data, 1), Numbers{16});
    }
    compiles->release();
}

TEST_F(LateVariants, EndWithTheirSession) {
    compiles->holds_late = true;
    const auto worker = make();
    {
        Program program(*worker);
        program.launch(10, far);
        compiles->await(2);
        program.client.end();
    }
    compiles->release();
    Program other(*worker);
    other.launch(10, far);
    EXPECT_EQ(other.result(), 16U);
}

TEST_F(LateVariants, AreMadeInCheckModeToo) {
    mode = guard::Mode::Check;
    const auto worker = make();
    Program program(*worker);
    program.launch(10);
    program.launch(20, far);
    EXPECT_EQ(program.result(), 27U);
    EXPECT_THAT(compiles->seen(), ElementsAre("first", "late"));
    EXPECT_EQ(program.client.outcome(launch_of_one(program.put), arguments(far, 0, 1)), cuda_status::illegal_address);
}

// A program writes its constants into one image only.
TEST_F(LateVariants, OfKernelsWithConstantsAreThereFromTheBeginning) {
    std::string text(variants_ptx);
    text.replace(text.find(".visible .global"), 0, ".visible .const .align 4 .u32 more = 1000;\n");
    const std::string_view sum = "add.u32 %r3, %r1, %r2;";
    text.replace(text.find(sum), sum.size(), "ld.const.u32 %r3, [more]; add.u32 %r3, %r3, %r1;");
    const auto worker = make();
    Program program(*worker, text);
    EXPECT_THAT(compiles->seen(), ElementsAre("both"));
    wire::FindGlobal::Reply more;
    ASSERT_EQ(program.client.call(wire::FindGlobal{program.module}, more, text_bytes("more")), 0);
    program.client.put(more.address, Numbers{2000});
    program.launch(1, far);
    EXPECT_EQ(program.result(), 2001U);
    EXPECT_THAT(compiles->seen(), ElementsAre("both"));
}

// For traces: nothing is launched, counted or compiled by asking.
TEST_F(LateVariants, AreToldOfALaunchWithTheConditionThatDecides) {
    const auto worker = make();
    Program program(*worker);
    const wire::ExplainLaunch question{program.put, 1, 1, 1, 1, 1, 1, 0, 0};
    const auto ask = [&](std::span<const std::byte> parameters) {
        wire::ExplainLaunch::Reply reply;
        std::vector<std::byte> text;
        const std::int32_t status = program.client.call(question, reply, parameters, &text);
        return status != 0 ? "status " + std::to_string(status)
                           : std::string(reinterpret_cast<const char*>(text.data()), text.size());
    };
    EXPECT_EQ(ask(arguments(program.data, 0, 1)), "free");
    EXPECT_THAT(ask(arguments(program.data - far, far, 1)), testing::StartsWith("fenced: param_0 is 0x"));
    EXPECT_EQ(worker->kernel_lines(), "");
    EXPECT_THAT(compiles->seen(), ElementsAre("first"));
    // A launch that would fail is not explained.
    EXPECT_EQ(ask({}), "status " + std::to_string(program.client.outcome(launch_of_one(program.put), {})));
    wire::ExplainLaunch foreign = question;
    foreign.function = program.module;
    EXPECT_EQ(program.client.call(foreign, arguments(program.data, 0, 1)), cuda_status::invalid_handle);
}

TEST_F(LateVariants, AreCountedWithTheConditionThatDecided) {
    const auto worker = make();
    Program program(*worker);
    program.launch(1);
    program.launch(2);
    program.launch(3, far);
    EXPECT_EQ(program.result(), 3U + 8U);
    const std::string lines = worker->kernel_lines();
    EXPECT_THAT(lines, HasSubstr("\tput\t"));
    EXPECT_THAT(lines, HasSubstr("\t0\t0\t2\t0\t1\t0\n"));
    EXPECT_THAT(lines, HasSubstr("reason\t1\tparam_0 is 0x"));
    EXPECT_THAT(lines, HasSubstr("which is no address in the window"));
    // A module that was unloaded and is loaded again has the same kernel.
    EXPECT_EQ(program.client.call(wire::UnloadModule{program.module}), 0);
    const std::uint64_t again = program.client.load(variants_ptx);
    const std::uint64_t put = program.client.function(again, "put");
    program.client.launch(put, 0, 1, program.data, Address{0}, 4U);
    EXPECT_EQ(program.client.synchronize(), 0);
    EXPECT_THAT(worker->kernel_lines(), HasSubstr("\t0\t0\t3\t0\t1\t0\n"));
}

TEST_F(LateVariants, CountInGraphsWhenTheseAreLaunched) {
    const auto worker = make();
    Program program(*worker);
    TestClient& client = program.client;
    const std::uint64_t graph = client.handle(HandleKind::GraphExec);
    channel::GraphWriter writer;
    writer.add(launch_of_one(program.put), {}, arguments(program.data, 0, 10));
    writer.add(launch_of_one(program.put), {}, arguments(program.data - far, far, 20));
    writer.add(launch_of_one(program.put), {}, arguments(program.data - far, far, 30));
    ASSERT_EQ(client.call(wire::CreateGraph{.graph = graph, .nodes = writer.count()}, writer.bytes()), 0);
    EXPECT_THAT(worker->kernel_lines(), HasSubstr("\t0\t0\t0\t0\t0\t0\n"));
    client.submit(wire::LaunchGraph{graph, 0});
    client.submit(wire::LaunchGraph{graph, 0});
    EXPECT_EQ(client.synchronize(), 0);
    EXPECT_THAT(worker->kernel_lines(), HasSubstr("\t0\t0\t2\t0\t4\t0\n"));
    EXPECT_THAT(worker->kernel_lines(), HasSubstr("reason\t4\t"));
}

// put(u32* to, u64 stride) has a bound that the number of threads and the stride decide.
constexpr std::string_view bound_ptx = R"(
.version 8.0
.target sm_90
.address_size 64
.visible .entry put(.param .u64 to, .param .u64 stride)
{
    .reg .b64 %rd<5>;
    .reg .b32 %r<2>;
    ld.param.u64 %rd1, [to];
    ld.param.u64 %rd2, [stride];
    mov.u32 %r1, %tid.x;
    cvt.u64.u32 %rd3, %r1;
    mul.lo.s64 %rd3, %rd2, %rd3;
    add.u64 %rd4, %rd1, %rd3;
    st.global.u32 [%rd4], %r1;
    ret;
}
)";

struct Folder {
    Folder() {
        path = ::mkdtemp(name.data());
        std::filesystem::create_directory(path + "/cache");
        std::filesystem::permissions(path + "/cache", std::filesystem::perms::owner_all);
    }
    Folder(const Folder&) = delete;
    Folder& operator=(const Folder&) = delete;
    ~Folder() { std::filesystem::remove_all(path); }
    std::size_t files() const {
        const std::filesystem::directory_iterator all(path + "/cache");
        return static_cast<std::size_t>(std::distance(begin(all), end(all)));
    }
    std::string name = testing::TempDir() + "late_variants.XXXXXX";
    std::string path;
};

// Both parts are kept, each when it is compiled.
TEST_F(LateVariants, AreKeptByThemselves) {
    const Folder folder;
    const auto open = [&] {
        return std::make_shared<ModuleCache>(
            cache::DiskCache::open({.folder = folder.path + "/cache", .secret_file = folder.path + "/secret"}).take());
    };
    const auto run = [&](Address away) {
        cache = open();
        const auto worker = make();
        Program program(*worker);
        program.launch(10, away);
        return program.result();
    };
    EXPECT_EQ(run(0), 16U);
    const std::size_t first = folder.files();
    // From a module that was kept, whose rewritten text is gone.
    EXPECT_EQ(run(far), 16U);
    EXPECT_GT(folder.files(), first);
    const std::size_t both = folder.files();
    EXPECT_EQ(run(far), 16U);
    EXPECT_EQ(folder.files(), both);
    EXPECT_THAT(compiles->seen(), ElementsAre("first", "first", "late", "first", "late"));
}

// The mistakes that a rewriter could make, or somebody who can change its output.
struct Tampering {
    const char* name;
    std::function<void(std::string&)> change;
    bool is_ptx = true;
};

void insert_before_end(std::string& late, std::string_view instruction) {
    const std::size_t kernel = late.find(".entry __rf_fenced_");
    ASSERT_NE(kernel, std::string::npos);
    const std::size_t end = late.find("ret;", kernel);
    ASSERT_NE(end, std::string::npos);
    late.insert(end, instruction);
}

const std::vector<Tampering>& tamperings() {
    static const std::vector<Tampering> all{
        {"a store to wherever the tenant likes",
         [](std::string& late) { insert_before_end(late, "st.global.u32 [%rd2], %r1;\n"); }},
        {"the same behind a branch that is never taken",
         [](std::string& late) {
             insert_before_end(late,
                               "{ .reg .pred %never; setp.ne.u32 %never, 0, 0; @%never st.global.u32 [%rd2], %r1; }\n");
         }},
        {"a kernel more, that nobody has rewritten",
         [](std::string& late) {
             late +=
                 "\n.visible .entry more(.param .u64 p)\n{\n    .reg .b64 %p;\n    ld.param.u64 %p, [p];\n"
                 "    st.global.u32 [%p], 1;\n    ret;\n}\n";
         }},
        {"a trap", [](std::string& late) { insert_before_end(late, "trap;\n"); }},
        {"no PTX", [](std::string& late) { late += "}"; }, false},
    };
    return all;
}

// The module of one session is tampered with, that of its neighbour is not.
struct TamperedVariants : LateVariants {
    static constexpr std::string_view mark = "424242";  // a number that its kernel has, and forgets
    static constexpr std::string_view refusal = "the checker does not accept a part";

    void tamper(const Tampering& how) {
        alter_late = [how](std::string& late) {
            if (late.find(mark) != std::string::npos) how.change(late);
        };
    }
    static std::string marked_ptx() {
        std::string text(variants_ptx);
        text.replace(text.find("add.u32 %r3"), 0, "mov.u32 %r3, 424242;\n    ");
        return text;
    }
    static void expect_well(Program& program) {
        program.launch(10, far);
        program.launch(20);
        EXPECT_EQ(program.client.synchronize(), 0);
        EXPECT_GT(program.result(), 20U);
    }
};

// As a rule both parts are made and checked when the module is loaded.
TEST_F(TamperedVariants, AreRefusedWhenTheModuleIsLoaded) {
    for (const Tampering& how : tamperings()) {
        tamper(how);
        const auto worker = make();
        Program neighbour(*worker);
        TestClient client(*worker);
        std::int32_t status = 0;
        EXPECT_EQ(client.load(marked_ptx(), &status), 0U) << how.name;
        EXPECT_NE(status, 0) << how.name;
        expect_well(neighbour);
        EXPECT_EQ(client.synchronize(), 0) << how.name;
    }
    EXPECT_THAT(compiles->seen(), testing::Each(testing::AnyOf("first", "late")));
}

// The late part of a kept module is made when a launch needs it.
TEST_F(TamperedVariants, AreRefusedWhenALaunchNeedsThem) {
    const Folder folder;
    const auto open = [&] {
        cache = std::make_shared<ModuleCache>(
            cache::DiskCache::open({.folder = folder.path + "/cache", .secret_file = folder.path + "/secret"}).take());
    };
    open();
    Program(*make(), marked_ptx()).launch(10);
    for (const Tampering& how : tamperings()) {
        open();
        tamper(how);
        const auto worker = make();
        Program program(*worker, marked_ptx());
        Program neighbour(*worker);
        const std::size_t before = compiles->seen().size();
        TestClient& client = program.client;
        client.submit(launch_of_one(program.put), arguments(program.data - far, far, 1));
        EXPECT_EQ(client.synchronize(), 0) << how.name;
        EXPECT_THAT(client.channel->untaken_failure_text(), HasSubstr("fenced variant of a kernel")) << how.name;
        if (how.is_ptx) {
            EXPECT_THAT(client.channel->untaken_failure_text(), HasSubstr(std::string(refusal))) << how.name;
        }
        EXPECT_NE(client.channel->take_failure().status, 0) << how.name;
        EXPECT_EQ(compiles->seen().size(), before) << "nothing of it was compiled: " << how.name;
        // Launches that meet their conditions go on, and so does everybody else.
        program.launch(10);
        EXPECT_EQ(program.result(), 16U) << how.name;
        expect_well(neighbour);
    }
}

TEST_F(LateVariants, OfAKeptModuleAreToldWithTheirLine) {
    const Folder folder;
    const auto run = [&] {
        cache = std::make_shared<ModuleCache>(
            cache::DiskCache::open({.folder = folder.path + "/cache", .secret_file = folder.path + "/secret"}).take());
        const auto worker = make();
        TestClient client(*worker);
        const std::uint64_t put = client.function(client.load(bound_ptx), "put");
        const Address data = client.allocate(256);
        client.launch(put, 0, 2, data, std::uint64_t{4});
        // Beyond the window: what it writes there goes somewhere in it.
        client.launch(put, 0, 32, data, far);
        EXPECT_EQ(client.synchronize(), 0);
        return worker->kernel_lines();
    };
    for (int i = 0; i < 2; ++i) {
        const std::string lines = run();
        EXPECT_THAT(lines, HasSubstr("\t0\t0\t1\t0\t1\t0\n"));
        EXPECT_THAT(lines, HasSubstr("reason\t1\tput, PTX line 15: its distance from where it starts is 0 to "));
    }
}

// put(u32* to, u64 a, u64 b, u64 c) stores at the strides and at 128 bytes: a launch can miss the condition of each
// stride, and the store beside them needs none.
constexpr std::string_view strides_ptx = R"(
.version 8.0
.target sm_90
.address_size 64
.visible .entry put(.param .u64 to, .param .u64 a, .param .u64 b, .param .u64 c)
{
    .reg .b64 %rd<12>;
    .reg .b32 %r<4>;
    ld.param.u64 %rd1, [to];
    ld.param.u64 %rd2, [a];
    ld.param.u64 %rd3, [b];
    ld.param.u64 %rd4, [c];
    mov.u32 %r1, %tid.x;
    cvt.u64.u32 %rd5, %r1;
    add.u32 %r2, %r1, 1;
    mul.lo.s64 %rd6, %rd2, %rd5;
    add.u64 %rd7, %rd1, %rd6;
    st.global.u32 [%rd7], %r2;
    mul.lo.s64 %rd8, %rd3, %rd5;
    add.u64 %rd9, %rd1, %rd8;
    st.global.u32 [%rd9+16], %r2;
    mul.lo.s64 %rd10, %rd4, %rd5;
    add.u64 %rd11, %rd1, %rd10;
    st.global.u32 [%rd11+32], %r2;
    mov.u32 %r3, %ntid.x;
    st.global.u32 [%rd1+128], %r3;
    ret;
}
)";

struct FittedVariants : LateVariants {
    struct Strided {
        explicit Strided(Worker& worker)
            : client(worker), put(client.function(client.load(strides_ptx), "put")), data(client.allocate(256)) {}
        // Two threads: the second one's stores are where the strides say, or somewhere in the window.
        void launch(Address a, Address b, Address c) { client.launch(put, 0, 2, data, a, b, c); }
        Numbers results() { return client.get<std::uint32_t>(data, 33); }

        TestClient client;
        std::uint64_t put;
        Address data;
    };
};

TEST_F(FittedVariants, OfALaunchThatMissesOneConditionFenceItsAccessesOnly) {
    const auto worker = make();
    Strided program(*worker);
    program.launch(4, 4, 4);
    program.launch(4, far, 4);
    program.launch(4, far, 4);
    const Numbers results = program.results();
    EXPECT_EQ(results[1], 2U);
    EXPECT_EQ(results[9], 2U);
    EXPECT_EQ(results[32], 2U);
    EXPECT_THAT(compiles->seen(), ElementsAre("first", "first"));
    const std::string lines = worker->kernel_lines();
    EXPECT_THAT(lines, HasSubstr("\t0\t0\t1\t2\t0\t0\n"));
    EXPECT_THAT(lines, HasSubstr("reason\t2\tput, PTX line 21: "));
}

TEST_F(FittedVariants, AreFewWhateverIsLaunched) {
    const auto worker = make();
    Strided program(*worker);
    for (int i = 0; i < 3; ++i) {
        program.launch(far, 4, 4);
        program.launch(4, far, 4);
        program.launch(4, 4, far);
        program.launch(far, far, far);
        program.launch(4, 4, 4);
    }
    EXPECT_EQ(program.results()[32], 2U);
    EXPECT_THAT(compiles->seen(), ElementsAre("first", "first", "first", "late"));
    EXPECT_THAT(worker->kernel_lines(), HasSubstr("\t0\t0\t3\t6\t6\t0\n"));
}

// A launch that misses less takes one that is there.
TEST_F(FittedVariants, ServeLaunchesThatMeetMore) {
    const auto worker = make();
    Strided program(*worker);
    program.launch(far, far, 4);
    program.launch(4, far, 4);
    program.launch(far, 4, 4);
    EXPECT_EQ(program.client.synchronize(), 0);
    EXPECT_THAT(compiles->seen(), ElementsAre("first", "first"));
    EXPECT_THAT(worker->kernel_lines(), HasSubstr("\t0\t0\t0\t3\t0\t0\n"));
}

TEST_F(FittedVariants, ThatCannotBeCompiledLeaveTheFencedOne) {
    compiles->fails_fitted = true;
    const auto worker = make();
    Strided program(*worker);
    program.launch(4, far, 4);
    program.launch(4, far, 4);
    EXPECT_EQ(program.results()[1], 2U);
    EXPECT_THAT(compiles->seen(), ElementsAre("first", "first", "late"));
    EXPECT_THAT(worker->kernel_lines(), HasSubstr("\t0\t0\t0\t0\t2\t0\n"));
}

// Not where a pointer is none, which no access asks for alone.
TEST_F(FittedVariants, AreNotMadeForPointersOutsideTheWindow) {
    const auto worker = make();
    Strided program(*worker);
    program.client.launch(program.put, 0, 2, program.data + far, Address{4}, far, Address{4});
    EXPECT_EQ(program.client.synchronize(), 0);
    EXPECT_THAT(compiles->seen(), ElementsAre("first", "late"));
}

TEST_F(FittedVariants, AreMadeForGraphsAndTheirUpdates) {
    const auto worker = make();
    Strided program(*worker);
    TestClient& client = program.client;
    const auto graph_with = [&](Address a, Address b) {
        std::vector<std::byte> bytes;
        for (const Address one : {program.data, a, b, Address{4}})
            TestClient::append(bytes, one);
        wire::Launch launch = launch_of_one(program.put);
        launch.block_x = 2;
        channel::GraphWriter writer;
        writer.add(launch, {}, bytes);
        return writer;
    };
    const std::uint64_t graph = client.handle(HandleKind::GraphExec);
    const auto free = graph_with(4, 4), one = graph_with(4, far), other = graph_with(far, 4);
    ASSERT_EQ(client.call(wire::CreateGraph{.graph = graph, .nodes = free.count()}, free.bytes()), 0);
    client.submit(wire::LaunchGraph{graph, 0});
    for (const auto* next : {&one, &other, &one}) {
        wire::UpdateGraph::Reply reply;
        ASSERT_EQ(client.call(wire::UpdateGraph{.graph = graph, .nodes = next->count()}, reply, next->bytes()), 0);
        EXPECT_EQ(reply.first_difference, 1U);
        client.submit(wire::LaunchGraph{graph, 0});
    }
    EXPECT_EQ(program.results()[1], 2U);
    EXPECT_THAT(compiles->seen(), ElementsAre("first", "first", "first"));
    EXPECT_THAT(worker->kernel_lines(), HasSubstr("\t0\t0\t1\t3\t0\t0\n"));
}

TEST_F(FittedVariants, TellInCheckModeOfWhatTheyFence) {
    mode = guard::Mode::Check;
    const auto worker = make();
    Strided program(*worker);
    std::vector<std::byte> bytes;
    for (const Address one : {program.data, Address{4}, far, Address{4}})
        TestClient::append(bytes, one);
    wire::Launch launch = launch_of_one(program.put);
    launch.block_x = 2;
    EXPECT_EQ(program.client.outcome(launch, bytes), cuda_status::illegal_address);
    EXPECT_THAT(compiles->seen(), ElementsAre("first", "first"));
}

TEST_F(FittedVariants, AreKeptByThemselves) {
    const Folder folder;
    const auto run = [&] {
        cache = std::make_shared<ModuleCache>(
            cache::DiskCache::open({.folder = folder.path + "/cache", .secret_file = folder.path + "/secret"}).take());
        const auto worker = make();
        Strided program(*worker);
        program.launch(4, far, 4);
        EXPECT_EQ(program.results()[1], 2U);
        EXPECT_THAT(worker->kernel_lines(), HasSubstr("\t0\t0\t0\t1\t0\t0\n"));
        return folder.files();
    };
    const std::size_t both = run();
    EXPECT_EQ(run(), both);
    EXPECT_THAT(compiles->seen(), ElementsAre("first", "first", "first", "first"));
}

}  // namespace
}  // namespace ringfence::worker
