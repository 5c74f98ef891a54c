#include "worker/graph_builder.h"

#include <algorithm>
#include <cstring>
#include <optional>
#include <utility>

#include <fmt/core.h>

#include "base/cuda_status.h"
#include "channel/graph_bodies.h"
#include "channel/graph_records.h"
#include "worker/errors.h"
#include "worker/launch_checks.h"
#include "worker/launch_counts.h"
#include "worker/range_checks.h"

namespace ringfence::worker {

namespace {

using backend::Address;
using channel::GraphRecord;

constexpr std::uint32_t most_nodes = 1 << 16;

bool is_copy(std::uint16_t operation) {
    using enum wire::Operation;
    return operation == static_cast<std::uint16_t>(Copy) || operation == static_cast<std::uint16_t>(CopyBox) ||
           operation == static_cast<std::uint16_t>(Write);
}

Result<void> check_total(std::uint64_t nodes) {
    if (nodes <= most_nodes) return {};
    return Error::bad_input(fmt::format("a graph of {} nodes, with those of bodies; the most is {}", nodes, most_nodes))
        .with_status(cuda_status::not_supported);
}

class Builder {
public:
    // `total`: the number of nodes so far, including those of bodies.
    Builder(const GraphContext& context, std::uint64_t& total, const GraphObject* previous)
        : context_(context), total_(total), previous_(previous) {}
    // For a body, nested at this depth.
    Builder(const GraphContext& context, std::uint64_t& total, unsigned depth)
        : context_(context), total_(total), depth_(depth) {}

    Result<BuiltGraph> build(const std::vector<GraphRecord>& records) {
        RF_RETURN_IF_ERROR(prepare_memory(records));
        for (std::size_t number = 0; number < records.size(); ++number) {
            const GraphRecord& record = records[number];
            if (depth_ != 0 && !channel::may_be_in_body(record.operation)) {
                return invalid("an operation that cannot be in the body of a conditional node");
            }
            built_.object.shape.push_back({record.operation, record.dependencies});
            dependencies_.clear();
            for (const std::uint32_t dependency : record.dependencies)
                dependencies_.push_back(last_of_[dependency]);
            auto added = channel::visit_graph_record(
                record, [&](const auto& fields, std::span<const std::byte> payload) { return add(fields, payload); },
                [&]() -> Result<void> {
                    put(backend::EmptyNode{});
                    return {};
                });
            if (!added) {
                Error error = added.take_error();
                error.message = fmt::format("node {} of a graph: {}", number, error.message);
                return error;
            }
            last_of_.push_back(static_cast<std::uint32_t>(built_.nodes.size() - 1));
            built_.object.copies += is_copy(record.operation) ? 1 : 0;
        }
        return std::move(built_);
    }

private:
    // Allocates data of writes and words of calls before nodes are added, so that their addresses stay.
    Result<void> prepare_memory(const std::vector<GraphRecord>& records) {
        std::uint64_t data_bytes = 0;
        std::uint64_t calls = 0;
        for (const GraphRecord& record : records) {
            if (record.operation == static_cast<std::uint16_t>(wire::Operation::Write)) {
                data_bytes += (record.payload.size() + 15) / 16 * 16;
            }
            calls += record.operation == static_cast<std::uint16_t>(wire::Operation::CallHost) ? 1 : 0;
        }
        if (data_bytes > 0) {
            RF_TRY(auto segment, context_.private_memory.allocate(data_bytes));
            built_.object.data.push_back(std::move(segment));
        }
        const bool keeps_words = previous_ != nullptr && previous_->calls.size() == calls;
        if (calls == 0) return {};
        if (!keeps_words) {
            RF_TRY(built_.object.words, context_.private_memory.allocate(calls * 8));
            words_ = built_.object.words->address();
        } else {
            words_ = previous_->calls.front().asked;
        }
        return {};
    }

    template <typename Node>
    void put(Node node) {
        built_.nodes.push_back({std::move(node), dependencies_});
    }
    // Adds a node that depends on the last one.
    template <typename Node>
    void put_after(Node node) {
        dependencies_ = {static_cast<std::uint32_t>(built_.nodes.size() - 1)};
        put(std::move(node));
    }

    Result<void> check(Address address, std::uint64_t bytes) {
        RF_RETURN_IF_ERROR(context_.window.check(address, bytes));
        built_.object.ranges.push_back({address, bytes});
        return {};
    }
    Result<void> check_box(const backend::Box& box, const backend::BoxSize& size) {
        RF_RETURN_IF_ERROR(context_.window.check_box(box, size));
        const std::uint64_t bytes = (size.depth - 1) * box.slice + (size.height - 1) * box.pitch + size.width;
        built_.object.ranges.push_back({box.address, bytes});
        return {};
    }

