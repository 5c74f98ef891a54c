#include "supervisor/policy_office.h"

#include <unistd.h>

#include <cerrno>
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

Result<UniqueFd> object_file(const std::string& object) {
    RF_TRY(UniqueFd file, create_memory_file("ringfence-policy", object.size()));
    for (std::size_t done = 0; done < object.size();) {
        const ssize_t put = ::pwrite(file.get(), object.data() + done, object.size() - done, static_cast<off_t>(done));
        if (put < 0 && errno == EINTR) continue;
        if (put <= 0) return Error::bad_input("there is no memory for a copy of the policy");
        done += static_cast<std::size_t>(put);
    }
    return file;
}

std::uint32_t to_milliseconds(std::int64_t nanoseconds) {
    return static_cast<std::uint32_t>(nanoseconds / 1'000'000);
}

}  // namespace

Result<std::uint32_t> load_policy(const std::string& object, const std::string& name, bool is_swap,
                                  const PolicyWatch& watch) {
    RF_TRY(UniqueFd file, object_file(object));
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

}  // namespace ringfence::supervisor
