#include "supervisor/settings.h"

#include <algorithm>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include <fmt/core.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "source_dir.h"
#include "supervisor/worker_process.h"

namespace ringfence::supervisor {
namespace {

std::string complaint(std::string_view toml) {
    const Result<Settings> settings = parse_settings(toml, "ringfence.toml");
    return settings.ok() ? "none" : settings.error().text();
}

TEST(Settings, DefaultsAreAutomaticAndGuarded) {
    const Result<Settings> settings = parse_settings("", "ringfence.toml");
    ASSERT_TRUE(settings.ok());
    EXPECT_EQ(settings.value().backend, Backend::Auto);
    EXPECT_EQ(settings.value().isolation, Isolation::Auto);
    EXPECT_EQ(settings.value().guard_in_use(), Guard::Fence);
}

TEST(Settings, EverythingCanBeSaid) {
    const Result<Settings> settings = parse_settings(R"(
        backend = "soft"
        isolation = "shared"
        guard = "off"
        log = "/var/log/ringfence"
        max_workers = 5
        max_sessions = 7
        max_sessions_per_process = 3
        host_memory = "5G"
        [compiler]
        at_once = 3
        limit_ms = 5000
        memory = "1G"
        ptxas = "/opt/cuda/bin/ptxas"
        [cache]
        folder = "/var/cache/ringfence"
        secret = "/var/lib/ringfence/secret"
        limit = "3G"
        [soft]
        memory = "512M"
        workers = 3
        launch_limit_ms = 1000
    )",
                                                     "ringfence.toml");
    ASSERT_TRUE(settings.ok()) << settings.error().text();
    EXPECT_EQ(settings.value().backend, Backend::Soft);
    EXPECT_EQ(settings.value().isolation, Isolation::Shared);
    EXPECT_EQ(settings.value().guard, Guard::Off);
    EXPECT_EQ(settings.value().log, "/var/log/ringfence");
    EXPECT_EQ(settings.value().max_workers, 5u);
    EXPECT_EQ(settings.value().max_sessions, 7u);
    EXPECT_EQ(settings.value().max_sessions_per_process, 3u);
    EXPECT_EQ(settings.value().host_memory, std::uint64_t{5} << 30);
    EXPECT_EQ(settings.value().compilers, 3U);
    EXPECT_EQ(settings.value().compile_limit_ms, 5000U);
    EXPECT_EQ(settings.value().compile_memory, std::uint64_t{1} << 30);
    EXPECT_EQ(settings.value().ptxas, "/opt/cuda/bin/ptxas");
    EXPECT_EQ(settings.value().cache_folder, "/var/cache/ringfence");
    EXPECT_EQ(settings.value().cache_secret, "/var/lib/ringfence/secret");
    EXPECT_EQ(settings.value().cache_limit, std::uint64_t{3} << 30);
    EXPECT_EQ(settings.value().soft_memory, std::uint64_t{512} << 20);
    EXPECT_EQ(settings.value().soft_workers, 3u);
    EXPECT_EQ(settings.value().soft_launch_limit_ms, 1000u);
    EXPECT_EQ(settings.value().host_backing, 0u);
}

TEST(Settings, MemoryBeyondTheCard) {
    EXPECT_EQ(parse_settings("[memory]\nhost_backing = \"3G\"", "ringfence.toml").take().host_backing,
              std::uint64_t{3} << 30);
    EXPECT_EQ(parse_settings("[memory]\nhost_backing = \"0\"", "ringfence.toml").take().host_backing, 0u);
    EXPECT_EQ(complaint("[memory]\nhost_backing = \"1M\""),
              "ringfence.toml:2:16: host_backing: it must be at least 64M, or 0 for none");
    EXPECT_FALSE(parse_settings("", "ringfence.toml").take().host_ready.has_value());
    EXPECT_EQ(
        parse_settings("[memory]\nhost_ready = \"1G\"\nhost_backing = \"3G\"", "ringfence.toml").take().host_ready,
        std::uint64_t{1} << 30);
    EXPECT_EQ(complaint("[memory]\nhost_backing = \"1G\"\nhost_ready = \"2G\""),
              "ringfence.toml:3:14: host_ready: it is a part of host_backing, and cannot be more than that");
    EXPECT_NE(complaint("[memory]\nhost = \"1G\""), "none");
}

TEST(Settings, MistakesAreNamedWithTheirPlace) {
    EXPECT_EQ(complaint("backend = \"gpu\""),
              "ringfence.toml:1:11: backend: there is no backend 'gpu'; there are auto, soft and cuda");
    EXPECT_EQ(
        complaint("\nbackends = \"soft\""),
        "ringfence.toml:2:12: there is no setting 'backends'; there are: audit, backend, cache, compiler, "
        "guard, host_memory, isolation, kernel_grace_ms, kernel_limit_ms, libraries, limits, local_memory, log, "
        "max_sessions, "
        "max_sessions_per_process, max_workers, memory, metrics, multiprocessor_parts, policies, process_weights, "
        "session_patience_ms, soft, "
        "spare_workers, system, tenant_limits, tenants, "
        "worker_patience_ms, worker_pause_ms");
    EXPECT_EQ(complaint("backend = 1"), "ringfence.toml:1:11: backend must be a text in quotes");
    EXPECT_EQ(complaint("[soft]\nmemory = \"12Q\""),
              "ringfence.toml:2:10: memory: '12Q' is no size; write for instance 512M or 16G");
    EXPECT_EQ(complaint("[soft]\nworkers = -1"), "ringfence.toml:2:11: workers must be a number from 0 to 4294967295");
    EXPECT_NE(complaint("backend ="), "none");
}

TEST(Settings, SharedWorkersAreGuardedUnlessSomebodySaysOtherwise) {
    const auto guard_of = [](std::string_view toml) {
        return parse_settings(toml, "ringfence.toml").take().guard_in_use();
    };
    EXPECT_EQ(guard_of("isolation = \"shared\""), Guard::Fence);
    EXPECT_EQ(guard_of("isolation = \"auto\""), Guard::Fence);
    EXPECT_EQ(guard_of("isolation = \"shared\"\nguard = \"off\""), Guard::Off);
    EXPECT_EQ(guard_of("isolation = \"private\"\nguard = \"check\""), Guard::Check);
    EXPECT_EQ(complaint("guard = \"on\""),
              "ringfence.toml:1:9: guard: there is no guard 'on'; there are fence, check and off");
}

TEST(Settings, KernelsHaveTheLimitThatIsSet) {
    const auto settings_of = [](std::string_view toml) { return parse_settings(toml, "ringfence.toml").take(); };
    EXPECT_EQ(settings_of("isolation = \"shared\"").kernel_limit_ms, std::nullopt);
    EXPECT_EQ(settings_of("isolation = \"shared\"\nkernel_limit_ms = 0").kernel_limit_ms, 0u);
    EXPECT_EQ(settings_of("kernel_limit_ms = 70\nkernel_grace_ms = 80").kernel_limit_ms, 70u);
    EXPECT_EQ(settings_of("kernel_grace_ms = 80").kernel_grace_ms, 80u);
    EXPECT_EQ(settings_of("audit = \"/a/b\"").audit.log.writer.path, "/a/b");
    EXPECT_EQ(complaint("audit = \"b\""), "ringfence.toml:1:9: audit: the path must begin with /");
}

TEST(Settings, LocalMemoryIsWhatACardCanGive) {
    EXPECT_EQ(parse_settings("", "ringfence.toml").take().local_memory, 20480u);
    EXPECT_FALSE(parse_settings("", "ringfence.toml").take().multiprocessor_parts);
    EXPECT_TRUE(parse_settings("multiprocessor_parts = true", "ringfence.toml").take().multiprocessor_parts);
    EXPECT_EQ(parse_settings("local_memory = \"64K\"", "ringfence.toml").take().local_memory, 65536u);
    for (const char* bad : {"local_memory = \"0\"", "local_memory = \"513K\""}) {
        EXPECT_THAT(complaint(bad), ::testing::HasSubstr("a thread's local memory must be between 1K and 512K"));
    }
}

TEST(Settings, Sizes) {
    EXPECT_EQ(parse_size("1048576").value(), 1048576u);
    EXPECT_EQ(parse_size("3K").value(), 3072u);
    EXPECT_EQ(parse_size("2T").value(), std::uint64_t{2} << 40);
    for (const char* bad : {"", "M", "-1", "1.5G", "99999999999T", "1 G"})
        EXPECT_FALSE(parse_size(bad).ok()) << bad;
}

TEST(Settings, LimitsOfSessionsAndTenants) {
    const Result<Settings> settings = parse_settings(R"(
        [limits]
        device_memory = "512M"
        streams = 16
        [tenant_limits]
        device_memory = 1073741824
        sessions = 3
    )",
                                                     "ringfence.toml");
    ASSERT_TRUE(settings.ok()) << settings.error().text();
    EXPECT_EQ(text_of(settings.value().limits), "device_memory=512M,streams=16");
    EXPECT_EQ(text_of(settings.value().tenant_limits), "device_memory=1G,sessions=3");
}

