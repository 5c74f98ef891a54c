#include "client/driver/conditions.h"

#include <algorithm>

#include "api/driver_functions.h"
#include "channel/graph_bodies.h"
#include "client/driver/memory.h"
#include "client/session/tell.h"

namespace ringfence::driver {
namespace {

bool is_used(const Graph& graph, const ConditionWord& word) {
    return std::any_of(graph.nodes.begin(), graph.nodes.end(), [&](const Node* node) {
        const auto* const work = std::get_if<ConditionWork>(&node->work);
        return work != nullptr && work->word.get() == &word;
    });
}

// Fails if a node of the type cannot have that many bodies.
CUresult check_count(CUgraphConditionalNodeType type, unsigned bodies) {
    switch (type) {
        case CU_GRAPH_COND_TYPE_IF: return bodies == 1 || bodies == 2 ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
        case CU_GRAPH_COND_TYPE_WHILE: return bodies == 1 ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
        case CU_GRAPH_COND_TYPE_SWITCH:
            if (bodies == 0) return CUDA_ERROR_INVALID_VALUE;
            return bodies > channel::most_bodies ? CUDA_ERROR_NOT_SUPPORTED : CUDA_SUCCESS;
        default: return CUDA_ERROR_INVALID_VALUE;
    }
}

}  // namespace

CUresult ConditionWord::create(std::uint32_t at_launch, bool is_set_at_launch, std::shared_ptr<ConditionWord>& word) {
    std::uint64_t address = 0;
    constexpr std::uint64_t no_pool = 0;
    RF_CU(driver::allocate(sizeof(std::uint32_t), client::MemoryKind::Pool, no_pool, address));
    const auto allocation = session().allocations().find_beginning_at(address);
    word.reset(new ConditionWord(address, allocation ? allocation->id : 0, at_launch, is_set_at_launch));
    return cuMemsetD32_v2(address, at_launch, 1);
}

ConditionWord::~ConditionWord() {
    const auto allocation = session().allocations().find_beginning_at(address_);
    if (allocation && allocation->id == allocation_) (void)release(address_);
}

CUresult condition_work(const CUDA_CONDITIONAL_NODE_PARAMS& params, const Graph& graph, ConditionWork& work) {
    RF_CU(check_count(params.type, params.size));
    const auto word = std::find_if(graph.conditions.begin(), graph.conditions.end(),
                                   [&](const auto& one) { return one->address() == params.handle; });
    if (word == graph.conditions.end() || is_used(graph, **word)) return CUDA_ERROR_INVALID_VALUE;
    work.word = *word;
    work.type = params.type;
    work.bodies.assign(params.size, nullptr);
    return CUDA_SUCCESS;
}

void collect_conditions(const Graph& graph, std::vector<const ConditionWord*>& words) {
    for (const auto& word : graph.conditions)
        words.push_back(word.get());
    for (const Node* node : graph.nodes) {
        for (const Graph* inner : inner_graphs(*node))
            collect_conditions(*inner, words);
    }
}

bool has_unused_condition(const Graph& graph) {
    const bool has_own = std::any_of(graph.conditions.begin(), graph.conditions.end(),
                                     [&](const auto& word) { return !is_used(graph, *word); });
    return has_own || std::any_of(graph.nodes.begin(), graph.nodes.end(), [](const Node* node) {
               const auto inner = inner_graphs(*node);
               return std::any_of(inner.begin(), inner.end(),
                                  [](const Graph* one) { return has_unused_condition(*one); });
           });
}

bool has_condition_nodes(const Graph& graph) {
    return std::any_of(graph.nodes.begin(), graph.nodes.end(), [](const Node* node) {
        const auto inner = inner_graphs(*node);
        return std::holds_alternative<ConditionWork>(node->work) ||
               std::any_of(inner.begin(), inner.end(), [](const Graph* one) { return has_condition_nodes(*one); });
    });
}

CUresult cuGraphConditionalHandleCreate(CUgraphConditionalHandle* pHandle_out, CUgraph hGraph, CUcontext ctx,
                                        unsigned int defaultLaunchValue, unsigned int flags) {
    RF_CU(check_context());
    Graph* const graph = find_graph(hGraph);
    const bool is_other_context = ctx != nullptr && tables().contexts.find(from_api(ctx)) == nullptr;
    if (pHandle_out == nullptr || graph == nullptr || is_other_context || (flags & ~1U) != 0) {
        return CUDA_ERROR_INVALID_VALUE;
    }
    if (session().is_on_card()) {
        client::tell(
            "conditional nodes of graphs (cudaGraphConditionalHandleCreate) work on the software GPU only; run "
            "the program with --backend soft, or decide on the host which graph is launched");
        return CUDA_ERROR_NOT_SUPPORTED;
    }
    std::shared_ptr<ConditionWord> word;
    constexpr unsigned assigns_default = 1;
    RF_CU(ConditionWord::create(defaultLaunchValue, (flags & assigns_default) != 0, word));
    *pHandle_out = word->address();
    graph->conditions.push_back(std::move(word));
    return CUDA_SUCCESS;
}

}  // namespace ringfence::driver
