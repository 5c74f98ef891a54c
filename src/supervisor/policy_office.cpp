#include "supervisor/policy_office.h"

#include <optional>
#include <utility>

#include "base/memory_file.h"
#include "base/runtime_folder.h"
#include "supervisor/administrator.h"

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

}  // namespace

Result<std::uint32_t> load_policy(const std::string& object, const std::string& name, bool is_swap,
                                  const PolicyWatch& watch) {
    RF_TRY(UniqueFd file, memory_file_of("ringfence-policy", object));
    RF_TRY(const auto daemon, Administrator::connect(control_socket_path()));
    auto request = daemon->administration().setPolicyRequest();
    request.setObject(kj::heap<ObjectServer>(std::move(file)));
    request.setName(name);
    request.setMustReplace(is_swap);
    auto limits = request.initWatch();
    limits.setBudget(watch.budget);
    limits.setPatienceMilliseconds(to_milliseconds(watch.patience_ns));
    limits.setLongestIdleMilliseconds(to_milliseconds(watch.longest_idle_ns));
    limits.setMostWrong(watch.most_wrong);
    limits.setIsNative(watch.is_native);
    std::uint32_t workers = 0;
    RF_RETURN_IF_ERROR(daemon->ask(request.send(), [&](const auto& answer) { workers = answer.getWorkers(); }));
    return workers;
}

Result<std::uint32_t> unload_policy() {
    RF_TRY(const auto daemon, Administrator::connect(control_socket_path()));
    std::uint32_t workers = 0;
    RF_RETURN_IF_ERROR(daemon->ask(daemon->administration().unsetPolicyRequest().send(),
                                   [&](const auto& answer) { workers = answer.getWorkers(); }));
    return workers;
}

Result<std::string> look_at_policy_map(std::uint32_t worker, schema::MapAction action, const std::string& map,
                                       const std::string& key, const std::string& value) {
    RF_TRY(const auto daemon, Administrator::connect(control_socket_path()));
    auto request = daemon->administration().policyMapRequest();
    request.setWorker(worker);
    request.setAction(action);
    request.setMap(map);
    request.setKey(key);
    request.setValue(value);
    std::optional<schema::Descriptor::Client> carrier;
    RF_RETURN_IF_ERROR(daemon->ask(request.send(), [&](auto& answer) { carrier = answer.getText(); }));
    RF_TRY(const UniqueFd text, daemon->descriptor_of(*carrier));
    return read_memory_file(text.get(), largest_text);
}

}  // namespace ringfence::supervisor