TEST(Settings, WrongLimitsAreErrorsWithTheirPlace) {
    using testing::HasSubstr;
    EXPECT_THAT(complaint("[limits]\nsteams = 3"),
                HasSubstr("2:10: there is no limit 'steams'; there are: device_memory"));
    EXPECT_THAT(complaint("[limits]\nsessions = 3"), HasSubstr("of a session, only of a tenant"));
    EXPECT_THAT(complaint("[limits]\nstreams = 0"), HasSubstr("streams must be at least 1"));
    EXPECT_THAT(complaint("[limits]\nstreams = -1"), HasSubstr("streams must be a number"));
    EXPECT_THAT(complaint("[limits]\nstreams = \"1M\""), HasSubstr("'1M' is no number"));
    EXPECT_THAT(complaint("[limits]\nhost_memory = \"1M\""), HasSubstr("host_memory must be at least 64M"));
    EXPECT_THAT(complaint("limits = 5"), HasSubstr("limits must be a table"));
}

TEST(Settings, AuditHasATableOfItsOwn) {
    const auto settings_of = [](std::string_view toml) { return parse_settings(toml, "ringfence.toml").take(); };
    const AuditSettings usual = settings_of("").audit;
    EXPECT_EQ(usual.launches, 1U);
    EXPECT_EQ(usual.log.writer.sync, audit::Sync::Second);
    const AuditSettings set = settings_of(R"([audit]
        file = "/log/audit.jsonl"
        state = "/state"
        file_limit = "1M"
        files = 3
        sync = "always"
        at_once = 10
        per_minute = 2
        launches = "1/1000"
        copies = "off"
        required = true
    )")
                                  .audit;
    EXPECT_EQ(set.log.writer.path, "/log/audit.jsonl");
    EXPECT_EQ(set.log.writer.state_folder, "/state");
    EXPECT_EQ(set.log.writer.file_bytes, 1U << 20);
    EXPECT_EQ(set.log.writer.files_put_aside, 3U);
    EXPECT_EQ(set.log.writer.sync, audit::Sync::Always);
    EXPECT_EQ(set.log.quota.at_once, 10U);
    EXPECT_EQ(set.log.quota.per_minute, 2U);
    EXPECT_EQ(set.launches, 1000U);
    EXPECT_EQ(set.copies, UINT64_MAX);
    EXPECT_TRUE(set.is_required);
    EXPECT_EQ(settings_of("[audit]\nlaunches = \"off\"").audit.launches, 0U);
    EXPECT_EQ(complaint("[audit]\nlaunches = \"1/0\""),
              "ringfence.toml:2:12: launches: '1/0' is none of all, off and 1/N, for instance 1/1000");
    EXPECT_EQ(complaint("[audit]\nsync = \"often\""),
              "ringfence.toml:2:8: sync: there is no 'often'; there are always, second and never");
    EXPECT_EQ(complaint("[audit]\nfile_limit = \"1K\""),
              "ringfence.toml:2:14: file_limit: a file must have room for 64K");
    EXPECT_EQ(complaint("[audit]\nrequired = 1"), "ringfence.toml:2:12: required must be true or false");
}

