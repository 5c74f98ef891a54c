#include "guard/rewriter/promises.h"

namespace ringfence::guard::rewriting {
namespace {

bool is_cluster_barrier(const ptx::Operation& operation) {
    return operation.opcode == ptx::Opcode::BarrierClusterArrive || operation.opcode == ptx::Opcode::BarrierClusterWait;
}

void drop(std::string& spelling, std::string_view modifier) {
    for (std::size_t at = spelling.find(modifier); at != std::string::npos; at = spelling.find(modifier, at + 1)) {
        const std::size_t end = at + modifier.size();
        if (end != spelling.size() && spelling[end] != '.') continue;  // a longer word
        spelling.erase(at, modifier.size());
        return;
    }
}

}  // namespace

std::string without_promises(const ptx::Operation& operation, bool come_alone) {
    // `bar` is short for `barrier` with `.aligned`.
    if (come_alone && operation.opcode == ptx::Opcode::Bar) return "barrier" + std::string(operation.text.substr(3));
    // In a vote it asks whether all agree.
    const bool is_uniform = operation.has(ptx::Modifier::Uni) && operation.opcode != ptx::Opcode::Vote;
    const bool is_aligned = (come_alone || is_cluster_barrier(operation)) && operation.has(ptx::Modifier::Aligned);
    if (!is_uniform && !is_aligned) return {};
    std::string spelling(operation.text);
    if (is_uniform) drop(spelling, ".uni");
    if (is_aligned) drop(spelling, ".aligned");
    return spelling;
}

}  // namespace ringfence::guard::rewriting
