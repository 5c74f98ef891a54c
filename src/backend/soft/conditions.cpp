// Conditional nodes of graphs: the stream chooses the body when it gets to the node.
#include <atomic>
#include <memory>
#include <optional>
#include <thread>
#include <utility>
#include <variant>
#include <vector>

#include "backend/soft/device.h"
#include "base/cuda_status.h"

namespace ringfence::backend::soft {
namespace {

using Bodies = std::vector<SoftGraph::Steps>;

// Atomic, since kernels may write the word at any time.
std::uint32_t read_condition(Address word) {
    return std::atomic_ref(*reinterpret_cast<std::uint32_t*>(word)).load(std::memory_order_acquire);
}

std::optional<std::size_t> chosen_body(ConditionKind kind, std::uint32_t value, std::size_t count) {
    std::size_t body = value;
    if (kind != ConditionKind::Switch) body = value != 0 ? 0 : 1;
    if (kind == ConditionKind::While && body != 0) return std::nullopt;
    return body < count ? std::optional(body) : std::nullopt;
}

Result<void> run_body(const SoftGraph::Steps& steps, const SoftStream& stream) {
    for (const SoftGraph::Step& step : steps) {
        if (stream.is_closing())
            return Error::bad_input("a stream was stopped in a body of its graph")
                .with_status(cuda_status::launch_failed);
        const auto* const work = std::get_if<StreamWork>(&step);
        if (work != nullptr && work->run) RF_RETURN_IF_ERROR(work->run(stream));
    }
    return {};
}

bool may_be_in_body(const GraphNode& node) {
    return !std::holds_alternative<RecordNode>(node.work) && !std::holds_alternative<WaitNode>(node.work) &&
           !std::holds_alternative<WaitWordNode>(node.work);
}

}  // namespace

Result<StreamWork> SoftDevice::condition_work(const ConditionNode& node, std::uint32_t multiprocessors) {
    const auto check = [this, word = node.word] { return check_word(word, 4, "decide by a word of"); };
    RF_RETURN_IF_ERROR(check());
    auto bodies = std::make_shared<Bodies>();
    for (const std::vector<GraphNode>& body : node.bodies->all) {
        for (const GraphNode& inner : body) {
            if (may_be_in_body(inner)) continue;
            return Error::bad_input("the body of a conditional node waits, or records an event")
                .with_status(cuda_status::not_supported);
        }
        RF_TRY(SoftGraph::Steps steps, make_steps(body, multiprocessors));
        bodies->push_back(std::move(steps));
    }
    auto run = [check, bodies = std::shared_ptr<const Bodies>(std::move(bodies)), word = node.word,
                kind = node.kind](const SoftStream& stream) -> Result<void> {
        do {
            RF_RETURN_IF_ERROR(check());
            const auto body = chosen_body(kind, read_condition(word), bodies->size());
            if (!body) return {};
            RF_RETURN_IF_ERROR(run_body((*bodies)[*body], stream));
            // So that a loop with an empty body does not keep locks from others.
            if (kind == ConditionKind::While) std::this_thread::yield();
        } while (kind == ConditionKind::While && !stream.is_closing());
        if (kind != ConditionKind::While) return {};
        return Error::bad_input("a stream was destroyed while its graph repeated a body")
            .with_status(cuda_status::launch_failed);
    };
    return StreamWork{std::move(run), JobKind::Compute};
}

}  // namespace ringfence::backend::soft
