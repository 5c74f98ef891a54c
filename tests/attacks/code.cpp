#include "code.h"

#include <array>
#include <cstring>
#include <utility>

namespace ringfence::attacks {

Result<Code> Code::load(Bed& bed, std::string ptx, const guard::VariableBlock& block, std::string_view file_name) {
    Code code;
    RF_TRY(code.module_, bed.device().load(std::move(ptx), {.file_name = std::string(file_name)}));
    RF_RETURN_IF_ERROR(place_variables(bed, block, *code.module_));
    RF_RETURN_IF_ERROR(code.write_words(bed));
    return code;
}

Result<Code> Code::load_as_it_is(Bed& bed, const Attack& attack, std::optional<unsigned> optimization) {
    Code code;
    RF_TRY(code.module_,
           bed.device().load(attack.ptx, {.file_name = attack.name + ".ptx", .optimization = optimization}));
    return code;
}

Result<void> Code::write_words(Bed& bed) {
    Result<backend::GlobalInfo> place = module_->global("__rf_words");
    if (!place.ok()) return {};  // a module that needs none of them
    std::array<std::uint32_t, guard::word_count> words = {};
    const auto put = [&](guard::Word word, std::uint64_t value, std::size_t bytes) {
        std::memcpy(&words[static_cast<std::size_t>(word)], &value, bytes);
    };
    put(guard::Word::Mask, (bed.window().bytes() - 1) >> 32, 4);
    put(guard::Word::Base, bed.window().base >> 32, 4);
    put(guard::Word::Variables, bed.variables(), 8);
    put(guard::Word::FaultRecord, bed.fault_record(), 8);
    put(guard::Word::PrintRing, bed.print_ring(), 8);
    put(guard::Word::Heap, bed.heap(), 8);
    put(guard::Word::GridWorkspace, bed.grid_workspace(), 8);
    put(guard::Word::Textures, bed.texture_table(), 8);
    RF_RETURN_IF_ERROR(
        bed.device().copy_to_device(bed.attacker_stream(), place.value().address, std::as_bytes(std::span(words))));
    return bed.attacker_stream().synchronize();
}

Result<void> Code::place_variables(Bed& bed, const guard::VariableBlock& block, backend::Module& module) {
    std::uint64_t end = block.bytes;
    std::vector<Address> managed;
    for (const guard::ManagedVariable& variable : block.managed) {
        end = (end + variable.alignment - 1) / variable.alignment * variable.alignment;
        managed.push_back(bed.variables() + end);
        end += variable.bytes;
    }
    if (end > Bed::variables_bytes) return Error::bad_input("too many variables");
    backend::Stream& stream = bed.attacker_stream();
    RF_RETURN_IF_ERROR(bed.device().fill(stream, bed.variables(), 0, 1, end));
    for (std::size_t i = 0; i < managed.size(); ++i) {
        RF_TRY(const backend::GlobalInfo table, module.global("__rf_managed"));
        RF_RETURN_IF_ERROR(bed.device().write(stream, table.address + 8 * i, std::as_bytes(std::span(&managed[i], 1))));
        RF_RETURN_IF_ERROR(bed.device().copy_to_device(stream, managed[i], block.managed[i].contents));
    }
    RF_RETURN_IF_ERROR(bed.device().copy_to_device(stream, bed.variables(), block.contents));
    for (const guard::Patch& patch : block.patches) {
        Address place = bed.variables();
        if (patch.is_constant) {
            RF_TRY(const backend::GlobalInfo constants, module.global("__rf_const"));
            place = constants.address;
        }
        if (patch.in_managed) place = managed[*patch.in_managed];
        const Address value = patch.addend + (patch.of_managed ? managed[*patch.of_managed] : bed.variables());
        RF_RETURN_IF_ERROR(bed.device().write(stream, place + patch.offset, std::as_bytes(std::span(&value, 1))));
    }
    return stream.synchronize();
}

Result<Code::Prepared> Code::prepare(const Bed& bed, const Attack& attack, std::string_view kernel, bool has_slots) {
    Prepared prepared;
    RF_TRY(prepared.function, module_->function(kernel));
    const backend::FunctionInfo& info = prepared.function->info();
    RF_TRY(prepared.parameters, lay_out(attack.arguments, bed.symbols(), info.parameter_bytes));
    if (has_slots) {
        const Address slots = bed.slots();
        std::memcpy(&prepared.parameters[info.parameters.back().offset], &slots, sizeof slots);
    }
    return prepared;
}

Result<void> Code::launch(Bed& bed, const Attack& attack, const Prepared& prepared) {
    return bed.device().launch(bed.attacker_stream(), *prepared.function, attack.launch, prepared.parameters);
}

guard::LaunchFacts facts_of(const Bed& bed, const Attack& attack, const Code::Prepared& prepared) {
    guard::LaunchFacts facts;
    facts.parameters = prepared.parameters;
    facts.block = {attack.launch.block.x, attack.launch.block.y, attack.launch.block.z};
    facts.grid = {attack.launch.grid.x, attack.launch.grid.y, attack.launch.grid.z};
    facts.static_shared = prepared.function->info().static_shared;
    facts.dynamic_shared = attack.launch.dynamic_shared;
    facts.window = bed.window();
    return facts;
}

}  // namespace ringfence::attacks
