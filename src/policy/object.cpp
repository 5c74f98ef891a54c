#include "policy/object.h"

#include <elf.h>

#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "base/escape.h"
#include "policy/line_info.h"
#include "policy/object_file.h"

namespace ringfence::policy {
namespace {

constexpr std::string_view map_section = "maps";
constexpr std::string_view ops_section = "ringfence_ops";
constexpr std::string_view programs_section = "programs";
constexpr std::size_t name_bytes = 32;
constexpr std::uint64_t first_hook = 40;  // offset in struct rf_ops

constexpr std::uint32_t reloc_load = 1;   // R_BPF_64_64: of a 64-bit load
constexpr std::uint32_t reloc_data = 2;   // R_BPF_64_ABS64: of a pointer in data
constexpr std::uint32_t reloc_call = 10;  // R_BPF_64_32

struct MapDeclaration {  // struct rf_map of ringfence/policy.h
    std::uint32_t kind, key_size, value_size, max_entries;
};

class Loader {
public:
    explicit Loader(const ObjectFile& file) : file_(file) {}

    Result<Program> run() {
        RF_RETURN_IF_ERROR(take_code());
        RF_RETURN_IF_ERROR(take_functions());
        RF_RETURN_IF_ERROR(take_maps());
        RF_RETURN_IF_ERROR(take_programs());
        RF_RETURN_IF_ERROR(take_variables());
        RF_RETURN_IF_ERROR(check_specs(program_.maps));
        for (const auto& [section, start] : code_)
            RF_RETURN_IF_ERROR(relocate(section, start));
        RF_RETURN_IF_ERROR(take_operations());
        const auto start_of = [&](std::string_view name) -> std::optional<std::uint32_t> {
            for (const auto& [section, start] : code_) {
                if (file_.sections()[section].name == name) return start;
            }
            return std::nullopt;
        };
        RF_RETURN_IF_ERROR(read_lines(file_, start_of, program_));
        return std::move(program_);
    }

private:
    Result<void> take_code() {
        for (std::size_t i = 0; i < file_.sections().size(); ++i) {
            const ObjectSection& section = file_.sections()[i];
            if (!section.is_code()) continue;
            const std::size_t count = section.bytes.size() / sizeof(Insn);
            if (section.bytes.size() % sizeof(Insn) != 0)
                return Error::bad_input(fmt::format("section '{}' ends within an instruction", escape(section.name)));
            if (program_.insns.size() + count > most_insns)
                return Error::bad_input(fmt::format("more than {} instructions", most_insns))
                    .with_remedy(
                        "make the policy smaller: fewer functions that are inlined, loops that are not unrolled");
            const auto start = static_cast<std::uint32_t>(program_.insns.size());
            code_.emplace(i, start);
            program_.insns.resize(start + count);
            std::memcpy(static_cast<void*>(program_.insns.data() + start), section.bytes.data(), section.bytes.size());
        }
        if (program_.insns.empty())
            return Error::bad_input("there is no code in it").with_remedy("write a hook, and name it in RF_POLICY");
        return {};
    }

    Result<void> take_functions() {
        for (const ObjectSymbol& symbol : file_.symbols()) {
            const auto code = code_.find(symbol.section);
            if (!symbol.is_function || code == code_.end()) continue;
            const std::uint64_t section_size = file_.sections()[symbol.section].bytes.size();
            const bool is_whole = symbol.value % sizeof(Insn) == 0 && symbol.size % sizeof(Insn) == 0;
            if (!is_whole || symbol.size == 0 || symbol.value > section_size ||
                symbol.size > section_size - symbol.value)
                return Error::bad_input(fmt::format("function '{}' is not inside of its section", escape(symbol.name)));
            if (program_.functions.size() == most_functions)
                return Error::bad_input(fmt::format("more than {} functions", most_functions))
                    .with_remedy("make the policy smaller: fewer functions, or some that are inlined");
            const auto begin = static_cast<std::uint32_t>(code->second + symbol.value / sizeof(Insn));
            program_.functions.push_back(
                {std::string(symbol.name), begin, static_cast<std::uint32_t>(begin + symbol.size / sizeof(Insn))});
        }
        std::sort(program_.functions.begin(), program_.functions.end(),
                  [](const Function& a, const Function& b) { return a.begin < b.begin; });
        return {};
    }

