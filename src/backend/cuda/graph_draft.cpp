#include "backend/cuda/graph_draft.h"

#include <string>
#include <utility>

#include "backend/box.h"
#include "backend/cuda/kernel_launch.h"
#include "backend/cuda/launch_parameters.h"
#include "backend/cuda/library_recorder.h"
#include "backend/cuda/module.h"
#include "backend/cuda/stream.h"
#include "backend/launch_check.h"

namespace ringfence::backend::cuda {
namespace {

// The number of rows from slice to slice.
Result<std::size_t> rows_of(const Box& box, const BoxSize& size) {
    if (size.depth == 1) return std::size_t{size.height};
    if (box.pitch != 0 && box.slice % box.pitch == 0) return std::size_t{box.slice / box.pitch};
    return Error::bad_input("cannot copy a box whose slices are " + std::to_string(box.slice) +
                            " bytes apart, which is no multiple of its rows' " + std::to_string(box.pitch))
        .with_status(status::not_supported);
}

}  // namespace

Result<Copy3D> describe_copy(const CopyNode& node) {
    RF_TRY(const BoxCopy copy, simplify(node.to, node.from, node.size));
    Copy3D result;
    result.to.device = copy.to.address;
    result.from.device = copy.from.address;
    // The driver requires a pitch of at least the width, even for a single row.
    const bool has_rows = !copy.is_plain();
    result.to.pitch = has_rows ? copy.to.pitch : copy.size.width;
    result.from.pitch = has_rows ? copy.from.pitch : copy.size.width;
    RF_TRY(result.to.height, rows_of(copy.to, copy.size));
    RF_TRY(result.from.height, rows_of(copy.from, copy.size));
    result.width = copy.size.width;
    result.height = copy.size.height;
    result.depth = copy.size.depth;
    return result;
}

Result<void> GraphDraft::add(const LaunchNode& work) {
    RF_RETURN_IF_ERROR(check_launch(device_, *work.function, work.launch, work.parameters.size()));
    const auto& kernel = static_cast<const CudaFunction&>(*work.function);
    RF_RETURN_IF_ERROR(kernel.allow_dynamic_shared(work.launch.dynamic_shared));
    RF_RETURN_IF_ERROR(kernel.allow_cluster(work.launch.cluster));
    // A graph's kernel runs on the part on which it was recorded, whichever stream the graph is launched on.
    if (card_part_ != nullptr) {
        RF_TRY(node_,
               record_launch(context_, *card_part_, graph_, dependencies_, kernel, work.launch, work.parameters));
        return {};
    }
    LaunchParameters bytes(work.parameters);
    KernelNodeParameters parameters;
    parameters.function = kernel.handle();
    parameters.grid_x = work.launch.grid.x;
    parameters.grid_y = work.launch.grid.y;
    parameters.grid_z = work.launch.grid.z;
    parameters.block_x = work.launch.block.x;
    parameters.block_y = work.launch.block.y;
    parameters.block_z = work.launch.block.z;
    parameters.shared_bytes = work.launch.dynamic_shared;
    parameters.extra = bytes.extra();
    RF_RETURN_IF_ERROR(added(
        context_.api().graph_add_kernel(&node_, graph_, dependencies_.data(), dependencies_.size(), &parameters)));
    if (work.launch.has_cluster()) {
        LaunchAttribute cluster;
        cluster.cluster[0] = work.launch.cluster.x;
        cluster.cluster[1] = work.launch.cluster.y;
        cluster.cluster[2] = work.launch.cluster.z;
        RF_RETURN_IF_ERROR(
            added(context_.api().graph_set_kernel_attribute(node_, launch_attribute_cluster, cluster.bytes)));
    }
    if (!work.launch.cooperative) return {};
    LaunchAttribute attribute;
    attribute.cooperative = 1;
    return added(context_.api().graph_set_kernel_attribute(node_, launch_attribute_cooperative, attribute.bytes));
}

Result<void> GraphDraft::add(const CopyNode& work) {
    RF_TRY(const Copy3D copy, describe_copy(work));
    // The driver refuses empty copies.
    if (copy.width == 0) return add(EmptyNode{});
    return added(context_.api().graph_add_copy(&node_, graph_, dependencies_.data(), dependencies_.size(), &copy,
                                               context_.handle()));
}

Result<void> GraphDraft::add(const FillNode& work) {
    RF_TRY(const std::uint64_t bytes, extent_of(work));
    if (bytes == 0) return add(EmptyNode{});
    const FillNodeParameters fill = {work.to, work.pitch, work.value, work.width, work.count, work.height};
    return added(context_.api().graph_add_fill(&node_, graph_, dependencies_.data(), dependencies_.size(), &fill,
                                               context_.handle()));
}

Result<void> GraphDraft::add(WordOperation word) {
    const WordNodeParameters words = {context_.handle(), 1, &word, 0};
    return added(context_.api().graph_add_words(&node_, graph_, dependencies_.data(), dependencies_.size(), &words));
}

Result<void> GraphDraft::add(const WriteWordNode& work) {
    RF_RETURN_IF_ERROR(check_word(work.address, work.bytes));
    WordOperation word;
    word.operation = work.bytes == 8 ? word_operation::write_64 : word_operation::write_32;
    word.address = work.address;
    word.value = work.value;
    return add(word);
}

Result<void> GraphDraft::add(const WaitWordNode& work) {
    RF_RETURN_IF_ERROR(check_word(work.address, work.bytes));
    WordOperation word;
    word.operation = work.bytes == 8 ? word_operation::wait_64 : word_operation::wait_32;
    word.address = work.address;
    word.value = work.value;
    word.flags = static_cast<unsigned>(work.condition);
    return add(word);
}

Result<void> GraphDraft::add(const RecordNode& work) {
    auto& event = static_cast<CudaEvent&>(*work.event);
    RF_TRY(auto recording, event.for_graph());
    EventHandle handle = recording->handle();
    recorded_.push_back({&event, std::move(recording)});
    return added(context_.api().graph_add_record(&node_, graph_, dependencies_.data(), dependencies_.size(), handle));
}

Result<void> GraphDraft::add(const WaitNode& work) {
    auto& event = static_cast<CudaEvent&>(*work.event);
    awaited_.push_back({&event, event.current()});
    return added(context_.api().graph_add_wait(&node_, graph_, dependencies_.data(), dependencies_.size(),
                                               awaited_.back().recording->handle()));
}

Result<void> GraphDraft::add(const EmptyNode&) {
    return added(context_.api().graph_add_empty(&node_, graph_, dependencies_.data(), dependencies_.size()));
}

// Our client never gets here: it refuses to create the condition's handle.
Result<void> GraphDraft::add(const ConditionNode&) {
    return Error::bad_input("conditional nodes of graphs are not supported on a card")
        .with_remedy(
            "run the program on the software GPU (--backend soft), or decide on the host which graph is launched")
        .with_status(cuda_status::not_supported);
}

// The driver copies the recorded graph.
Result<void> GraphDraft::add(const LibraryNode& work) {
    const auto& recorded = static_cast<const CudaRecordedLibrary&>(*work.recorded);
    return added(
        context_.api().graph_add_child(&node_, graph_, dependencies_.data(), dependencies_.size(), recorded.graph()));
}

}  // namespace ringfence::backend::cuda