    Result<void> add(const wire::Launch& launch, std::span<const std::byte> payload) {
        const std::shared_ptr<FunctionObject> function = context_.functions.share(launch.function);
        if (!function) return Error::bad_input("there is no such function").with_status(cuda_status::invalid_handle);
        RF_RETURN_IF_ERROR(check_launch(*function, launch, payload.size(), context_.device.properties()));
        std::vector<std::byte> slotted;
        if (function->guard.slot_bytes != 0 && context_.slots != nullptr) {
            RF_TRY(auto slots, context_.slots->allocate(*function, launch));
            slotted = with_slots(*function, payload, slots->address);
            payload = slotted;
            built_.object.holds.push_back(std::const_pointer_cast<ThreadSlots::Memory>(slots));
        }
        RF_TRY(const ChosenVariant chosen, variant_for(*function, launch, payload, context_.window.geometry()));
        if (chosen.function == nullptr) built_.lacking = chosen.lacking(function->module);
        add_kernel(built_.object, context_.kernels, *function, chosen, launch, payload, context_.window.geometry());
        built_.object.holds.push_back(function->module);
        if (is_in_turn(*function, launch)) put_in_turn();
        put(backend::LaunchNode{chosen.function, launch_of(*function, launch), {payload.begin(), payload.end()}});
        return {};
    }

    // Makes the next node depend on the previous node for which this was called: they must not run concurrently.
    void put_in_turn() {
        built_.object.is_in_turn = true;
        const bool is_known = !last_in_turn_ || std::find(dependencies_.begin(), dependencies_.end(), *last_in_turn_) !=
                                                    dependencies_.end();
        if (!is_known) dependencies_.push_back(*last_in_turn_);
        last_in_turn_ = static_cast<std::uint32_t>(built_.nodes.size());
    }

    Result<void> add(const wire::Copy& copy, std::span<const std::byte>) {
        if (copy.bytes == 0) {
            put(backend::EmptyNode{});
            return {};
        }
        RF_RETURN_IF_ERROR(check(copy.to, copy.bytes));
        RF_RETURN_IF_ERROR(check(copy.from, copy.bytes));
        put(backend::CopyNode{
            {copy.to, copy.bytes, copy.bytes}, {copy.from, copy.bytes, copy.bytes}, {copy.bytes, 1, 1}});
        return {};
    }

    Result<void> add(const wire::CopyBox& copy, std::span<const std::byte>) {
        const BoxCopy boxes = boxes_of(copy);
        if (is_empty(boxes.size)) {
            put(backend::EmptyNode{});
            return {};
        }
        RF_RETURN_IF_ERROR(check_box(boxes.to, boxes.size));
        RF_RETURN_IF_ERROR(check_box(boxes.from, boxes.size));
        put(backend::CopyNode{boxes.to, boxes.from, boxes.size});
        return {};
    }

    Result<void> add(const wire::Fill& fill, std::span<const std::byte>) {
        if (fill.count == 0 || fill.height == 0) {
            put(backend::EmptyNode{});
            return {};
        }
        RF_TRY(const GraphObject::Range range, check_fill(context_.window, fill));
        built_.object.ranges.push_back(range);
        put(backend::FillNode{fill.to, fill.pitch, fill.value, fill.width, fill.count, fill.height});
        return {};
    }

    Result<void> add(const wire::Write& write, std::span<const std::byte> payload) {
        if (payload.empty()) {
            put(backend::EmptyNode{});
            return {};
        }
        RF_RETURN_IF_ERROR(check(write.to, payload.size()));
        const auto& data = *built_.object.data.front();
        std::memcpy(data.bytes().data() + data_used_, payload.data(), payload.size());
        const backend::Box from{data.address() + data_used_, payload.size(), payload.size()};
        data_used_ += (payload.size() + 15) / 16 * 16;
        put(backend::CopyNode{{write.to, payload.size(), payload.size()}, from, {payload.size(), 1, 1}});
        return {};
    }

    Result<void> add(const wire::CallHost& call, std::span<const std::byte>) {
        const HostCalls::GraphCall words{call.token, words_, words_ + 4};
        words_ += 8;
        built_.object.calls.push_back(words);
        put(backend::WriteWordNode{words.answered, 0, 4});
        put_after(backend::WriteWordNode{words.asked, 1, 4});
        put_after(backend::WaitWordNode{words.answered, 1, 4, backend::WordCondition::Equal});
        return {};
    }

    Result<std::shared_ptr<EventObject>> hold_event(std::uint64_t handle) {
        std::shared_ptr<EventObject> event = context_.events.share(handle);
        if (!event) return Error::bad_input("there is no such event").with_status(cuda_status::invalid_handle);
        built_.object.holds.push_back(event);
        return event;
    }
    Result<void> add(const wire::RecordEvent& record, std::span<const std::byte>) {
        RF_TRY(const auto event, hold_event(record.event));
        event->is_recorded = true;
        put(backend::RecordNode{event->event.get()});
        return {};
    }
    Result<void> add(const wire::WaitEvent& wait, std::span<const std::byte>) {
        RF_TRY(const auto event, hold_event(wait.event));
        put(backend::WaitNode{event->event.get()});
        return {};
    }