    Result<void> take_maps() {
        std::vector<const ObjectSymbol*> found;
        for (const ObjectSymbol& symbol : file_.symbols()) {
            if (symbol.section < file_.sections().size() && file_.sections()[symbol.section].name == map_section &&
                symbol.size != 0)
                found.push_back(&symbol);
        }
        if (found.size() > most_maps)
            return Error::bad_input(fmt::format("{} maps", found.size()))
                .with_remedy(fmt::format("a policy has {} maps at most", most_maps));
        std::stable_sort(found.begin(), found.end(),
                         [](const ObjectSymbol* a, const ObjectSymbol* b) { return a->value < b->value; });
        for (const ObjectSymbol* symbol : found) {
            const auto declaration = value_at<MapDeclaration>(file_.sections()[symbol->section].bytes, symbol->value);
            if (!declaration || symbol->size != sizeof(MapDeclaration))
                return Error::bad_input(fmt::format("'{}' is no map", escape(symbol->name)))
                    .with_remedy("declare maps with RF_MAP, and put nothing else into the section 'maps'");
            maps_[{symbol->section, symbol->value}] = static_cast<std::uint32_t>(program_.maps.size());
            program_.maps.push_back({std::string(symbol->name), static_cast<MapKind>(declaration->kind),
                                     declaration->key_size, declaration->value_size, declaration->max_entries});
        }
        return {};
    }

    // Each section of variables or constants is a map of one value.
    Result<void> take_variables() {
        for (std::size_t i = 0; i < file_.sections().size(); ++i) {
            const ObjectSection& section = file_.sections()[i];
            if (!section.is_data() || section.name == map_section || section.name == ops_section ||
                section.name == programs_section)
                continue;
            if (section.size > largest_value)
                return Error::bad_input(
                           fmt::format("the variables in '{}' take {} bytes", escape(section.name), section.size))
                    .with_remedy(fmt::format("variables may take {} bytes; larger things are maps", largest_value));
            RF_TRY(const std::vector<ObjectRelocation> relocations, file_.relocations(i));
            if (!relocations.empty())
                return Error::bad_input(
                           fmt::format("a variable in '{}' is initialised with an address", escape(section.name)))
                    .with_remedy("addresses are not known before a policy runs");
            if (program_.maps.size() == most_maps)
                return Error::bad_input("too many maps and sections of variables")
                    .with_remedy(fmt::format("{} at most", most_maps));
            MapSpec spec{std::string(section.name), MapKind::Array, 4, static_cast<std::uint32_t>(section.size), 1};
            spec.is_variables = true;
            spec.is_read_only = (section.flags & SHF_WRITE) == 0;
            spec.initial.assign(section.bytes.begin(), section.bytes.end());
            variables_[i] = static_cast<std::uint32_t>(program_.maps.size());
            program_.maps.push_back(std::move(spec));
        }
        return {};
    }

    Result<void> relocate(std::size_t section, std::uint32_t start) {
        RF_TRY(const std::vector<ObjectRelocation> relocations, file_.relocations(section));
        const std::uint64_t size = file_.sections()[section].bytes.size();
        for (const ObjectRelocation& relocation : relocations) {
            if (relocation.offset % sizeof(Insn) != 0 || relocation.offset >= size)
                return Error::bad_input("a relocation that is not of an instruction");
            const auto at = static_cast<std::uint32_t>(start + relocation.offset / sizeof(Insn));
            if (relocation.type == reloc_load)
                RF_RETURN_IF_ERROR(relocate_load(relocation, at));
            else if (relocation.type == reloc_call)
                RF_RETURN_IF_ERROR(relocate_call(relocation, at));
            else
                return Error::bad_input(fmt::format("a relocation of an unknown kind ({})", relocation.type));
        }
        return {};
    }

