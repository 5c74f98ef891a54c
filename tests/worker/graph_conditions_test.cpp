// Conditional nodes as a hostile client may write them.
#include "base/cuda_status.h"
#include "channel/graph_bodies.h"
#include "test_client.h"

namespace ringfence::worker {
namespace {

using Numbers = std::vector<std::uint32_t>;

struct GraphConditions : WorkerTest {
    TestClient client{*worker};
    Address data = client.allocate(256);
    Address word = client.allocate(256);
    std::uint64_t graph = client.handle(HandleKind::GraphExec);

    static constexpr std::uint32_t if_kind = 0;
    static constexpr std::uint32_t while_kind = 1;
    static constexpr std::uint32_t switch_kind = 2;

    // Writes the value to the place.
    static wire::Fill fill(Address place, std::uint32_t value) { return {0, place, 0, 1, 1, value, 4}; }
    static std::vector<std::byte> payload_of(std::initializer_list<channel::GraphWriter> bodies) {
        std::vector<std::byte> payload;
        for (const channel::GraphWriter& body : bodies)
            channel::append_body(payload, body);
        return payload;
    }
    static channel::GraphWriter body_of(const wire::Fill& record) {
        channel::GraphWriter body;
        body.add(record, {});
        return body;
    }
    std::int32_t create(const channel::GraphWriter& writer) {
        return client.call(wire::CreateGraph{.graph = graph, .nodes = writer.count()}, writer.bytes());
    }
    std::int32_t create(Address at, std::uint32_t kind, std::uint32_t bodies, std::span<const std::byte> payload) {
        channel::GraphWriter writer;
        writer.add(wire::RunBodies{0, at, kind, bodies}, {}, payload);
        return create(writer);
    }
    std::uint32_t result_of(std::uint32_t value) {
        client.submit(fill(word, value));
        client.submit(fill(data, 0));
        client.submit(wire::LaunchGraph{graph, 0});
        return client.get<std::uint32_t>(data, 1)[0];
    }
};

TEST_F(GraphConditions, TheWordDecides) {
    ASSERT_EQ(create(word, switch_kind, 2, payload_of({body_of(fill(data, 5)), body_of(fill(data, 6))})), 0)
        << channel::ClientChannel::last_failure_text();
    EXPECT_EQ(result_of(0), 5U);
    EXPECT_EQ(result_of(1), 6U);
    EXPECT_EQ(result_of(2), 0U);
}

TEST_F(GraphConditions, ALoopEndsWhenItsBodySaysSo) {
    ASSERT_EQ(create(word, while_kind, 1, payload_of({body_of(fill(word, 0))})), 0);
    EXPECT_EQ(result_of(1), 0U);
    EXPECT_EQ(client.get<std::uint32_t>(word, 1), Numbers{0});
}

TEST_F(GraphConditions, UpdatesKeepTheShapeOfBodies) {
    ASSERT_EQ(create(word, if_kind, 1, payload_of({body_of(fill(data, 5))})), 0);
    channel::GraphWriter longer = body_of(fill(data, 7));
    longer.add_empty({});
    channel::GraphWriter same;
    same.add(wire::RunBodies{0, word, if_kind, 1}, {}, payload_of({body_of(fill(data, 7))}));
    channel::GraphWriter other;
    other.add(wire::RunBodies{0, word, if_kind, 1}, {}, payload_of({longer}));
    wire::UpdateGraph::Reply reply;
    ASSERT_EQ(client.call(wire::UpdateGraph{.graph = graph, .nodes = 1}, reply, other.bytes()), 0);
    EXPECT_EQ(result_of(1), 5U) << "nothing has changed";
    ASSERT_EQ(client.call(wire::UpdateGraph{.graph = graph, .nodes = 1}, reply, same.bytes()), 0);
    EXPECT_EQ(result_of(1), 7U);
}

TEST_F(GraphConditions, ForeignMemoryIsRefused) {
    TestClient neighbour{*worker};
    const Address theirs = neighbour.allocate(256);
    neighbour.submit(fill(theirs, 42));
    EXPECT_NE(create(theirs, if_kind, 1, payload_of({body_of(fill(data, 5))})), 0) << "their word";
    EXPECT_NE(create(word, if_kind, 1, payload_of({body_of(fill(theirs, 5))})), 0) << "their memory in a body";
    EXPECT_NE(create(word + 2, if_kind, 1, payload_of({body_of(fill(data, 5))})), 0) << "a word that is not aligned";
    EXPECT_NE(create(0, if_kind, 1, payload_of({body_of(fill(data, 5))})), 0);
    EXPECT_EQ(neighbour.get<std::uint32_t>(theirs, 1), Numbers{42});
}

TEST_F(GraphConditions, MemoryThatWasFreedIsRefusedAtLaunch) {
    ASSERT_EQ(create(word, if_kind, 1, payload_of({body_of(fill(data, 5))})), 0);
    ASSERT_EQ(client.call(wire::Release{word}), 0);
    EXPECT_NE(client.outcome(wire::LaunchGraph{graph, 0}), 0);
}

TEST_F(GraphConditions, WhatMakesNoSenseIsRefused) {
    const auto one = payload_of({body_of(fill(data, 5))});
    const auto three = payload_of({body_of(fill(data, 5)), body_of(fill(data, 6)), body_of(fill(data, 7))});
    EXPECT_NE(create(word, 3, 1, one), 0) << "no such kind";
    EXPECT_NE(create(word, while_kind, 3, three), 0);
    EXPECT_NE(create(word, if_kind, 3, three), 0);
    EXPECT_NE(create(word, if_kind, 0, {}), 0);
    EXPECT_NE(create(word, if_kind, 2, one), 0);
    channel::GraphWriter calls;
    calls.add(wire::CallHost{0, 5}, {});
    EXPECT_NE(create(word, if_kind, 1, payload_of({calls})), 0) << "a body that waits for the client";
    channel::GraphWriter waits;
    waits.add(wire::WaitValue{.stream = 0, .address = word, .value = 1, .bytes = 4, .condition = 1}, {});
    EXPECT_NE(create(word, if_kind, 1, payload_of({waits})), 0);
    EXPECT_EQ(client.outcome(wire::RunBodies{0, word, if_kind, 1}), cuda_status::invalid_value) << "not in a graph";
}

TEST_F(GraphConditions, BodiesInBodiesHaveALimit) {
    channel::GraphWriter inner = body_of(fill(data, 9));
    for (unsigned depth = 0; depth <= channel::deepest_body + 1; ++depth) {
        const bool is_too_deep = depth > channel::deepest_body;
        EXPECT_EQ(create(inner) == 0, !is_too_deep) << depth << ": " << channel::ClientChannel::last_failure_text();
        if (!is_too_deep) {
            EXPECT_EQ(result_of(1), 9U) << depth;
            client.submit(wire::DestroyGraph{graph});
        }
        channel::GraphWriter outer;
        outer.add(wire::RunBodies{0, word, if_kind, 1}, {}, payload_of({inner}));
        inner = outer;
    }
}

// Each is kept, so each counts.
TEST_F(GraphConditions, EmptyBodiesCountAsNodes) {
    constexpr std::uint32_t bodies = 256;
    std::vector<std::byte> payload;
    for (std::uint32_t i = 0; i < bodies; ++i)
        channel::append_body(payload, channel::GraphWriter());
    channel::GraphWriter writer;
    for (std::uint32_t i = 0; i < 250; ++i)
        writer.add(wire::RunBodies{0, word, switch_kind, bodies}, {}, payload);
    EXPECT_EQ(create(writer), 0) << channel::ClientChannel::last_failure_text();
    client.submit(wire::DestroyGraph{graph});
    for (std::uint32_t i = 0; i < 10; ++i)
        writer.add(wire::RunBodies{0, word, switch_kind, bodies}, {}, payload);
    EXPECT_EQ(create(writer), cuda_status::not_supported);
}

TEST_F(GraphConditions, ALoopWithoutAnEndGoesWithItsSession) {
    {
        TestClient other{*worker};
        const Address own = other.allocate(256);
        channel::GraphWriter writer;
        writer.add(wire::RunBodies{0, own, while_kind, 1}, {}, payload_of({channel::GraphWriter()}));
        const std::uint64_t endless = other.handle(HandleKind::GraphExec);
        ASSERT_EQ(other.call(wire::CreateGraph{.graph = endless, .nodes = 1}, writer.bytes()), 0);
        other.submit(fill(own, 1));
        other.submit(wire::LaunchGraph{endless, 0});
    }
    client.submit(fill(data, 3));
    EXPECT_EQ(client.get<std::uint32_t>(data, 1), Numbers{3}) << "others go on";
}

}  // namespace
}  // namespace ringfence::worker
