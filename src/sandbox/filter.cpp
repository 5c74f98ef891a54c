#include "sandbox/filter.h"

#include <seccomp.h>

#include <cerrno>
#include <string>
#include <system_error>
#include <vector>

namespace ringfence::sandbox {
namespace {

scmp_arg_cmp comparison(const Condition& condition) {
    switch (condition.is) {
        case Condition::Is::Equal: return {condition.argument, SCMP_CMP_EQ, condition.value, 0};
        case Condition::Is::NotEqual: return {condition.argument, SCMP_CMP_NE, condition.value, 0};
        case Condition::Is::Below: return {condition.argument, SCMP_CMP_LT, condition.value, 0};
        case Condition::Is::Above: return {condition.argument, SCMP_CMP_GT, condition.value, 0};
        case Condition::Is::Masked: return {condition.argument, SCMP_CMP_MASKED_EQ, condition.mask, condition.value};
    }
    return {};
}

}  // namespace

Filter::Filter(Otherwise otherwise)
    : context_(::seccomp_init(otherwise == Otherwise::Allow ? SCMP_ACT_ALLOW : SCMP_ACT_ERRNO(EPERM))) {
    if (context_ == nullptr) {
        problem_ = ENOMEM;
        return;
    }
    // Calls of another architecture's would be other calls by the same numbers.
    problem_ = -::seccomp_attr_set(context_, SCMP_FLTATR_ACT_BADARCH, SCMP_ACT_KILL_PROCESS);
    if (problem_ == 0) problem_ = -::seccomp_attr_set(context_, SCMP_FLTATR_CTL_TSYNC, 1);
}

Filter::~Filter() {
    if (context_ != nullptr) ::seccomp_release(context_);
}

void Filter::allow(long call, std::initializer_list<Condition> conditions) {
    add(SCMP_ACT_ALLOW, call, conditions);
}

void Filter::refuse(long call, std::initializer_list<Condition> conditions) {
    answer(call, EPERM, conditions);
}

void Filter::answer(long call, int number, std::initializer_list<Condition> conditions) {
    add(SCMP_ACT_ERRNO(static_cast<std::uint32_t>(number)), call, conditions);
}

void Filter::add(std::uint32_t action, long call, std::initializer_list<Condition> conditions) {
    if (problem_ != 0) return;
    std::vector<scmp_arg_cmp> comparisons;
    for (const Condition& condition : conditions)
        comparisons.push_back(comparison(condition));
    problem_ = -::seccomp_rule_add_array(context_, action, static_cast<int>(call),
                                         static_cast<unsigned>(comparisons.size()), comparisons.data());
}

Result<void> Filter::install() {
    if (problem_ == 0) problem_ = -::seccomp_load(context_);
    if (problem_ == 0) return {};
    return Error::internal("a process cannot filter its system calls (seccomp): " +
                           std::generic_category().message(problem_));
}

}  // namespace ringfence::sandbox
