#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <chrono>
#include <thread>

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

#include "supervisor/metrics_server.h"
#include "supervisor/metrics_text.h"

namespace ringfence::supervisor {
namespace {

using std::chrono::milliseconds;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

TEST(MetricsText, ProgramsCannotForgeLines) {
    nlohmann::ordered_json status;
    nlohmann::ordered_json session{{"session", 1U}, {"pid", 2U}, {"launches", 77U}, {"tenant", "ann"}};
    session["program"] = "a\"} 1\nringfence_up 0\\";
    status["workers"].push_back({{"pid", 5U}, {"session_list", {session}}});
    const std::string text = metrics_text(status);
    EXPECT_THAT(text, HasSubstr("ringfence_session_launches_total{tenant=\"ann\",session=\"1\",worker=\"5\",pid=\"2\","
                                "program=\"a\\\"} 1\\\\x0aringfence_up 0\\\\\"} 77\n"));
    EXPECT_THAT(text, Not(HasSubstr("\nringfence_up 0")));
    EXPECT_THAT(text, HasSubstr("ringfence_sessions{tenant=\"ann\"} 1\n"));
}

TEST(MetricsText, TellsOfVirtualGpus) {
    nlohmann::ordered_json status;
    nlohmann::ordered_json vgpu{{"name", "web"}, {"queued", 3U}, {"compute_ns", 70U}, {"copy_from_ns", 5U}};
    status["workers"].push_back({{"pid", 5U}, {"vgpus", {vgpu}}});
    const std::string text = metrics_text(status);
    EXPECT_THAT(text, HasSubstr("ringfence_vgpu_queued_jobs{vgpu=\"web\",worker=\"5\"} 3\n"));
    const std::string time = "ringfence_vgpu_device_nanoseconds_total{vgpu=\"web\",worker=\"5\",resource=";
    EXPECT_THAT(text, HasSubstr(time + "\"compute\"} 70\n"));
    EXPECT_THAT(text, HasSubstr(time + "\"copy_to\"} 0\n"));
    EXPECT_THAT(text, HasSubstr(time + "\"copy_from\"} 5\n"));
}

TEST(MetricsText, TellsOfPolicies) {
    nlohmann::ordered_json status;
    nlohmann::ordered_json policy{{"stage", "runs"}, {"name", "band"}, {"changes", 2U}, {"wrong", 1U}};
    policy["runs"] = {1U, 0U, 5U, 70U};
    policy["steps"] = {9U, 0U, 50U, 7000U};
    policy["waits"] = {3U, 0U, 4U};
    policy["waits_sum_ns"] = 44'000U;
    status["workers"].push_back({{"pid", 5U}, {"policy", policy}});
    nlohmann::ordered_json& nested = status["workers"].back()["vgpu_policies"];
    nested["web"] = policy;
    nested["web"]["name"] = "mine";
    nested["web"]["stage"] = "fallen";
    nested["odd"] = 7U;
    status["policy_loads_refused"] = 9U;
    status["workers"].push_back({{"pid", 6U}, {"policy", {{"stage", "built-in"}, {"changes", 0U}}}});
    status["workers"].push_back({{"pid", 7U}});
    const std::string text = metrics_text(status);
    const std::string who = "{worker=\"5\",policy=\"band\"";
    EXPECT_THAT(text, HasSubstr("ringfence_policy_in_use" + who + "} 1\n"));
    EXPECT_THAT(text, HasSubstr("ringfence_policy_in_use{worker=\"6\",policy=\"built-in\"} 1\n"));
    EXPECT_THAT(text, HasSubstr("ringfence_policy_hook_runs_total" + who + ",hook=\"dispatch\"} 70\n"));
    EXPECT_THAT(text, HasSubstr("ringfence_policy_hook_instructions_total" + who + ",hook=\"dispatch\"} 7000\n"));
    EXPECT_THAT(text, HasSubstr("# TYPE ringfence_policy_wait_nanoseconds histogram\n"));
    EXPECT_THAT(text, HasSubstr("ringfence_policy_wait_nanoseconds_bucket" + who + ",le=\"1000\"} 3\n"));
    EXPECT_THAT(text, HasSubstr("ringfence_policy_wait_nanoseconds_bucket" + who + ",le=\"16000\"} 7\n"));
    EXPECT_THAT(text, HasSubstr("ringfence_policy_wait_nanoseconds_bucket" + who + ",le=\"+Inf\"} 7\n"));
    EXPECT_THAT(text, HasSubstr("ringfence_policy_wait_nanoseconds_sum" + who + "} 44000\n"));
    EXPECT_THAT(text, HasSubstr("ringfence_policy_wait_nanoseconds_count" + who + "} 7\n"));
    EXPECT_THAT(text, Not(HasSubstr("worker=\"7\",policy")));
    // The metrics of policies within virtual GPUs.
    const std::string within = "{worker=\"5\",policy=\"mine\",vgpu=\"web\"";
    EXPECT_THAT(text, HasSubstr("ringfence_policy_in_use" + within + "} 0\n"));
    EXPECT_THAT(text, HasSubstr("ringfence_policy_hook_runs_total" + within + ",hook=\"dispatch\"} 70\n"));
    EXPECT_THAT(text, HasSubstr("ringfence_policy_wrong_answers_total" + within + "} 1\n"));
    EXPECT_THAT(text, HasSubstr("ringfence_policy_wait_nanoseconds_count" + within + "} 7\n"));
    EXPECT_THAT(text, HasSubstr("ringfence_policy_loads_refused_total 9\n"));
}

TEST(MetricsAddress, HasAHostAndAPort) {
    EXPECT_EQ(parse_metrics_address("127.0.0.1:9099").value().port, 9099);
    EXPECT_EQ(parse_metrics_address("[::1]:1").value().host, "::1");
    for (const char* bad : {"", "9099", ":9099", "127.0.0.1:", "127.0.0.1:x", "127.0.0.1:70000", "::1:99", "a:1 "})
        EXPECT_FALSE(parse_metrics_address(bad).ok()) << bad;
}

TEST(MetricsAnswer, OnlyOnePageIsThere) {
    int asked = 0;
    const MetricsServer::Page page = [&] {
        ++asked;
        return std::string("page\n");
    };
    EXPECT_THAT(answer_request("GET /metrics HTTP/1.1\r\n\r\n", page), StartsWith("HTTP/1.1 200 OK\r\n"));
    EXPECT_THAT(answer_request("GET /metrics?a=b HTTP/1.1\r\n\r\n", page), HasSubstr("\r\n\r\npage\n"));
    EXPECT_EQ(asked, 2);
    EXPECT_THAT(answer_request("GET / HTTP/1.1\r\n\r\n", page), StartsWith("HTTP/1.1 404"));
    EXPECT_THAT(answer_request("GET /metricsx HTTP/1.1\r\n\r\n", page), StartsWith("HTTP/1.1 404"));
    EXPECT_THAT(answer_request("POST /metrics HTTP/1.1\r\n\r\n", page), StartsWith("HTTP/1.1 405"));
    EXPECT_THAT(answer_request("\r\n\r\n", page), StartsWith("HTTP/1.1 405"));
    EXPECT_THAT(answer_request(std::string(5000, '\0'), page), StartsWith("HTTP/1.1 405"));
    EXPECT_EQ(asked, 2);
    EXPECT_THAT(answer_request("GET /metrics", [] { return std::string(); }), StartsWith("HTTP/1.1 503"));
}

TEST(MetricsServerListen, WaitsForAnotherThatIsAboutToEnd) {
    const auto page = [] { return std::string("page\n"); };
    auto first = MetricsServer::listen({"127.0.0.1", 0}, page).take();
    const MetricsAddress address{"127.0.0.1", first->port()};
    const auto refused = MetricsServer::listen(address, page);
    ASSERT_FALSE(refused.ok());
    EXPECT_THAT(refused.error().text(), HasSubstr("cannot be served at"));
    std::thread ends([&] {
        std::this_thread::sleep_for(milliseconds(50));
        first.reset();
    });
    const auto second = MetricsServer::listen(address, page, std::chrono::minutes(2));
    ends.join();
    ASSERT_TRUE(second.ok()) << second.error().text();
    EXPECT_EQ(second.value()->port(), address.port);
}

// There is no moment at which another user could take the address.
TEST(MetricsServerListen, ASuccessorListensBesideTheOther) {
    const auto page = [] { return std::string("page\n"); };
    const auto first = MetricsServer::listen({"127.0.0.1", 0}, page).take();
    const MetricsAddress address{"127.0.0.1", first->port()};
    const auto second = MetricsServer::listen(address, page, {}, true);
    ASSERT_TRUE(second.ok()) << second.error().text();
    EXPECT_FALSE(MetricsServer::listen(address, page).ok());
    const auto third = MetricsServer::listen(address, page, {}, true);
    EXPECT_TRUE(third.ok()) << third.error().text();
}

class MetricsServerTest : public testing::Test {
protected:
    void SetUp() override {
        server_ = MetricsServer::listen({"127.0.0.1", 0}, [] { return std::string("page\n"); }).take();
    }
    UniqueFd connect() {
        UniqueFd socket(::socket(AF_INET, SOCK_STREAM, 0));
        sockaddr_in address{};
        address.sin_family = AF_INET;
        address.sin_port = htons(server_->port());
        address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        EXPECT_EQ(::connect(socket.get(), reinterpret_cast<sockaddr*>(&address), sizeof address), 0);
        return socket;
    }
    static void say(const UniqueFd& socket, std::string_view text) {
        (void)!::send(socket.get(), text.data(), text.size(), MSG_NOSIGNAL);
    }
    // The text that arrives within so many rounds.
    std::string answer(const UniqueFd& socket, int rounds = 12'000) {
        std::string text(4096, '\0');
        for (int i = 0; i < rounds; ++i) {
            server_->serve(milliseconds(5));
            const ssize_t got = ::recv(socket.get(), text.data(), text.size(), MSG_DONTWAIT);
            if (got > 0) return text.substr(0, static_cast<std::size_t>(got));
        }
        return "";
    }

