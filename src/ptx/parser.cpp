#include "ptx/parser.h"

#include <utility>

#include <fmt/format.h>

#include "base/escape.h"
#include "ptx/parser_state.h"

namespace ringfence::ptx {

std::unique_ptr<Module> parse(std::string text, DiagnosticSink& sink, const ParseOptions& options) {
    return parse(std::make_shared<const std::string>(std::move(text)), sink, options);
}

std::unique_ptr<Module> parse(std::shared_ptr<const std::string> text, DiagnosticSink& sink,
                              const ParseOptions& options) {
    const std::size_t errors_before = sink.error_count();
    if (text->size() > options.limits.source_bytes) {
        sink.error(
            0, 0,
            fmt::format("the text has {} bytes, more than the limit of {}", text->size(), options.limits.source_bytes));
        return nullptr;
    }
    auto module = std::make_unique<Module>();
    module->source = std::move(text);
    module->file_name = options.file_name;
    Parser(*module, sink, options.limits).run();
    if (must_stop()) sink.error(0, 0, "reading it was stopped");
    return sink.error_count() == errors_before ? std::move(module) : nullptr;
}

Parser::Parser(Module& module, DiagnosticSink& sink, const Limits& limits)
    : module_(module),
      arena_(module.arena),
      sink_(sink),
      limits_(limits),
      lexer_(*module.source),
      operations_(module.arena, [this](const isa::Need& need) { return has(need); }) {
    read_token();
}

void Parser::run() {
    parse_header();
    while (!at(TokenKind::End) && !sink_.full()) {
        parse_item();
    }
    name_hoisted();
    module_.items = arena_.copy_span(items_);
}

// Where the work must stop the text ends: so whatever is being read comes to its end, as it does in any text.
void Parser::read_token() {
    constexpr std::uint32_t between_looks = 64;
    if (++tokens_read_ % between_looks == 0) has_ended_ = has_ended_ || must_end();
    token_ = has_ended_ ? Token{TokenKind::End, last_end_, last_end_} : lexer_.next();
}

// What is kept of the text beside it is in the arena; what is being read, and the names, are not there yet.
bool Parser::must_end() {
    constexpr std::uint64_t of_a_name = 128;
    const std::uint64_t unfinished = body_.capacity() * sizeof(Statement) + items_.capacity() * sizeof(Item);
    return !module_.memory.raise_to(module_.source->size() + arena_.bytes_used() + unfinished +
                                    of_a_name * (items_.size() + label_count_)) ||
           must_stop();
}

Token Parser::take() {
    Token taken = token_;
    last_end_ = taken.end;
    read_token();
    return taken;
}

bool Parser::accept(TokenKind kind) {
    if (!at(kind)) {
        return false;
    }
    take();
    return true;
}

bool Parser::accept_directive(std::string_view name) {
    if (!at_directive(name)) {
        return false;
    }
    take();
    return true;
}

bool Parser::expect(TokenKind kind, std::string_view what) {
    return accept(kind) || fail_expected(what);
}

std::string Parser::describe(Token token) const {
    std::string_view found = text(token);
    if (token.kind == TokenKind::End) {
        return "the end of the file";
    }
    if (token.kind != TokenKind::Bad) {
        return fmt::format("`{}`", escape(found.substr(0, 60)));
    }
    if (found.starts_with("/")) {
        return "a comment that is not closed";
    }
    if (found.starts_with("\"")) {
        return found.size() > 1 && found.ends_with("\"") ? "a string with a backslash or a control character"
                                                         : "a string that is not closed on its line";
    }
    if (found == ".") {
        return "a `.` with no name after it";
    }
    return fmt::format("the byte `{}`, which begins nothing in PTX", escape(found.substr(0, 1)));
}

bool Parser::fail(SourceRange where, std::string message, std::string remedy) {
    constexpr std::size_t longest_message = 400;  // names can be of any length
    if (message.size() > longest_message) {
        message.resize(longest_message);
        message += "…";
    }
    sink_.error(where.begin, where.end, std::move(message), std::move(remedy));
    return false;
}

bool Parser::fail(Token where, std::string message, std::string remedy) {
    return fail(SourceRange{where.begin, where.end}, std::move(message), std::move(remedy));
}

bool Parser::fail_expected(std::string_view what) {
    return fail(peek(), fmt::format("expected {}, found {}", what, describe(peek())));
}

void Parser::skip_braces() {
    std::uint32_t depth = 0;
    do {
        depth += at(TokenKind::LeftBrace) ? 1 : 0;
        depth -= at(TokenKind::RightBrace) ? 1 : 0;
        take();
    } while (depth > 0 && !at(TokenKind::End));
}

// To the next statement of this block: past a semicolon, or in front of a brace that ends it.
void Parser::skip_statement() {
    while (!at(TokenKind::End) && !at(TokenKind::RightBrace)) {
        if (at(TokenKind::LeftBrace)) {
            skip_braces();
        } else if (take().kind == TokenKind::Semicolon) {
            return;
        }
    }
}

// To the next thing at module scope: past a semicolon or a body.
void Parser::skip_item() {
    while (!at(TokenKind::End)) {
        if (at(TokenKind::LeftBrace)) {
            skip_braces();
            accept(TokenKind::Semicolon);
            return;
        }
        if (take().kind == TokenKind::Semicolon) {
            return;
        }
    }
}

bool Parser::enter(Token where) {
    if (nesting_ >= limits_.nesting) {
        return fail(where, fmt::format("nested more than {} deep", limits_.nesting));
    }
    ++nesting_;
    return true;
}

bool Parser::has(const isa::Need& need) const {
    return need.ptx <= module_.version() && module_.target.satisfies(need);
}

bool Parser::check_need(const isa::Need& need, SourceRange where, std::string_view what) {
    if (need.ptx > module_.version()) {
        return fail(
            where,
            fmt::format("{} needs PTX ISA {}.{}, the module says {}.{}", what, need.ptx / 10, need.ptx % 10,
                        module_.version_major, module_.version_minor),
            fmt::format("write `.version {}.{}` or later, if your driver takes it", need.ptx / 10, need.ptx % 10));
    }
    if (module_.target.satisfies(need)) {
        return true;
    }
    std::string targets;
    for (const isa::TargetNeed& target : need.targets()) {
        targets += fmt::format("{}sm_{}{}", targets.empty() ? "" : ", ", target.sm,
                               target.suffix == 0 ? " or later" : std::string(1, target.suffix));
    }
    return fail(where, fmt::format("{} needs the target {}, the module says {}", what, targets,
                                   module_.target.names.empty() ? "none" : module_.target.names[0]));
}

}  // namespace ringfence::ptx
