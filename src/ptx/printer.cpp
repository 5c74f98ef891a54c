#include "ptx/printer.h"

#include <algorithm>
#include <optional>
#include <unordered_set>

#include "base/effort.h"
#include "ptx/lexer.h"
#include "ptx/writer.h"

namespace ringfence::ptx {
namespace {

// Puts the pieces on lines of their own, indented by their depth.
class CanonicalPrinter {
public:
    explicit CanonicalPrinter(const Module& module, Names names = Names::Given)
        : module_(module), writer_(out_, names) {
        const auto is_section = [](const Item& item) { return item.kind == ItemKind::Section; };
        if (names == Names::ForAssembler && std::any_of(module.items.begin(), module.items.end(), is_section)) {
            changed_ = names_that_change(module);
            writer_.set_changed(changed_);
        }
        out_.reserve(module.source != nullptr ? module.source->size() * 9 / 8 + 4096 : 4096);
    }

    std::string run() {
        header();
        for (const Item& item : module_.items) {
            if (must_stop()) break;
            if (item.kind == ItemKind::Function) {
                function(*item.function);
            } else {
                writer_.item(item);
                out_ += '\n';
            }
        }
        return std::move(out_);
    }

private:
    void header() {
        writer_.version(module_);
        out_ += '\n';
        writer_.target(module_);
        out_ += '\n';
        if (module_.address_size != 0) {
            writer_.address_size(module_);
            out_ += '\n';
        }
        out_ += '\n';
    }

    void function(const Function& function) {
        writer_.function_head(function);
        out_ += function.has_body ? "\n{\n" : ";\n";
        if (!function.has_body) {
            return;
        }
        std::size_t depth = 1;
        for (const Statement& statement : function.body) {
            if (must_stop()) return;
            depth -= statement.kind == StatementKind::ScopeEnd ? 1 : 0;
            const bool at_margin =
                statement.kind == StatementKind::Label || statement.kind == StatementKind::TargetTable ||
                statement.kind == StatementKind::CallPrototype || statement.kind == StatementKind::RawLine;
            out_.append(at_margin ? 0 : depth, '\t');
            writer_.statement(function, statement);
            out_ += '\n';
            depth += statement.kind == StatementKind::ScopeBegin ? 1 : 0;
        }
        out_ += "}\n";
    }

    const Module& module_;
    std::string out_;
    Writer writer_;
    std::unordered_set<std::string_view> changed_;
};

// Takes the pieces from the source wherever the source still says the same.
class SourcePrinter {
public:
    explicit SourcePrinter(const Module& module) : module_(module), source_(*module.source), writer_(piece_) {
        out_.reserve(source_.size() + 4096);
    }

    std::string run() {
        piece(module_.version_where, [&] { writer_.version(module_); });
        piece(module_.target_where, [&] { writer_.target(module_); });
        if (module_.address_size != 0) {
            piece(module_.address_size_where, [&] { writer_.address_size(module_); });
        }
        for (const Item& item : module_.items) {
            if (item.kind == ItemKind::Function) {
                function(*item.function);
            } else {
                piece(item.where, [&] { writer_.item(item); });
            }
        }
        blanks_until(static_cast<std::uint32_t>(source_.size()));
        return std::move(out_);
    }

private:
    void function(const Function& function) {
        piece(function.head, [&] { writer_.function_head(function); });
        if (!function.has_body) {
            punctuation(";", function.where.end - 1, function.where);
            return;
        }
        Lexer lexer(source_.substr(function.head.end));
        punctuation("{", function.head.end + lexer.next().begin, function.where);
        for (const Statement& statement : function.body) {
            piece(statement.where, [&] { writer_.statement(function, statement); });
        }
        punctuation("}", function.where.end - 1, function.where);
    }

    // One piece: as the source has it, if its tokens are the ones that the writer would write.
    template <typename Write>
    void piece(SourceRange where, Write write) {
        piece_.clear();
        write();
        if (where.empty()) {
            out_ += '\n';
            out_ += piece_;
            return;
        }
        blanks_until(where.begin);
        std::string_view original = source_.substr(where.begin, where.end - where.begin);
        out_ += same_tokens(piece_, original) ? original : std::string_view(piece_);
        cursor_ = std::max(cursor_, where.end);
    }