TEST(Settings, FoldersOfLibrariesGoToWorkersInOrder) {
    const auto settings_of = [](std::string_view toml) { return parse_settings(toml, "ringfence.toml").take(); };
    EXPECT_TRUE(settings_of("").libraries.empty());
    const Settings set = settings_of("libraries = [\"/opt/one\", \"/opt/two\"]");
    EXPECT_EQ(set.libraries, (std::vector<std::string>{"/opt/one", "/opt/two"}));
    const std::vector<std::string> words = worker_options({set, ""});
    const auto first = std::find(words.begin(), words.end(), "--libraries");
    ASSERT_GE(words.end() - first, 4);
    EXPECT_EQ(std::vector<std::string>(first, first + 4),
              (std::vector<std::string>{"--libraries", "/opt/one", "--libraries", "/opt/two"}));
    EXPECT_EQ(complaint("libraries = [\"lib\"]"),
              "ringfence.toml: libraries: the folder 'lib' must be a path that begins with /");
}

TEST(Settings, ProcessesAreFollowedAndNotRaised) {
    const auto settings_of = [](std::string_view toml) { return parse_settings(toml, "ringfence.toml").take(); };
    EXPECT_TRUE(settings_of("").follow_processes);
    EXPECT_EQ(settings_of("").most_process_weight, 1U);
    EXPECT_FALSE(settings_of("[process_weights]\nfollow = false").follow_processes);
    EXPECT_EQ(settings_of("[process_weights]\nmost = 100").most_process_weight, 100U);
    for (const char* const number : {"0", "101"}) {
        EXPECT_EQ(complaint(std::string("[process_weights]\nmost = ") + number),
                  "ringfence.toml:2:8: most of [process_weights] must be from 1 to 100");
    }
}

