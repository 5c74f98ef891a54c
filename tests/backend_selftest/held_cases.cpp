// Where tenants share a device, what waits does not hold up what runs.
#include <initializer_list>
#include <memory>
#include <string>
#include <vector>

#include "backend/cuda/module.h"
#include "rig.h"

namespace ringfence::backend::selftest {
namespace {

using Words = std::vector<std::uint32_t>;
using Streams = std::vector<std::unique_ptr<Stream>>;

constexpr unsigned busy_streams = 32;  // as many as a card has queues
constexpr unsigned rounds = 50;

Streams make_streams(Rig& rig, std::size_t count, const std::shared_ptr<StreamGroup>& group) {
    Streams streams;
    for (std::size_t i = 0; i < count; ++i)
        streams.push_back(rig.need(rig.device.create_stream({.priority = 0, .print = {}, .group = group}), "a stream"));
    return streams;
}

double time_of_busy(Rig& rig, const Streams& streams) {
    return milliseconds([&] {
        for (unsigned round = 0; round < rounds; ++round)
            for (const auto& stream : streams)
                rig.done(rig.device.launch(*stream, *rig.kernel("nothing"), {}, {}), "launch");
        for (const auto& stream : streams)
            rig.done(stream->synchronize(), "wait for a stream");
    });
}

// Behind the word: fills, an event that another stream waits for, a graph with a wait in it.
void put_waits(Rig& rig, const Streams& streams, const SharedWord& word, Address values, Address device_word) {
    for (std::size_t i = 0; i < streams.size(); ++i) {
        const Address waited = i % 4 == 1 ? device_word : word.address();
        rig.done(streams[i]->wait_word(waited, 1, 4, WordCondition::Equal), "wait for a word");
        rig.done(rig.device.fill(*streams[i], values + 4 * i, static_cast<std::uint32_t>(i + 1), 4, 1), "fill");
    }
}

}  // namespace

void test_held_streams(Rig& rig) {
    const bool is_card = dynamic_cast<const cuda::CudaFunction*>(rig.kernel("nothing")) != nullptr;
    const std::size_t count = is_card ? 1000 : 40;
    rig.device.hold_waits();
    const SharedWord word(rig);
    if (!word.is_there()) return;
    word.store(0);
    const auto group = rig.need(rig.device.create_stream_group(), "a group of streams");
    const Address values = rig.need(rig.device.allocate(4 * count + 256), "allocate");
    const Address device_word = rig.need(rig.device.allocate(256), "allocate");
    rig.put(values, Words(count + 2));
    rig.put(device_word, Words(4));
    const Streams busy = make_streams(rig, busy_streams, nullptr);
    Streams waiting = make_streams(rig, count, group);
    time_of_busy(rig, busy);
    const double alone = time_of_busy(rig, busy);

    put_waits(rig, waiting, word, values, device_word);
    const auto event = rig.need(rig.device.create_event({.timing = false}), "an event");
    const Streams others = make_streams(rig, 2, group);
    rig.done(waiting.back()->record(*event), "record");
    rig.done(others[0]->wait_for(*event), "wait for an event");
    rig.done(rig.device.copy_on_device(*others[0], values + 4 * count, values + 4 * (count - 1), 4), "copy");
    const std::vector<GraphNode> nodes = {{WaitWordNode{word.address(), 1, 4, WordCondition::Equal}, {}},
                                          {FillNode{values + 4 * count + 4, 0, 77, 4, 1, 1}, {0}}};
    const auto graph = rig.need(rig.device.create_graph(nodes), "a graph");
    rig.done(rig.device.launch_graph(*others[1], *graph), "launch a graph");

    const double beside = time_of_busy(rig, busy);
    rig.report.check(word.load() == 0, "busy streams go on beside streams that wait");
    rig.report.note("busy streams alone", alone, "ms");
    rig.report.note("beside those that wait", beside, "ms");
    rig.report.check(!rig.need(waiting[0]->is_idle(), "is_idle") && !rig.need(event->is_done(), "is_done"),
                     "what comes after a wait is not done");
    rig.same(rig.get(values, count + 2), Words(count + 2), "nor has it had any effect");

    word.store(1);
    rig.put(device_word, Words{1});
    for (const Streams* streams : std::initializer_list<const Streams*>{&waiting, &others})
        for (const auto& stream : *streams)
            rig.done(stream->synchronize(), "wait for a stream");
    Words wanted;
    for (std::size_t i = 0; i < count; ++i)
        wanted.push_back(static_cast<std::uint32_t>(i + 1));
    wanted.push_back(static_cast<std::uint32_t>(count));
    wanted.push_back(77);
    rig.same(rig.get(values, count + 2), wanted, "when the words are there all of it is done");

    word.store(0);
    rig.done(waiting[0]->wait_word(word.address(), 1, 4, WordCondition::Equal), "wait for a word");
    waiting[0].reset();
    rig.report.check(word.load() == 0, "a stream that waits can be destroyed");
}

}  // namespace ringfence::backend::selftest