    Result<void> relocate_load(const ObjectRelocation& relocation, std::uint32_t at) {
        const ObjectSymbol& symbol = relocation.symbol;
        if (at + 1 >= program_.insns.size() || !is_load_imm64(program_.insns[at]))
            return Error::bad_input("a relocation that is not of an instruction");
        Insn& insn = program_.insns[at];
        Insn& rest = program_.insns[at + 1];
        const std::uint64_t place = symbol.value + static_cast<std::uint32_t>(insn.imm);
        if (const auto map = maps_.find({symbol.section, place}); map != maps_.end()) {
            set_load(insn, rest, LoadMap, map->second, 0);
            return {};
        }
        const auto variable = variables_.find(symbol.section);
        if (variable == variables_.end())
            return Error::bad_input(
                       fmt::format("'{}' is used, and is no map or variable of this file", escape(symbol.name)))
                .with_remedy("functions of others cannot be called, and functions have no addresses");
        if (place > UINT32_MAX) return Error::bad_input("a variable that is not inside of its section");
        set_load(insn, rest, LoadGlobal, variable->second, static_cast<std::uint32_t>(place));
        return {};
    }

    static void set_load(Insn& insn, Insn& rest, LoadImm kind, std::uint32_t map, std::uint32_t offset) {
        insn.registers = static_cast<std::uint8_t>(insn.dst() | static_cast<unsigned>(kind) << 4U);
        insn.imm = static_cast<std::int32_t>(map);
        rest.imm = static_cast<std::int32_t>(offset);
    }

    Result<void> relocate_call(const ObjectRelocation& relocation, std::uint32_t at) {
        const ObjectSymbol& symbol = relocation.symbol;
        const auto code = code_.find(symbol.section);
        if (code == code_.end())
            return Error::bad_input(fmt::format("'{}' is called, and is not in this file", escape(symbol.name)))
                .with_remedy("helpers are in ringfence/policy.h; other functions must be in the same file");
        Insn& insn = program_.insns[at];
        if (insn.opcode != op_call) return Error::bad_input("a relocation that is not of a call");
        // The instruction contains the offset of the callee from the symbol, minus one.
        const std::int64_t target =
            std::int64_t{code->second} +
            static_cast<std::int64_t>(std::min<std::uint64_t>(symbol.value, UINT32_MAX) / sizeof(Insn)) + insn.imm + 1;
        const std::int64_t distance = target - std::int64_t{at} - 1;
        if (distance < INT32_MIN || distance > INT32_MAX) return Error::bad_input("a call that leads nowhere");
        insn.registers = static_cast<std::uint8_t>(insn.dst() | CallFunction << 4U);
        insn.imm = static_cast<std::int32_t>(distance);
        return {};
    }

    Result<void> take_operations() {
        const ObjectSection* const section = file_.find(ops_section);
        if (section == nullptr || section->bytes.size() < first_hook)
            return Error::bad_input("it names no hooks")
                .with_remedy("end the file with RF_POLICY(\"name\", .dispatch = ...)");
        if (section->bytes.size() > first_hook + 8 * hook_count)
            return Error::bad_input("it has operations that this version does not know, or several policies")
                .with_remedy("one RF_POLICY in a file, with the header of this version");
        const auto name = string_at(section->bytes.first(name_bytes), 0);
        if (!name || name->empty()) return Error::bad_input("the policy has no name").with_remedy("1 to 31 characters");
        program_.name = *name;
        program_.flags = value_at<std::uint64_t>(section->bytes, name_bytes).value_or(UINT64_MAX);
        if ((program_.flags & ~(own_answers_flag | alone_too_flag)) != 0)
            return Error::bad_input("the policy has flags that this version does not know")
                .with_remedy("flags = 0, RF_OWN_ANSWERS, RF_ALONE_TOO, or both");
        const auto index = static_cast<std::size_t>(section - file_.sections().data());
        RF_TRY(const std::vector<ObjectRelocation> relocations, file_.relocations(index));
        for (const ObjectRelocation& relocation : relocations)
            RF_RETURN_IF_ERROR(take_hook(*section, relocation));
        const bool has_any = std::any_of(program_.hooks.begin(), program_.hooks.end(),
                                         [](const auto& hook) { return hook.has_value(); });
        if (!has_any) return Error::bad_input("it names no hooks").with_remedy("RF_POLICY(\"name\", .dispatch = ...)");
        return {};
    }

