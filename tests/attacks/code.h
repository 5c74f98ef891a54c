// A module on the bed's device, loaded as the worker would: its variables in the attacker's window, the guard's words
// written.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "bed.h"
#include "guard/guard.h"

namespace ringfence::attacks {

class Code {
public:
    static Result<Code> load(Bed& bed, std::string ptx, const guard::VariableBlock& block, std::string_view file_name);

    static Result<Code> load_as_it_is(Bed& bed, const Attack& attack, std::optional<unsigned> optimization = {});

    // A launch of this attack with its arguments laid out.
    struct Prepared {
        const backend::Function* function = nullptr;
        std::vector<std::byte> parameters;
    };
    // `has_slots`: its last parameter tells where the local variables of its threads lie.
    Result<Prepared> prepare(const Bed& bed, const Attack& attack, std::string_view kernel, bool has_slots = false);

    Result<void> launch(Bed& bed, const Attack& attack, const Prepared& prepared);

private:
    Result<void> write_words(Bed& bed);
    static Result<void> place_variables(Bed& bed, const guard::VariableBlock& block, backend::Module& module);

    std::unique_ptr<backend::Module> module_;
};

guard::LaunchFacts facts_of(const Bed& bed, const Attack& attack, const Code::Prepared& prepared);

}  // namespace ringfence::attacks
