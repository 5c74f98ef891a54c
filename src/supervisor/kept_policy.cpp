#include "supervisor/kept_policy.h"

#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <utility>

#include <nlohmann/json.hpp>

#include "base/escape.h"
#include "base/memory_file.h"
#include "supervisor/reception.h"
#include "tenants/state_file.h"

namespace ringfence::supervisor {
namespace {

constexpr std::size_t longest_head = 4096;  // the line of settings before the object

Error damaged(const std::string& path) {
    return Error::bad_input(escape(path) + " is not a policy that a daemon has kept")
        .with_remedy("load one again: ringfence policy load FILE");
}

template <typename Value>
Value kept_number(const nlohmann::json& head, const char* key) {
    const auto found = head.find(key);
    return found != head.end() && found->is_number() ? found->get<Value>() : Value{};
}

std::string kept_text(const nlohmann::json& head, const char* key) {
    const auto found = head.find(key);
    return found != head.end() && found->is_string() ? found->get<std::string>() : std::string();
}

}  // namespace

std::string kept_policy_path(const Settings& settings) {
    return std::filesystem::path(tenants_path(settings)).parent_path() / "policy";
}

Result<void> keep_policy(const std::string& path, const ShelvedPolicy* policy) {
    if (policy == nullptr) {
        if (::unlink(path.c_str()) == 0 || errno == ENOENT) return {};
        return Error::bad_input(escape(path) + ": " + std::strerror(errno));
    }
    RF_TRY(const std::string object, read_memory_file(policy->object.get(), largest_policy));
    const nlohmann::json head = {{"name", policy->name},
                                 {"by", policy->by},
                                 {"digest", policy->digest},
                                 {"budget", policy->watch.budget},
                                 {"patience_ns", policy->watch.patience_ns},
                                 {"longest_idle_ns", policy->watch.longest_idle_ns},
                                 {"most_wrong", policy->watch.most_wrong},
                                 {"is_native", policy->watch.is_native}};
    return tenants::write_state_file(
        path, head.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace) + "\n" + object);
}

Result<std::optional<ShelvedPolicy>> read_kept_policy(const std::string& path) {
    RF_TRY(const std::optional<std::string> text, tenants::read_state_file(path, largest_policy + longest_head));
    if (!text) return std::optional<ShelvedPolicy>();
    const std::size_t end = text->find('\n');
    const auto head = nlohmann::json::parse(text->substr(0, end), nullptr, false);
    if (end > longest_head || !head.is_object()) return damaged(path);
    PolicyWatch watch;
    watch.budget = kept_number<std::uint64_t>(head, "budget");
    watch.patience_ns = kept_number<std::int64_t>(head, "patience_ns");
    watch.longest_idle_ns = kept_number<std::int64_t>(head, "longest_idle_ns");
    watch.most_wrong = kept_number<std::uint32_t>(head, "most_wrong");
    watch.is_native = head.value("is_native", nlohmann::json()) == true;
    RF_TRY(const UniqueFd object, memory_file_of("ringfence-policy", text->substr(end + 1)));
    RF_TRY(ShelvedPolicy policy, shelve(object.get(), kept_text(head, "name"), watch, kept_text(head, "by")));
    if (policy.digest != kept_text(head, "digest")) return damaged(path);
    policy.name = kept_text(head, "name");  // which was made fit to print when it came
    return std::optional<ShelvedPolicy>(std::move(policy));
}

}  // namespace ringfence::supervisor
