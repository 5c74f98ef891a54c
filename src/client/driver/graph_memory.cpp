#include "client/driver/graph_memory.h"

#include <algorithm>
#include <unordered_map>

#include "base/mutex.h"
#include "client/driver/graph.h"
#include "client/driver/memory.h"
#include "client/driver/state.h"

namespace ringfence::driver {
namespace {

struct GraphMemories {
    Mutex mutex;
    std::unordered_map<std::uint64_t, std::weak_ptr<GraphMemory>> by_address RF_GUARDED_BY(mutex);
    GraphMemoryUse use RF_GUARDED_BY(mutex);
};

GraphMemories& memories() {
    static GraphMemories* const instance = new GraphMemories();
    return *instance;
}

}  // namespace

CUresult GraphMemory::create(Description description, std::shared_ptr<GraphMemory>& memory) {
    std::uint64_t address = 0;
    constexpr std::uint64_t no_pool = 0;
    const std::uint64_t bytes = description.bytes;
    RF_CU(driver::allocate(bytes, client::MemoryKind::Pool, no_pool, address));
    const auto allocation = session().allocations().find_beginning_at(address);
    memory.reset(new GraphMemory(address, allocation ? allocation->id : 0, std::move(description)));
    const MutexLock lock(memories().mutex);
    memories().by_address[address] = memory;
    memories().use.now += bytes;
    memories().use.most = std::max(memories().use.most, memories().use.now);
    return CUDA_SUCCESS;
}

GraphMemory::~GraphMemory() {
    {
        const MutexLock lock(memories().mutex);
        const auto found = memories().by_address.find(address_);
        // After a reset another graph's may have its address.
        if (found != memories().by_address.end() && found->second.expired()) memories().by_address.erase(found);
        memories().use.now -= description_.bytes;
    }
    if (!is_allocated_.load() && is_there()) (void)release(address_);
}

bool GraphMemory::is_there() const {
    const auto allocation = session().allocations().find_beginning_at(address_);
    return allocation && allocation->id == allocation_;
}

std::shared_ptr<GraphMemory> find_graph_memory(std::uint64_t address) {
    std::shared_ptr<GraphMemory> memory;
    {
        const MutexLock lock(memories().mutex);
        const auto found = memories().by_address.find(address);
        if (found != memories().by_address.end()) memory = found->second.lock();
    }
    return memory && memory->is_there() ? memory : nullptr;
}

bool has_memory_nodes(const Graph& graph) {
    return std::any_of(graph.nodes.begin(), graph.nodes.end(), [](const Node* node) {
        const auto inner = inner_graphs(*node);
        return std::holds_alternative<AllocateWork>(node->work) || std::holds_alternative<FreeWork>(node->work) ||
               std::any_of(inner.begin(), inner.end(), [](const Graph* one) { return has_memory_nodes(*one); });
    });
}

bool frees(const Graph& graph, const GraphMemory& memory) {
    return std::any_of(graph.nodes.begin(), graph.nodes.end(), [&](const Node* node) {
        const auto* const work = std::get_if<FreeWork>(&node->work);
        return work != nullptr && work->memory.get() == &memory;
    });
}

GraphMemoryUse graph_memory_use() {
    const MutexLock lock(memories().mutex);
    return memories().use;
}

void forget_most_graph_memory() {
    const MutexLock lock(memories().mutex);
    memories().use.most = memories().use.now;
}

}  // namespace ringfence::driver
