#include "guard/rewriter/function_text.h"

#include <array>

namespace ringfence::guard::rewriting {
namespace {

using Bank = OwnRegister::Bank;

struct BankInfo {
    std::string_view name;
    ptx::Type type;
    bool is_range;
};

constexpr std::array<BankInfo, 12> banks = {{
    {"%__rf_mask", ptx::Type::B32, false},
    {"%__rf_base", ptx::Type::B32, false},
    {"%__rf_data", ptx::Type::B64, false},
    {"%__rf_shared", ptx::Type::B32, false},
    {"%__rf_dynamic", ptx::Type::B32, false},
    {"%__rf_end", ptx::Type::B32, false},
    {"%__rf_units", ptx::Type::B32, false},
    {"%__rf_keep", ptx::Type::B32, false},
    {"%__rf_textures", ptx::Type::B64, false},
    {"%__rf_r", ptx::Type::B32, true},
    {"%__rf_d", ptx::Type::B64, true},
    {"%__rf_p", ptx::Type::Pred, true},
}};
constexpr std::uint32_t most_per_bank = 1U << 28U;

constexpr std::size_t index_of(Bank bank) {
    return static_cast<std::size_t>(bank);
}

}  // namespace

std::string OwnRegister::name() const {
    const BankInfo& info = banks[index_of(bank)];
    return info.is_range ? fmt::format("{}{}", info.name, number) : std::string(info.name);
}

FunctionText::FunctionText(const ptx::Function& function) : function_(function) {
    std::vector<ptx::RegisterGroup> groups(function.register_groups.begin(), function.register_groups.end());
    for (const BankInfo& info : banks) {
        ptx::RegisterGroup group;
        group.name = info.name;
        group.first = id_of({static_cast<Bank>(&info - banks.data()), 0});
        group.count = info.is_range ? most_per_bank : 1;
        group.type = info.type;
        group.is_range = info.is_range;
        groups.push_back(group);
    }
    function_.register_groups = arena_.copy_span(groups);
}

ptx::RegisterId FunctionText::id_of(OwnRegister reg) const {
    const std::uint32_t first_range = index_of(Bank::Word);
    const auto bank = static_cast<std::uint32_t>(index_of(reg.bank));
    if (bank < first_range) return function_.register_count + bank;
    return function_.register_count + first_range + (bank - first_range) * most_per_bank + reg.number;
}

OwnRegister FunctionText::next(Bank bank) {
    return {bank, used_[index_of(bank)]++};
}

std::string FunctionText::counter() {
    return counters_.emplace_back(word());
}

std::string FunctionText::last_place(std::uint64_t bytes, std::uint64_t multiple) {
    use(Bank::End);
    for (const LastPlace& known : last_places_)
        if (known.bytes == bytes && known.multiple == multiple) return known.whole;
    std::string place = word();
    std::string whole = multiple == 1 ? place : word();
    last_places_.push_back({bytes, multiple, std::move(place), std::move(whole)});
    return last_places_.back().whole;
}

std::string FunctionText::use(Bank bank) {
    used_[index_of(bank)] = 1;
    if (bank == Bank::Units) used_[index_of(Bank::End)] = 1;
    if (bank == Bank::End || bank == Bank::Units) used_[index_of(Bank::Shared)] = used_[index_of(Bank::Dynamic)] = 1;
    return std::string(banks[index_of(bank)].name);
}

std::string FunctionText::prologue() const {
    std::string out;
    for (std::size_t i = 0; i < banks.size(); ++i) {
        const bool used = used_[i] != 0 || (i == index_of(Bank::Keep) && keeps_shared());
        if (!used) continue;
        out += fmt::format("\t.reg .{} {}", ptx::isa::info(banks[i].type).name, banks[i].name);
        out += banks[i].is_range ? fmt::format("<{}>;\n", used_[i]) : ";\n";
    }
    if (uses(Bank::Mask)) out += "\tld.const.b32 %__rf_mask, [__rf_words];\n";
    if (uses(Bank::Base)) out += "\tld.const.b32 %__rf_base, [__rf_words+4];\n";
    if (uses(Bank::Data)) out += "\tld.const.b64 %__rf_data, [__rf_words+8];\n";
    if (uses(Bank::Textures)) out += "\tld.const.b64 %__rf_textures, [__rf_words+48];\n";
    if (uses(Bank::End)) {
        out += "\tmov.u32 %__rf_shared, __rf_shared;\n";
        out += "\tmov.u32 %__rf_dynamic, %dynamic_smem_size;\n";
        out += "\tadd.u32 %__rf_end, %__rf_shared, %__rf_dynamic;\n";
        // The end lies behind all variables: nothing changes, but a linker cannot leave out a variable that is used.
        if (keeps_shared())
            out += fmt::format("\tmov.u32 %__rf_keep, {};\n\tmax.u32 %__rf_end, %__rf_end, %__rf_keep;\n", kept_);
    }
    for (const LastPlace& last : last_places_) {
        out += fmt::format("\tsub.u32 {}, %__rf_end, {};\n", last.place, last.bytes);
        if (last.multiple != 1) out += fmt::format("\tand.b32 {}, {}, -{};\n", last.whole, last.place, last.multiple);
    }
    if (uses(Bank::Units)) out += "\tshr.u32 %__rf_units, %__rf_end, 4;\n";
    for (const std::string& counter : counters_)
        out += fmt::format("\tmov.u32 {}, 0;\n", counter);
    return out;
}

}  // namespace ringfence::guard::rewriting
