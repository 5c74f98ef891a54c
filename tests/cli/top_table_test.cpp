#include "cli/top_table.h"

#include <sstream>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace ringfence::cli {
namespace {

using nlohmann::ordered_json;

ordered_json session(unsigned number, const char* tenant, std::uint64_t launches, std::uint64_t copied) {
    return {{"session", number},    {"pid", 4000U + number},     {"program", "trainer"},
            {"tenant", tenant},     {"memory_used", 3ULL << 30}, {"host_memory", 100ULL << 20},
            {"launches", launches}, {"copied_bytes", copied},    {"violations", number == 3 ? 12U : 0U}};
}

ordered_json status(std::uint64_t launches, std::uint64_t copied) {
    ordered_json json{{"uptime_s", 77U}, {"sessions", 3U}, {"workers_died", 1U}, {"clients_refused", 2U}};
    json["host_memory"] = {{"granted", 300ULL << 20}, {"limit", 8ULL << 30}};
    json["workers"] = ordered_json::array();
    json["workers"].push_back({{"pid", 10U}, {"session_list", {session(1, "ann", launches, copied)}}});
    json["workers"].push_back(
        {{"pid", 11U}, {"session_list", {session(2, "ann", 100, 0), session(3, "bob", launches / 2, 0)}}});
    return json;
}

TEST(TopTable, RatesAreThoseOfTheTimeBetween) {
    const ordered_json before = status(1000, 0);
    const std::string table = top_table(status(21'000, 5ULL << 30), &before, std::chrono::seconds(2));
    EXPECT_EQ(table,
              "up 77 s, 3 sessions, 2 workers (1 died), 2 refused, host memory 300M of 8.0G\n"
              "\n"
              "TENANT/SESSION      PID PROGRAM        MEMORY   HOST LAUNCH/s  COPY/s SHARE  FLT\n"
              "ann                                      6.0G   200M    10.0k    2.5G   67%    0\n"
              "  1                4001 trainer          3.0G   100M    10.0k    2.5G   67%    0\n"
              "  2                4002 trainer          3.0G   100M        0       0    0%    0\n"
              "bob                                      3.0G   100M     5.0k       0   33%   12\n"
              "  3                4003 trainer          3.0G   100M     5.0k       0   33%   12\n");
}

TEST(TopTable, EveryLineFitsEightyColumns) {
    ordered_json wide = status(UINT64_MAX, UINT64_MAX);
    for (ordered_json& worker : wide["workers"]) {
        for (ordered_json& one : worker["session_list"]) {
            for (const char* key : {"memory_used", "host_memory", "launches", "copied_bytes", "violations", "pid"})
                one[key] = UINT64_MAX / 8;
            one["pid"] = 4'194'304U;
            one["program"] = "a\x1b[2J program with a very long name";
            one["tenant"] = "a tenant with a very long name";
        }
    }
    wide["clients_refused"] = 1'000'000U;
    const ordered_json before = status(0, 0);
    std::istringstream lines(top_table(wide, &before, std::chrono::milliseconds(1)));
    for (std::string line; std::getline(lines, line);) {
        EXPECT_LE(line.size(), 80U) << line;
        EXPECT_EQ(line.find('\x1b'), std::string::npos);
    }
}

TEST(TopTable, NonsenseIsShownAsNothing) {
    EXPECT_NE(top_table(ordered_json::object(), nullptr, {}).find("nobody is here"), std::string::npos);
    (void)top_table(ordered_json::parse(R"({"workers": 5, "host_memory": "x"})"), nullptr, {});
    (void)top_table(ordered_json::parse(R"({"workers": [1, {"session_list": [null, {"pid": "x"}]}]})"), nullptr, {});
}

}  // namespace
}  // namespace ringfence::cli
