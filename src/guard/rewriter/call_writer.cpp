// Calls, traps and branches by a table.
#include "guard/rewriter/statement_writer.h"
#include "ptx/analysis/cfg.h"
#include "ptx/analysis/uniformity.h"
#include "ptx/barrier_use.h"
#include "ptx/member_mask.h"
#include "ptx/printer.h"

namespace ringfence::guard::rewriting {
namespace {

using ptx::OperandKind;
using Bank = OwnRegister::Bank;

std::string_view service_for(const ptx::Function& callee) {
    if (callee.has_body || callee.definition != nullptr) return {};
    if (callee.name == "vprintf") return "__rf_vprintf";
    if (callee.name == "malloc") return "__rf_malloc";
    if (callee.name == "free") return "__rf_free";
    if (callee.name == "__assertfail") return "__rf_assertfail";
    return {};
}

}  // namespace

void StatementWriter::write_call(std::uint32_t statement) {
    const ptx::Instruction& instruction = plan_.function->body[statement].instruction;
    const ptx::CallOperands parts = ptx::call_operands(instruction);
    if (parts.target->kind != OperandKind::Function) {
        write_indirect_call(statement);
        return;
    }
    const std::string_view service = service_for(*parts.target->function);
    if (service.empty()) {
        print(instruction, instruction.operands);
    } else {
        write_service(statement, service);
    }
}

void StatementWriter::write_service(std::uint32_t statement, std::string_view service) {
    const ptx::Instruction& instruction = plan_.function->body[statement].instruction;
    context_.services.insert(std::string(service));
    std::vector<ptx::Operand> operands(instruction.operands.begin(), instruction.operands.end());
    auto* callee = text_.arena().allocate<ptx::Function>(*operands[1].function);
    callee->name = text_.arena().copy_string(service);
    operands[1].function = callee;
    const auto bytes = plan_.print_bytes.find(statement);
    if (bytes != plan_.print_bytes.end()) {
        // It gets the number of bytes that it may read.
        auto* size = text_.arena().allocate<ptx::Variable>();
        size->name = text_.arena().copy_string(fmt::format("{}{}", context_.argument, statement));
        text_.line(".param .b32 {}", size->name);
        text_.line("st.param.b32 [{}], {}", size->name, bytes->second);
        const auto arguments = text_.arena().allocate_span<ptx::Operand>(3);
        arguments[0] = operands[2].elements()[0];
        arguments[1] = operands[2].elements()[1];
        arguments[2].kind = OperandKind::Variable;
        arguments[2].variable = size;
        operands[2].first_element = arguments.data();
        operands[2].id = 3;
    }
    print(instruction, operands);
    if (service == "__rf_assertfail") text_.line("{}exit", guard_text(instruction));
}

void StatementWriter::write_indirect_call(std::uint32_t statement) {
    const ptx::Instruction& instruction = plan_.function->body[statement].instruction;
    std::vector<ptx::Operand> operands(instruction.operands.begin(), instruction.operands.end());
    const ptx::TargetTable* targets = ptx::target_table(*plan_.function, operands[3]);
    const ptx::CallPrototype* prototype = ptx::call_prototype(*plan_.function, operands[3]);
    const ptx::Signature& signature = prototype != nullptr ? prototype->signature : targets->functions[0]->signature;
    context_.services.insert("__rf_trap");
    const std::uint32_t table = context_.calls.table_for(signature);
    const std::string token = ptx::register_name(*plan_.function, operands[1].id);
    const std::string clamped = text_.double_word();
    const std::string scaled = text_.double_word();
    const std::string start = text_.double_word();
    const std::string place = text_.double_word();
    const OwnRegister callee = text_.next(Bank::Double);
    text_.line("min.u64 {}, {}, {}", clamped, token, context_.calls.last());
    text_.line("shl.b64 {}, {}, 3", scaled, clamped);
    text_.line("mov.u64 {}, __rf_calls_{}", start, table);
    text_.line("add.s64 {}, {}, {}", place, start, scaled);
    text_.line("ld.const.u64 {}, [{}]", callee.name(), place);
    operands[1] = own_operand(callee);
    if (prototype == nullptr) {
        // A list of targets becomes a prototype, which says nothing of where the call goes.
        auto* label = text_.arena().allocate<ptx::Label>();
        label->name = text_.arena().copy_string(fmt::format("__rf_prototype_{}", statement));
        ptx::CallPrototype made;
        made.label = label;
        made.signature = signature;
        ptx::Statement text;
        text.kind = ptx::StatementKind::CallPrototype;
        text.prototype = &made;
        writer_.statement(*plan_.function, text);
        text_.body() += '\n';
        operands[3].kind = OperandKind::Label;
        operands[3].label = label;
    }
    print(instruction, operands);
}

void StatementWriter::write_table_branch(std::uint32_t statement) {
    const ptx::Instruction& instruction = plan_.function->body[statement].instruction;
    std::vector<ptx::Operand> operands = replaced_operands(instruction);
    const ptx::TargetTable* table = ptx::target_table(*plan_.function, operands[1]);
    const std::size_t count = table == nullptr ? 1 : table->labels.size();
    const std::string index = operand_text(operands[0]);
    const OwnRegister clamped = text_.next(Bank::Word);
    text_.line("min.u32 {}, {}, {}", clamped.name(), index, count - 1);
    operands[0] = own_operand(clamped);
    print(instruction, operands);
}

std::string StatementWriter::operand_text(const ptx::Operand& operand) const {
    return operand.is_register() ? ptx::register_name(text_.function(), operand.id) : fmt::format("{}", operand.bits);
}

// Each barrier is for one way of meeting: see BarrierNumbers.
void StatementWriter::write_barrier(const ptx::Instruction& instruction) {
    std::vector<ptx::Operand> operands = replaced_operands(instruction);
    const auto use = ptx::barrier_use(instruction);
    const auto constants = use ? use->constants(instruction) : std::nullopt;
    if (constants) operands[use->number].bits = context_.barriers.of(*use, *constants);
    print(instruction, operands);
}

// A lane that names others and not itself can kill the context; PTX leaves it undefined anyway.
void StatementWriter::write_mask(std::uint32_t statement) {
    const ptx::Instruction& instruction = plan_.function->body[statement].instruction;
    std::vector<ptx::Operand> operands = replaced_operands(instruction);
    ptx::Operand& mask = operands[*ptx::member_mask(instruction)];
    // Compilers like to keep the mask of all lanes in a register.
    if (plan_.wait_for_all.contains(statement) ||
        ptx::names_all_lanes(*plan_.function, plan_.flow->registers, instruction)) {
        mask = {};
        mask.kind = OperandKind::Integer;
        mask.bits = UINT32_MAX;
        return print(instruction, operands);
    }
    const std::string lane = text_.word();
    text_.line("mov.u32 {}, %lanemask_eq", lane);
    const OwnRegister safe = text_.next(Bank::Word);
    text_.line("or.b32 {}, {}, {}", safe.name(), operand_text(mask), lane);
    mask = own_operand(safe);
    print(instruction, operands);
}

void StatementWriter::write_trap(std::uint32_t statement) {
    written_.treatments[statement] = Treatment::Recorded;
    end_here(statement, guard_text(plan_.function->body[statement].instruction));
}

// The thread ends, and it is recorded where.
void StatementWriter::end_here(std::uint32_t statement, const std::string& guard) {
    context_.services.insert("__rf_trap");
    const std::string site = context_.argument + "0";
    text_.body() += "\t{\n";
    text_.line(".param .b32 {}", site);
    text_.line("st.param.b32 [{}], {}", site, site_of(statement));
    text_.line("{}call __rf_trap, ({})", guard, site);
    text_.body() += "\t}\n";
    text_.line("{}exit", guard);
}

}  // namespace ringfence::guard::rewriting
