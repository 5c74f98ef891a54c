// What the daemon orders, its workers get, also one that does not read for a while.
#include <signal.h>
#include <stdlib.h>

#include <chrono>
#include <memory>
#include <span>

#include <gtest/gtest.h>

#include "base/socket.h"
#include "supervisor/workers.h"

namespace ringfence::supervisor {
namespace {

using std::chrono::milliseconds;

class Nobody final : public Workers::Listener {
public:
    void worker_said(WorkerProcess& /*worker*/) override {}
    void worker_ended(const WorkerProcess& /*worker*/, const std::string& /*how*/, bool /*was_its_time*/) override {}
    void client_lost(const Handover& /*client*/, const Error& /*why*/) override {}
    void worker_hangs(const WorkerProcess& /*worker*/, const std::string& /*why*/) override {}
    bool has_session(const WorkerProcess& /*worker*/) const override { return true; }
    void card_is_unshareable(const WorkerProcess& /*worker*/, const std::string& /*why*/) override {}
};

class WorkerOrders : public testing::Test {
protected:
    static constexpr int more_than_a_socket_holds = 2000;

    void SetUp() override {
        ::setenv("FAKE_VGPU", "lab", 1);
        ::setenv("FAKE_ANSWER", "/dev/null", 1);
        loop_ = rpc::EventLoop::create().take();
        workers_ = Workers::create(*loop_, FAKE_WORKER, settings_, listener_).take();
        settings_.isolation = Isolation::Shared;
        worker_ = workers_->prepare({settings_, ""}).take();
        ASSERT_TRUE(comes_about([this] { return worker_->state().is_ready != 0; }));
    }
    template <typename Condition>
    bool comes_about(const Condition& is_met) {
        for (int i = 0; i < 600 && !is_met(); ++i)
            loop_->run(loop_->after(milliseconds(20)));
        return is_met();
    }
    // It does not read any more, and nothing more can be sent to it.
    void let_worker_doze() {
        ASSERT_EQ(::kill(worker_->pid(), SIGSTOP), 0);
        for (int i = 0; i < more_than_a_socket_holds; ++i) {
            if (!worker_->ask_to_tell(1).ok()) return;
        }
        FAIL() << "its socket holds everything";
    }
    void wake_worker() { ASSERT_EQ(::kill(worker_->pid(), SIGCONT), 0); }
    std::uint32_t share_of_lab() const {
        const auto found = worker_->vgpus().find("lab");
        return found == worker_->vgpus().end() ? 0 : found->second.vgpu.shares[0];
    }

    Settings settings_;
    Nobody listener_;
    std::unique_ptr<rpc::EventLoop> loop_;
    std::unique_ptr<Workers> workers_;
    WorkerProcess* worker_ = nullptr;
};

TEST_F(WorkerOrders, APolicyIsNotJudgedBeforeEveryWorkerHasIt) {
    let_worker_doze();
    const std::uint32_t number = workers_->offer_policy(nullptr, "lab");
    EXPECT_FALSE(workers_->have_judged_policy(number, "lab"));
    workers_->settle_policy(std::nullopt, number, "lab");
    EXPECT_FALSE(workers_->is_idle());
    wake_worker();
    EXPECT_TRUE(comes_about([&] {
        workers_->repeat_orders({});
        return worker_->policy("lab").header.number == number;
    }));
    EXPECT_TRUE(workers_->have_judged_policy(number, "lab"));
    EXPECT_TRUE(workers_->is_idle());
}

TEST_F(WorkerOrders, OfSeveralPoliciesForAPlaceTheLastOneComes) {
    let_worker_doze();
    workers_->offer_policy(nullptr, "lab");
    const std::uint32_t other = workers_->offer_policy(nullptr, "");
    const std::uint32_t last = workers_->offer_policy(nullptr, "lab");
    wake_worker();
    EXPECT_TRUE(comes_about([&] {
        workers_->repeat_orders({});
        return worker_->policy("lab").header.number == last && worker_->policy("").header.number == other;
    }));
}

TEST_F(WorkerOrders, SharesComeToAWorkerThatDidNotRead) {
    workers_->ask_to_tell();
    ASSERT_TRUE(comes_about([this] { return worker_->vgpus().contains("lab"); }));
    sched::VirtualGpu lab;
    lab.name = "lab";
    lab.shares[0] = 250'000;
    let_worker_doze();
    workers_->change_vgpus({lab});
    wake_worker();
    EXPECT_TRUE(comes_about([&] {
        workers_->repeat_orders({lab});
        workers_->ask_to_tell();
        return share_of_lab() == 250'000;
    }));
}

// A session that was on its way with the shares of before has brought them back.
TEST_F(WorkerOrders, SharesThatAWorkerHasOtherwiseAreOrderedAgain) {
    workers_->ask_to_tell();
    ASSERT_TRUE(comes_about([this] { return worker_->vgpus().contains("lab"); }));
    sched::VirtualGpu lab;
    lab.name = "lab";
    lab.shares[0] = 250'000;
    workers_->change_vgpus({lab});
    worker::VgpuOrder before;
    worker::put_text(before.vgpu.name, "lab");
    before.vgpu.shares[0] = 100'000;
    ASSERT_TRUE(send_message(worker_->control(), std::as_bytes(std::span(&before, 1))).ok());
    workers_->ask_to_tell();
    ASSERT_TRUE(comes_about([this] { return share_of_lab() == 100'000; }));
    EXPECT_TRUE(comes_about([&] {
        workers_->repeat_orders({lab});
        workers_->ask_to_tell();
        return share_of_lab() == 250'000;
    }));
}

// Whoever has asked gets it, and nobody can close some files.
TEST_F(WorkerOrders, AnAnswerIsAMemoryFileOrItsWorkerIsEnded) {
    ASSERT_TRUE(worker_->ask_about_kernels(7).ok());
    EXPECT_TRUE(comes_about([this] { return workers_->all().empty(); }));
}

}  // namespace
}  // namespace ringfence::supervisor
