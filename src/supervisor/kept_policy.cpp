#include "supervisor/kept_policy.h"

#include <unistd.h>

#include <cerrno>
#include <cstdint>
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

// False if the value is not a whole number or out of range.
template <typename Value>
bool take_number(const nlohmann::json& head, const char* key, Value& to) {
    const auto found = head.find(key);
    if (found == head.end() || !found->is_number_integer()) return false;
    const bool fits = found->is_number_unsigned() ? std::in_range<Value>(found->get<std::uint64_t>())
                                                  : std::in_range<Value>(found->get<std::int64_t>());
    if (fits) to = found->get<Value>();
    return fits;
}

bool take_watch(const nlohmann::json& head, PolicyWatch& watch) {
    watch.is_native = head.value("is_native", nlohmann::json()) == true;
    return take_number(head, "budget", watch.budget) && take_number(head, "patience_ns", watch.patience_ns) &&
           take_number(head, "longest_idle_ns", watch.longest_idle_ns) &&
           take_number(head, "most_wrong", watch.most_wrong);
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
    RF_TRY(const std::string object, read_memory_file(policy->object->get(), largest_policy));
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
    PolicyWatch watch;
    if (end > longest_head || !head.is_object() || !take_watch(head, watch)) return damaged(path);
    RF_TRY(const UniqueFd object, memory_file_of("ringfence-policy", text->substr(end + 1)));
    RF_TRY(ShelvedPolicy policy, shelve(object.get(), kept_text(head, "name"), watch, kept_text(head, "by")));
    if (policy.digest != kept_text(head, "digest")) return damaged(path);
    policy.name = kept_text(head, "name");  // printable since it was received
    return std::optional<ShelvedPolicy>(std::move(policy));
}

}  // namespace ringfence::supervisor