    Result<void> take_hook(const ObjectSection& section, const ObjectRelocation& relocation) {
        const std::optional<std::uint32_t> function = function_named(section, relocation);
        if (!function || relocation.offset < first_hook)
            return Error::bad_input("a hook that is no function of this file");
        program_.hooks[(relocation.offset - first_hook) / 8] = *function;
        return {};
    }

    // The function whose address a relocation puts at that place in data.
    [[nodiscard]] std::optional<std::uint32_t> function_named(const ObjectSection& section,
                                                              const ObjectRelocation& relocation) const {
        const auto addend = value_at<std::uint64_t>(section.bytes, relocation.offset);
        const auto code = code_.find(relocation.symbol.section);
        if (relocation.type != reloc_data || !addend || relocation.offset % 8 != 0 || code == code_.end())
            return std::nullopt;
        const std::uint64_t place = relocation.symbol.value + *addend;
        const std::uint64_t begin = code->second + place / sizeof(Insn);
        for (std::size_t i = 0; i < program_.functions.size(); ++i) {
            if (program_.functions[i].begin == begin && place % sizeof(Insn) == 0) return static_cast<std::uint32_t>(i);
        }
        return std::nullopt;
    }

    // Arrays of function addresses become maps. An entry without an address is empty.
    Result<void> take_programs() {
        const ObjectSection* const section = file_.find(programs_section);
        if (section == nullptr) return {};
        const auto index = static_cast<std::uint32_t>(section - file_.sections().data());
        RF_TRY(const std::vector<ObjectRelocation> relocations, file_.relocations(index));
        // A limit, since all relocations are searched for each array.
        if (relocations.size() > most_programs)
            return Error::bad_input(fmt::format("{} addresses of programs", relocations.size()))
                .with_remedy(fmt::format("all program arrays of a policy have {} at most", most_programs));
        for (const ObjectSymbol& symbol : file_.symbols()) {
            if (symbol.section != index || symbol.size == 0) continue;
            if (symbol.value % 8 != 0 || symbol.size % 8 != 0 || symbol.size > std::uint64_t{8} * most_programs ||
                symbol.value > section->bytes.size() || program_.maps.size() == most_maps)
                return Error::bad_input(fmt::format("'{}' is no array of programs", escape(symbol.name)))
                    .with_remedy(fmt::format("declare it with RF_PROGRAMS: {} at most", most_programs));
            MapSpec spec{std::string(symbol.name), MapKind::Programs, 0, 0,
                         static_cast<std::uint32_t>(symbol.size / 8)};
            spec.programs.assign(spec.max_entries, no_program);
            for (const ObjectRelocation& relocation : relocations) {
                if (relocation.offset < symbol.value || relocation.offset - symbol.value >= symbol.size) continue;
                const std::optional<std::uint32_t> function = function_named(*section, relocation);
                if (!function)
                    return Error::bad_input(
                        fmt::format("'{}' has a program that is no function of this file", escape(symbol.name)));
                spec.programs[(relocation.offset - symbol.value) / 8] = *function;
            }
            maps_[{symbol.section, symbol.value}] = static_cast<std::uint32_t>(program_.maps.size());
            program_.maps.push_back(std::move(spec));
        }
        return {};
    }

    const ObjectFile& file_;
    Program program_;
    std::map<std::size_t, std::uint32_t> code_;                              // by section: where its instructions begin
    std::map<std::pair<std::uint32_t, std::uint64_t>, std::uint32_t> maps_;  // by section and offset
    std::map<std::size_t, std::uint32_t> variables_;                         // by section
};

}  // namespace

Result<Program> load_object(ConstBytes bytes) {
    RF_TRY(const ObjectFile file, ObjectFile::parse(bytes));
    return Loader(file).run();
}

}  // namespace ringfence::policy
