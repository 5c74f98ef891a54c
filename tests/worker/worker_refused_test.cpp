// Modules with a kernel that the guard refuses: the others run, and that one is refused when it is asked for.
#include <algorithm>
#include <string>

#include <gmock/gmock.h>

#include "base/cuda_status.h"
#include "test_client.h"

namespace ringfence::worker {
namespace {

using testing::HasSubstr;

// Two that are fine, one of which has conditions, so that a launch needs the late variants; and two that are not.
const std::string partly_refused = R"(
.version 8.3
.target sm_90
.address_size 64
.visible .global .align 4 .u32 counter = 7;
.func again()
{
    call again;
    ret;
}
.visible .entry recursive(.param .u64 address, .param .u32 value)
{
    call again;
    ret;
}
.visible .entry store(.param .u64 address, .param .u32 value)
{
    .reg .b64 %rd<2>;
    .reg .b32 %r<2>;
    ld.param.u64 %rd1, [address];
    ld.param.u32 %r1, [value];
    st.global.u32 [%rd1], %r1;
    ret;
}
.visible .entry registers(.param .u64 address)
{
    .reg .b64 %rd<2>;
    .reg .b32 %r<2>;
    ld.param.u64 %rd1, [address];
    ld.mmio.relaxed.sys.global.u32 %r1, [%rd1];
    ret;
}
.visible .entry count(.param .u64 address)
{
    .reg .b64 %rd<2>;
    .reg .b32 %r<2>;
    ld.param.u64 %rd1, [address];
    ld.global.u32 %r1, [counter];
    st.global.u32 [%rd1], %r1;
    ret;
}
)";

constexpr std::uint64_t window_bytes = std::uint64_t{1} << 32;

class RefusedKernels : public WorkerTest {
protected:
    std::unique_ptr<Worker> make_guarded() {
        backend::SoftOptions soft;
        soft.memory_bytes = std::uint64_t{512} << 20;
        soft.workers = 2;
        WorkerOptions options;
        options.session = session_options_for("soft", true, guard::Mode::Fence);
        options.session.window.bytes = window_bytes;
        options.session.window.has_sinks = true;
        options.session.staging_bytes = 2 << 20;
        options.log = [this](std::string_view line) {
            const std::lock_guard lock(log_mutex);
            log.emplace_back(line);
        };
        options.on_event = [this](const SessionEvent& event) {
            const std::lock_guard lock(log_mutex);
            events.push_back(event);
        };
        return Worker::create(backend::open_soft(soft).take(), options).take();
    }

    // What came of asking for it.
    static std::int32_t ask_for(TestClient& client, std::uint64_t module, std::string_view kernel) {
        return client.call(wire::FindFunction{module, client.handle(HandleKind::Function)}, text_bytes(kernel));
    }

    std::size_t times_logged(std::string_view text) {
        const std::lock_guard lock(log_mutex);
        return static_cast<std::size_t>(std::count_if(
            log.begin(), log.end(), [&](const std::string& line) { return line.find(text) != std::string::npos; }));
    }