    Result<void> add(const wire::WriteValue& write, std::span<const std::byte>) {
        RF_RETURN_IF_ERROR(check_word(context_.window, write.address, write.bytes));
        built_.object.ranges.push_back({write.address, write.bytes});
        put(backend::WriteWordNode{write.address, write.value, write.bytes});
        return {};
    }
    Result<void> add(const wire::WaitValue& wait, std::span<const std::byte>) {
        RF_TRY(const WaitedWord word, check_wait(context_.window, wait));
        built_.object.ranges.push_back({wait.address, wait.bytes});
        built_.object.waited_words.push_back(word);
        put(backend::WaitWordNode{word.address, word.value, word.bytes, word.condition});
        return {};
    }

    Result<void> add(const wire::ReplayLibrary& replay, std::span<const std::byte>) {
        const std::shared_ptr<LibraryRecordObject> record = context_.library_records.share(replay.record);
        if (!record) {
            return Error::bad_input("there is no such captured call of a library")
                .with_status(cuda_status::invalid_handle);
        }
        GraphObject& object = built_.object;
        object.holds.push_back(record);
        object.ranges.insert(object.ranges.end(), record->ranges.begin(), record->ranges.end());
        object.library_weight += record->weight();
        put(backend::LibraryNode{record->work});
        return {};
    }

    // Marks the beginning of a body's nodes in a shape; no operation has this number.
    static constexpr std::uint16_t body_begins = 0xffff;

    Result<void> add(const wire::RunBodies& run, std::span<const std::byte> payload) {
        if (run.kind > static_cast<std::uint32_t>(backend::ConditionKind::Switch))
            return invalid("no kind of condition");
        const auto kind = static_cast<backend::ConditionKind>(run.kind);
        const std::uint32_t most = kind == backend::ConditionKind::While ? 1
                                   : kind == backend::ConditionKind::If  ? 2
                                                                         : ~0U;
        if (run.bodies > most) return invalid("a conditional node with more bodies than its kind has");
        if (depth_ == channel::deepest_body) return invalid("conditional nodes in each other, too deep");
        RF_RETURN_IF_ERROR(check_word(context_.window, run.address, 4));
        built_.object.ranges.push_back({run.address, 4});
        RF_TRY(const std::vector<channel::GraphBody> bodies, channel::decode_bodies(payload, run.bodies));
        auto built = std::make_shared<backend::GraphBodies>();
        bool has_grid = false;
        for (const channel::GraphBody& body : bodies) {
            RF_TRY(std::vector<backend::GraphNode> nodes, build_body(body, has_grid));
            built->all.push_back(std::move(nodes));
        }
        if (has_grid) put_in_turn();
        put(backend::ConditionNode{run.address, kind, std::move(built)});
        return {};
    }

    // `has_grid` becomes true if the body has a cooperative kernel, which must run alone.
    Result<std::vector<backend::GraphNode>> build_body(const channel::GraphBody& body, bool& has_grid) {
        // The body itself counts as a node, since there may be many empty ones. Checked before anything is allocated.
        total_ += 1 + std::uint64_t{body.nodes};
        RF_RETURN_IF_ERROR(check_total(total_));
        RF_TRY(const std::vector<GraphRecord> records, channel::decode_graph(body.list, body.nodes));
        RF_TRY(BuiltGraph inner, Builder(context_, total_, depth_ + 1).build(records));
        if (inner.lacking.module) built_.lacking = inner.lacking;
        GraphObject& object = built_.object;
        object.shape.push_back({body_begins, {body.nodes}});
        object.shape.insert(object.shape.end(), inner.object.shape.begin(), inner.object.shape.end());
        object.ranges.insert(object.ranges.end(), inner.object.ranges.begin(), inner.object.ranges.end());
        object.holds.insert(object.holds.end(), inner.object.holds.begin(), inner.object.holds.end());
        object.copies += inner.object.copies;
        has_grid |= inner.object.is_in_turn;
        object.inner_nodes += 1 + body.nodes + inner.object.inner_nodes;
        return std::move(inner.nodes);
    }

    template <typename Record>
    Result<void> add(const Record&, std::span<const std::byte>) {
        return invalid("an operation that cannot be in a graph");
    }

    const GraphContext& context_;
    std::uint64_t& total_;
    const GraphObject* previous_ = nullptr;
    unsigned depth_ = 0;
    BuiltGraph built_;
    std::vector<std::uint32_t> last_of_;  // the last device node of each client node
    std::vector<std::uint32_t> dependencies_;
    std::optional<std::uint32_t> last_in_turn_;
    std::uint64_t data_used_ = 0;
    Address words_ = 0;
};

}  // namespace

Result<BuiltGraph> build_graph(const GraphContext& context, std::span<const std::byte> payload, std::uint32_t nodes,
                               const GraphObject* previous) {
    std::uint64_t total = nodes;
    RF_RETURN_IF_ERROR(check_total(total));
    RF_TRY(const std::vector<GraphRecord> records, channel::decode_graph(payload, nodes));
    RF_TRY(BuiltGraph built, Builder(context, total, previous).build(records));
    return built;
}

}  // namespace ringfence::worker
