// Check mode: a stray address is recorded, before the access is made where it is harmless.
#include "guard/rewriter/statement_writer.h"
#include "ptx/printer.h"

namespace ringfence::guard::rewriting {

void StatementWriter::record_if_astray(std::uint32_t statement, const Sequences::Fenced& fenced) {
    if (context_.mode != Mode::Check) return;
    std::string wrong = text_.predicate();
    text_.line("setp.ne.u32 {}, {}, {}", wrong, fenced.safe_high, fenced.high);
    if (fenced.safe_low != fenced.low) {
        std::string either = text_.predicate();
        text_.line("setp.ne.or.u32 {}, {}, {}, {}", either, fenced.safe_low, fenced.low, wrong);
        wrong = std::move(either);
    }
    record(statement, fenced.original, std::move(wrong));
}

void StatementWriter::record_if_astray(std::uint32_t statement, const Sequences::Split& split) {
    if (context_.mode != Mode::Check) return;
    const std::string wrong = text_.predicate();
    text_.line("setp.ne.u64 {}, {}, {}", wrong, split.address.name(), split.fenced.original);
    record(statement, split.fenced.original, wrong);
}

void StatementWriter::record_if_astray(std::uint32_t statement, const Sequences::Bounded& bounded) {
    if (context_.mode != Mode::Check) return;
    const std::string wrong = text_.predicate();
    text_.line("setp.ne.u{} {}, {}, {}", bounded.bits, wrong, bounded.after, bounded.before);
    record(statement, sequences_.widen({bounded.original, bounded.bits}), wrong);
}

void StatementWriter::record(std::uint32_t statement, const std::string& original, std::string wrong) {
    const ptx::Instruction& instruction = plan_.function->body[statement].instruction;
    if (const ptx::Guard guard = guard_of(instruction)) {
        const std::string name = ptx::register_name(text_.function(), guard.predicate);
        std::string executed = name;
        if (guard.negated) {
            executed = text_.predicate();
            text_.line("not.pred {}, {}", executed, name);
        }
        std::string both = text_.predicate();
        text_.line("and.pred {}, {}, {}", both, wrong, executed);
        wrong = std::move(both);
    }
    context_.services.insert("__rf_violation");
    const std::string address = context_.argument + "0";
    const std::string site = context_.argument + "1";
    text_.body() += "\t{\n";
    text_.line(".param .b64 {}", address);
    text_.line(".param .b32 {}", site);
    text_.line("st.param.b64 [{}], {}", address, original);
    text_.line("st.param.b32 [{}], {}", site, site_of(statement));
    text_.line("@{} call __rf_violation, ({}, {})", wrong, address, site);
    text_.body() += "\t}\n";
}

}  // namespace ringfence::guard::rewriting
