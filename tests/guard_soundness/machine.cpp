#include "machine.h"

#include <algorithm>
#include <bit>

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
constexpr std::uint32_t first_looked_at = 4;  // jumps back of a thread
constexpr std::uint64_t code_begin = 0x0bad'0000'0000;
constexpr std::uint64_t code_step = 0x100;
// The guard's own functions are trusted; those that it makes of the module's are not.
bool is_guards_own(std::string_view name) {
    return name.starts_with("__rf_") && !name.starts_with("__rf_fenced_") && !name.starts_with("__rf_no_call_");
}

// True if it gives the same for the same operands. A carry is no operand.
bool is_determined(const Instruction& instruction) {
    switch (instruction.instruction_class()) {
        case ptx::Class::Arith:
            return instruction.opcode() != Opcode::Addc && instruction.opcode() != Opcode::Subc &&
                   instruction.opcode() != Opcode::Madc;
        case ptx::Class::Compare:
        case ptx::Class::Select:
        case ptx::Class::Logic:
        case ptx::Class::Shift:
        case ptx::Class::Bits:
        case ptx::Class::Dot:
        case ptx::Class::Video:
        case ptx::Class::Convert:
        case ptx::Class::Move: return true;
        default: return false;
    }
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

void Machine::begin(const Launch& launch, const Axes& block, Choices& choices, Company* company) {
    launch_ = &launch;
    choices_ = &choices;
    company_ = company;
    block_ = block;
    thread_ = nullptr;
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
    wrong_.reset();
    if (company_ != nullptr) salt_ = choices.word();
}

Thread Machine::make_thread(const Axes& place, std::uint64_t budget) {
    Thread thread;
    thread.place = place;
    thread.budget = budget;
    thread_ = &thread;
    ++tally_.threads;
    call(*kernel_);
    return thread;
}

std::optional<std::string> Machine::run(const Launch& launch, const Axes& place, const Axes& block, Choices& choices) {
    begin(launch, block, choices, nullptr);
    Thread thread = make_thread(place, most_steps);
    advance(thread);
    return wrong_;
}

void Machine::wrong(std::string what) {
    if (wrong_) return;
    const ptx::Statement& statement = frame_->function->body[frame_->at];
    wrong_ = fmt::format("{}: `{}`: {}\nthread {} of block {}\n{}", frame_->function->name,
                         ptx::print(*frame_->function, statement.instruction), what, fmt::join(thread_->place, ","),
                         fmt::join(block_, ","), text_of(*launch_));
    thread_->has_ended = true;
}

bool Machine::is_exempt(const Function& function, std::uint32_t statement) const {
    return limits_.exempt != nullptr && limits_.exempt->contains({&function, statement});
}

bool Machine::is_exempt() {
    if (!is_exempt(*frame_->function, frame_->at)) return false;
    ++tally_.exempt;
    return true;
}

void Machine::select(Thread& thread) {
    thread_ = &thread;
    frame_ = &thread.frames.back();
}

// A thread that calls too deeply ends.
void Machine::call(const Function& function) {
    if (thread_->frames.size() == most_calls) {
        thread_->has_ended = thread_->is_lost = true;
        return;
    }
    Frame& frame = thread_->frames.emplace_back();
    frame_ = &frame;
    frame.function = &function;
    frame.registers.resize(function.register_count);
    frame.widths.resize(function.register_count);
    for (const ptx::RegisterGroup& group : function.register_groups) {
        const unsigned bits = ptx::isa::info(group.type).bits;
        for (std::uint32_t i = 0; i < group.count; ++i)
            frame.widths[group.first + i] = static_cast<std::uint8_t>(group.type == ptx::Type::Pred ? 1 : bits);
    }
    const std::uint64_t garbage = tempting();
    for (ptx::RegisterId i = 0; i < function.register_count; ++i)
        write_bits(i, garbage);
}

// Back behind the call; what it gives is up to the attacker.
void Machine::give_back() {
    thread_->frames.pop_back();
    if (thread_->frames.empty()) {
        thread_->has_ended = true;
        return;
    }
    select(*thread_);
    const ptx::CallOperands operands = ptx::call_operands(thread_->instruction());
    if (operands.results != nullptr) {
        for (const Operand& result : operands.results->elements())
            if (result.is_register()) write_bits(result.id, tempting());
    }
    ++frame_->at;
}

void Machine::advance(Thread& thread) {
    select(thread);
    while (!thread.has_ended) {
        if (frame_->at >= frame_->function->body.size()) {
            give_back();
            continue;
        }
        const ptx::Statement& statement = frame_->function->body[frame_->at];
        if (!statement.is_instruction()) {
            ++frame_->at;
            continue;
        }
        if (thread.budget == 0) {
            thread.has_ended = true;
            break;
        }
        --thread.budget;
        ++tally_.steps;
        const Instruction& instruction = statement.instruction;
        bool executes = true;
        if (instruction.guard)
            executes = (frame_->registers[instruction.guard.predicate] & 1) != (instruction.guard.negated ? 1U : 0U);
        if (company_ != nullptr && company_->waits(thread, executes)) return;
        if (executes) {
            execute(instruction);
        } else {
            if (company_ != nullptr) company_->went(thread, *frame_->function, frame_->at, frame_->at + 1);
            ++frame_->at;
        }
    }
}

void Machine::perform(Thread& thread) {
    select(thread);
    execute(thread.instruction());
}

void Machine::execute(const Instruction& instruction) {
    const Function& function = *frame_->function;
    const std::uint32_t from = frame_->at;
    const std::size_t depth = thread_->frames.size();
    determined_ = company_ != nullptr && is_determined(instruction) ? &instruction : nullptr;
    outcomes_ = 0;
    const Next next = step(instruction);
    determined_ = nullptr;
    if (next == Next::Stop || next == Next::Lost) thread_->has_ended = true;
    if (next == Next::Lost) thread_->is_lost = true;
    if (next == Next::Return) return give_back();
    if (thread_->has_ended || thread_->frames.size() != depth) return;
    const std::uint32_t to = next == Next::Jump ? target_ : from + 1;
    frame_->at = to;
    if (company_ == nullptr) return;
    company_->went(*thread_, function, from, to);
    if (to <= from) look_for_endlessness();
}

// If nothing has changed since it was here before, and nothing was read that might, it stays in this loop for ever.
void Machine::look_for_endlessness() {
    Thread& thread = *thread_;
    if (thread.inputs == thread.inputs_before && thread.frames == thread.before)
        thread.is_endless = thread.has_ended = true;
    if (std::has_single_bit(++thread.jumps_back) && thread.jumps_back >= first_looked_at) {
        thread.before = thread.frames;
        thread.inputs_before = thread.inputs;
    }
}

void Machine::pass(Thread& thread) {
    ++thread.inputs;
    ++thread.frames.back().at;
}

std::uint64_t Machine::read_of(Thread& thread, const Operand& operand, unsigned bits) {
    select(thread);
    return read(operand, bits);
}

void Machine::write_to(Thread& thread, const Operand& operand, std::uint64_t value) {
    select(thread);
    ++thread.inputs;
    if (operand.is_register()) write_bits(operand.id, value);
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
        return Next::Lost;
    }
    if (!compute(instruction)) anything(instruction);
    return Next::Onward;
}

