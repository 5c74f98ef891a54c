// One map of the active policy, for tools: its entries as lines, in the format of workers (docs/policies.md). Each call
// asks the running daemon, and sees the map between two decisions.
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

// The difference of two texts, ignoring the order of lines: first removed lines with the prefix "- ", then added ones
// with "+ ". A changed value is one of each. Of equal lines only the number counts.
[[nodiscard]] std::string changed_lines(std::string_view before, std::string_view after);

class PolicyMap {
public:
    // `worker`: its process id; 0: the only worker.
    explicit PolicyMap(std::string name, PolicyScope scope = {}, std::uint32_t worker = 0)
        : name_(std::move(name)), scope_(std::move(scope)), worker_(worker) {}

    [[nodiscard]] Result<std::string> dump() const { return ask(schema::MapAction::DUMP, {}, {}); }
    [[nodiscard]] Result<std::string> get(const std::string& key) const { return ask(schema::MapAction::GET, key, {}); }
    [[nodiscard]] Result<void> set(const std::string& key, const std::string& value) const;

    // Reads the map every `period`. `changed` gets the differences since the last time (changed_lines), at
    // first all lines; it ends the watch by returning false. An error if the map cannot be read, or no
    // longer.
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
