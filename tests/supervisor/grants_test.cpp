#include "supervisor/grants.h"

#include <fcntl.h>

#include <gtest/gtest.h>

#include "base/memory_file.h"

namespace ringfence::supervisor {
namespace {

Grant grant_of(std::uint32_t session, const std::string& tenant) {
    return {session, tenant, true, create_memory_file("granted", 4096).take()};
}

bool adds(Grants& grants, std::uint32_t session, const std::string& tenant) {
    return std::holds_alternative<std::string>(grants.add(grant_of(session, tenant)));
}

// Closing a copy of it could take for ever.
TEST(Grants, WhatIsNoMemoryFileIsNotTaken) {
    Grants grants;
    EXPECT_TRUE(std::holds_alternative<Refusal>(
        grants.add({1, "tenant", true, UniqueFd(::open("/dev/null", O_RDONLY | O_CLOEXEC))})));
    EXPECT_TRUE(std::holds_alternative<Refusal>(grants.add({1, "tenant", true, UniqueFd()})));
}

TEST(Grants, OneTenantDoesNotTakeThePlacesOfAll) {
    Grants grants;
    std::size_t given = 0;
    for (std::uint32_t i = 0; i < 2 * Grants::most; ++i)
        given += adds(grants, i / 32, "greedy") ? 1 : 0;
    EXPECT_EQ(given, Grants::most_of_a_tenant);
    EXPECT_TRUE(adds(grants, 1000, "modest"));
}

TEST(Grants, OneSessionDoesNotTakeThoseOfItsTenant) {
    Grants grants;
    std::size_t given = 0;
    for (std::size_t i = 0; i < Grants::most; ++i)
        given += adds(grants, 1, "tenant") ? 1 : 0;
    EXPECT_EQ(given, Grants::most_of_a_session);
    EXPECT_TRUE(adds(grants, 2, "tenant"));
}

TEST(Grants, AreTheTenantsAndEndWithTheirSession) {
    Grants grants;
    const auto reference = std::get<std::string>(grants.add(grant_of(1, "ann")));
    EXPECT_TRUE(std::holds_alternative<UniqueFd>(grants.use(reference, "ann", true)));
    EXPECT_TRUE(std::holds_alternative<Refusal>(grants.use(reference, "bob", true)));
    EXPECT_TRUE(std::holds_alternative<Refusal>(grants.use(reference, "ann", false)));
    grants.end_of_session(1);
    EXPECT_TRUE(std::holds_alternative<Refusal>(grants.use(reference, "ann", true)));
}

}  // namespace
}  // namespace ringfence::supervisor
