// Graphs: a client describes one once, it is checked once, and launched often.
#include <algorithm>

#include <fmt/core.h>

#include "worker/graph_builder.h"
#include "worker/launch_counts.h"
#include "worker/session.h"

namespace ringfence::worker {

namespace {

constexpr std::uint64_t most_list_bytes = std::uint64_t{256} << 20;
// The number of objects that a graph may hold for launches from before its updates.
constexpr std::size_t most_holds = 1 << 18;
// Consecutive ones.
constexpr unsigned most_failed_updates = 4;
// A card's graph is split into parts where it waits for the client, and a part costs as much memory as many nodes.
constexpr std::uint64_t nodes_per_wait = 64;

Error no_graph() {
    return Error::bad_input("there is no such graph").with_status(cuda_status::invalid_handle);
}

// Makes the graph hold the other one's objects, which it may use.
void keep_also(GraphObject& graph, GraphObject& other) {
    for (auto& data : other.data)
        graph.data.push_back(std::move(data));
    graph.holds.insert(graph.holds.end(), other.holds.begin(), other.holds.end());
}

// The first node in which two graphs' shapes differ; nothing if they do not.
std::optional<std::uint32_t> first_difference(const std::vector<GraphObject::Shape>& one,
                                              const std::vector<GraphObject::Shape>& other) {
    const std::size_t common = std::min(one.size(), other.size());
    for (std::size_t node = 0; node < common; ++node) {
        if (one[node] != other[node]) return static_cast<std::uint32_t>(node);
    }
    if (one.size() == other.size()) return std::nullopt;
    return static_cast<std::uint32_t>(common);
}

}  // namespace

bool Session::is_running(const GraphObject& graph) {
    return graph.last_launch && !is_over(*graph.last_launch);
}

GraphContext Session::graph_context() {
    return {device_,          *window_,         functions_,     event_objects_,
            library_records_, *private_memory_, kernel_counts_, guard_ ? &guard_->slots() : nullptr};
}

Result<channel::Payload> Session::graph_list(std::uint64_t list, std::uint64_t bytes, Payload payload,
                                             std::vector<std::byte>& copy) {
    if (bytes == 0) return payload;
    if (!payload.empty() || bytes > most_list_bytes) {
        return Error::bad_input(fmt::format("a graph of {} bytes; the most is {}", bytes, most_list_bytes))
            .with_status(cuda_status::invalid_value);
    }
    RF_TRY(const memory::Extent extent, window_->check(list, bytes));
    if (extent.kind != memory::ExtentKind::Host) {
        return Error::bad_input("a graph that does not lie in host memory").with_status(cuda_status::invalid_value);
    }
    // Copied, since the client can change its memory at any time.
    const auto* begin = reinterpret_cast<const std::byte*>(list);
    copy.assign(begin, begin + bytes);
    return Payload(copy);
}

Result<std::shared_ptr<void>> Session::count_graph(std::uint64_t nodes, std::uint64_t bytes) {
    if (graph_bytes_ + bytes > options_.most_graph_bytes) {
        return Error::bad_input(
                   fmt::format("the session's graphs have more than {} bytes together", options_.most_graph_bytes))
            .with_remedy("destroy graphs that are not used any more")
            .with_status(cuda_status::out_of_memory);
    }
    RF_TRY(Account::Holding held, account_->hold(Limit::GraphNodes, nodes));
    graph_bytes_ += bytes;
    auto shared = std::make_shared<Account::Holding>(std::move(held));
    return std::shared_ptr<void>(nullptr, [this, shared, bytes](void*) { graph_bytes_ -= bytes; });
}

Result<void> Session::handle(const wire::CreateGraph& create, Payload payload, Completion& completion) {
    RF_TRY(Account::Holding one, account_->hold(Limit::Graphs));
    std::vector<std::byte> copy;
    const Payload sent = payload;
    RF_TRY(payload, graph_list(create.list, create.bytes, payload, copy));
    auto made = build_graph(graph_context(), payload, create.nodes);
    if (!made && awaits_memory_after(made.error())) return hold(create, sent, completion);
    RF_TRY(BuiltGraph built, std::move(made));
    if (built.lacking.module) {
        RF_RETURN_IF_ERROR(await_variants(built.lacking));
        return hold(create, sent, completion);
    }
    const std::uint64_t waits = built.object.waited_words.size() + built.object.calls.size();
    RF_TRY(std::shared_ptr<void> count,
           count_graph(create.nodes + built.object.inner_nodes + waits * nodes_per_wait, payload.size()));
    RF_TRY(Account::Holding library_count, account_->hold(Limit::GraphNodes, built.object.library_weight));
    auto graph = std::make_shared<GraphObject>(std::move(built.object));
    graph->library_count = std::move(library_count);
    graph->count = std::move(count);
    graph->graph_count = std::move(one);
    RF_TRY(graph->graph, device_.create_graph(built.nodes, group_));
    RF_RETURN_IF_ERROR(graphs_.insert(create.graph, std::move(graph)));
    completion.succeed();
    return {};
}

// If nothing differs, the reply's first_difference is the number of nodes.
Result<void> Session::handle(const wire::UpdateGraph& update, Payload payload, Completion& completion) {
    GraphObject* graph = graphs_.find(update.graph);
    if (graph == nullptr) return no_graph();
    std::vector<std::byte> copy;
    const Payload sent = payload;
    RF_TRY(payload, graph_list(update.list, update.bytes, payload, copy));
    auto made = build_graph(graph_context(), payload, update.nodes, graph);
    if (!made && awaits_memory_after(made.error())) return hold(update, sent, completion);
    RF_TRY(BuiltGraph built, std::move(made));
    if (built.lacking.module) {
        RF_RETURN_IF_ERROR(await_variants(built.lacking));
        return hold(update, sent, completion);
    }
    if (const auto node = first_difference(graph->shape, built.object.shape)) {
        completion.succeed(wire::UpdateGraph::Reply{*node, 0});
        return {};
    }
    const bool was_running = is_running(*graph);
    if (was_running && graph->holds.size() + built.object.holds.size() > most_holds) {
        return Error::bad_input("a graph was updated too often while an earlier launch of it runs")
            .with_status(cuda_status::out_of_memory);
    }
    if (graph->failed_updates == most_failed_updates) {
        return Error::bad_input("a graph's updates fail again and again")
            .with_remedy("instantiate the graph again")
            .with_status(cuda_status::invalid_value);
    }
    RF_TRY(Account::Holding library_count, account_->hold(Limit::GraphNodes, built.object.library_weight));
    if (auto updated = device_.update_graph(*graph->graph, built.nodes); !updated) {
        // The card may have applied part of the update: so keep its objects, and check its ranges, too.
        built.object.holds.push_back(std::make_shared<Account::Holding>(std::move(library_count)));
        keep_also(*graph, built.object);
        graph->ranges.insert(graph->ranges.end(), built.object.ranges.begin(), built.object.ranges.end());
        graph->waited_words.insert(graph->waited_words.end(), built.object.waited_words.begin(),
                                   built.object.waited_words.end());
        graph->is_in_turn |= built.object.is_in_turn;
        ++graph->failed_updates;
        return updated;
    }
    // Launches that still run use the earlier objects.
    if (was_running) keep_also(built.object, *graph);
    graph->failed_updates = 0;
    graph->data = std::move(built.object.data);
    graph->holds = std::move(built.object.holds);
    graph->ranges = std::move(built.object.ranges);
    graph->waited_words = std::move(built.object.waited_words);
    graph->calls = std::move(built.object.calls);
    graph->kernels = std::move(built.object.kernels);
    graph->is_in_turn = built.object.is_in_turn;
    graph->library_count = std::move(library_count);
    completion.succeed(wire::UpdateGraph::Reply{static_cast<std::uint32_t>(graph->shape.size()), 0});
    return {};
}

Result<void> Session::handle(const wire::LaunchGraph& launch, Payload) {
    GraphObject* graph = graphs_.find(launch.graph);
    if (graph == nullptr) return no_graph();
    // Memory may have been freed since the graph was made.
    for (const GraphObject::Range& range : graph->ranges)
        RF_RETURN_IF_ERROR(window_->check(range.address, range.bytes));
    if (!graph->calls.empty()) {
        RF_RETURN_IF_ERROR(answers_->start());
        // Launches that were dropped will not make their calls.
        if (!is_running(*graph)) calls_->stop_watching(graph);
    }
    RF_TRY(StreamObject * stream, find_stream(launch.stream));
    RF_RETURN_IF_ERROR(make_room_for_words(*stream, graph->waited_words));
    RF_TRY(stream, begin_graph(*graph, launch.stream));
    note_waited_words(*stream, graph->waited_words);
    if (graph->is_in_turn) RF_RETURN_IF_ERROR(take_grid_turn(*stream));
    launches_.fetch_add(1, std::memory_order_relaxed);
    // The watch cannot see waits inside a graph, so a graph with waits counts as several launches.
    const bool waits = !graph->waited_words.empty() || !graph->calls.empty();
    const std::size_t launches = waits ? KernelWatch::launches_per_mark : graph->shape.size();
    if (waits) watch_.before_client_wait(*stream);
    // Before the launch, which may block until its calls are answered.
    if (!graph->calls.empty()) {
        calls_->watch(graph, graph->calls, [this, graph] { return is_running(*graph); });
        answers_->wake();
    }
    if (auto launched = device_.launch_graph(*stream->stream, *graph->graph); !launched) {
        calls_->forget_launch(graph);
        return launched;
    }
    count_graph_launch(*graph);
    activity_.launched_graph(graph->shape.size());
    watch_.launched(*stream,
                    static_cast<unsigned>(std::clamp<std::size_t>(launches, 1, KernelWatch::launches_per_mark)));
    if (guard_ && guard_->may_print()) expect_prints();
    return {};
}

// Launches of one graph run one after the other, on any streams, as in CUDA, since its words and data exist only once.
// So when the last launch is done, all are.
Result<StreamObject*> Session::begin_graph(GraphObject& graph, std::uint64_t handle) {
    RF_TRY(StreamObject * stream, find_stream(handle));
    std::shared_ptr<StreamPoint> earlier = graph.last_launch;
    if (earlier && (earlier->is_on(*stream) || is_over(*earlier))) {
        // Then no event is needed.
        earlier.reset();
        graph.last_launch.reset();
    }
    auto begun = begin_work(handle, graph.shape.size() + 1, graph.copies);
    if (begun && earlier) {
        RF_TRY(auto event, earlier->event(events_));
        if (const auto other = earlier->stream()) watch_.waits_for(*stream, *other, earlier->work());
        RF_RETURN_IF_ERROR(stream->stream->wait_for(*event));
    }
    if (begun || !earlier) graph.last_launch = StreamPoint::after(*stream);
    return begun;
}

Result<void> Session::handle(const wire::RunBodies&, Payload) {
    return Error::bad_input("a conditional node that is no part of a graph").with_status(cuda_status::invalid_value);
}

Result<void> Session::handle(const wire::DestroyGraph& destroy, Payload) {
    std::shared_ptr<GraphObject> graph = graphs_.remove(destroy.graph);
    if (!graph) return no_graph();
    if (is_running(*graph)) {
        retire_graph(graph);
    } else {
        calls_->stop_watching(graph.get());
    }
    return {};
}

void Session::retire_graph(const std::shared_ptr<GraphObject>& graph) {
    // Watched until the last launch is done: it may still ask for calls.
    std::shared_ptr<StreamPoint> point = graph->last_launch;
    GraphObject* object = graph.get();
    std::shared_ptr<void> held(object, [this, graph](void*) { calls_->stop_watching(graph.get()); });
    retired_.push_back({std::move(point), std::move(held)});
}

}  // namespace ringfence::worker
