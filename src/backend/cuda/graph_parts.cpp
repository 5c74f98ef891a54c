#include "backend/cuda/graph_parts.h"

#include <numeric>
#include <string>
#include <utility>
#include <variant>

#include "backend/cuda/stream.h"

namespace ringfence::backend::cuda {
namespace {

GraphStage all_of(std::span<const GraphNode> nodes) {
    GraphStage all;
    all.nodes.resize(nodes.size());
    std::iota(all.nodes.begin(), all.nodes.end(), 0U);
    return all;
}

}  // namespace

Result<std::shared_ptr<GraphParts>> GraphParts::create(const Context& context, const Properties& device,
                                                       std::span<const GraphNode> nodes, GreenContext* card_part) {
    auto parts = std::make_shared<GraphParts>(context, card_part);
    const auto stages = context.holds_waits() ? stages_of(nodes) : std::vector<GraphStage>{all_of(nodes)};
    for (const GraphStage& stage : stages)
        RF_RETURN_IF_ERROR(parts->add(device, nodes, stage));
    return parts;
}

Result<void> GraphParts::add(const Properties& device, std::span<const GraphNode> nodes, const GraphStage& stage) {
    Part& part = parts_.emplace_back();
    for (const std::uint32_t wait : stage.waits) {
        const auto& word = std::get<WaitWordNode>(nodes[wait].work);
        RF_RETURN_IF_ERROR(check_word(word.address, word.bytes));
        part.waits.push_back(word);
    }
    if (stage.nodes.empty() && (!stage.waits.empty() || parts_.size() > 1)) return {};
    GraphDraft draft(context_, device, card_part_);
    RF_TRY(GraphHandle drawn, draft.make(nodes, stage.nodes));
    RF_RETURN_IF_ERROR(
        context_.check(context_.api().graph_instantiate(&part.exec, drawn, 0), "make a graph ready to launch"));
    part.recorded = draft.take_recorded();
    for (UsedEvent& event : draft.take_awaited())
        awaited_.push_back(std::move(event));
    return {};
}

Result<void> GraphParts::update(const Properties& device, std::span<const GraphNode> nodes) {
    GraphDraft draft(context_, device, card_part_);
    RF_TRY(GraphHandle drawn, draft.make(nodes, all_of(nodes).nodes));
    GraphUpdateResult result;
    const MutexLock lock(mutex_);
    Part& part = parts_.front();
    auto updated = context_.check(context_.api().graph_update(part.exec, drawn, &result), [&result] {
        return "update a graph (the driver's reason: CUgraphExecUpdateResult " + std::to_string(result.result) + ")";
    });
    if (!updated) {
        // Some nodes may have got the new events.
        for (auto events : {draft.take_recorded(), draft.take_awaited()})
            perhaps_used_.insert(perhaps_used_.end(), events.begin(), events.end());
        return updated;
    }
    perhaps_used_.clear();
    part.recorded = draft.take_recorded();
    awaited_ = draft.take_awaited();
    return {};
}

Result<void> GraphParts::launch_now(std::size_t part, StreamHandle stream) {
    if (parts_[part].exec == nullptr) return {};
    const MutexLock lock(mutex_);
    return context_.check(context_.api().graph_launch(parts_[part].exec, stream), "launch a graph");
}

Result<void> GraphParts::launch(const std::shared_ptr<GraphParts>& parts, CudaStream& stream) {
    // The graph has the recordings of when it was made: if an event has another one by now, the stream waits for that.
    for (const UsedEvent& used : parts->awaited_)
        if (used.event->current() != used.recording || !used.recording->has_settled())
            RF_RETURN_IF_ERROR(stream.wait_for(*used.event));
    const bool is_kept = parts->waits() || stream.must_wait();
    for (std::size_t number = 0; number < parts->parts_.size(); ++number) {
        const Part& part = parts->parts_[number];
        std::vector<std::shared_ptr<Recording>> kept;
        for (const UsedEvent& used : part.recorded) {
            used.event->set_current(used.recording);
            if (is_kept) kept.push_back(Recording::put_off(used.recording));
        }
        const auto launch = [parts, number, handle = stream.handle(), kept = std::move(kept)] {
            return parts->launch_now(number, handle);
        };
        // The parts must outlive their work on the card, even if they are replaced meanwhile.
        const bool is_last = number + 1 == parts->parts_.size() && part.waits.empty();
        if (is_kept && is_last) return stream.put_job_with(parts, launch);
        RF_RETURN_IF_ERROR(is_kept ? stream.put_job(JobKind::Compute, launch) : launch());
        for (const WaitWordNode& wait : part.waits)
            RF_RETURN_IF_ERROR(stream.wait_word(wait.address, wait.value, wait.bytes, wait.condition));
    }
    return is_kept ? stream.keep_until_done(parts) : Result<void>();
}

}  // namespace ringfence::backend::cuda
