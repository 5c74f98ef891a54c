// Virtual GPUs, with a real daemon, a real worker and real clients on the software GPU.
#include <gmock/gmock.h>

#include "vgpus_fixture.h"

namespace ringfence::supervisor {
namespace {

using testing::HasSubstr;

constexpr const char* seventy_thirty = R"(
[tenant.alice]
tokens = true
vgpu = "web"
[tenant.bob]
tokens = true
vgpu = "batch"
[tenant.carol]
tokens = true
[vgpu.web]
compute = "70%"
[vgpu.batch]
compute = "30%"
memory = "256M"
)";

TEST_F(VgpusOfDaemon, DivideTheGpuAsTheyAreSetAlsoWhileProgramsRun) {
    start_with(seventy_thirty);
    VgpuLoad alice(socket_, token_of("alice"));
    VgpuLoad bob(socket_, token_of("bob"));
    EXPECT_GT(alice.device_memory(), std::uint64_t{256} << 20);
    EXPECT_EQ(bob.device_memory(), std::uint64_t{256} << 20);
    await_work("web", "batch");
    EXPECT_TRUE(share_becomes(70, 6, [&] { return share_of("web", "batch", 3s); }));
    set_share("batch", 200'000);
    set_share("web", 800'000);
    EXPECT_TRUE(share_becomes(80, 6, [&] { return share_of("web", "batch", 3s); }));
    EXPECT_EQ(alice.end(), "");
    // It gets all the time that nobody else wants.
    EXPECT_TRUE(becomes([&] { return sum(status(), "web", "sessions") == 0; }));
    EXPECT_TRUE(share_becomes(100, 0.1, [&] { return share_of("batch", "web", 500ms); }));
    EXPECT_EQ(bob.end(), "");
    EXPECT_TRUE(becomes([&] { return sum(status(), "batch", "queued") == 0; }));
}

TEST_F(VgpusOfDaemon, ThoseWhoHaveNoneShareWhatIsLeft) {
    start_with(seventy_thirty);
    set_share("batch", 100'000);
    VgpuLoad alice(socket_, token_of("alice"));
    VgpuLoad carol(socket_, token_of("carol"));
    EXPECT_EQ(alice.device_memory(), carol.device_memory());
    await_work("web", "default");
    // 70 and 20.
    EXPECT_TRUE(share_becomes(77.8, 6, [&] { return share_of("web", "default", 3s); }));
    EXPECT_EQ(carol.end(), "");
    EXPECT_EQ(alice.end(), "");
}

TEST_F(VgpusOfDaemon, TheJobsOfAClientThatIsKilledLeaveTheQueue) {
    start_with(seventy_thirty);
    VgpuLoad alice(socket_, token_of("alice"));
    alice.device_memory();
    for (int i = 0; i < 3; ++i) {
        VgpuLoad bob(socket_, token_of("bob"));
        await_work("web", "batch");
        ASSERT_TRUE(becomes([&] { return sum(status(), "batch", "queued") > 0; }));
        bob.kill();
        EXPECT_TRUE(becomes([&] {
            const auto now = status();
            return sum(now, "batch", "sessions") == 0 && sum(now, "batch", "queued") == 0;
        }));
    }
    const std::uint64_t before = sum(status(), "web", "jobs");
    EXPECT_TRUE(becomes([&] { return sum(status(), "web", "jobs") > before + 20; }));
    EXPECT_EQ(alice.end(), "");
}

TEST_F(VgpusOfDaemon, AProgramSeesItsMultiprocessorsAsTheDevices) {
    start_with(std::string(seventy_thirty) + "sms = 3\n", 4);
    VgpuLoad alice(socket_, token_of("alice"));
    VgpuLoad bob(socket_, token_of("bob"));
    EXPECT_EQ(alice.multiprocessors(), 4U);
    EXPECT_EQ(bob.multiprocessors(), 3U);
    await_work("web", "batch");
    EXPECT_EQ(sum(status(), "batch", "multiprocessors"), 3U);
    EXPECT_EQ(sum(status(), "web", "multiprocessors"), 0U) << "it has all";
    sched::VirtualGpu vgpu = *aside([] { return list_tenants(); }).value().find_vgpu("batch");
    EXPECT_EQ(vgpu.sms, 3U);
    vgpu.sms = 2;
    ASSERT_TRUE(aside([&] { return set_vgpu(vgpu); }).ok());
    VgpuLoad later(socket_, token_of("bob"));
    EXPECT_EQ(later.multiprocessors(), 2U) << "a change holds for the next sessions";
    EXPECT_TRUE(becomes([&] { return sum(status(), "batch", "multiprocessors") == 2; }));
    EXPECT_EQ(alice.end(), "");
    EXPECT_EQ(bob.end(), "");
    EXPECT_EQ(later.end(), "");
}

TEST_F(VgpusOfDaemon, AreNotChangedToWhatCannotBe) {
    start_with(seventy_thirty);
    sched::VirtualGpu vgpu;
    vgpu.name = "more";
    vgpu.shares[0] = 1'000;
    EXPECT_THAT(aside([&] { return set_vgpu(vgpu); }).error().text(), HasSubstr("more than 100%"));
    vgpu.name = "default";
    EXPECT_THAT(aside([&] { return set_vgpu(vgpu); }).error().text(), HasSubstr("bound to none"));
    EXPECT_THAT(aside([] { return remove_vgpu("web"); }).error().text(), HasSubstr("tenant alice is bound"));
    EXPECT_THAT(aside([] { return remove_vgpu("nothing"); }).error().text(), HasSubstr("there is no virtual GPU"));
    const tenants::Registry all = aside([] { return list_tenants(); }).take();
    tenants::Tenant alice = *all.find("alice");
    alice.vgpu = "batch";
    EXPECT_THAT(aside([&] { return set_tenant(alice); }).error().text(), HasSubstr("memory of its own"));
    alice.vgpu = "nothing";
    EXPECT_THAT(aside([&] { return set_tenant(alice); }).error().text(), HasSubstr("there is none"));
    alice.vgpu = "";
    EXPECT_TRUE(aside([&] { return set_tenant(alice); }).ok());
    EXPECT_TRUE(aside([] { return remove_vgpu("web"); }).ok());
    EXPECT_EQ(aside([] { return list_tenants(); }).value().vgpus().size(), 1U);
    EXPECT_EQ(audited("vgpu_removed").size(), 1U);
}

}  // namespace
}  // namespace ringfence::supervisor
