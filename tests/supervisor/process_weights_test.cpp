// Sessions of one virtual GPU count as their programs' processes do for the operating system. With a real daemon, a
// real worker and real processes.
#include <sched.h>
#include <sys/resource.h>

#include <cmath>

#include <gmock/gmock.h>

#include "tenants/process_weight.h"
#include "vgpus_fixture.h"

namespace ringfence::supervisor {
namespace {

using nlohmann::ordered_json;

constexpr const char* one_tenant = "[tenant.alice]\ntokens = true\n";

class ProcessWeights : public VgpusOfDaemon {
protected:
    static ordered_json session_of(const ordered_json& status, pid_t pid) {
        for (const auto& worker : status["workers"]) {
            for (const auto& session : worker["session_list"]) {
                if (session["pid"] == pid) return session;
            }
        }
        return ordered_json::object();
    }
    static std::uint64_t launches_of(const ordered_json& status, pid_t pid) {
        return session_of(status, pid).value("launches", std::uint64_t{0});
    }
    // The first one's share of the launches of both, whose kernels are alike, in points.
    double share_of(const VgpuLoad& one, const VgpuLoad& other) {
        const auto before = status();
        std::this_thread::sleep_for(3s);
        const auto after = status();
        const auto since = [&](const VgpuLoad& load) {
            return static_cast<double>(launches_of(after, load.pid()) - launches_of(before, load.pid()));
        };
        return 100 * since(one) / (since(one) + since(other));
    }
    // The first one's weight beside the other's, once it is that.
    bool weight_becomes(const VgpuLoad& one, const VgpuLoad& other, double wanted) {
        return becomes([&] {
            const auto now = status();
            const double weight = session_of(now, one.pid()).value("weight", 0.0);
            return std::abs(weight / session_of(now, other.pid()).value("weight", 1.0) - wanted) < wanted / 10;
        });
    }
    bool are_at_work(const VgpuLoad& one, const VgpuLoad& other) {
        return becomes([&] {
            const auto now = status();
            return launches_of(now, one.pid()) > 20 && launches_of(now, other.pid()) > 20;
        });
    }
};

TEST_F(ProcessWeights, DivideAVirtualGpuAlsoWhenTheyChange) {
    start_with(one_tenant);
    VgpuLoad usual(socket_, token_of("alice"));
    VgpuLoad lowered(socket_, token_of("alice"));
    ASSERT_TRUE(are_at_work(usual, lowered));
    const auto nice_of_both = ::getpriority(PRIO_PROCESS, static_cast<id_t>(usual.pid()));
    if (nice_of_both > 5) GTEST_SKIP() << "these tests run at nice " << nice_of_both << ", and cannot go lower by much";
    // As renice does: one step is worth a quarter.
    ASSERT_EQ(::setpriority(PRIO_PROCESS, static_cast<id_t>(lowered.pid()), nice_of_both + 5), 0);
    ASSERT_TRUE(weight_becomes(lowered, usual, 0.328));
    EXPECT_THAT(session_of(status(), lowered.pid())["standing"].get<std::string>(),
                testing::HasSubstr("nice " + std::to_string(nice_of_both + 5)));
    EXPECT_TRUE(share_becomes(75.3, 6, [&] { return share_of(usual, lowered); }));
    // As chrt does.
    const sched_param parameters{};
    ASSERT_EQ(::sched_setscheduler(lowered.pid(), SCHED_IDLE, &parameters), 0);
    ASSERT_TRUE(becomes(
        [&] { return session_of(status(), lowered.pid())["standing"].get<std::string>().starts_with("idle class"); }));
    EXPECT_TRUE(share_becomes(99, 2, [&] { return share_of(usual, lowered); }));
    // It gets all the time that nobody else wants.
    EXPECT_EQ(usual.end(), "");
    const std::uint64_t before = launches_of(status(), lowered.pid());
    EXPECT_TRUE(becomes([&] { return launches_of(status(), lowered.pid()) > before + 300; }));
    EXPECT_EQ(lowered.end(), "");
}

TEST_F(ProcessWeights, CanBeLeftOut) {
    start_with(one_tenant, 1, "[process_weights]\nfollow = false\n");
    VgpuLoad usual(socket_, token_of("alice"));
    VgpuLoad lowered(socket_, token_of("alice"));
    ASSERT_EQ(::setpriority(PRIO_PROCESS, static_cast<id_t>(lowered.pid()), 19), 0);
    ASSERT_TRUE(are_at_work(usual, lowered));
    const auto now = status();
    EXPECT_EQ(session_of(now, lowered.pid())["weight"], tenants::usual_weight);
    EXPECT_EQ(session_of(now, lowered.pid())["standing"], "");
    EXPECT_EQ(usual.end(), "");
    EXPECT_EQ(lowered.end(), "");
}

}  // namespace
}  // namespace ringfence::supervisor
