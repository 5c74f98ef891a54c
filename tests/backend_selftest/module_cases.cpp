// Modules, launches, graphs, faults, and how long things take.
#include <algorithm>
#include <array>
#include <string>
#include <thread>

#include "rig.h"

namespace ringfence::backend::selftest {
namespace {

using Words = std::vector<std::uint32_t>;

// A fault is the end of a context, and a process on a card can make no other one after it: each has a case of its own.
void expect_fault(Rig& rig, std::string_view name, std::int32_t status) {
    std::vector<std::byte> parameters;
    if (name == "misaligned") {
        const Address memory = rig.need(rig.device.allocate(256), "allocate");
        parameters = Rig::scale_parameters(memory, 0);
        parameters.resize(8);
    }
    rig.done(rig.device.launch(*rig.stream, *rig.kernel(name), {}, parameters), "launch");
    rig.fails_with(rig.stream->synchronize(), status, "fault '" + std::string(name) + "'");
}

void test_waiting_graph(Rig& rig, Event& event, Address memory) {
    std::unique_ptr<Stream> other = rig.need(rig.device.create_stream(), "a stream");
    const Launch together = {.grid = {2, 1, 1}, .block = {32, 1, 1}, .dynamic_shared = 0, .cooperative = true};
    std::vector<GraphNode> nodes;
    nodes.push_back({WaitNode{&event}, {}});
    nodes.push_back({FillNode{memory, 0, 2, 4, 1, 1}, {0}});
    nodes.push_back({LaunchNode{rig.kernel("nothing"), together, {}}, {1}});
    std::unique_ptr<Graph> graph = rig.need(rig.device.create_graph(nodes), "create a graph that waits");
    if (!graph || !other) return;
    rig.done(other->call_host([] { std::this_thread::sleep_for(std::chrono::milliseconds(30)); }), "call the host");
    rig.done(rig.device.fill(*other, memory, 1, 4, 1), "fill");
    rig.done(other->record(event), "record");
    rig.report.check(rig.device.launch_graph(*rig.stream, *graph), "launch a graph that waits");
    rig.same(rig.get(memory, 1), {2}, "a graph waits for an event of another stream");
}

}  // namespace

void test_modules(Rig& rig) {
    const std::vector<std::string> names = rig.need(rig.module->function_names(), "the kernels' names");
    rig.report.check(names.size() == 7 && std::count(names.begin(), names.end(), "scale") == 1, "the kernels' names");
    const FunctionInfo& info = rig.kernel("scale")->info();
    rig.report.check(info.parameters.size() == 2 && info.parameter_bytes == 12 && info.parameters[1].offset == 8,
                     "a kernel's parameters");
    rig.same(static_cast<std::uint64_t>(info.ptx_version), 80, "the architecture that a kernel was written for");
    rig.report.check(info.binary_version >= 80, "the one that it was compiled for");
    rig.same(rig.kernel("limited")->info().max_threads_per_block, 64, "a kernel's most threads");
    const GlobalInfo global = rig.need(rig.module->global("variable"), "a variable");
    rig.same(global.bytes, 12, "a variable's size");
    rig.same(rig.get(global.address, 3), {0, 0, 0}, "a variable's contents");
    rig.fails_with(rig.module->function("none"), 500, "a kernel that is not there");
    rig.fails_with(rig.module->global("none"), 500, "a variable that is not there");
    rig.fails_with(rig.device.load(".version 8.0\n.target sm_80\nnonsense\n"), 218, "PTX that is wrong");
    const Result<std::unique_ptr<Module>> binary = rig.device.load_binary(std::array<std::byte, 100>{});
    rig.report.check(!binary.ok() && (binary.error().status == 200 || binary.error().status == 209),
                     "machine code that is none");

    const Function& nothing = *rig.kernel("nothing");
    const auto launch = [&](const Function& function, const Launch& how) {
        return rig.device.launch(*rig.stream, function, how, {});
    };
    rig.fails_with(launch(nothing, {.grid = {0, 1, 1}, .block = {1, 1, 1}}), 1, "a launch without blocks");
    rig.fails_with(launch(nothing, {.grid = {1, 1, 1}, .block = {1025, 1, 1}}), 1, "a launch with too many threads");
    rig.fails_with(launch(*rig.kernel("limited"), {.grid = {1, 1, 1}, .block = {65, 1, 1}}), 701,
                   "a launch with more threads than the kernel takes");
    rig.fails_with(launch(nothing, {.grid = {10'000'000, 1, 1}, .block = {32, 1, 1}, .cooperative = true}), 720,
                   "a cooperative launch that is too large");
    rig.report.check(launch(nothing, {.grid = {2, 1, 1}, .block = {32, 1, 1}, .cooperative = true}),
                     "a cooperative launch");
    rig.report.check(launch(nothing, {.grid = {2, 1, 1}, .block = {32, 1, 1}, .dynamic_shared = 100'000}),
                     "a launch with 100,000 bytes of shared memory");
    rig.report.check(rig.stream->synchronize(), "wait for launches");
    rig.same(rig.need(rig.device.occupancy(nothing, 1024, 0), "occupancy"), 2, "blocks of 1024 threads");
    rig.same(rig.need(rig.device.occupancy(nothing, 32, 100'000), "occupancy"), 2, "blocks with 100,000 bytes");
}

void test_graphs(Rig& rig) {
    const Address a = rig.need(rig.device.allocate(256), "allocate");
    const Address b = rig.need(rig.device.allocate(256), "allocate");
    const Address flag = rig.need(rig.device.allocate(256), "allocate");
    std::unique_ptr<Event> event = rig.need(rig.device.create_event(), "an event");
    const Launch four = {.grid = {1, 1, 1}, .block = {4, 1, 1}};
    std::vector<GraphNode> nodes;
    nodes.push_back({FillNode{a, 0, 10, 4, 8, 1}, {}});
    nodes.push_back({FillNode{b, 16, 7, 4, 2, 2}, {}});
    nodes.push_back({LaunchNode{rig.kernel("scale"), four, Rig::scale_parameters(a, 2)}, {0}});
    nodes.push_back({CopyNode{{b + 32, 0, 0}, {a, 0, 0}, {16, 1, 1}}, {1, 2}});
    nodes.push_back({CopyNode{{b + 64, 8, 0}, {a, 16, 0}, {8, 2, 1}}, {1, 2}});
    nodes.push_back({WriteWordNode{flag, 1, 4}, {3, 4}});
    nodes.push_back({WaitWordNode{flag, 1, 4, WordCondition::GreaterOrEqual}, {5}});
    nodes.push_back({EmptyNode{}, {6}});
    nodes.push_back({RecordNode{event.get()}, {7}});
    rig.put(b, Words(32));
    rig.put(flag, Words(4));
    std::unique_ptr<Graph> graph = rig.need(rig.device.create_graph(nodes), "create a graph");
    if (!rig.report.check(graph != nullptr, "create a graph")) return;
    rig.report.check(rig.device.launch_graph(*rig.stream, *graph), "launch a graph");
    const Words expected = {7, 7, 0, 0, 7, 7, 0, 0, 20, 21, 22, 23, 0, 0, 0, 0, 20, 21, 10, 10};
    rig.same(rig.get(b, 20), expected, "a graph of kernels, copies, fills and words");
    rig.report.check(event->synchronize(), "an event that a graph recorded");

    // The first launch is still to come when the graph is changed.
    rig.done(rig.device.fill(*rig.stream, flag, 0, 4, 1), "fill");
    rig.done(rig.device.launch_graph(*rig.stream, *graph), "launch a graph");
    rig.done(rig.device.copy_on_device(*rig.stream, b + 128, b + 32, 16), "copy");
    std::get<LaunchNode>(nodes[2].work).parameters = Rig::scale_parameters(a, 5);
    std::get<FillNode>(nodes[1].work).value = 8;
    rig.report.check(rig.device.update_graph(*graph, nodes), "update a graph");
    rig.done(rig.device.launch_graph(*rig.stream, *graph), "launch a graph");
    rig.same(rig.get(b, 2), {8, 8}, "a graph with another value");
    rig.same(rig.get(b + 32, 4), {50, 51, 52, 53}, "a graph with other parameters");
    rig.same(rig.get(b + 128, 4), {20, 21, 22, 23}, "an update does not change earlier launches");
    std::vector<GraphNode> others = nodes;
    others[2].dependencies = {1};
    rig.fails_with(rig.device.update_graph(*graph, others), 910, "an update with another shape is refused");
    others[2].dependencies = {2};
    rig.fails_with(rig.device.create_graph(others), 1, "a node that depends on itself is refused");
    rig.report.check(rig.device.launch_graph(*rig.stream, *graph), "the graph is as it was");
    rig.report.check(rig.stream->synchronize(), "wait for a graph");
    graph.reset();
    test_waiting_graph(rig, *event, a);
    for (const Address memory : {a, b, flag})
        rig.done(rig.device.release(memory), "free");
}

void test_times(Rig& rig) {
    constexpr int rounds = 2000;
    const Function& nothing = *rig.kernel("nothing");
    const auto launch = [&] { rig.done(rig.device.launch(*rig.stream, nothing, {}, {}), "launch"); };
    launch();
    rig.done(rig.stream->synchronize(), "wait");
    const auto each = [&](const char* what, const std::function<void()>& work) {
        const double time = milliseconds([&] {
            for (int i = 0; i < rounds; ++i)
                work();
        });
        rig.report.note(what, time * 1000 / rounds, "us");
        rig.done(rig.stream->synchronize(), "wait");
    };
    each("submit a launch", launch);
    each("launch and wait", [&] {
        launch();
        rig.done(rig.stream->synchronize(), "wait");
    });
    const Address memory = rig.need(rig.device.allocate(4096), "allocate");
    const std::array<std::byte, 64> few = {};
    each("write 64 bytes", [&] { rig.done(rig.device.write(*rig.stream, memory, few), "write"); });
    std::vector<GraphNode> nodes(10, GraphNode{LaunchNode{&nothing, {}, {}}, {}});
    std::unique_ptr<Graph> graph = rig.need(rig.device.create_graph(nodes), "create a graph");
    if (graph) each("launch a graph of ten", [&] { rig.done(rig.device.launch_graph(*rig.stream, *graph), "launch"); });
    std::unique_ptr<AddressSpace> space =
        rig.need(rig.device.create_address_space({.bytes = std::uint64_t{1} << 37}), "create an address space");
    const std::uint64_t chunk = 64 << 20;
    if (space) {
        rig.report.note("commit 64 MiB",
                        milliseconds([&] { rig.done(space->commit(space->begin(), chunk), "commit"); }), "ms");
        rig.report.note("decommit 64 MiB",
                        milliseconds([&] { rig.done(space->decommit(space->begin(), chunk), "decommit"); }), "ms");
    }
    rig.done(rig.device.release(memory), "free");
}

void test_fault_of_store(Rig& rig) {
    expect_fault(rig, "null_store", 700);
}

void test_fault_of_alignment(Rig& rig) {
    expect_fault(rig, "misaligned", 716);
}

void test_fault_of_trap(Rig& rig) {
    expect_fault(rig, "ends_itself", 719);
}

void test_fault_of_assertion(Rig& rig) {
    expect_fault(rig, "asserts", 710);
}

}  // namespace ringfence::backend::selftest
