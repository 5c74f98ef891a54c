#include "guard/rewriter/function_writer.h"

#include <algorithm>
#include <bit>

#include "base/effort.h"
#include "guard/rewriter/heads.h"
#include "guard/rewriter/late_products.h"
#include "guard/rewriter/statement_writer.h"
#include "ptx/writer.h"

namespace ringfence::guard::rewriting {
namespace {

bool is_at_margin(ptx::StatementKind kind) {
    return kind == ptx::StatementKind::Label || kind == ptx::StatementKind::TargetTable ||
           kind == ptx::StatementKind::CallPrototype || kind == ptx::StatementKind::RawLine;
}

// Variables that the guard places, and statements that are no part of a rewritten module.
bool is_left_out(const ptx::Statement& statement) {
    if (statement.kind == ptx::StatementKind::RawLine) return true;
    if (statement.kind == ptx::StatementKind::Pragma) return !is_known(*statement.pragma);
    if (statement.kind == ptx::StatementKind::TargetTable) return statement.targets->calls;
    if (statement.kind != ptx::StatementKind::Variables) return false;
    const ptx::Space space = statement.variables->variables[0]->space;
    return space == ptx::Space::Global || space == ptx::Space::Const;
}

// A prototype promises nothing.
void write_plain(ptx::Writer& writer, const ptx::Function& function, const ptx::Statement& statement) {
    if (statement.kind != ptx::StatementKind::CallPrototype) {
        writer.statement(function, statement);
        return;
    }
    ptx::CallPrototype prototype = *statement.prototype;
    prototype.directives = {};
    ptx::Statement changed = statement;
    changed.prototype = &prototype;
    writer.statement(function, changed);
}

bool runs_over_end(const ptx::ControlFlowGraph& cfg) {
    const auto edges = cfg.edges();
    return std::any_of(edges.begin(), edges.end(), [&](const ptx::FlowEdge& edge) {
        return edge.to == cfg.exit() && edge.kind == ptx::EdgeKind::Fallthrough;
    });
}

}  // namespace

bool is_leading(const ptx::Statement& statement) {
    return statement.kind == ptx::StatementKind::Registers || statement.kind == ptx::StatementKind::Variables ||
           statement.kind == ptx::StatementKind::SourceLine || statement.kind == ptx::StatementKind::Pragma;
}

WrittenFunction write_function(ModuleContext& context, const FunctionPlan& plan, const WriteOptions& options) {
    WrittenFunction written;
    FunctionText text(*plan.function);
    StatementWriter statements(context, plan, options, text, written);
    ptx::Writer writer(text.body());
    const auto body = plan.function->body;
    const LateProducts late = context.mode == Mode::Check ? late_products(*plan.function, *plan.flow) : LateProducts();
    std::size_t start = body.size();  // of the statements after the declarations
    std::size_t start_offset = 0;
    for (std::uint32_t i = 0; i < body.size() && text.body().size() <= options.most_bytes; ++i) {
        if (must_stop()) return written;
        if (start == body.size() && !is_leading(body[i])) {
            start = i;
            start_offset = text.body().size();
        }
        if (is_left_out(body[i])) continue;
        if (late.products.contains(i)) continue;
        if (const auto found = late.needed_by.find(i); found != late.needed_by.end()) {
            for (const std::uint32_t product : found->second)
                statements.write(product);
        }
        if (body[i].is_instruction()) {
            statements.write(i);
            continue;
        }
        if (!is_at_margin(body[i].kind)) text.body() += '\t';
        write_plain(writer, text.function(), body[i]);
        text.body() += '\n';
    }
    if (start == body.size()) start_offset = text.body().size();
    statements.finish();
    // Compilers leave the end open behind a call that does not return.
    const bool never_returns = plan.function->find_directive(".noreturn") != nullptr;
    if (runs_over_end(plan.flow->cfg)) text.line("{}", never_returns ? "exit" : "ret");

    write_head(written.text, *plan.function, options.name);
    written.text += "\n{\n";
    const std::string prologue = text.prologue();
    const std::size_t shift = written.text.size() + prologue.size();
    for (auto& place : written.places)
        place.first += static_cast<std::uint32_t>(shift);
    written.text.append(text.body(), 0, start_offset);
    written.text += prologue;
    written.text.append(text.body(), start_offset);
    written.text += "}\n";
    return written;
}

}  // namespace ringfence::guard::rewriting