// The block of TOML in docs/settings.md.
std::string reference() {
    std::stringstream page;
    page << std::ifstream(RINGFENCE_SOURCE_DIR "/docs/settings.md").rdbuf();
    const std::string text = page.str();
    const std::size_t begin = text.find("```toml\n") + 8;
    return text.substr(begin, text.find("```", begin) - begin);
}

// The keys that a table may have, by the complaint about one that it may not.
std::vector<std::string> keys_of(const std::string& table) {
    const std::string said = complaint(table.empty() ? "no_key = 1" : "[" + table + "]\nno_key = 1");
    std::vector<std::string> keys;
    std::stringstream list(said.substr(said.find("there are: ") + 11));
    for (std::string key; std::getline(list, key, ',');)
        keys.push_back(key.substr(key.find_first_not_of(' ')));
    return keys;
}

TEST(Settings, TheReferenceIsRead) {
    EXPECT_EQ(complaint(reference()), "none");
}

TEST(Settings, TheReferenceHasAllOfThem) {
    const std::string text = "\n" + reference();
    for (const char* table :
         {"", "memory", "compiler", "cache", "audit", "metrics", "policies", "process_weights", "soft", "system"}) {
        const std::size_t begin = *table == '\0' ? 0 : text.find(fmt::format("\n[{}]", table));
        ASSERT_NE(begin, std::string::npos) << table;
        const std::string part = *table == '\0' ? text : text.substr(begin, text.find("\n\n", begin) - begin);
        for (const std::string& key : keys_of(table)) {
            const bool is_there =
                part.find("\n" + key + " = ") != std::string::npos || part.find("\n[" + key + "]") != std::string::npos;
            EXPECT_TRUE(is_there) << "docs/settings.md does not have " << key << " of [" << table << "]";
        }
    }
}

}  // namespace
}  // namespace ringfence::supervisor
