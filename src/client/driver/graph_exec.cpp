#include "client/driver/graph_exec.h"

#include <algorithm>

#include "base/mutex.h"
#include "client/driver/capture.h"
#include "client/driver/graph_encode.h"
#include "client/driver/graph_memory.h"
#include "client/driver/node_params.h"
#include "client/driver/stream_trace.h"
#include "client/driver/visible_bytes.h"

namespace ringfence::driver {
namespace {

// Larger lists of nodes do not travel in the record.
constexpr std::size_t largest_payload = 64 << 10;

// `Record`: wire::CreateGraph or wire::UpdateGraph.
template <typename Record>
CUresult send(GraphExec& exec) RF_REQUIRES(exec.mutex) {
    channel::GraphWriter writer;
    RF_CU(encode(*exec.graph, exec.resources, writer));
    Record record{.graph = exec.handle.bits, .nodes = writer.count()};
    if (writer.bytes().size() <= largest_payload) {
        return static_cast<CUresult>(session().call(record, writer.bytes()));
    }
    const VisibleBytes visible(session(), writer.bytes());
    RF_CU(visible.status());
    record.list = visible.address();
    record.bytes = writer.bytes().size();
    return static_cast<CUresult>(session().call(record));
}

CUresult send_changes(GraphExec& exec) RF_REQUIRES(exec.mutex) {
    RF_CU(send<wire::UpdateGraph>(exec));
    exec.is_changed = false;
    return CUDA_SUCCESS;
}

void collect_nodes(const Graph& graph, std::vector<Node*>& nodes) {
    for (Node* node : graph.nodes) {
        nodes.push_back(node);
        for (const Graph* inner : inner_graphs(*node))
            collect_nodes(*inner, nodes);
    }
}

// For each node the numbers of those that it depends on.
std::vector<std::vector<std::size_t>> dependencies_of(const Graph& graph) {
    std::unordered_map<const Node*, std::size_t> numbers;
    for (const Node* node : graph.nodes)
        numbers.emplace(node, numbers.size());
    std::vector<std::vector<std::size_t>> result(graph.nodes.size());
    for (std::size_t i = 0; i < result.size(); ++i) {
        for (const Node* node : graph.nodes[i]->dependencies)
            result[i].push_back(numbers.at(node));
        std::sort(result[i].begin(), result[i].end());
    }
    return result;
}

CUresult refuse(CUgraphExecUpdateResultInfo& result, CUgraphExecUpdateResult why, const Node* node) {
    result.result = why;
    result.errorNode = node == nullptr ? nullptr : as_api<CUgraphNode>(node->handle);
    return CUDA_ERROR_GRAPH_EXEC_UPDATE_FAILURE;
}

// The memory that a node allocates or frees.
const GraphMemory* memory_of(const Node& node) {
    if (const auto* work = std::get_if<AllocateWork>(&node.work)) return work->memory.get();
    if (const auto* work = std::get_if<FreeWork>(&node.work)) return work->memory.get();
    return nullptr;
}

bool is_same_condition(const Node& a, const Node& b) {
    const auto* const one = std::get_if<ConditionWork>(&a.work);
    const auto* const other = std::get_if<ConditionWork>(&b.work);
    return one == nullptr || other == nullptr || (one->word == other->word && one->type == other->type);
}

CUresult compare(const Graph& ours, const Graph& theirs, CUgraphExecUpdateResultInfo& result) {
    if (ours.nodes.size() != theirs.nodes.size()) {
        return refuse(result, CU_GRAPH_EXEC_UPDATE_ERROR_TOPOLOGY_CHANGED, nullptr);
    }
    const auto our_dependencies = dependencies_of(ours);
    const auto their_dependencies = dependencies_of(theirs);
    for (std::size_t i = 0; i < ours.nodes.size(); ++i) {
        const Node& a = *ours.nodes[i];
        const Node& b = *theirs.nodes[i];
        const bool is_other = type_of(a) != type_of(b) || std::holds_alternative<LibraryWork>(a.work) !=
                                                              std::holds_alternative<LibraryWork>(b.work);
        if (is_other) return refuse(result, CU_GRAPH_EXEC_UPDATE_ERROR_NODE_TYPE_CHANGED, &b);
        if (our_dependencies[i] != their_dependencies[i]) {
            return refuse(result, CU_GRAPH_EXEC_UPDATE_ERROR_TOPOLOGY_CHANGED, &b);
        }
        if (memory_of(a) != memory_of(b)) return refuse(result, CU_GRAPH_EXEC_UPDATE_ERROR_NOT_SUPPORTED, &b);
        const auto our_inner = inner_graphs(a);
        const auto their_inner = inner_graphs(b);
        if (our_inner.size() != their_inner.size() || !is_same_condition(a, b)) {
            return refuse(result, CU_GRAPH_EXEC_UPDATE_ERROR_NOT_SUPPORTED, &b);
        }
        for (std::size_t inner = 0; inner < our_inner.size(); ++inner)
            RF_CU(compare(*our_inner[inner], *their_inner[inner], result));
    }
    return CUDA_SUCCESS;
}

void take_over(Graph& ours, const Graph& theirs) {
    for (std::size_t i = 0; i < ours.nodes.size(); ++i) {
        Node& node = *ours.nodes[i];
        const auto inner = inner_graphs(node);
        const auto their_inner = inner_graphs(*theirs.nodes[i]);
        for (std::size_t number = 0; number < inner.size(); ++number)
            take_over(*inner[number], *their_inner[number]);
        if (inner.empty()) node.work = theirs.nodes[i]->work;
        // Later questions name the nodes of either graph.
        node.updated_from = theirs.nodes[i]->handle;
    }
}

// All of its memory, or none of it.
CUresult take_memory(GraphExec& exec) RF_REQUIRES(exec.mutex) {
    std::vector<Node*> nodes;
    collect_nodes(*exec.graph, nodes);
    for (const Node* node : nodes) {
        if (const auto* freed = std::get_if<FreeWork>(&node->work)) exec.freed.push_back(freed->memory);
        const auto* work = std::get_if<AllocateWork>(&node->work);
        if (work == nullptr) continue;
        if (!work->memory->take_for_executable()) return CUDA_ERROR_NOT_SUPPORTED;
        exec.memory.push_back(work->memory);
    }
    return CUDA_SUCCESS;
}

void discard(GraphExec& exec) {
    {
        const MutexLock lock(exec.mutex);
        for (auto& [node, resources] : exec.resources)
            release(resources);
        for (const auto& memory : exec.memory)
            memory->give_back_by_executable();
        if (exec.graph != nullptr) destroy_graph(exec.graph);
    }
    tables().graph_execs.erase(exec.handle);
}

CUresult allocate_memory(GraphExec& exec) RF_REQUIRES(exec.mutex) {
    const bool frees_first = (exec.flags & CUDA_GRAPH_INSTANTIATE_FLAG_AUTO_FREE_ON_LAUNCH) != 0;
    for (const auto& memory : exec.memory) {
        if (memory->is_allocated() && !frees_first) return CUDA_ERROR_INVALID_VALUE;
    }
    const auto is_own = [&](const std::shared_ptr<GraphMemory>& memory) RF_REQUIRES(exec.mutex) {
        return std::find(exec.memory.begin(), exec.memory.end(), memory) != exec.memory.end();
    };
    for (const auto& memory : exec.freed) {
        if (!memory->is_allocated() && !is_own(memory)) return CUDA_ERROR_INVALID_VALUE;
    }
    for (const auto& memory : exec.memory)
        memory->note_launch();
    for (const auto& memory : exec.freed)
        memory->free();
    return CUDA_SUCCESS;
}

}  // namespace

CUresult instantiate(const Graph& graph, std::uint64_t flags, GraphExec*& result) {
    auto exec = std::make_unique<GraphExec>();
    exec->flags = flags;
    GraphExec* const raw = exec.get();
    raw->handle = tables().graph_execs.insert(std::move(exec));
    if (raw->handle.bits == 0) return CUDA_ERROR_OUT_OF_MEMORY;
    CUresult status = CUDA_SUCCESS;
    {
        const MutexLock lock(raw->mutex);
        raw->graph = clone_graph(graph);
        status = raw->graph != nullptr ? take_memory(*raw) : CUDA_ERROR_OUT_OF_MEMORY;
        if (status == CUDA_SUCCESS) status = send<wire::CreateGraph>(*raw);
    }
    if (status != CUDA_SUCCESS) {
        discard(*raw);
        return status;
    }
    result = raw;
    return CUDA_SUCCESS;
}

CUresult launch(GraphExec& exec, Stream& stream) {
    const MutexLock lock(exec.mutex);
    if (captures_under_way()) {
        bool is_captured = false;
        if (!can_be_copied(*exec.graph)) RF_CU(refuse_while_capturing(stream));
        RF_CU(capture_work(stream, ChildWork{exec.graph}, is_captured));
        if (is_captured) return CUDA_SUCCESS;
    }
    if (exec.is_changed) RF_CU(send_changes(exec));
    RF_CU(allocate_memory(exec));
    const TracedWork traced(stream, *exec.graph);
    session().submit(wire::LaunchGraph{.graph = exec.handle.bits, .stream = stream.wire()});
    return CUDA_SUCCESS;
}

void destroy_exec(GraphExec* exec) {
    bool needs_wait = false;
    {
        const MutexLock lock(exec->mutex);
        for (const auto& [node, resources] : exec->resources)
            needs_wait |= resources.token != 0;
    }
    // Its host functions and their memory may still be in use by a launch.
    if (needs_wait) (void)session().call(wire::SynchronizeSession{});
    session().submit(wire::DestroyGraph{.graph = exec->handle.bits});
    discard(*exec);
}

CUresult update(GraphExec& exec, const Graph& graph, CUgraphExecUpdateResultInfo& result) {
    result = {CU_GRAPH_EXEC_UPDATE_SUCCESS, nullptr, nullptr};
    const MutexLock lock(exec.mutex);
    RF_CU(compare(*exec.graph, graph, result));
    take_over(*exec.graph, graph);
    const CUresult status = send_changes(exec);
    if (status != CUDA_SUCCESS) {
        exec.is_changed = true;
        return refuse(result, CU_GRAPH_EXEC_UPDATE_ERROR, nullptr);
    }
    return CUDA_SUCCESS;
}

GraphExec* find_exec(CUgraphExec handle) {
    return tables().graph_execs.find(from_api(handle));
}

CUresult find_exec_and_node(CUgraphExec exec_handle, CUgraphNode node_handle, CUgraphNodeType type, GraphExec*& exec,
                            Node*& node) {
    RF_CU(check_context());
    exec = find_exec(exec_handle);
    if (exec == nullptr) return CUDA_ERROR_INVALID_VALUE;
    node = find_exec_node(*exec, node_handle);
    return node == nullptr || type_of(*node) != type ? CUDA_ERROR_INVALID_VALUE : CUDA_SUCCESS;
}

Node* find_exec_node(GraphExec& exec, CUgraphNode handle) {
    std::vector<Node*> nodes;
    const MutexLock lock(exec.mutex);
    collect_nodes(*exec.graph, nodes);
    const Handle wanted = from_api(handle);
    // The graph that it was made of first: an update may have come from the same graph, changed.
    for (Handle Node::*const by : {&Node::original, &Node::updated_from}) {
        const auto found =
            std::find_if(nodes.begin(), nodes.end(), [&](const Node* node) { return node->*by == wanted; });
        if (found != nodes.end()) return *found;
    }
    return nullptr;
}

void set_work(GraphExec& exec, Node& node, Work work) {
    const MutexLock lock(exec.mutex);
    node.work = std::move(work);
    exec.is_changed = true;
}

CUresult set_child(GraphExec& exec, Node& node, const Graph& graph) {
    const MutexLock lock(exec.mutex);
    const auto* const child = std::get_if<ChildWork>(&node.work);
    if (child == nullptr) return CUDA_ERROR_INVALID_VALUE;  // a library's call
    CUgraphExecUpdateResultInfo result = {};
    RF_CU(compare(*child->graph, graph, result));
    take_over(*child->graph, graph);
    exec.is_changed = true;
    return CUDA_SUCCESS;
}

CUresult set_enabled(GraphExec& exec, Node& node, bool is_enabled) {
    const MutexLock lock(exec.mutex);
    if (node.is_enabled == is_enabled) return CUDA_SUCCESS;
    node.is_enabled = is_enabled;
    session().submit(wire::DestroyGraph{.graph = exec.handle.bits});
    return send<wire::CreateGraph>(exec);
}

}  // namespace ringfence::driver
