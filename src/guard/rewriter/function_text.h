// The text of one rewritten function: registers of the guard's own, and the sequences of docs/guard.md.
#pragma once

#include <cstdint>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/core.h>

#include "base/arena.h"
#include "ptx/model.h"

namespace ringfence::guard::rewriting {

// A register of the guard's own. The model knows it too, so that the writer can print it.
struct OwnRegister {
    enum class Bank : std::uint8_t {
        Mask,
        Base,
        Data,
        Shared,
        Dynamic,
        End,
        Units,
        Keep,
        Textures,
        Word,
        Double,
        Predicate
    };
    Bank bank = Bank::Word;
    std::uint32_t number = 0;

    std::string name() const;
};

class FunctionText {
public:
    explicit FunctionText(const ptx::Function& function);

    // The function with the guard's registers, for the writer.
    const ptx::Function& function() const { return function_; }
    ptx::RegisterId id_of(OwnRegister reg) const;
    Arena& arena() { return arena_; }

    std::string& body() { return body_; }
    template <typename... Args>
    void line(fmt::format_string<Args...> format, Args&&... args) {
        body_ += '\t';
        fmt::format_to(std::back_inserter(body_), format, std::forward<Args>(args)...);
        body_ += ";\n";
    }
    std::string word() { return next(OwnRegister::Bank::Word).name(); }
    std::string double_word() { return next(OwnRegister::Bank::Double).name(); }
    std::string predicate() { return next(OwnRegister::Bank::Predicate).name(); }
    OwnRegister next(OwnRegister::Bank bank);
    // A word that is 0 at the function's start.
    std::string counter();
    // Where so many bytes may begin in shared memory at most, at a multiple of `multiple`; the function's start
    // computes it, since it is the same wherever it is needed.
    std::string last_place(std::uint64_t bytes, std::uint64_t multiple);
    // The one register of that bank, which the function's start then sets.
    std::string use(OwnRegister::Bank bank);
    // A shared variable that makes sure of so many bytes of shared memory.
    void keep_shared(std::string_view variable) { kept_ = variable; }
    bool keeps_shared() const { return !kept_.empty(); }
    bool uses(OwnRegister::Bank bank) const { return used_[static_cast<std::size_t>(bank)] != 0; }

    // The text at the function's start.
    std::string prologue() const;

private:
    static constexpr std::size_t bank_count = 12;
    ptx::Function function_;
    Arena arena_;
    std::string body_;
    std::uint32_t used_[bank_count] = {};
    std::string kept_;
    std::vector<std::string> counters_;
    struct LastPlace {
        std::uint64_t bytes = 0;
        std::uint64_t multiple = 1;
        std::string place, whole;
    };
    std::vector<LastPlace> last_places_;
};

}  // namespace ringfence::guard::rewriting
