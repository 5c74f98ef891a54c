#include "machine.h"

#include <algorithm>
#include <bit>
#include <cstring>

#include <fmt/format.h>

#include "ptx/analysis/cfg.h"
#include "ptx/analysis/registers_of.h"
#include "ptx/printer.h"

namespace ringfence::soundness {

using ptx::Function;
using ptx::Instruction;
using ptx::Opcode;
using ptx::Operand;
using ptx::OperandKind;
using ptx::Space;
using ptx::Variable;

namespace {

constexpr std::uint64_t most_steps = 400;
constexpr unsigned most_calls = 8;
// Variables that are not in shared memory lie far from each other.
constexpr unsigned region_shift = 24;
constexpr std::uint64_t code_begin = 0x0bad'0000'0000;
constexpr std::uint64_t code_step = 0x100;
// The table of textures, and the handles in it: their column, and what no other number has.
constexpr std::uint64_t table_begin = 0x7f30'0000'0000;
constexpr std::uint64_t table_entries = 4096;
constexpr std::uint64_t entry_columns = 64;
constexpr std::uint64_t handle_mark = 0x7e47'0e5a'1d00'0000;

// The guard's own functions are trusted; those that it makes of the module's are not.
bool is_guards_own(std::string_view name) {
    return name.starts_with("__rf_") && !name.starts_with("__rf_fenced_") && !name.starts_with("__rf_no_call_");
}

bool is_global_space(Space space) {
    return space == Space::Global;
}

}  // namespace

std::uint32_t Machine::enter(const Function& kernel, Choices& choices) {
    kernel_ = &kernel;
    functions_.clear();
    for (const ptx::Item& item : module_.items) {
        if (item.kind == ptx::ItemKind::Function && item.function->has_body) functions_.push_back(item.function);
    }
    // Every function that the kernel can get to, through tables any.
    std::vector<const Function*> open = {&kernel};
    std::set<const Function*> seen = {&kernel};
    std::vector<const Variable*> found;
    while (!open.empty()) {
        const Function* function = open.back();
        open.pop_back();
        const auto reach = [&](const Function* other) {
            const Function* body = module_.find_function(other->name);
            if (body != nullptr && body->has_body && seen.insert(body).second) open.push_back(body);
        };
        const auto look = [&](const Operand& operand) {
            if (operand.kind == OperandKind::Function) reach(operand.function);
            if (operand.kind != OperandKind::Variable || operand.variable->space != Space::Shared) return;
            if (std::find(found.begin(), found.end(), operand.variable) == found.end())
                found.push_back(operand.variable);
        };
        for (const ptx::Statement& statement : function->body) {
            if (!statement.is_instruction()) continue;
            ptx::for_each_operand(statement.instruction.operands, look);
            if (statement.instruction.opcode() != Opcode::Call) continue;
            if (ptx::call_operands(statement.instruction).target->kind == OperandKind::Function) continue;
            for (const Function* other : functions_) {
                if (!other->is_entry) reach(other);
            }
        }
    }
    shared_ = {};
    std::uint32_t end = 0;
    if (found.size() > 1) std::swap(found[0], found[choices.below(static_cast<unsigned>(found.size()))]);
    std::uint32_t dynamic_alignment = 1;
    for (const Variable* variable : found) {
        const std::uint32_t alignment = std::max(1U, variable->alignment());
        if (variable->bytes() == 0) {
            dynamic_alignment = std::max(dynamic_alignment, alignment);
            continue;
        }
        end = (end + alignment - 1) / alignment * alignment;
        shared_.places.emplace(variable, end);
        end += static_cast<std::uint32_t>(variable->bytes());
    }
    // Each array whose size the launch decides begins at its own alignment; the assembler counts the largest gap.
    for (const Variable* variable : found) {
        const std::uint32_t alignment = std::max(1U, variable->alignment());
        if (variable->bytes() == 0) shared_.places.emplace(variable, (end + alignment - 1) / alignment * alignment);
    }
    end = (end + dynamic_alignment - 1) / dynamic_alignment * dynamic_alignment;
    shared_.static_bytes = end;
    std::uint32_t bytes = 0;
    parameters_ = card_layout(kernel, bytes);
    return end;
}

std::optional<std::string> Machine::run(const Launch& launch, const Axes& thread, const Axes& block, Choices& choices) {
    launch_ = &launch;
    choices_ = &choices;
    thread_ = thread;
    block_ = block;
    // With its first KiB reserved, or as cards before had it.
    shared_begin_ = choices.chance(50) ? 1024 : 0;
    // In a cluster each block has addresses of its own.
    std::uint32_t rank = 0;
    for (std::size_t i = 3; i-- > 0;)
        rank = rank * launch.cluster[i] + block[i] % launch.cluster[i];
    shared_window_ = rank << 24U;
    shared_begin_ += shared_window_;
    shared_aperture_ = 0x7f10'0000'0000;
    local_aperture_ = 0x7f20'0000'0000;
    regions_.clear();
    variables_.clear();
    budget_ = most_steps;
    depth_ = 0;
    has_ended_ = false;
    wrong_.reset();
    ++tally_.threads;
    call(*kernel_);
    return wrong_;
}

void Machine::wrong(std::string what) {
    if (wrong_) return;
    const ptx::Statement& statement = frame_->function->body[at_];
    wrong_ = fmt::format("{}: `{}`: {}\nthread {} of block {}\n{}", frame_->function->name,
                         ptx::print(*frame_->function, statement.instruction), what, fmt::join(thread_, ","),
                         fmt::join(block_, ","), text_of(*launch_));
    has_ended_ = true;
}

bool Machine::is_exempt() {
    if (limits_.exempt == nullptr || !limits_.exempt->contains({frame_->function, at_})) return false;
    ++tally_.exempt;
    return true;
}

// False: the thread has ended.
bool Machine::call(const Function& function) {
    if (depth_ == most_calls) return has_ended_ = true, false;
    ++depth_;
    Frame frame;
    frame.function = &function;
    frame.registers.resize(function.register_count);
    frame.widths.resize(function.register_count);
    for (const ptx::RegisterGroup& group : function.register_groups) {
        const unsigned bits = ptx::isa::info(group.type).bits;
        for (std::uint32_t i = 0; i < group.count; ++i)
            frame.widths[group.first + i] = static_cast<std::uint8_t>(group.type == ptx::Type::Pred ? 1 : bits);
    }
    Frame* const caller = frame_;
    const std::uint32_t back = at_;
    frame_ = &frame;
    const std::uint64_t garbage = tempting();
    for (ptx::RegisterId i = 0; i < function.register_count; ++i)
        write_bits(i, garbage);
    for (at_ = 0; at_ < function.body.size() && !has_ended_;) {
        const ptx::Statement& statement = function.body[at_];
        if (!statement.is_instruction()) {
            ++at_;
            continue;
        }
        if (budget_ == 0) {
            has_ended_ = true;
            break;
        }
        --budget_;
        ++tally_.steps;
        const Instruction& instruction = statement.instruction;
        if (instruction.guard) {
            const bool holds = (frame_->registers[instruction.guard.predicate] & 1) != 0;
            if (holds == instruction.guard.negated) {
                ++at_;
                continue;
            }
        }
        const Next next = step(instruction);
        if (next == Next::Return) break;
        if (next == Next::Stop) has_ended_ = true;
        at_ = next == Next::Jump ? target_ : at_ + 1;
    }
    frame_ = caller;
    at_ = back;
    --depth_;
    return !has_ended_;
}

Machine::Next Machine::step(const Instruction& instruction) {
    switch (instruction.instruction_class()) {
        case ptx::Class::Return: return instruction.opcode() == Opcode::Ret ? Next::Return : Next::Stop;
        case ptx::Class::Trap: return Next::Stop;
        case ptx::Class::Branch: return branch(instruction);
        case ptx::Class::Call: return call_of(instruction);
        case ptx::Class::Barrier: barrier(instruction); return Next::Onward;
        case ptx::Class::Texture:
        case ptx::Class::Surface: image(instruction); return Next::Onward;
        default: break;
    }
    const auto is_address = [](const Operand& operand) { return operand.kind == OperandKind::Address; };
    if (std::any_of(instruction.operands.begin(), instruction.operands.end(), is_address)) {
        if (memory(instruction)) return Next::Onward;
        ++tally_.unmodelled;
        return Next::Stop;
    }
    if (!compute(instruction)) anything(instruction);
    return Next::Onward;
}

Machine::Next Machine::branch(const Instruction& instruction) {
    if (instruction.opcode() == Opcode::BrxIdx) return branch_by_table(instruction);
    const Operand& to = instruction.operands.back();
    if (to.kind != OperandKind::Label) return Next::Stop;
    target_ = to.label->statement;
    return Next::Jump;
}

Machine::Next Machine::branch_by_table(const Instruction& instruction) {
    const ptx::TargetTable* table = ptx::target_table(*frame_->function, instruction.operands.back());
    const std::uint64_t index = read(instruction.operands[0], 32);
    if (table == nullptr || index >= table->labels.size()) {
        if (!is_exempt()) wrong(fmt::format("its index is {}", index));
        return Next::Stop;
    }
    note(Checked::Branch);
    target_ = table->labels[index]->statement;
    return Next::Jump;
}

Machine::Next Machine::call_of(const Instruction& instruction) {
    const ptx::CallOperands operands = ptx::call_operands(instruction);
    const Function* function = nullptr;
    if (operands.target->kind == OperandKind::Function) {
        function = module_.find_function(operands.target->function->name);
    } else {
        const std::uint64_t address = read(*operands.target, 64);
        const std::uint64_t number = (address - code_begin) / code_step;
        const bool is_one =
            address >= code_begin && (address - code_begin) % code_step == 0 && number < functions_.size();
        if (is_one) function = functions_[number];
        const ptx::CallPrototype* prototype =
            operands.prototype == nullptr ? nullptr : ptx::call_prototype(*frame_->function, *operands.prototype);
        const bool fits = function != nullptr && !function->is_entry && prototype != nullptr &&
                          prototype->signature.parameters.size() == function->signature.parameters.size() &&
                          prototype->signature.results.size() == function->signature.results.size();
        if (!fits) {
            if (!is_exempt()) wrong(fmt::format("it calls {:#x}", address));
            return Next::Stop;
        }
    }
    note(Checked::Call);
    if (function != nullptr && function->has_body && !is_guards_own(function->name)) {
        if (!call(*function)) return Next::Stop;
    }
    if (operands.results == nullptr) return Next::Onward;
    for (const Operand& result : operands.results->elements()) {
        if (result.is_register()) write_bits(result.id, tempting());
    }
    return Next::Onward;
}

// ---------------------------------------------------------------------------------------------------------------------
// Registers

std::uint64_t Machine::address_of(const Variable& variable) {
    const auto shared = shared_.places.find(&variable);
    if (shared != shared_.places.end()) return std::uint64_t{shared_begin_} + shared->second;
    for (const PlacedParameter& place : parameters_) {
        if (place.variable == &variable) return (std::uint64_t{1} << region_shift) + place.offset;
    }
    if (regions_.empty()) regions_.resize(2);  // none at 0; the second is the kernel's parameters
    const auto [known, is_new] = variables_.try_emplace(&variable, std::uint64_t{regions_.size()} << region_shift);
    if (is_new) regions_.push_back({&variable, variable.bytes()});
    return known->second;
}

std::uint64_t Machine::special(const Operand& operand) {
    using S = ptx::SpecialRegister;
    const char letter = operand.component.letter();
    if (letter != 0 && (letter < 'x' || letter > 'z')) return 0;
    const std::size_t axis = letter == 0 ? 0 : static_cast<std::size_t>(letter - 'x');
    switch (static_cast<S>(operand.id)) {
        case S::Tid: return thread_[axis];
        case S::Ntid: return launch_->block[axis];
        case S::Ctaid: return block_[axis];
        case S::Nctaid: return launch_->grid[axis];
        case S::ClusterCtaid: return block_[axis] % launch_->cluster[axis];
        case S::ClusterNctaid: return launch_->cluster[axis];
        case S::Clusterid: return block_[axis] / launch_->cluster[axis];
        case S::Nclusterid: return launch_->grid[axis] / launch_->cluster[axis];
        case S::DynamicSmemSize: return launch_->dynamic_shared;
        case S::TotalSmemSize: return launch_->static_shared + launch_->dynamic_shared;
        case S::Laneid: return (thread_[0] + launch_->block[0] * (thread_[1] + launch_->block[1] * thread_[2])) % 32;
        default: return tempting();
    }
}

std::uint64_t Machine::read(const Operand& operand) {
    switch (operand.kind) {
        case OperandKind::Register: {
            const std::uint64_t value = frame_->registers[operand.id];
            if (!operand.negated) return value;
            return frame_->widths[operand.id] == 1 ? value ^ 1U : 0 - value;
        }
        case OperandKind::Integer: return operand.bits;
        case OperandKind::Special: return special(operand);
        case OperandKind::Variable: return address_of(*operand.variable) + static_cast<std::uint64_t>(operand.offset);
        case OperandKind::Function: {
            const auto found = std::find_if(functions_.begin(), functions_.end(),
                                            [&](const Function* one) { return one->name == operand.function->name; });
            return code_begin + static_cast<std::uint64_t>(found - functions_.begin()) * code_step;
        }
        default: return tempting();
    }
}

std::uint64_t Machine::read(const Operand& operand, unsigned bits) {
    const std::uint64_t value = read(operand);
    return bits >= 64 ? value : value & ((std::uint64_t{1} << bits) - 1);
}

void Machine::write_bits(ptx::RegisterId reg, std::uint64_t value) {
    const unsigned bits = frame_->widths[reg];
    frame_->registers[reg] = bits >= 64 ? value : value & ((std::uint64_t{1} << bits) - 1);
}

// A register that is wider than the type gets the number, with its sign.
void Machine::write(ptx::RegisterId reg, std::uint64_t value, ptx::Type type) {
    const ptx::TypeInfo& info = ptx::isa::info(type);
    if (info.bits < 64 && info.bits > 0) {
        const unsigned unused = 64U - info.bits;
        value = info.kind == ptx::TypeKind::Signed
                    ? static_cast<std::uint64_t>(static_cast<std::int64_t>(value << unused) >> unused)
                    : value << unused >> unused;
    }
    write_bits(reg, value);
}

// ---------------------------------------------------------------------------------------------------------------------
// Memory

bool Machine::memory(const Instruction& instruction) {
    const ptx::Operation& operation = *instruction.operation;
    const auto specs = operation.form->operands();
    const std::uint64_t bytes = ptx::isa::info(operation.type).bits / 8U * operation.vector;
    switch (instruction.opcode()) {
        case Opcode::Ld:
        case Opcode::Ldu:
            if (reads_table(instruction)) return true;
            access(instruction.operands[1], operation.space_of(specs[1]), bytes, bytes);
            if (!has_ended_) load(instruction);
            return true;
        case Opcode::Atom:
            access(instruction.operands[1], operation.space_of(specs[1]), bytes, bytes);
            // What is compared is found mostly: loops that try until it is come to an end.
            if (operation.has(ptx::Modifier::Cas) && choices_->chance(75) && instruction.operands[0].is_register())
                write_bits(instruction.operands[0].id,
                           read(instruction.operands[2], ptx::isa::info(operation.type).bits));
            else
                anything(instruction);
            return true;
        case Opcode::St:
        case Opcode::Red: access(instruction.operands[0], operation.space_of(specs[0]), bytes, bytes); return true;
        case Opcode::CpAsync: return copy_async(instruction);
        case Opcode::CpAsyncBulk:
        case Opcode::CpReduceAsyncBulk: return bulk(instruction);
        case Opcode::Ldmatrix:
            access(instruction.operands[1], Space::Shared, 16, 16);
            anything(instruction);
            return true;
        case Opcode::WmmaLoad:
        case Opcode::WmmaStoreD: return tile(instruction);
        case Opcode::CpAsyncMbarrierArrive: access(instruction.operands[0], Space::Shared, 8, 8); return true;
        default: break;
    }
    if (instruction.instruction_class() != ptx::Class::Mbarrier) return false;
    for (std::size_t i = 0; i < instruction.operands.size(); ++i) {
        if (instruction.operands[i].kind == OperandKind::Address)
            access(instruction.operands[i], operation.space_of(specs[i]), 8, 8);
    }
    anything(instruction);
    return true;
}

// What is known to be there: parameters of the kernel, the guard's words, its tables of functions.
std::optional<std::uint64_t> Machine::known_contents(const Operand& address, Space space, unsigned bytes) {
    const Operand& base = address.address_base();
    const std::uint64_t at = read(base) + static_cast<std::uint64_t>(address.offset);
    if (space == Space::Param && at >> region_shift == 1) {
        std::uint64_t value = 0;
        const std::uint64_t offset = at & ((std::uint64_t{1} << region_shift) - 1);
        if (offset + bytes > launch_->parameters.size() || bytes > 8) return std::nullopt;
        std::memcpy(&value, launch_->parameters.data() + offset, bytes);
        return value;
    }
    if (space != Space::Const || at >> region_shift >= regions_.size()) return std::nullopt;
    const Variable* variable = regions_[at >> region_shift].variable;
    if (variable == nullptr) return std::nullopt;
    const std::uint64_t offset = at & ((std::uint64_t{1} << region_shift) - 1);
    if (variable->name == "__rf_words") {
        const std::uint64_t mask = (std::uint64_t{1} << (launch_->window.bits - 32)) - 1;
        if (offset == 0 && bytes == 4) return mask;
        if (offset == 4 && bytes == 4) return launch_->window.base >> 32U;
        if (offset == 8 && bytes == 8) return launch_->variables;
        if (offset == 48 && bytes == 8) return table_begin;
        return std::nullopt;
    }
    if (!variable->name.starts_with("__rf_calls_") || variable->initializer == nullptr || bytes != 8)
        return std::nullopt;
    const auto& values = variable->initializer->values;
    if (offset % 8 != 0 || offset / 8 >= values.size() || values[offset / 8].function == nullptr) return std::nullopt;
    Operand function;
    function.kind = OperandKind::Function;
    function.function = values[offset / 8].function;
    return read(function);
}

// The table may be read by whole handles; anything else there is an access like any other, and wrong.
bool Machine::reads_table(const Instruction& load) {
    const Operand& address = load.operands[1];
    const std::uint64_t at = read(address.address_base()) + static_cast<std::uint64_t>(address.offset) - table_begin;
    const bool is_handle = load.operation->space == Space::Global && load.operation->vector == 1 &&
                           ptx::isa::info(load.operation->type).bits == 64 && at % 8 == 0 &&
                           at < table_entries * entry_columns * 8;
    if (!is_handle) return false;
    write(load.operands[0].id, handle_mark + at / 8 % entry_columns, load.operation->type);
    return true;
}

// The handle must be one of the table's, from the column for what the instruction does.
void Machine::image(const Instruction& instruction) {
    using M = ptx::Modifier;
    const ptx::Operation& operation = *instruction.operation;
    constexpr M shapes[] = {M::X1d, M::X2d, M::X3d, M::A1d, M::A2d, M::Cube, M::Acube};
    const auto* const named =
        std::find_if(std::begin(shapes), std::end(shapes), [&](M one) { return operation.has(one); });
    const auto shape = static_cast<std::uint64_t>(named - std::begin(shapes));
    const bool is_surface = instruction.instruction_class() == ptx::Class::Surface;
    const auto object = std::find_if(instruction.operands.begin(), instruction.operands.end(),
                                     [](const Operand& one) { return one.kind == OperandKind::Object; });
    const std::uint64_t bytes = ptx::isa::info(operation.type).bits / 8U * operation.vector;
    std::uint64_t column = shape;
    if (!is_surface && shape == 0 && operation.modifiers.back() == M::S32) column = 7;
    if (is_surface) column = 8 + 5 * shape + static_cast<std::uint64_t>(std::countr_zero(bytes));
    if (!is_exempt()) {
        note(Checked::Image);
        const std::uint64_t handle = read(object->elements()[0], 64);
        if (handle != handle_mark + column) wrong(fmt::format("its handle is {:#x}", handle));
        const Operand& place = object->elements()[1];
        if (is_surface && operation.has(M::Trap)) wrong("it traps");
        const std::uint64_t byte = read(place.elements()[shape == 3 || shape == 4 ? 1 : 0], 32);
        if (is_surface && byte % bytes != 0) wrong(fmt::format("byte {:#x} is not aligned to {}", byte, bytes));
    }
    anything(instruction);
}

void Machine::load(const Instruction& instruction) {
    const ptx::Operation& operation = *instruction.operation;
    const Operand& to = instruction.operands[0];
    const unsigned bytes = ptx::isa::info(operation.type).bits / 8U;
    Operand address = instruction.operands[1];
    const Space space = operation.space_of(operation.form->operands()[1]);
    // All of a vector is read before anything of it is written.
    std::uint64_t values[8] = {};
    const std::size_t count = to.is_register() ? 1 : std::min<std::size_t>(8, to.elements().size());
    for (std::size_t i = 0; i < count; ++i) {
        values[i] = known_contents(address, space, bytes).value_or(tempting());
        address.offset += bytes;
    }
    for (std::size_t i = 0; i < count; ++i) {
        const Operand& part = to.is_register() ? to : to.elements()[i];
        if (part.is_register()) write(part.id, values[i], operation.type);
    }
}

bool Machine::copy_async(const Instruction& instruction) {
    const std::uint64_t bytes = instruction.operands[2].bits;
    access(instruction.operands[0], Space::Shared, bytes, bytes);
    access(instruction.operands[1], Space::Global, bytes, bytes);
    const auto specs = instruction.operation->form->operands();
    if (instruction.operands.size() > 3 && instruction.operation->type_of(specs[3]).type == ptx::Type::U32 &&
        read(instruction.operands[3], 32) > bytes && !is_exempt())
        wrong("it reads more than it copies");
    return true;
}

// Either way round: to, from, bytes, and perhaps a barrier.
bool Machine::bulk(const Instruction& instruction) {
    const ptx::Operation& operation = *instruction.operation;
    const auto specs = operation.form->operands();
    const std::uint64_t bytes = read(instruction.operands[2], 32);
    if (bytes % 16 != 0 && !is_exempt()) wrong(fmt::format("it copies {} bytes", bytes));
    for (std::size_t i = 0; i < 2; ++i)
        access(instruction.operands[i], operation.space_of(specs[i]), bytes, 16);
    if (instruction.operands.size() > 3 && instruction.operands[3].kind == OperandKind::Address)
        access(instruction.operands[3], operation.space_of(specs[3]), 8, 8);
    return true;
}

// wmma of m16n16k16 with elements of 16 bits: 16 lines of 32 bytes, so many elements apart.
bool Machine::tile(const Instruction& instruction) {
    const bool is_load = instruction.opcode() == Opcode::WmmaLoad;
    const ptx::Operation& operation = *instruction.operation;
    const std::size_t place = is_load ? 1 : 0;
    if (operation.type != ptx::Type::F16 || instruction.operands.size() != 3) return false;
    const std::uint64_t stride = read(instruction.operands[2], 32);
    access(instruction.operands[place], operation.space_of(operation.form->operands()[place]), 15 * 2 * stride + 32,
           16);
    if (stride % 8 != 0 && !is_exempt()) wrong(fmt::format("its lines are {} elements apart", stride));
    anything(instruction);
    return true;
}

void Machine::barrier(const Instruction& instruction) {
    if (instruction.opcode() != Opcode::Bar && instruction.opcode() != Opcode::Barrier) return anything(instruction);
    const ptx::Operation& operation = *instruction.operation;
    const auto specs = operation.form->operands();
    unsigned numbers = 0;
    for (std::size_t i = 0; i < instruction.operands.size() && i < specs.size(); ++i) {
        if (specs[i].access != ptx::isa::Access::Read || operation.type_of(specs[i]).type != ptx::Type::U32) continue;
        const std::uint64_t value = read(instruction.operands[i], 32);
        const bool fits = numbers == 0 ? value < 16 : value >= 32 && value <= 1024 && value % 32 == 0;
        if (numbers++ < 2 && !fits && !is_exempt()) wrong(fmt::format("a number of a barrier is {}", value));
    }
    note(Checked::Barrier);
    anything(instruction);
}

void Machine::access(const Operand& address, Space space, std::uint64_t bytes, std::uint64_t alignment) {
    if (has_ended_ || is_exempt()) return;
    const Operand& base = address.address_base();
    std::uint64_t at = read(base) + static_cast<std::uint64_t>(address.offset);
    if (space == Space::SharedCluster) space = Space::Shared;
    if (space == Space::None) space = Space::Generic;
    // Where the address is computed in 32 bits, so is the sum.
    if (space == Space::Shared && (!base.is_register() || frame_->widths[base.id] <= 32)) at &= 0xffff'ffffU;
    if (space == Space::Generic) {
        if (at - shared_aperture_ < std::uint64_t{1} << 32U) {
            space = Space::Shared;
            at -= shared_aperture_;
        } else if (at - local_aperture_ < std::uint64_t{1} << 32U) {
            space = Space::Local;
            at -= local_aperture_;
        } else {
            space = Space::Global;
        }
    }
    if (alignment != 0 && at % alignment != 0) {
        return wrong(fmt::format("{:#x} ({}) is not aligned to {} bytes", at, ptx::isa::name(space), alignment));
    }
    if (is_global_space(space)) return access_global(at, bytes, base);
    if (space == Space::Shared) return access_shared(at, bytes);
    access_variable(at, bytes, space);
}

void Machine::access_global(std::uint64_t at, std::uint64_t bytes, const Operand& base) {
    note(Checked::Global);
    const guard::Window& window = launch_->window;
    const bool is_own = base.is_register() && !frame_->function->group_of(base.id).name.starts_with("%__rf_");
    const std::uint64_t zone = limits_.only_window && is_own ? 0 : guard::zone_bytes;
    const std::uint64_t inside = at - (window.base - zone);
    const std::uint64_t room = window.bytes() + 2 * zone;
    if (bytes > room || inside > room - bytes)
        wrong(fmt::format("{} bytes at {:#x}, which is outside the window{}", bytes, at,
                          zone == 0 ? "" : " and its zones"));
}

void Machine::access_shared(std::uint64_t at, std::uint64_t bytes) {
    note(Checked::Shared);
    const std::uint64_t end = std::uint64_t{shared_begin_} + launch_->static_shared + launch_->dynamic_shared;
    if (at < shared_window_ || bytes > end || at > end - bytes)
        wrong(fmt::format("{} bytes at {:#x}, but shared memory ends at {:#x}", bytes, at, end));
}

void Machine::access_variable(std::uint64_t at, std::uint64_t bytes, Space space) {
    note(space == Space::Local ? Checked::Local : space == Space::Const ? Checked::Const : Checked::Param);
    const std::uint64_t number = at >> region_shift;
    const std::uint64_t offset = at & ((std::uint64_t{1} << region_shift) - 1);
    const bool is_kernels = number == 1 && space == Space::Param;
    const Variable* variable = nullptr;
    std::uint64_t begin = 0;
    if (is_kernels) {
        for (const PlacedParameter& place : parameters_) {
            if (offset < place.offset || offset - place.offset >= place.variable->bytes()) continue;
            variable = place.variable;
            begin = place.offset;
        }
    } else if (number >= 2 && number < regions_.size()) {
        variable = regions_[number].variable;
    }
    if (variable == nullptr || variable->space != space || offset - begin > variable->bytes() ||
        bytes > variable->bytes() - (offset - begin))
        wrong(fmt::format("{} bytes at {:#x}, which is in no variable of {} memory", bytes, at, ptx::isa::name(space)));
}

}  // namespace ringfence::soundness