    std::unique_ptr<MetricsServer> server_;
};

TEST_F(MetricsServerTest, ARequestInPiecesIsAnswered) {
    const UniqueFd socket = connect();
    say(socket, "GET /met");
    EXPECT_EQ(answer(socket, 20), "");
    say(socket, "rics HTTP/1.0\r\n\r\n");
    EXPECT_THAT(answer(socket), HasSubstr("page\n"));
}

TEST_F(MetricsServerTest, SilentVisitorsKeepNobodyOut) {
    std::vector<UniqueFd> silent;
    for (int i = 0; i < 100; ++i) {
        silent.push_back(connect());
        say(silent.back(), "GET");
        server_->serve(milliseconds(5));
    }
    const UniqueFd socket = connect();
    say(socket, "GET /metrics HTTP/1.0\r\n\r\n");
    EXPECT_THAT(answer(socket), HasSubstr("page\n"));
}

TEST_F(MetricsServerTest, EndlessRequestsAreRefused) {
    const UniqueFd socket = connect();
    for (int i = 0; i < 10; ++i) {
        say(socket, std::string(1000, 'x'));
        server_->serve(milliseconds(5));
    }
    EXPECT_THAT(answer(socket), StartsWith("HTTP/1.1 431"));
}

}  // namespace
}  // namespace ringfence::supervisor