    std::vector<SessionEvent> events;
    std::unique_ptr<Worker> guarding = make_guarded();
};

TEST_F(RefusedKernels, TheOthersRun) {
    TestClient client(*guarding);
    const std::uint64_t module = client.load(partly_refused);
    ASSERT_NE(module, 0U);
    const Address memory = client.allocate(256);
    client.launch(client.function(module, "store"), 0, 1, memory, 5U);
    client.launch(client.function(module, "count"), 0, 1, memory + 4);
    EXPECT_EQ(client.get<std::uint32_t>(memory, 2), (std::vector<std::uint32_t>{5, 7}));
    // With the variant for launches that do not meet the conditions, which is made of the same text.
    client.launch(client.function(module, "store"), 0, 1, memory + 3 * window_bytes, 6U);
    EXPECT_EQ(client.synchronize(), 0);
    EXPECT_EQ(client.get<std::uint32_t>(memory, 1).at(0), 6U);
}

TEST_F(RefusedKernels, AreRefusedWithTheReasonWhenTheyAreAskedFor) {
    {
        TestClient client(*guarding);
        const std::uint64_t module = client.load(partly_refused);
        for (int times = 0; times < 3; ++times) {
            EXPECT_EQ(ask_for(client, module, "registers"), cuda_status::not_supported);
            const std::string why = channel::ClientChannel::last_failure_text();
            EXPECT_THAT(why, HasSubstr("the guard refuses the kernel 'registers': registers, PTX line 30: device "
                                       "registers (.mmio)"));
            EXPECT_THAT(why, HasSubstr("--isolation private"));
        }
        EXPECT_EQ(ask_for(client, module, "recursive"), cuda_status::not_supported);
        EXPECT_THAT(channel::ClientChannel::last_failure_text(), HasSubstr("it uses 'again': recursion"));
        EXPECT_EQ(ask_for(client, module, "neither"), cuda_status::not_found);
        EXPECT_EQ(ask_for(client, module, "again"), cuda_status::not_found) << "a function is no kernel";
        EXPECT_EQ(client.synchronize(), 0);
        EXPECT_THAT(guarding->kernel_lines(),
                    HasSubstr("\t0\t0\t0\t0\t0\t3\nreason\t3\tregisters, PTX line 30: device "));
        EXPECT_THAT(guarding->kernel_lines(), HasSubstr("it uses 'again': recursion"));
        EXPECT_THAT(guarding->kernel_lines(), Not(HasSubstr("neither")));
    }
    guarding->wait_until_empty();
    EXPECT_EQ(times_logged("a kernel was refused (801): the guard refuses the kernel 'registers'"), 1U);
    const std::lock_guard lock(log_mutex);
    ASSERT_EQ(events.size(), 5U);
    EXPECT_EQ(events[1].kind, EventKind::ModuleLoaded);
    EXPECT_THAT(events[1].text, HasSubstr("accepted: guarded (fence), without 2 kernels that are refused:"));
    EXPECT_THAT(events[1].text, HasSubstr("'registers' (line 30: device registers"));
    EXPECT_EQ(events[2].kind, EventKind::ModuleRefused);
    EXPECT_EQ(events[2].status, cuda_status::not_supported);
    EXPECT_STREQ(events[2].subject, events[1].subject);
    EXPECT_THAT(events[2].text, HasSubstr("the guard refuses the kernel 'registers'"));
    EXPECT_THAT(events[3].text, HasSubstr("the guard refuses the kernel 'recursive'"));
}

TEST_F(RefusedKernels, AreNotAmongTheModulesKernels) {
    TestClient client(*guarding);
    wire::ListFunctions::Reply reply;
    std::vector<std::byte> names;
    ASSERT_EQ(client.call(wire::ListFunctions{client.load(partly_refused)}, reply, {}, &names), 0);
    EXPECT_EQ(reply.count, 2U);
    EXPECT_EQ(std::string(reinterpret_cast<const char*>(names.data()), names.size()),
              std::string("store\0count\0", 12));
}

TEST_F(RefusedKernels, AreAReasonToGoElsewhereWhileThatIsPossible) {
    TestClient client(*guarding);
    std::memcpy(reinterpret_cast<void*>(client.staging()), partly_refused.data(), partly_refused.size());
    EXPECT_EQ(client.call(wire::JudgeImage{client.staging(), partly_refused.size()}), cuda_status::not_supported);
    EXPECT_THAT(channel::ClientChannel::last_failure_text(), HasSubstr("recursion"));
    EXPECT_NE(client.load(partly_refused), 0U);
}

TEST_F(RefusedKernels, OtherSessionsAreNotTold) {
    TestClient client(*guarding);
    TestClient other(*guarding);
    const std::uint64_t module = client.load(partly_refused);
    EXPECT_EQ(ask_for(client, module, "registers"), cuda_status::not_supported);
    const std::uint64_t same = other.load(partly_refused);
    const Address memory = other.allocate(256);
    other.launch(other.function(same, "store"), 0, 1, memory, 5U);
    EXPECT_EQ(other.get<std::uint32_t>(memory, 1).at(0), 5U);
}

// No handle leads to it: neither a forged one, nor one that is asked for by the name of a variant.
TEST_F(RefusedKernels, CannotBeHadByOtherNames) {
    TestClient client(*guarding);
    const std::uint64_t module = client.load(partly_refused);
    for (const char* name : {"__rf_fenced_registers", "__rf_fenced_store", "Registers", ""})
        EXPECT_EQ(ask_for(client, module, name), cuda_status::not_found) << name;
    const std::uint64_t asked = client.handle(HandleKind::Function);
    EXPECT_EQ(client.call(wire::FindFunction{module, asked}, text_bytes("registers")), cuda_status::not_supported);
    EXPECT_EQ(client.outcome(wire::Launch{0, asked, 1, 1, 1, 1, 1, 1, 0, 0}, std::vector<std::byte>(8)),
              cuda_status::invalid_handle);
    // A kernel of another module with that name is another kernel.
    std::string other = partly_refused;
    const std::string_view load = "ld.mmio.relaxed.sys.global.u32 %r1, [%rd1];";
    other.replace(other.find(load), load.size(), "st.global.u32 [%rd1], 9;");
    const std::uint64_t fine = client.load(other);
    const Address memory = client.allocate(256);
    client.launch(client.function(fine, "registers"), 0, 1, memory);
    EXPECT_EQ(client.get<std::uint32_t>(memory, 1).at(0), 9U);
    EXPECT_EQ(ask_for(client, module, "registers"), cuda_status::not_supported);
}

}  // namespace
}  // namespace ringfence::worker
