// One map of the policy that decides, for tools: its entries as lines, as workers write them (docs/policies.md). Each
// call asks the daemon that runs, and sees the map between two decisions.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <utility>

#include "base/result.h"
#include "supervisor/policy_office.h"

namespace ringfence::supervisor {

// Lines that are in one text and not in the other: those that went with "- " before them, then those that came with
// "+ ". A value that changed is both. Equal lines count by their number.
[[nodiscard]] std::string changed_lines(std::string_view before, std::string_view after);

class PolicyMap {
public:
    // `worker`: its process; 0: the only one.
    explicit PolicyMap(std::string name, PolicyScope scope = {}, std::uint32_t worker = 0)
        : name_(std::move(name)), scope_(std::move(scope)), worker_(worker) {}

    [[nodiscard]] Result<std::string> dump() const { return ask(schema::MapAction::DUMP, {}, {}); }
    [[nodiscard]] Result<std::string> get(const std::string& key) const { return ask(schema::MapAction::GET, key, {}); }
    [[nodiscard]] Result<void> set(const std::string& key, const std::string& value) const;

    // Looks at it again and again, `period` apart. `changed` gets what came and went since the last look
    // (changed_lines), at first all of it, and ends the watch with false. An error: it cannot be looked at, or
    // not any more.
    [[nodiscard]] Result<void> watch(std::chrono::milliseconds period,
                                     const std::function<bool(const std::string& lines)>& changed) const;

private:
    [[nodiscard]] Result<std::string> ask(schema::MapAction action, const std::string& key,
                                          const std::string& value) const {
        return look_at_policy_map(worker_, action, name_, key, value, scope_);
    }

    std::string name_;
    PolicyScope scope_;
    std::uint32_t worker_;
};

}  // namespace ringfence::supervisor
