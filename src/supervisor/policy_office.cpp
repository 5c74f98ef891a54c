#include "supervisor/policy_office.h"

#include <cstdlib>
#include <optional>
#include <utility>

#include <nlohmann/json.hpp>

#include "base/file.h"
#include "base/memory_file.h"
#include "base/runtime_folder.h"
#include "supervisor/administrator.h"
#include "supervisor/daemon_client.h"

namespace ringfence::supervisor {
namespace {

class ObjectServer final : public schema::Descriptor::Server {
public:
    explicit ObjectServer(UniqueFd object) : object_(std::move(object)) {}
    kj::Maybe<int> getFd() override { return object_.get(); }

private:
    UniqueFd object_;
};

constexpr std::uint64_t largest_text = 4 << 20;

std::uint32_t to_milliseconds(std::int64_t nanoseconds) {
    return static_cast<std::uint32_t>(nanoseconds / 1'000'000);
}

constexpr std::size_t longest_token_file = 4096;

Result<std::unique_ptr<Administrator>> connect_for(const PolicyScope& scope) {
    if (scope.vgpu.empty()) return Administrator::connect(control_socket_path());
    return Administrator::connect_to_vgpu(control_socket_path(), scope.token, scope.vgpu);
}

// A template, since the calls of both capabilities have the same parameters.
template <typename Request>
void fill(Request& request, UniqueFd file, const std::string& name, bool is_swap, const PolicyWatch& watch) {
    request.setObject(kj::heap<ObjectServer>(std::move(file)));
    request.setName(name);
    request.setMustReplace(is_swap);
    auto limits = request.initWatch();
    limits.setBudget(watch.budget);
    limits.setPatienceMilliseconds(to_milliseconds(watch.patience_ns));
    limits.setLongestIdleMilliseconds(to_milliseconds(watch.longest_idle_ns));
    limits.setMostWrong(watch.most_wrong);
    limits.setIsNative(watch.is_native);
}

template <typename Request>
void fill(Request& request, std::uint32_t worker, schema::MapAction action, const std::string& map,
          const std::string& key, const std::string& value) {
    request.setWorker(worker);
    request.setAction(action);
    request.setMap(map);
    request.setKey(key);
    request.setValue(value);
}

}  // namespace

Result<PolicyScope> policy_scope(const std::string& vgpu) {
    PolicyScope scope{vgpu, {}};
    if (vgpu.empty()) return scope;
    if (const char* const token = std::getenv("RINGFENCE_TOKEN")) {
        scope.token = token;
    } else if (const char* const file = std::getenv("RINGFENCE_TOKEN_FILE")) {
        RF_TRY(scope.token, read_file(file, longest_token_file));
    }
    return scope;
}

Result<std::uint32_t> load_policy(const std::string& object, const std::string& name, bool is_swap,
                                  const PolicyWatch& watch, const PolicyScope& scope) {
    RF_TRY(UniqueFd file, memory_file_of("ringfence-policy", object));
    RF_TRY(const auto daemon, connect_for(scope));
    std::uint32_t workers = 0;
    const auto take = [&](const auto& answer) { workers = answer.getWorkers(); };
    if (scope.vgpu.empty()) {
        auto request = daemon->administration().setPolicyRequest();
        fill(request, std::move(file), name, is_swap, watch);
        RF_RETURN_IF_ERROR(daemon->ask(request.send(), take));
    } else {
        auto request = daemon->vgpu_policy().setRequest();
        fill(request, std::move(file), name, is_swap, watch);
        RF_RETURN_IF_ERROR(daemon->ask(request.send(), take));
    }
    return workers;
}

Result<std::uint32_t> unload_policy(const PolicyScope& scope) {
    RF_TRY(const auto daemon, connect_for(scope));
    std::uint32_t workers = 0;
    const auto take = [&](const auto& answer) { workers = answer.getWorkers(); };
    RF_RETURN_IF_ERROR(scope.vgpu.empty() ? daemon->ask(daemon->administration().unsetPolicyRequest().send(), take)
                                          : daemon->ask(daemon->vgpu_policy().unsetRequest().send(), take));
    return workers;
}

Result<nlohmann::ordered_json> policy_status(const PolicyScope& scope) {
    if (scope.vgpu.empty()) return daemon_status();
    RF_TRY(const auto daemon, connect_for(scope));
    std::string text;
    RF_RETURN_IF_ERROR(daemon->ask(daemon->vgpu_policy().statusRequest().send(),
                                   [&](const auto& answer) { text = answer.getStatus().cStr(); }));
    nlohmann::ordered_json status = nlohmann::ordered_json::parse(text, nullptr, false);
    if (status.is_discarded()) return Error::internal("the daemon's answer is no JSON");
    return status;
}

Result<std::string> look_at_policy_map(std::uint32_t worker, schema::MapAction action, const std::string& map,
                                       const std::string& key, const std::string& value, const PolicyScope& scope) {
    RF_TRY(const auto daemon, connect_for(scope));
    std::optional<schema::Descriptor::Client> carrier;
    const auto take = [&](auto& answer) { carrier = answer.getText(); };
    if (scope.vgpu.empty()) {
        auto request = daemon->administration().policyMapRequest();
        fill(request, worker, action, map, key, value);
        RF_RETURN_IF_ERROR(daemon->ask(request.send(), take));
    } else {
        auto request = daemon->vgpu_policy().mapRequest();
        fill(request, worker, action, map, key, value);
        RF_RETURN_IF_ERROR(daemon->ask(request.send(), take));
    }
    RF_TRY(const UniqueFd text, daemon->descriptor_of(*carrier));
    return read_memory_file(text.get(), largest_text);
}

}  // namespace ringfence::supervisor
