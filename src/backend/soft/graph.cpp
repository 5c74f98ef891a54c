#include "backend/soft/graph.h"

#include <memory>
#include <utility>
#include <variant>
#include <vector>

namespace ringfence::backend::soft {
namespace {

// Null for a step that does nothing.
WorkQueue::Item item_for(const std::shared_ptr<const SoftGraph::Steps>& steps, std::size_t index, SoftStream& stream) {
    const SoftGraph::Step& step = (*steps)[index];
    if (const auto* record = std::get_if<RecordNode>(&step)) {
        std::shared_ptr<Mark> mark = stream.queue().make_mark();
        static_cast<SoftEvent&>(*record->event).set(mark);
        return stream.queue().reach(std::move(mark));
    }
    if (const auto* wait = std::get_if<WaitNode>(&step)) {
        std::shared_ptr<Mark> mark = static_cast<SoftEvent&>(*wait->event).mark();
        return mark ? stream.queue().wait(std::move(mark)) : WorkQueue::Item{};
    }
    const StreamWork& work = *std::get_if<StreamWork>(&step);
    if (!work.run) return {};
    return {[steps, &work, &stream] { return work.run(stream); }, false, work.job};
}

}  // namespace

void SoftGraph::replace(Steps steps) {
    auto replacement = std::make_shared<const Steps>(std::move(steps));
    const MutexLock lock(mutex_);
    steps_ = std::move(replacement);
}

Result<void> SoftGraph::launch(SoftStream& stream) const {
    std::shared_ptr<const Steps> steps;
    {
        const MutexLock lock(mutex_);
        steps = steps_;
    }
    std::vector<WorkQueue::Item> items;
    items.reserve(steps->size());
    for (std::size_t i = 0; i < steps->size(); ++i) {
        WorkQueue::Item item = item_for(steps, i, stream);
        if (item.work) items.push_back(std::move(item));
    }
    return stream.queue().put_all(std::move(items));
}

}  // namespace ringfence::backend::soft
