#include "client/driver/graph_encode.h"

#include <type_traits>

#include "channel/graph_bodies.h"
#include "client/driver/conditions.h"
#include "client/driver/library_record.h"
#include "client/driver/submit.h"
#include "client/session/transfer.h"

namespace ringfence::driver {
namespace {

using Numbers = std::vector<std::uint32_t>;

class Encoder {
public:
    Encoder(std::map<std::uint64_t, NodeResources>& resources, channel::GraphWriter& writer, bool is_body = false)
        : resources_(resources), writer_(writer), is_body_(is_body) {}

    // The first node of a launch: sets the conditions to their defaults.
    Numbers set_conditions(const Graph& graph) {
        std::vector<const ConditionWord*> words;
        collect_conditions(graph, words);
        Numbers numbers;
        for (const ConditionWord* word : words) {
            if (!word->is_set_at_launch()) continue;
            writer_.add(
                wire::WriteValue{.stream = 0, .address = word->address(), .value = word->at_launch(), .bytes = 4}, {});
            numbers.push_back(writer_.count() - 1);
        }
        return numbers;
    }

    // `roots`: what nodes without dependencies depend on. `ends`: the numbers that stand for the whole graph's end.
    CUresult add(const Graph& graph, const Numbers& roots, Numbers& ends) {
        std::vector<Node*> nodes;
        if (!in_order(graph, nodes)) return CUDA_ERROR_INVALID_VALUE;
        std::unordered_map<const Node*, Numbers> numbers;
        for (const Node* node : nodes) {
            Numbers before;
            for (const Node* dependency : node->dependencies) {
                const Numbers& those = numbers.at(dependency);
                before.insert(before.end(), those.begin(), those.end());
            }
            if (node->dependencies.empty()) before = roots;
            RF_CU(add(*node, before, numbers[node]));
            if (node->dependents.empty()) ends.insert(ends.end(), numbers[node].begin(), numbers[node].end());
        }
        return CUDA_SUCCESS;
    }

private:
    CUresult add(const Node& node, const Numbers& before, Numbers& numbers) {
        if (const auto* child = std::get_if<ChildWork>(&node.work)) {
            // An empty child graph still orders what is before and after it.
            if (!child->graph->nodes.empty()) return add(*child->graph, before, numbers);
            writer_.add_empty(before);
        } else if (!node.is_enabled) {
            writer_.add_empty(before);
        } else {
            RF_CU(check_place(node));
            RF_CU(std::visit([&](const auto& work) { return write(node, work, before); }, node.work));
        }
        numbers = {writer_.count() - 1};
        return CUDA_SUCCESS;
    }

    // A device cannot call the host, nor wait for it, in the middle of what it decides by itself.
    CUresult check_place(const Node& node) const {
        if (!is_body_) return CUDA_SUCCESS;
        const bool may_be =
            std::holds_alternative<EmptyWork>(node.work) || std::holds_alternative<KernelWork>(node.work) ||
            std::holds_alternative<CopyWork>(node.work) || std::holds_alternative<FillWork>(node.work) ||
            std::holds_alternative<ConditionWork>(node.work);
        return may_be ? CUDA_SUCCESS : CUDA_ERROR_NOT_SUPPORTED;
    }

    CUresult write(const Node&, const ConditionWork& work, const Numbers& before) {
        std::vector<std::byte> payload;
        for (const Graph* body : work.bodies) {
            channel::GraphWriter inner;
            Numbers ends;
            RF_CU(Encoder(resources_, inner, true).add(*body, {}, ends));
            channel::append_body(payload, inner);
        }
        writer_.add(wire::RunBodies{.stream = 0,
                                    .address = work.word->address(),
                                    .kind = static_cast<std::uint32_t>(work.type),
                                    .bodies = static_cast<std::uint32_t>(work.bodies.size())},
                    before, payload);
        return CUDA_SUCCESS;
    }

    CUresult write(const Node&, const EmptyWork&, const Numbers& before) {
        writer_.add_empty(before);
        return CUDA_SUCCESS;
    }
    CUresult write(const Node& node, const BatchWork& work, const Numbers& before) {
        if (work.operations.empty()) return write(node, EmptyWork{}, before);
        Numbers last = before;
        for (const auto& operation : work.operations) {
            RF_CU(std::visit([&](const auto& one) { return write(node, one, last); }, operation));
            last = {writer_.count() - 1};
        }
        return CUDA_SUCCESS;
    }
    // The memory exists already. Nodes that use it come after the allocation and before the release.
    CUresult write(const Node& node, const AllocateWork&, const Numbers& before) {
        return write(node, EmptyWork{}, before);
    }
    CUresult write(const Node& node, const FreeWork&, const Numbers& before) {
        return write(node, EmptyWork{}, before);
    }
    CUresult write(const Node&, const ChildWork&, const Numbers&) { return CUDA_ERROR_UNKNOWN; }

    CUresult write(const Node&, const LibraryWork& work, const Numbers& before) {
        writer_.add(wire::ReplayLibrary{.stream = 0, .record = work.record->wire()}, before);
        return CUDA_SUCCESS;
    }

    CUresult write(const Node&, const KernelWork& work, const Numbers& before) {
        writer_.add(wire::Launch{.stream = 0,
                                 .function = work.function,
                                 .grid_x = work.grid.x,
                                 .grid_y = work.grid.y,
                                 .grid_z = work.grid.z,
                                 .block_x = work.block.x,
                                 .block_y = work.block.y,
                                 .block_z = work.block.z,
                                 .dynamic_shared = work.dynamic_shared,
                                 .flags = work.flags},
                    before, work.parameters);
        return CUDA_SUCCESS;
    }

