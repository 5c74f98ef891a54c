#include "ptx/analysis/callgraph.h"

#include <gmock/gmock.h>

#include "support.h"

namespace ringfence::ptx {
namespace {

using test::parse_module;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

std::vector<std::string_view> names(const CallGraph& calls, const std::vector<FunctionId>& ids) {
    std::vector<std::string_view> result;
    for (const FunctionId id : ids)
        result.push_back(calls.function(id).name);
    return result;
}

TEST(CallGraph, DeclarationsAndDefinitionsAreOneFunction) {
    const auto module =
        parse_module(".func f(); .func g() { call f; ret; } .func f() { ret; } .entry k() { call g; ret; }");
    const CallGraph calls(*module);
    ASSERT_EQ(calls.size(), 3U);
    EXPECT_TRUE(calls.function(calls.find("f")).has_body);
    ASSERT_EQ(calls.calls(calls.find("g")).size(), 1U);
    EXPECT_EQ(calls.calls(calls.find("g"))[0].callee, calls.find("f"));
    EXPECT_THAT(names(calls, calls.reachable_from(calls.find("k"))), ElementsAre("f", "g", "k"));
    EXPECT_THAT(names(calls, calls.reachable_from(calls.find("f"))), ElementsAre("f"));
    EXPECT_THAT(calls.unresolved(), IsEmpty());
    EXPECT_THAT(calls.recursions(), IsEmpty());
    EXPECT_EQ(calls.find("nobody"), no_function);
}

TEST(CallGraph, FindsWhatIsMissing) {
    const auto module = parse_module(".extern .func e(); .extern .func unused(); .entry k() { call e; ret; }");
    const CallGraph calls(*module);
    EXPECT_THAT(names(calls, {calls.unresolved().begin(), calls.unresolved().end()}), ElementsAre("e"));
}

TEST(CallGraph, AnAliasStandsForItsTarget) {
    const auto module = parse_module(".func a(); .func f() { ret; } .alias a, f; .entry k() { call a; ret; }");
    const CallGraph calls(*module);
    EXPECT_EQ(calls.find("a"), calls.find("f"));
    EXPECT_EQ(calls.calls(calls.find("k"))[0].callee, calls.find("f"));
    EXPECT_THAT(calls.unresolved(), IsEmpty());
}

TEST(CallGraph, FindsRecursion) {
    const auto module = parse_module(
        ".func b(); .func self() { call self; ret; } .func a() { call b; ret; } .func b() { call a; ret; }\n"
        ".entry k() { call a; call self; ret; }");
    const CallGraph calls(*module);
    EXPECT_TRUE(calls.is_recursive(calls.find("self")));
    EXPECT_TRUE(calls.is_recursive(calls.find("a")));
    EXPECT_TRUE(calls.is_recursive(calls.find("b")));
    EXPECT_FALSE(calls.is_recursive(calls.find("k")));
    ASSERT_EQ(calls.recursions().size(), 2U);
    EXPECT_THAT(names(calls, calls.recursions()[0]), ElementsAre("b", "a"));
    EXPECT_THAT(names(calls, calls.recursions()[1]), ElementsAre("self"));
}

TEST(CallGraph, AListOfTargetsIsFollowed) {
    const auto module = parse_module(
        ".func f() { ret; } .func g(); .func h() { .reg .b64 %x; T: .calltargets f, g; mov.u64 %x, f; call %x, (), T; "
        "ret; }\n"
        ".func g() { call h; ret; } .entry k() { call h; ret; }");
    const CallGraph calls(*module);
    const FunctionId h = calls.find("h");
    ASSERT_EQ(calls.calls(h).size(), 1U);
    EXPECT_FALSE(calls.calls(h)[0].is_direct());
    ASSERT_NE(calls.calls(h)[0].table, nullptr);
    EXPECT_FALSE(calls.calls_unknown(h));
    EXPECT_TRUE(calls.is_address_taken(calls.find("f")));
    EXPECT_FALSE(calls.is_address_taken(calls.find("g")));
    EXPECT_TRUE(calls.is_recursive(h));
    EXPECT_THAT(names(calls, calls.reachable_from(calls.find("k"))), ElementsAre("f", "g", "h", "k"));
}

TEST(CallGraph, APrototypeAloneMayCallWhateverHasItsAddressTaken) {
    const auto module = parse_module(
        ".func f() { ret; } .func g() { ret; } .func never() { ret; }\n"
        ".global .u64 table[2] = {f, 0};\n"
        ".entry other() { .reg .b64 %x; mov.u64 %x, g; ret; }\n"
        ".entry k() { .reg .b64 %x; P: .callprototype _ (); call %x, (), P; ret; }");
    const CallGraph calls(*module);
    const FunctionId k = calls.find("k");
    EXPECT_TRUE(calls.calls_unknown(k));
    EXPECT_NE(calls.calls(k)[0].prototype, nullptr);
    EXPECT_THAT(names(calls, calls.reachable_from(k)), ElementsAre("f", "g", "k"));
    EXPECT_THAT(names(calls, calls.reachable_from(calls.find("other"))), ElementsAre("other"));
}

}  // namespace
}  // namespace ringfence::ptx
