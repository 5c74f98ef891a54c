// Names that mean one thing wherever they stand.
//
// Assemblers do not agree on which of two things a name stands for if both are visible: a label or table of an inner
// scope or of the one around it, `%a12` or the twelfth of `%a<20>`. Text that is to be compiled after it was proven
// safe has no such names: no label, table or prototype of a function has the name of another, no register or variable
// is declared where another of its name is visible, and no register's name can be one of a range.
#pragma once

#include <optional>
#include <string_view>

#include "ptx/model.h"

namespace ringfence::ptx {

// Gives other names to what is ambiguous in the module's functions.
void make_names_unique(Module& module);

struct AmbiguousName {
    const Function* function = nullptr;
    std::string_view name;
};
// The first one, if there is any.
std::optional<AmbiguousName> find_ambiguous_name(const Module& module);

}  // namespace ringfence::ptx