Machine::Next Machine::branch(const Instruction& instruction) {
    if (instruction.opcode() == Opcode::BrxIdx) return branch_by_table(instruction);
    const Operand& to = instruction.operands.back();
    if (to.kind != OperandKind::Label) return Next::Lost;
    target_ = to.label->statement;
    return Next::Jump;
}

Machine::Next Machine::branch_by_table(const Instruction& instruction) {
    const ptx::TargetTable* table = ptx::target_table(*frame_->function, instruction.operands.back());
    const std::uint64_t index = read(instruction.operands[0], 32);
    if (table == nullptr || index >= table->labels.size()) {
        if (!is_exempt()) wrong(fmt::format("its index is {}", index));
        return Next::Lost;
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
            return Next::Lost;
        }
    }
    note(Checked::Call);
    if (function != nullptr && function->has_body && !is_guards_own(function->name)) {
        call(*function);
        return Next::Onward;
    }
    if (operands.results == nullptr) return Next::Onward;
    for (const Operand& result : operands.results->elements()) {
        if (result.is_register()) write_bits(result.id, tempting());
    }
    return Next::Onward;
}

// ---------------------------------------------------------------------------------------------------------------------
// Numbers that are not computed

std::uint64_t Machine::tempting() {
    if (thread_ != nullptr) ++thread_->inputs;
    return tempting_number(*choices_, launch_->window);
}

std::uint64_t Machine::outcome() {
    if (determined_ == nullptr) return tempting();
    Choices same_for_all(digest_of_operands(*determined_) + ++outcomes_);
    return tempting_number(same_for_all, launch_->window);
}

std::uint64_t Machine::digest_of_operands(const Instruction& instruction) {
    std::uint64_t digest = salt_;
    const auto add = [&](std::uint64_t number) { digest = Choices(digest ^ number).word(); };
    for (const char letter : instruction.operation->text)
        add(static_cast<std::uint8_t>(letter));
    const auto specs = instruction.operation->form->operands();
    for (std::size_t i = 0; i < instruction.operands.size() && i < specs.size(); ++i) {
        const Operand& operand = instruction.operands[i];
        if (is_written(specs[i])) continue;
        for (const Operand& element : operand.elements())
            add(read(element));
        if (!operand.has_elements()) add(read(operand));
    }
    return digest;
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
    const Axes& place = thread_->place;
    const std::uint32_t lane = (place[0] + launch_->block[0] * (place[1] + launch_->block[1] * place[2])) % 32;
    switch (static_cast<S>(operand.id)) {
        case S::Tid: return thread_->place[axis];
        case S::Ntid: return launch_->block[axis];
        case S::Ctaid: return block_[axis];
        case S::Nctaid: return launch_->grid[axis];
        case S::ClusterCtaid: return block_[axis] % launch_->cluster[axis];
        case S::ClusterNctaid: return launch_->cluster[axis];
        case S::Clusterid: return block_[axis] / launch_->cluster[axis];
        case S::Nclusterid: return launch_->grid[axis] / launch_->cluster[axis];
        case S::DynamicSmemSize: return launch_->dynamic_shared;
        case S::TotalSmemSize: return launch_->static_shared + launch_->dynamic_shared;
        case S::Laneid: return lane;
        case S::LanemaskEq: return 1U << lane;
        case S::LanemaskLt: return (1U << lane) - 1;
        case S::LanemaskLe: return (2U << lane) - 1;
        case S::LanemaskGt: return ~((2U << lane) - 1);
        case S::LanemaskGe: return ~((1U << lane) - 1);
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
        case OperandKind::Integer:
        case OperandKind::Float32:
        case OperandKind::Float64: return operand.bits;
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

}  // namespace ringfence::soundness
