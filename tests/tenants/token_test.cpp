#include "tenants/token.h"

#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <sstream>

#include <gmock/gmock.h>

#include "tenants/mint.h"

namespace ringfence::tenants {
namespace {

using namespace std::chrono_literals;
using testing::HasSubstr;
using testing::Not;

const UnixTime now{1'800'000'000s};

struct TokenTest : testing::Test {
    const Mint mint{Secret{1, 2, 3}};
    Revocations revoked;

    std::string complaint(const Token& token, UnixTime at = now) const {
        const Result<Claims> claims = mint.verify(token, revoked, at);
        return claims.ok() ? "none" : claims.error().text();
    }
    static Token read_again(const Token& token) { return Token::parse(token.secret_text()).take(); }
    Token token(const Restriction& restriction = {}) const { return mint.issue("alice", restriction).take(); }
};

TEST_F(TokenTest, WhatTheMintMakesItKnows) {
    const Token made = token();
    const Claims claims = mint.verify(read_again(made), revoked, now).take();
    EXPECT_EQ(claims.tenant, "alice");
    EXPECT_EQ(claims.most, SessionKind::Compute);
    EXPECT_EQ(claims.limits, SessionLimits());
    EXPECT_EQ(claims.expires, std::nullopt);
    EXPECT_EQ(claims.id(), made.id());
    EXPECT_NE(token().id(), made.id());
    EXPECT_THAT(made.secret_text(),
                testing::MatchesRegex("rft1\\.alice\\.[0-9a-f]{32}\\.name=[0-9a-f]{16}\\.[0-9a-f]{64}"));
    // As it comes out of a file.
    EXPECT_TRUE(mint.verify(Token::parse(" " + made.secret_text() + "\n").value(), revoked, now).ok());
}

TEST_F(TokenTest, AnotherInstallationDoesNotKnowIt) {
    const Mint other{Secret{1, 2, 4}};
    EXPECT_THAT(other.verify(token(), revoked, now).error().text(),
                HasSubstr("not one that this installation has made"));
}

TEST_F(TokenTest, IsRestrictedWithoutTheMint) {
    Restriction first;
    first.most = SessionKind::Program;
    first.limits[Limit::Streams] = 16;
    first.limits[Limit::Sessions] = 4;
    first.expires = now + 1h;
    Restriction second;
    second.most = SessionKind::Copy;
    second.limits[Limit::Streams] = 8;
    second.limits[Limit::DeviceMemory] = std::uint64_t{512} << 20;
    second.limits[Limit::Sessions] = 2;
    second.expires = now + 30min;
    const Token root = token(first);
    const Token child = read_again(root).restricted(second).take();
    const Claims claims = mint.verify(read_again(child), revoked, now).take();
    EXPECT_EQ(claims.most, SessionKind::Copy);
    EXPECT_EQ(claims.limits[Limit::Streams], 8U);
    EXPECT_EQ(claims.limits[Limit::DeviceMemory], std::uint64_t{512} << 20);
    EXPECT_EQ(claims.limits[Limit::Sessions], 0U) << "counted by the steps";
    EXPECT_EQ(claims.expires, now + 30min);
    ASSERT_EQ(claims.steps.size(), 3U);
    EXPECT_EQ(claims.steps[1].id, root.id());
    EXPECT_EQ(claims.steps[1].sessions, 4U);
    EXPECT_EQ(claims.steps[2].id, child.id());
    EXPECT_EQ(claims.steps[2].sessions, 2U);
    EXPECT_TRUE(claims.has_step(root.id()));
}

TEST_F(TokenTest, ARestrictionNeverGivesMore) {
    Restriction tight;
    tight.most = SessionKind::Copy;
    tight.limits[Limit::Streams] = 4;
    tight.expires = now + 1min;
    Restriction loose;
    loose.most = SessionKind::Compute;
    loose.limits[Limit::Streams] = 400;
    loose.expires = now + 1000h;
    const Claims claims = mint.verify(token(tight).restricted(loose).take(), revoked, now).take();
    EXPECT_EQ(claims.most, SessionKind::Copy);
    EXPECT_EQ(claims.limits[Limit::Streams], 4U);
    EXPECT_EQ(claims.expires, now + 1min);
}

TEST_F(TokenTest, ItsTimeIsOverToTheSecond) {
    Restriction hour;
    hour.expires = now + 1h;
    const Token made = token(hour);
    EXPECT_EQ(complaint(made, now + 1h - 1s), "none");
    EXPECT_THAT(complaint(made, now + 1h), HasSubstr("the time of token " + made.id() + " is over"));
}

struct RevokedTokens : TokenTest {
    void SetUp() override { std::filesystem::create_directories(folder); }
    void TearDown() override { std::filesystem::remove_all(folder); }
    std::string folder = testing::TempDir() + "ringfence-tokens-" + std::to_string(::getpid());
    std::string file = folder + "/revoked_tokens";
};

TEST_F(RevokedTokens, WithAllThatWasMadeOfThem) {
    const Token parent = token();
    const Token child = parent.restricted({}).take();
    const Token brother = parent.restricted({}).take();
    const Token grandchild = child.restricted({}).take();
    ASSERT_NE(child.id(), brother.id());
    ASSERT_TRUE(revoked.add(file, child.id()).ok());
    EXPECT_THAT(complaint(child), HasSubstr("is revoked"));
    EXPECT_THAT(complaint(grandchild), HasSubstr("is revoked"));
    EXPECT_EQ(complaint(parent), "none");
    EXPECT_EQ(complaint(brother), "none");
    ASSERT_TRUE(revoked.add(file, parent.id()).ok());
    EXPECT_THAT(complaint(brother), HasSubstr("is revoked"));
    const Revocations again = Revocations::load(file).take();
    EXPECT_EQ(again.size(), 2U);
    EXPECT_TRUE(again.has(parent.id()));
}

TEST_F(RevokedTokens, OthersRevocationsAreNotLost) {
    Revocations other;
    const std::string first = token().id();
    const std::string second = token().id();
    ASSERT_TRUE(revoked.add(file, first).ok());
    ASSERT_TRUE(other.add(file, second).ok());
    EXPECT_TRUE(other.has(first));
    EXPECT_THAT(revoked.add(file, "abc").error().text(), HasSubstr("is no token's id"));
    EXPECT_FALSE(revoked.add(file, "../../etc/passwd").ok());
}

TEST_F(RevokedTokens, AListThatCannotBeReadIsAnErrorAndNotAnEmptyOne) {
    ASSERT_TRUE(revoked.add(file, token().id()).ok());
    std::filesystem::permissions(file, std::filesystem::perms::all);
    EXPECT_FALSE(Revocations::load(file).ok());
    std::filesystem::remove(file);
    EXPECT_EQ(Revocations::load(file).value().size(), 0U);
    std::filesystem::create_directory(file);
    EXPECT_FALSE(Revocations::load(file).ok());
}

TEST_F(RevokedTokens, TheSecretIsMadeOnceAndClosedToOthers) {
    const std::string secret = folder + "/token.secret";
    const Token made = Mint::open(secret).take().issue("alice", {}).take();
    struct stat info = {};
    ASSERT_EQ(::stat(secret.c_str(), &info), 0);
    EXPECT_EQ(info.st_mode & 0777U, 0600U);
    EXPECT_TRUE(Mint::open(secret).take().verify(made, revoked, now).ok());
    ::chmod(secret.c_str(), 0640);
    EXPECT_THAT(Mint::open(secret).error().text(), HasSubstr("not this user's alone"));
}

TEST_F(TokenTest, WhatPrintsATokenPrintsItsIdAlone) {
    const Token made = token();
    const std::string tag = made.secret_text().substr(made.secret_text().rfind('.') + 1);
    std::ostringstream out;
    out << made;
    for (const std::string& printed : {fmt::format("{}", made), out.str(), testing::PrintToString(made)}) {
        EXPECT_EQ(printed, "token " + made.id());
        EXPECT_THAT(printed, Not(HasSubstr(tag.substr(0, 8))));
    }
    // Nor does a complaint say what it is about.
    EXPECT_THAT(Token::parse(made.secret_text() + "x").error().text(), Not(HasSubstr(tag.substr(0, 8))));
}

TEST_F(TokenTest, OneThatHasBeenRestrictedTooOftenIsRefusedWhereItIsMade) {
    Token made = token();
    std::size_t times = 0;
    while (true) {
        Result<Token> next = made.restricted({});
        if (!next.ok()) {
            EXPECT_THAT(next.error().text(), HasSubstr("too long"));
            break;
        }
        made = next.take();
        ASSERT_LT(++times, Token::most_restrictions);
    }
    EXPECT_TRUE(mint.verify(read_again(made), revoked, now).ok());
}

TEST(Restriction, HasOneTextForOneMeaning) {
    const std::string name = "/name=0123456789abcdef";
    for (const std::string& text :
         {"kind=copy" + name, "limits=streams=16,sessions=2" + name, "limits=device_memory=512M" + name,
          "kind=program/limits=streams=1/expires=1800000000" + name, "expires=0" + name}) {
        const Result<Restriction> read = Restriction::parse(text);
        ASSERT_TRUE(read.ok()) << text << read.error().text();
        EXPECT_EQ(read.value().text(), text);
    }
    for (const std::string& text : {std::string(),
                                    std::string("name="),
                                    std::string("name=0123456789abcdeF"),
                                    std::string("name=0123456789abcde"),
                                    "kind=all" + name,
                                    "kind=copy/kind=copy" + name,
                                    "expires=1/kind=copy" + name,
                                    "expires=01" + name,
                                    "expires=-1" + name,
                                    "expires=+1" + name,
                                    "expires=99999999999999999999" + name,
                                    "expires=" + name,
                                    "limits=" + name,
                                    "limits=streams=016" + name,
                                    "limits=streams=16," + name,
                                    "limits=connections=3" + name,
                                    "limits=streams=0" + name,
                                    "limits=sessions=2,streams=16" + name,
                                    "limits=device_memory=524288K" + name,
                                    "limits=nothing=1" + name,
                                    "limits=streams" + name,
                                    "free=1" + name,
                                    "kind=copy" + name + "/",
                                    "/kind=copy" + name,
                                    "kind=copy/" + name}) {
        EXPECT_FALSE(Restriction::parse(text).ok()) << text;
    }
}

TEST(Restriction, DurationsAreWrittenShort) {
    EXPECT_EQ(parse_duration("90s").value(), 90s);
    EXPECT_EQ(parse_duration("15m").value(), 15min);
    EXPECT_EQ(parse_duration("1h").value(), 1h);
    EXPECT_EQ(parse_duration("30d").value(), 720h);
    for (const char* text : {"", "h", "1", "-1h", "0h", "1.5h", "1w", "99999999999h", "1 h"})
        EXPECT_FALSE(parse_duration(text).ok()) << text;
}

}  // namespace
}  // namespace ringfence::tenants
