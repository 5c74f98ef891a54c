#include "supervisor/policy_shelf.h"

#include <utility>

#include <fmt/core.h>

#include "base/escape.h"
#include "base/memory_file.h"
#include "cache/digest.h"

namespace ringfence::supervisor {
namespace {

constexpr std::int64_t millisecond = 1'000'000;
constexpr PolicyWatch usual{16 << 10, 5'000 * millisecond, 500 * millisecond, 32};
constexpr PolicyWatch most{64 << 10, 60'000 * millisecond, 10'000 * millisecond, 1'000'000};

Result<std::string> read_policy(int file) {
    RF_TRY(std::string text, read_memory_file(file, largest_policy));
    if (text.empty()) return Error::bad_input("the policy has 0 bytes").with_remedy("send an object that clang made");
    return text;
}

template <typename Number>
Result<void> settle(Number& value, Number if_none, Number limit, std::string_view what) {
    if (value == 0) value = if_none;
    if (value > 0 && value <= limit) return {};
    return Error::bad_input(fmt::format("{} of a policy is out of range", what))
        .with_remedy("see the limits in docs/policies.md");
}

}  // namespace

Result<PolicyWatch> checked(PolicyWatch watch) {
    RF_RETURN_IF_ERROR(settle(watch.budget, usual.budget, most.budget, "the budget"));
    RF_RETURN_IF_ERROR(settle(watch.patience_ns, usual.patience_ns, most.patience_ns, "the patience"));
    RF_RETURN_IF_ERROR(settle(watch.longest_idle_ns, usual.longest_idle_ns, most.longest_idle_ns, "the idle time"));
    RF_RETURN_IF_ERROR(settle(watch.most_wrong, usual.most_wrong, most.most_wrong, "the number of wrong answers"));
    return watch;
}

Result<ShelvedPolicy> shelve(int object, const std::string& name, const PolicyWatch& watch, std::string by) {
    ShelvedPolicy policy;
    RF_TRY(policy.watch, checked(watch));
    RF_TRY(const std::string text, read_policy(object));
    RF_TRY(UniqueFd copy, memory_file_of("ringfence-policy", text));
    policy.object = std::make_shared<const UniqueFd>(std::move(copy));
    const std::string_view whole[] = {text};
    policy.digest = cache::key_of(whole);
    policy.name = escape(name);
    policy.by = std::move(by);
    return policy;
}

worker::PolicyOrder order_for(const ShelvedPolicy* policy, std::uint32_t number, const std::string& vgpu) {
    worker::PolicyOrder order;
    order.header.number = number;
    worker::put_text(order.vgpu, vgpu);
    if (policy == nullptr) return order;
    order.is_to_load = 1;
    worker::put_text(order.tenant, policy->tenant);
    order.budget = policy->watch.budget;
    order.patience_ns = policy->watch.patience_ns;
    order.longest_idle_ns = policy->watch.longest_idle_ns;
    order.most_wrong = policy->watch.most_wrong;
    order.is_native = policy->watch.is_native ? 1 : 0;
    return order;
}

void write(schema::PolicyRecord::Builder to, const ShelvedPolicy& policy, DescriptorList& descriptors) {
    to.setName(policy.name);
    to.setObject(descriptors.add(policy.object->get()));
    to.setBy(policy.by);
    to.setDigest(policy.digest);
    to.setBudget(policy.watch.budget);
    to.setPatienceNanoseconds(policy.watch.patience_ns);
    to.setLongestIdleNanoseconds(policy.watch.longest_idle_ns);
    to.setMostWrong(policy.watch.most_wrong);
    to.setIsNative(policy.watch.is_native);
    to.setVgpu(policy.vgpu);
    to.setTenant(policy.tenant);
    if (policy.guest) to.setGuest(text_of(*policy.guest));
}

Result<std::optional<ShelvedPolicy>> read(schema::PolicyRecord::Reader from, DescriptorList& descriptors) {
    if (from.getDigest().size() == 0) return std::optional<ShelvedPolicy>();
    ShelvedPolicy policy;
    policy.name = from.getName().cStr();
    policy.by = from.getBy().cStr();
    policy.digest = from.getDigest().cStr();
    policy.vgpu = from.getVgpu().cStr();
    policy.tenant = from.getTenant().cStr();
    if (from.hasGuest()) {
        RF_TRY(policy.guest, parse_guest(from.getGuest().cStr()));
    }
    RF_TRY(policy.watch, checked({from.getBudget(), from.getPatienceNanoseconds(), from.getLongestIdleNanoseconds(),
                                  from.getMostWrong(), from.getIsNative()}));
    RF_TRY(UniqueFd object, descriptors.take(from.getObject()));
    policy.object = std::make_shared<const UniqueFd>(std::move(object));
    return std::optional<ShelvedPolicy>(std::move(policy));
}

}  // namespace ringfence::supervisor
