// Connections that the daemon does not accept. Whoever asked is told why, with the code of it, whether the daemon
// closed the connection before the first question was sent, after it, or between two of its parts.
#include <grp.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <functional>
#include <ringfence/ringfence.hpp>
#include <thread>

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

#include "harness.h"
#include "libringfence/farewell.h"
#include "supervisor/daemon_client.h"

namespace ringfence::native_test {
namespace {

using testing::HasSubstr;

constexpr uid_t known_user = 61777;
constexpr uid_t unknown_user = 61778;
constexpr int attempts = 200;

class DoorTest : public testing::Test {
protected:
    void SetUp() override {
        if (::getuid() != 0) GTEST_SKIP() << "processes of other users can only be made by root";
        daemon_ = std::make_unique<Daemon>("[tenant.holder]\nuids = [" + std::to_string(known_user) +
                                           "]\n[tenant.holder.limits]\nconnections = 2\n");
        ::chmod(daemon_->folder().c_str(), 0755);
        ::chmod(daemon_->control_socket().c_str(), 0777);
    }

    // In a process of that user.
    static void as_user(uid_t user, const std::function<void()>& check) {
        const pid_t child = ::fork();
        if (child == 0) {
            if (::setgroups(0, nullptr) != 0 || ::setresgid(user, user, user) != 0 ||
                ::setresuid(user, user, user) != 0)
                ::_exit(100);
            check();
            ::_exit(HasFailure() ? 101 : 0);
        }
        int status = 0;
        ::waitpid(child, &status, 0);
        EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0) << status;
    }

    std::unique_ptr<Daemon> daemon_;
};

TEST_F(DoorTest, StrangersAreToldThatNobodyKnowsThem) {
    as_user(unknown_user, [] {
        for (int i = 0; i < attempts; ++i) {
            const auto refused = gpu::Client::open();
            ASSERT_EQ(refused.code(), RF_UNKNOWN_PEER) << refused.error().text();
            EXPECT_THAT(refused.error().message, HasSubstr("nobody knows user " + std::to_string(unknown_user)));
        }
    });
}

TEST_F(DoorTest, ATenantThatHasItsConnectionsIsToldWhichLimitItIs) {
    as_user(known_user, [] {
        auto first = gpu::Client::open();
        const auto second = gpu::Client::open();
        ASSERT_TRUE(first && second);
        for (int i = 0; i < attempts; ++i) {
            const auto third = gpu::Client::open();
            ASSERT_EQ(third.code(), RF_LIMIT_REACHED) << third.error().text();
            EXPECT_EQ(third.error().limit, "connections");
            EXPECT_THAT(third.error().message, HasSubstr("tenant holder has 2 connections"));
            EXPECT_THAT(third.error().remedy, HasSubstr("close some"));
        }
        // One that was closed leaves room, as soon as the daemon has seen it.
        first = gpu::Error{};
        bool is_let_in = false;
        for (int i = 0; i < 6000 && !is_let_in; ++i) {
            is_let_in = static_cast<bool>(gpu::Client::open());
            std::this_thread::sleep_for(std::chrono::milliseconds(10));
        }
        EXPECT_TRUE(is_let_in);
    });
    nlohmann::ordered_json status;
    std::thread([&] { status = supervisor::daemon_status().take(); }).join();
    EXPECT_GE(status["tenants"]["holder"]["connections"]["reached"], attempts);
    EXPECT_EQ(status["tenants"]["holder"]["connections"]["limit"], 2);
}

TEST(Farewell, IsFoundBehindTheWordsOfRpc) {
    const auto told = native::farewell_in(
        "remote exception: limitReached: tenant a has 2 connections, as many as it may have (connections)\n"
        "  remedy: close some");
    ASSERT_TRUE(told);
    EXPECT_EQ(told->code, RF_LIMIT_REACHED);
    EXPECT_EQ(told->message, "tenant a has 2 connections, as many as it may have (connections)");
    EXPECT_EQ(told->remedy, "close some");
    EXPECT_EQ(told->limit, "connections");
    EXPECT_EQ(native::farewell_in("unknownPeer: nobody knows user 7")->code, RF_UNKNOWN_PEER);
}

// A refusal whose code is that of success would be taken for one.
TEST(Farewell, OtherTextsHaveNone) {
    for (const char* text : {"", "Peer disconnected.", "remote exception: none: all is well", "unknownPeer",
                             "remote exception: it is unknown", "xdenied: y"})
        EXPECT_FALSE(native::farewell_in(text)) << text;
}

}  // namespace
}  // namespace ringfence::native_test
