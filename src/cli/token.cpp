// ringfence token new, restrict, show, revoke: bearer tokens. A token is never an argument, which everybody could see.
#include <ctime>

#include <fmt/core.h>

#include "base/escape.h"
#include "base/file.h"
#include "cli/command.h"
#include "cli/console.h"
#include "supervisor/tenant_office.h"

namespace ringfence::cli {
namespace {

using tenants::Restriction;
using tenants::Token;

struct RestrictionOptions {
    std::string kind;
    std::vector<std::string> limits;
    std::string expires;
};

struct NewTokenOptions {
    std::string tenant;
    RestrictionOptions restriction;
};

struct TokenFileOptions {
    std::string file = "-";
    RestrictionOptions restriction;
};

struct TokenIdOptions {
    std::string id;
};

Result<Restriction> restriction_of(const RestrictionOptions& options) {
    Restriction restriction;
    if (!options.kind.empty()) {
        RF_TRY(restriction.most, tenants::parse_session_kind(options.kind));
    }
    for (const std::string& limit : options.limits) {
        const std::size_t equals = limit.find('=');
        if (equals == std::string::npos)
            return Error::bad_input("'" + escape(limit) + "' is no limit").with_remedy("write for instance streams=16");
        RF_RETURN_IF_ERROR(
            tenants::set_token_limit(restriction.limits, limit.substr(0, equals), limit.substr(equals + 1)));
    }
    if (!options.expires.empty()) {
        RF_TRY(const std::chrono::seconds duration, tenants::parse_duration(options.expires));
        restriction.expires = std::chrono::floor<std::chrono::seconds>(std::chrono::system_clock::now()) + duration;
    }
    return restriction;
}

Result<Token> read_token(const std::string& file) {
    RF_TRY(const std::string text, read_file(file, 4 * Token::most_bytes));
    return Token::parse(text);
}

ExitCode token_refused(const Error& error) {
    complain(error);
    return ExitCode::bad_input;
}

ExitCode new_token(const NewTokenOptions& options) {
    const Result<Restriction> restriction = restriction_of(options.restriction);
    if (!restriction.ok()) return token_refused(restriction.error());
    const Result<Token> token = supervisor::issue_token(options.tenant, restriction.value());
    if (!token.ok()) return token_refused(token.error());
    return write_output("-", token.value().secret_text() + "\n");
}

ExitCode restrict_token(const TokenFileOptions& options) {
    const Result<Restriction> restriction = restriction_of(options.restriction);
    if (!restriction.ok()) return token_refused(restriction.error());
    const Result<Token> token = read_token(options.file);
    if (!token.ok()) return token_refused(token.error());
    const Result<Token> less = token.value().restricted(restriction.value());
    if (!less.ok()) return token_refused(less.error());
    return write_output("-", less.value().secret_text() + "\n");
}

std::string format_time(tenants::UnixTime time) {
    const std::time_t seconds = std::chrono::system_clock::to_time_t(time);
    std::tm parts{};
    char text[64] = {};
    if (::gmtime_r(&seconds, &parts) == nullptr) return "?";
    return std::string(text, std::strftime(text, sizeof text, "%Y-%m-%d %H:%M:%S UTC", &parts));
}

std::string describe_restriction(const Restriction& restriction) {
    std::string text;
    if (restriction.most) text += fmt::format("; sessions of kind {} at most", tenants::name_of(*restriction.most));
    if (restriction.limits != SessionLimits()) text += "; " + text_of(restriction.limits);
    if (restriction.expires) text += "; until " + format_time(*restriction.expires);
    return text.empty() ? "all that its tenant may" : text.substr(2);
}

ExitCode show_token(const TokenFileOptions& options) {
    const Result<Token> token = read_token(options.file);
    if (!token.ok()) return token_refused(token.error());
    std::string text = fmt::format("{}\ntenant    {}\n", token.value(), token.value().tenant());
    for (const Restriction& restriction : token.value().restrictions())
        text += fmt::format("{:<8}  {}\n", &restriction == token.value().restrictions().data() ? "issued" : "then",
                            describe_restriction(restriction));
    return write_output("-", text);
}

ExitCode revoke_token_now(const TokenIdOptions& options) {
    const Result<std::uint32_t> sessions = supervisor::revoke_token(options.id);
    if (!sessions.ok()) return token_refused(sessions.error());
    return write_output("-", fmt::format("token {} is revoked, with all that were made of it; sessions that end: {}\n",
                                         escape(options.id), sessions.value()));
}

void add_restriction_options(CLI::App& command, RestrictionOptions& options) {
    command.add_option("--kind", options.kind, "The most that its sessions may be for")
        ->type_name("KIND")
        ->check(CLI::IsMember({"compute", "copy", "program"}));
    command
        .add_option("--limit", options.limits,
                    "Of each session, for instance device_memory=512M; sessions=2: so many at once")
        ->type_name("KEY=VALUE")
        ->allow_extra_args(false);
    command.add_option("--expires", options.expires, "When its time is over, from now: 90s, 15m, 1h, 30d")
        ->type_name("TIME");
}

void add_file_option(CLI::App& command, TokenFileOptions& options) {
    command.add_option("FILE", options.file, "The file that holds the token; default: standard input")->type_name("");
}

}  // namespace

void add_token(CLI::App& app, Action& chosen) {
    CLI::App* token = app.add_subcommand("token", "Make, restrict, show and revoke bearer tokens");
    token->footer(
        std::string("Programs show the token that RINGFENCE_TOKEN, or the file RINGFENCE_TOKEN_FILE, holds.\n\n"
                    "Examples:\n"
                    "  ringfence token new --tenant alice --expires 1h > token\n"
                    "  ringfence token restrict --kind copy < token\n\n") +
        exit_code_help);
    token->require_subcommand(0, 1);
    auto making = std::make_shared<NewTokenOptions>();
    CLI::App* command =
        add_command(*token, "new", "Make a token for a tenant (for the daemon's user and root)",
                    "  ringfence token new --tenant alice > token\n"
                    "  ringfence token new --tenant alice --kind program --limit sessions=2 --expires 8h > token\n",
                    chosen, making, new_token);
    command->add_option("--tenant", making->tenant, "Whose")->required()->type_name("NAME");
    add_restriction_options(*command, making->restriction);
    auto restricting = std::make_shared<TokenFileOptions>();
    command = add_command(*token, "restrict", "Make a token that may less; nobody is asked",
                          "  ringfence token restrict --kind copy --expires 15m < token > lesser\n", chosen,
                          restricting, restrict_token);
    add_file_option(*command, *restricting);
    add_restriction_options(*command, restricting->restriction);
    auto showing = std::make_shared<TokenFileOptions>();
    add_file_option(*add_command(*token, "show", "Say what a token is, without its secret",
                                 "  ringfence token show < token\n", chosen, showing, show_token),
                    *showing);
    auto revoking = std::make_shared<TokenIdOptions>();
    add_command(*token, "revoke", "End a token, all that were made of it, and their sessions",
                "  ringfence token revoke 4be1f20a66c0d391      ('token show' tells the id)\n", chosen, revoking,
                revoke_token_now)
        ->add_option("ID", revoking->id, "The token's id")
        ->required();
}

}  // namespace ringfence::cli