    CUresult write(const Node&, const FillWork& work, const Numbers& before) {
        writer_.add(wire::Fill{.stream = 0,
                               .to = work.to,
                               .pitch = work.pitch,
                               .count = work.count,
                               .height = work.height,
                               .value = work.value,
                               .width = work.width},
                    before);
        return CUDA_SUCCESS;
    }

    CUresult write(const Node& node, const HostWork& work, const Numbers& before) {
        write_call(
            node, [function = work.function, data = work.data] { call_program(function, data); }, before);
        return CUDA_SUCCESS;
    }

    CUresult write(const Node&, const RecordWork& work, const Numbers& before) {
        writer_.add(wire::RecordEvent{.event = work.event, .stream = 0}, before);
        return CUDA_SUCCESS;
    }
    CUresult write(const Node&, const WaitWork& work, const Numbers& before) {
        writer_.add(wire::WaitEvent{.stream = 0, .event = work.event}, before);
        return CUDA_SUCCESS;
    }
    CUresult write(const Node&, const WriteValueWork& work, const Numbers& before) {
        writer_.add(wire::WriteValue{.stream = 0, .address = work.address, .value = work.value, .bytes = work.bytes},
                    before);
        return CUDA_SUCCESS;
    }
    CUresult write(const Node&, const WaitValueWork& work, const Numbers& before) {
        writer_.add(wire::WaitValue{.stream = 0,
                                    .address = work.address,
                                    .value = work.value,
                                    .bytes = work.bytes,
                                    .condition = work.condition},
                    before);
        return CUDA_SUCCESS;
    }

    CUresult write(const Node& node, const CopyWork& work, const Numbers& before) {
        Side to = Side::Program;
        Side from = Side::Program;
        RF_CU(find_side(work.to, work.size, to));
        RF_CU(find_side(work.from, work.size, from));
        if (work.size.is_empty()) return write(node, EmptyWork{}, before);
        if (is_body_ && (to == Side::Program || from == Side::Program)) return CUDA_ERROR_NOT_SUPPORTED;
        if (to == Side::Program && from == Side::Program) {
            write_call(
                node, [work] { client::copy_on_host(session(), work.to, work.from, work.size); }, before);
            return CUDA_SUCCESS;
        }
        if (to != Side::Program && from != Side::Program) {
            write_copy(work.to, work.from, work.size, before);
            return CUDA_SUCCESS;
        }
        // The worker cannot see the program's memory: it goes through memory that both see, by a host function.
        NodeResources& own = resources_[node.handle.bits];
        RF_CU(need_host_memory(own, work.size.bytes()));
        const client::Box staged{own.host_memory, work.size.width, work.size.width * work.size.height};
        if (from == Side::Program) {
            write_call(
                node, [=] { client::copy_on_host(session(), staged, work.from, work.size); }, before);
            write_copy(work.to, staged, work.size, {writer_.count() - 1});
        } else {
            write_copy(staged, work.from, work.size, before);
            write_call(node, [=] { client::copy_on_host(session(), work.to, staged, work.size); },
                       {writer_.count() - 1});
        }
        return CUDA_SUCCESS;
    }

    void write_copy(const client::Box& to, const client::Box& from, const client::BoxSize& size,
                    const Numbers& before) {
        const client::BoxSize flat = client::flattened(to, from, size);
        if (flat.is_row()) {
            writer_.add(wire::Copy{.stream = 0, .to = to.address, .from = from.address, .bytes = flat.width}, before);
            return;
        }
        writer_.add(wire::CopyBox{.stream = 0,
                                  .to = to.address,
                                  .to_pitch = to.pitch,
                                  .to_slice = to.slice,
                                  .from = from.address,
                                  .from_pitch = from.pitch,
                                  .from_slice = from.slice,
                                  .width = flat.width,
                                  .height = flat.height,
                                  .depth = flat.depth},
                    before);
    }

    void write_call(const Node& node, client::HostCalls::Function function, const Numbers& before) {
        NodeResources& own = resources_[node.handle.bits];
        if (own.token != 0) own.old_tokens.push_back(own.token);
        own.token = session().host_calls().add(std::move(function), false);
        writer_.add(wire::CallHost{.stream = 0, .token = own.token}, before);
    }

    static CUresult need_host_memory(NodeResources& own, std::uint64_t bytes) {
        if (own.host_bytes >= bytes) return CUDA_SUCCESS;
        if (own.host_memory != 0) own.old_host_memory.push_back(own.host_memory);
        own.host_memory = 0;
        own.host_bytes = 0;
        RF_CU(static_cast<CUresult>(session().allocate_host(bytes, own.host_memory)));
        own.host_bytes = bytes;
        return CUDA_SUCCESS;
    }

    std::map<std::uint64_t, NodeResources>& resources_;
    channel::GraphWriter& writer_;
    bool is_body_;
};

}  // namespace

CUresult encode(const Graph& graph, std::map<std::uint64_t, NodeResources>& resources, channel::GraphWriter& writer) {
    Numbers ends;
    Encoder encoder(resources, writer);
    return encoder.add(graph, encoder.set_conditions(graph), ends);
}

void release(NodeResources& resources) {
    if (resources.token != 0) resources.old_tokens.push_back(resources.token);
    if (resources.host_memory != 0) resources.old_host_memory.push_back(resources.host_memory);
    for (const std::uint64_t token : resources.old_tokens)
        session().host_calls().remove(token);
    for (const std::uint64_t address : resources.old_host_memory)
        (void)session().release_host(address);
    resources = {};
}

}  // namespace ringfence::driver