    void punctuation(std::string_view mark, std::uint32_t offset, SourceRange where) {
        if (where.empty()) {
            out_ += '\n';
        } else {
            blanks_until(offset);
            cursor_ = offset + 1;
        }
        out_ += mark;
    }

    // The white space and comments up to an offset, without any tokens between that are no longer in the module.
    void blanks_until(std::uint32_t offset) {
        while (cursor_ < offset) {
            Lexer lexer(source_.substr(cursor_));
            Token token = lexer.next();
            const bool reached = token.kind == TokenKind::End || cursor_ + token.begin >= offset;
            const std::uint32_t blank_end = reached ? offset : cursor_ + token.begin;
            out_ += source_.substr(cursor_, blank_end - cursor_);
            cursor_ = reached ? offset : cursor_ + token.end;
        }
    }

    // Token by token; where they differ, both sides must be constant expressions of the same value.
    static bool same_tokens(std::string_view a, std::string_view b) {
        Lexer left(a);
        Lexer right(b);
        Token one = left.next();
        Token other = right.next();
        while (one.kind != TokenKind::End || other.kind != TokenKind::End) {
            if (one.kind == other.kind && left.text(one) == right.text(other)) {
                one = left.next();
                other = right.next();
            } else if (!same_value(take_expression(left, one), take_expression(right, other))) {
                return false;
            }
        }
        return true;
    }

    static bool same_value(std::string_view a, std::string_view b) {
        std::optional<Constant> left = read_constant_expression(a);
        std::optional<Constant> right = read_constant_expression(b);
        return left && right && left->kind == right->kind && left->bits == right->bits;
    }

    // From a token to the end of the constant expression it may begin; `token` is then what follows.
    static std::string_view take_expression(Lexer& lexer, Token& token) {
        const std::uint32_t begin = token.begin;
        std::uint32_t end = begin;
        int depth = 0;
        int conditions = 0;
        while (true) {
            depth += token.kind == TokenKind::LeftParen ? 1 : 0;
            depth -= token.kind == TokenKind::RightParen ? 1 : 0;
            conditions += token.kind == TokenKind::Question ? 1 : 0;
            conditions -= token.kind == TokenKind::Colon ? 1 : 0;
            if (depth < 0 || conditions < 0 || !is_of_expression(lexer, token, depth)) {
                return lexer.all().substr(begin, end - begin);
            }
            end = token.end;
            token = lexer.next();
        }
    }

    static bool is_of_expression(const Lexer& lexer, Token token, int depth) {
        switch (token.kind) {
            case TokenKind::Identifier: return lexer.text(token) == "WARP_SZ";
            case TokenKind::Directive:  // a cast, or .5
                return depth > 0 || (lexer.text(token)[1] >= '0' && lexer.text(token)[1] <= '9');
            case TokenKind::Number:
            case TokenKind::LeftParen:
            case TokenKind::RightParen:
            case TokenKind::Question:
            case TokenKind::Colon: return true;
            default:
                return token.kind >= TokenKind::Less && token.kind <= TokenKind::OrOr && token.kind != TokenKind::Equal;
        }
    }

    const Module& module_;
    std::string_view source_;
    std::uint32_t cursor_ = 0;
    std::string out_;
    std::string piece_;
    Writer writer_;
};

}  // namespace

std::string print(const Module& module, Layout layout) {
    if (layout == Layout::Source && module.source != nullptr) {
        return SourcePrinter(module).run();
    }
    return CanonicalPrinter(module).run();
}

std::string print_for_assembler(const Module& module) {
    return CanonicalPrinter(module, Names::ForAssembler).run();
}

std::string print(const Function& function, const Instruction& instruction) {
    std::string out;
    Writer(out).instruction(function, instruction);
    return out;
}

std::string register_name(const Function& function, RegisterId reg) {
    std::string out;
    Writer(out).register_name(function, reg);
    return out;
}

}  // namespace ringfence::ptx
