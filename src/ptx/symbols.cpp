#include "ptx/symbols.h"

namespace ringfence::ptx {
namespace {

bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

// The number behind the prefix, if `name` is in the range. Leading zeros are allowed: %r01 is %r1.
bool in_range(const NameRange& range, std::string_view name, std::uint32_t& number) {
    const std::size_t length = range.prefix.size();
    if (name.size() <= length || !is_digit(name[length]) || !name.starts_with(range.prefix)) {
        return false;
    }
    std::uint64_t value = 0;
    for (char c : name.substr(length)) {
        value = value * 10 + static_cast<unsigned>(c - '0');
        if (!is_digit(c) || value >= range.count) {
            return false;
        }
    }
    number = static_cast<std::uint32_t>(value);
    return true;
}

}  // namespace

Name* NameTable::find(std::string_view name) {
    if (names_.size() > searched_in_a_row) {
        auto found = index_.find(name);
        return found == index_.end() ? nullptr : &names_[found->second].second;
    }
    for (auto& [known, what] : names_) {
        if (known == name) {
            return &what;
        }
    }
    return nullptr;
}

void NameTable::add(std::string_view name, Name what) {
    names_.emplace_back(name, what);
    if (names_.size() == searched_in_a_row + 1) {
        for (std::size_t i = 0; i < names_.size(); ++i) {
            index_.emplace(names_[i].first, i);
        }
    } else if (names_.size() > searched_in_a_row) {
        index_.emplace(name, names_.size() - 1);
    }
}

void NameTable::clear() {
    names_.clear();
    index_.clear();
}

const NameRange* RangeTable::find(std::string_view name, std::uint32_t& number) const {
    if (ranges_.size() <= searched_in_a_row) {
        for (const NameRange& range : ranges_) {
            if (in_range(range, name, number)) {
                return &range;
            }
        }
        return nullptr;
    }
    // Every way to split a number off the end; a name with more digits than any number has is in no range.
    constexpr std::size_t most_digits = 20;
    for (std::size_t digits = 1; digits < name.size() && digits <= most_digits; ++digits) {
        std::size_t length = name.size() - digits;
        if (!is_digit(name[length])) {
            return nullptr;
        }
        const NameRange* range = find_prefix(name.substr(0, length));
        if (range != nullptr && in_range(*range, name, number)) {
            return range;
        }
    }
    return nullptr;
}

const NameRange* RangeTable::find_prefix(std::string_view prefix) const {
    if (ranges_.size() > searched_in_a_row) {
        auto found = index_.find(prefix);
        return found == index_.end() ? nullptr : &ranges_[found->second];
    }
    for (const NameRange& range : ranges_) {
        if (range.prefix == prefix) {
            return &range;
        }
    }
    return nullptr;
}

void RangeTable::add(const NameRange& range) {
    ranges_.push_back(range);
    if (ranges_.size() == searched_in_a_row + 1) {
        for (std::size_t i = 0; i < ranges_.size(); ++i) {
            index_.emplace(ranges_[i].prefix, i);
        }
    } else if (ranges_.size() > searched_in_a_row) {
        index_.emplace(range.prefix, ranges_.size() - 1);
    }
}

void RangeTable::clear() {
    ranges_.clear();
    index_.clear();
}

void ScopeStack::push() {
    if (depth_ == scopes_.size()) {
        scopes_.emplace_back();
    }
    ++depth_;
}

std::vector<LabelUse> ScopeStack::pop(std::string_view source, std::vector<LabelUse>& bound) {
    Scope& scope = scopes_[depth_ - 1];
    std::vector<LabelUse> unbound;
    for (const LabelUse& use : scope.uses) {
        Name* name = scope.names.find(source.substr(use.where.begin, use.where.end - use.where.begin));
        if (name != nullptr && name->kind == Name::Kind::Label) {
            *use.slot = name->label;
            bound.push_back(use);
        } else {
            unbound.push_back(use);
        }
    }
    scope.names.clear();
    scope.ranges.clear();
    scope.uses.clear();
    --depth_;
    if (depth_ > 0) {
        auto& outer = scopes_[depth_ - 1].uses;
        outer.insert(outer.end(), unbound.begin(), unbound.end());
        unbound.clear();
    }
    return unbound;
}

Name ScopeStack::find_in(Scope& scope, std::string_view name) {
    std::uint32_t number = 0;
    const NameRange* range = scope.ranges.find(name, number);
    if (range == nullptr) {
        Name* single = scope.names.find(name);
        return single == nullptr ? Name{} : *single;
    }
    Name found;
    found.where = range->where;
    if (range->variables.empty()) {
        found.kind = Name::Kind::Register;
        found.reg = range->first_register + number;
    } else {
        found.kind = Name::Kind::Variable;
        found.variable = range->variables[number];
    }
    return found;
}

Name ScopeStack::find(std::string_view name) {
    for (std::size_t i = depth_; i > 0; --i) {
        if (Name found = find_in(scopes_[i - 1], name); found && found.kind != Name::Kind::Label) {
            return found;
        }
    }
    return {};
}

const Label* ScopeStack::find_label(std::string_view name) {
    for (std::size_t i = depth_; i > 0; --i) {
        Name* found = scopes_[i - 1].names.find(name);
        if (found != nullptr && found->kind == Name::Kind::Label) {
            return found->label;
        }
    }
    return nullptr;
}

Name ScopeStack::find_here(std::string_view name) {
    return find_in(scopes_[depth_ - 1], name);
}

const NameRange* ScopeStack::find_range_here(std::string_view prefix) const {
    return scopes_[depth_ - 1].ranges.find_prefix(prefix);
}

}  // namespace ringfence::ptx
