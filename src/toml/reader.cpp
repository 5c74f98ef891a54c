#include "toml/reader.h"

#include "base/escape.h"

namespace ringfence {

Result<void> TomlReader::text(std::string_view key, const std::function<Result<void>(std::string_view)>& take) {
    const toml::node* node = find(key);
    if (node == nullptr) return {};
    const auto value = node->value_exact<std::string>();
    if (!value) return complaint(*node, std::string(key) + " must be a text in quotes");
    Result<void> taken = take(*value);
    if (taken.ok()) return {};
    return complaint(*node, std::string(key) + ": " + taken.error().message);
}

Result<std::optional<std::uint32_t>> TomlReader::find_number(std::string_view key) {
    const toml::node* node = find(key);
    if (node == nullptr) return std::optional<std::uint32_t>();
    const auto value = node->value_exact<std::int64_t>();
    if (!value || *value < 0 || *value > std::int64_t{UINT32_MAX})
        return complaint(*node, std::string(key) + " must be a number from 0 to 4294967295");
    return std::optional(static_cast<std::uint32_t>(*value));
}

Result<std::vector<std::uint32_t>> TomlReader::numbers(std::string_view key) {
    std::vector<std::uint32_t> numbers;
    const toml::node* node = find(key);
    if (node == nullptr) return numbers;
    const std::string wrong = std::string(key) + " must be a list of numbers from 0 to 4294967295: [1001, 1002]";
    if (!node->is_array()) return complaint(*node, wrong);
    for (const toml::node& one : *node->as_array()) {
        const auto value = one.value_exact<std::int64_t>();
        if (!value || *value < 0 || *value > std::int64_t{UINT32_MAX}) return complaint(one, wrong);
        numbers.push_back(static_cast<std::uint32_t>(*value));
    }
    return numbers;
}

Result<std::vector<std::string>> TomlReader::texts(std::string_view key) {
    std::vector<std::string> texts;
    const toml::node* node = find(key);
    if (node == nullptr) return texts;
    const std::string wrong = std::string(key) + " must be a list of texts in quotes";
    if (!node->is_array()) return complaint(*node, wrong);
    for (const toml::node& one : *node->as_array()) {
        const auto value = one.value_exact<std::string>();
        if (!value) return complaint(one, wrong);
        texts.push_back(*value);
    }
    return texts;
}

Result<void> TomlReader::flag(std::string_view key, bool& to) {
    const toml::node* node = find(key);
    if (node == nullptr) return {};
    const auto value = node->value_exact<bool>();
    if (!value) return complaint(*node, std::string(key) + " must be true or false");
    to = *value;
    return {};
}

Result<const toml::table*> TomlReader::table(std::string_view key) {
    const toml::node* node = find(key);
    if (node == nullptr) return static_cast<const toml::table*>(nullptr);
    if (!node->is_table()) return complaint(*node, std::string(key) + " must be a table: [" + std::string(key) + "]");
    return node->as_table();
}

Result<void> TomlReader::nothing_else() const {
    for (const auto& [key, node] : table_) {
        if (known_.contains(std::string(key.str()))) continue;
        std::string all;
        for (const std::string& name : known_)
            all += (all.empty() ? "" : ", ") + name;
        return complaint(node, "there is no setting '" + escape(key.str()) + "'; there are: " + all);
    }
    return {};
}

Error TomlReader::complaint(const toml::node& node, const std::string& message) const {
    const toml::source_position at = node.source().begin;
    return Error::bad_input(message).at({file_, at.line, at.column});
}

const toml::node* TomlReader::find(std::string_view key) {
    known_.insert(std::string(key));
    return table_.get(key);
}

Result<SessionLimits> parse_limits(const toml::table& table, const std::string& file, LimitsFor whom) {
    const TomlReader reader(table, file);
    SessionLimits limits;
    for (const auto& [key, node] : table) {
        std::string value;
        if (const auto text = node.value_exact<std::string>()) {
            value = *text;
        } else if (const auto number = node.value_exact<std::int64_t>(); number && *number >= 0) {
            value = std::to_string(*number);
        } else {
            return reader.complaint(node, escape(key.str()) + " must be a number, or a size in quotes like \"512M\"");
        }
        if (Result<void> set = set_limit(limits, key.str(), value, whom); !set)
            return reader.complaint(node, set.error().message);
    }
    return limits;
}

}  // namespace ringfence
