// The copies, fills and words of a SoftDevice, and its graphs.
#include <cstring>
#include <string>
#include <utility>
#include <variant>

#include "backend/box.h"
#include "backend/soft/device.h"
#include "backend/soft/library_recorder.h"
#include "backend/soft/texture_space.h"
#include "backend/soft/words.h"
#include "base/cuda_status.h"

namespace ringfence::backend::soft {
namespace {

SoftStream& own(Stream& stream) {
    return static_cast<SoftStream&>(stream);
}

// A device address is a host pointer.
std::byte* pointer(Address address) {
    return reinterpret_cast<std::byte*>(address);
}

void copy_rows(const BoxCopy& copy) {
    for (std::uint64_t z = 0; z < copy.size.depth; ++z) {
        for (std::uint64_t y = 0; y < copy.size.height; ++y) {
            std::memmove(pointer(copy.to.address + z * copy.to.slice + y * copy.to.pitch),
                         pointer(copy.from.address + z * copy.from.slice + y * copy.from.pitch), copy.size.width);
        }
    }
}

void fill_row(Address to, const FillNode& fill) {
    std::byte* at = pointer(to);
    if (fill.width == 1) {
        std::memset(at, static_cast<int>(fill.value & 0xff), fill.count);
        return;
    }
    for (std::uint64_t i = 0; i < fill.count; ++i, at += fill.width)
        std::memcpy(at, &fill.value, fill.width);
}

Box box_of(const ArrayCopySide& side) {
    if (const auto* box = std::get_if<Box>(&side)) return *box;
    const auto& place = std::get<ArrayPlace>(side);
    return static_cast<const SoftArray&>(*place.array).box_at(place);
}

Result<void> check_place(const ArrayCopySide& side, const BoxSize& size) {
    const auto* place = std::get_if<ArrayPlace>(&side);
    if (place == nullptr) return {};
    return check_box(place->array->shape(), place->level, place->x, place->y, place->z, size.width, size.height,
                     size.depth);
}

}  // namespace

Result<void> SoftDevice::check_range(Address address, std::uint64_t bytes, std::string_view doing) const {
    if (bytes == 0 || gpu_->memory().find(address, bytes) || spaces_.holds(address, bytes)) return {};
    return Error::bad_input("cannot " + std::string(doing) + " " + std::to_string(bytes) +
                            " bytes: " + gpu_->memory().describe(address, bytes))
        .with_status(cuda_status::invalid_value);
}

Result<void> SoftDevice::copy_to_device(Stream& stream, Address to, std::span<const std::byte> from) {
    const auto check = [this, to, from] { return check_range(to, from.size(), "copy to the device"); };
    RF_RETURN_IF_ERROR(check());
    return own(stream).queue().put(
        [check, to, from]() -> Result<void> {
            RF_RETURN_IF_ERROR(check());
            if (!from.empty()) std::memcpy(pointer(to), from.data(), from.size());
            return {};
        },
        JobKind::CopyTo);
}

Result<void> SoftDevice::copy_to_host(Stream& stream, std::span<std::byte> to, Address from) {
    const auto check = [this, to, from] { return check_range(from, to.size(), "copy from the device"); };
    RF_RETURN_IF_ERROR(check());
    return own(stream).queue().put(
        [check, to, from]() -> Result<void> {
            RF_RETURN_IF_ERROR(check());
            if (!to.empty()) std::memcpy(to.data(), pointer(from), to.size());
            return {};
        },
        JobKind::CopyFrom);
}

Result<void> SoftDevice::write(Stream& stream, Address to, std::span<const std::byte> from) {
    const auto check = [this, to, bytes = from.size()] { return check_range(to, bytes, "copy to the device"); };
    RF_RETURN_IF_ERROR(check());
    return own(stream).queue().put(
        [check, to, bytes = std::vector<std::byte>(from.begin(), from.end())]() -> Result<void> {
            RF_RETURN_IF_ERROR(check());
            if (!bytes.empty()) std::memcpy(pointer(to), bytes.data(), bytes.size());
            return {};
        },
        JobKind::CopyTo);
}

// A copy within the device counts as compute.
JobKind SoftDevice::kind_of(Address to, Address from) const {
    const bool is_to_host = spaces_.is_host(to);
    if (is_to_host == spaces_.is_host(from)) return JobKind::Compute;
    return is_to_host ? JobKind::CopyFrom : JobKind::CopyTo;
}

Result<StreamWork> SoftDevice::copy_work(const CopyNode& node) const {
    RF_TRY(const BoxCopy copy, simplify(node.to, node.from, node.size));
    const auto check = [this, copy]() -> Result<void> {
        RF_RETURN_IF_ERROR(check_range(copy.from.address, extent_of(copy.from, copy.size), "copy on the device, from"));
        return check_range(copy.to.address, extent_of(copy.to, copy.size), "copy on the device, to");
    };
    RF_RETURN_IF_ERROR(check());
    auto run = [check, copy](const SoftStream&) -> Result<void> {
        RF_RETURN_IF_ERROR(check());
        if (!copy.is_empty()) copy_rows(copy);
        return {};
    };
    return StreamWork{std::move(run), kind_of(copy.to.address, copy.from.address)};
}

Result<void> SoftDevice::copy_box(Stream& stream, const Box& to, const Box& from, const BoxSize& size) {
    RF_TRY(StreamWork work, copy_work({to, from, size}));
    return own(stream).put(std::move(work));
}

Result<std::shared_ptr<Array>> SoftDevice::create_array(const ArrayShape& shape) {
    return SoftArray::create(shape, gpu_->memory());
}

Result<std::shared_ptr<TextureSpace>> SoftDevice::create_texture_space() {
    return std::shared_ptr<TextureSpace>(std::make_shared<SoftTextureSpace>());
}

Result<void> SoftDevice::copy_array(Stream& stream, const ArrayCopySide& to, const ArrayCopySide& from,
                                    const BoxSize& size) {
    RF_RETURN_IF_ERROR(check_place(to, size));
    RF_RETURN_IF_ERROR(check_place(from, size));
    RF_TRY(StreamWork work, copy_work({box_of(to), box_of(from), size}));
    // The captured arrays stay alive until the copy is done.
    work.run = [to, from, copy = std::move(work.run)](const SoftStream& on) { return copy(on); };
    return own(stream).put(std::move(work));
}

Result<void> SoftDevice::copy_on_device(Stream& stream, Address to, Address from, std::uint64_t bytes) {
    return copy_box(stream, {to, 0, 0}, {from, 0, 0}, {bytes, 1, 1});
}

Result<StreamWork> SoftDevice::fill_work(const FillNode& fill) const {
    RF_TRY(const std::uint64_t bytes, extent_of(fill));
    const auto check = [this, to = fill.to, bytes] { return check_range(to, bytes, "fill"); };
    RF_RETURN_IF_ERROR(check());
    auto run = [check, fill](const SoftStream&) -> Result<void> {
        RF_RETURN_IF_ERROR(check());
        if (fill.count == 0) return {};
        for (std::uint64_t row = 0; row < fill.height; ++row)
            fill_row(fill.to + row * fill.pitch, fill);
        return {};
    };
    return StreamWork{std::move(run), JobKind::Compute};
}

Result<void> SoftDevice::fill_rows(Stream& stream, Address to, std::uint64_t pitch, std::uint32_t value, unsigned width,
                                   std::uint64_t count, std::uint64_t height) {
    RF_TRY(StreamWork work, fill_work({to, pitch, value, width, count, height}));
    return own(stream).put(std::move(work));
}

Result<void> SoftDevice::fill(Stream& stream, Address to, std::uint32_t value, unsigned width, std::uint64_t count) {
    return fill_rows(stream, to, 0, value, width, count, 1);
}

Result<void> SoftDevice::check_word(Address address, unsigned bytes, std::string_view doing) const {
    if ((bytes != 4 && bytes != 8) || address % bytes != 0) {
        return Error::bad_input("a word that a stream uses has 4 or 8 bytes and is aligned so")
            .with_status(cuda_status::invalid_value);
    }
    return check_range(address, bytes, doing);
}

Result<StreamWork> SoftDevice::write_word_work(const WriteWordNode& word) const {
    const auto check = [this, word] { return check_word(word.address, word.bytes, "write a word of"); };
    RF_RETURN_IF_ERROR(check());
    return StreamWork{[check, word](const SoftStream&) -> Result<void> {
        RF_RETURN_IF_ERROR(check());
        store_word(word);
        return {};
    }};
}

Result<StreamWork> SoftDevice::wait_word_work(const WaitWordNode& word) const {
    const auto check = [this, word] { return check_word(word.address, word.bytes, "wait for a word of"); };
    RF_RETURN_IF_ERROR(check());
    return StreamWork{[check, word](const SoftStream& stream) -> Result<void> {
        RF_RETURN_IF_ERROR(check());
        if (wait_for_word(word, [&stream] { return stream.is_closing(); })) return {};
        return Error::bad_input("a stream was destroyed while it waited for a word in memory")
            .with_status(cuda_status::launch_failed);
    }};
}

Result<SoftGraph::Step> SoftDevice::make_step(const GraphNode& node, std::uint32_t multiprocessors) {
    using Step = SoftGraph::Step;
    if (const auto* record = std::get_if<RecordNode>(&node.work)) return Step(*record);
    if (const auto* wait = std::get_if<WaitNode>(&node.work)) return Step(*wait);
    StreamWork work;
    if (const auto* launch = std::get_if<LaunchNode>(&node.work)) {
        RF_TRY(work, launch_work(*launch->function, launch->launch, launch->parameters, multiprocessors));
    } else if (const auto* copy = std::get_if<CopyNode>(&node.work)) {
        RF_TRY(work, copy_work(*copy));
    } else if (const auto* fill = std::get_if<FillNode>(&node.work)) {
        RF_TRY(work, fill_work(*fill));
    } else if (const auto* write = std::get_if<WriteWordNode>(&node.work)) {
        RF_TRY(work, write_word_work(*write));
    } else if (const auto* wait = std::get_if<WaitWordNode>(&node.work)) {
        RF_TRY(work, wait_word_work(*wait));
    } else if (const auto* library = std::get_if<LibraryNode>(&node.work)) {
        const auto run = [recorded = library->recorded](const SoftStream& stream) {
            return static_cast<const SoftLibraryRecorder&>(*recorded).run(stream);
        };
        work = {run, JobKind::Compute};
    } else if (const auto* condition = std::get_if<ConditionNode>(&node.work)) {
        RF_TRY(work, condition_work(*condition, multiprocessors));
    }
    return Step(std::move(work));
}

Result<SoftGraph::Steps> SoftDevice::make_steps(std::span<const GraphNode> nodes, std::uint32_t multiprocessors) {
    SoftGraph::Steps steps;
    for (const GraphNode& node : nodes) {
        RF_TRY(SoftGraph::Step step, make_step(node, multiprocessors));
        steps.push_back(std::move(step));
    }
    return steps;
}

Result<std::unique_ptr<Graph>> SoftDevice::create_graph(std::span<const GraphNode> nodes,
                                                        const std::shared_ptr<StreamGroup>& group) {
    const std::uint32_t multiprocessors = SoftGroup::multiprocessors_of(group.get());
    RF_TRY(std::vector<NodeShape> shape, shape_of_graph(nodes));
    RF_TRY(SoftGraph::Steps steps, make_steps(nodes, multiprocessors));
    return std::unique_ptr<Graph>(std::make_unique<SoftGraph>(std::move(shape), std::move(steps), multiprocessors));
}

Result<void> SoftDevice::update_graph(Graph& graph, std::span<const GraphNode> nodes) {
    auto& own_graph = static_cast<SoftGraph&>(graph);
    RF_TRY(const std::vector<NodeShape> shape, shape_of_graph(nodes));
    RF_RETURN_IF_ERROR(check_same_shape(own_graph.shape(), shape));
    RF_TRY(SoftGraph::Steps steps, make_steps(nodes, own_graph.multiprocessors()));
    own_graph.replace(std::move(steps));
    return {};
}

Result<std::shared_ptr<LibraryRecorder>> SoftDevice::record_library(const std::shared_ptr<StreamGroup>&) {
    return std::shared_ptr<LibraryRecorder>(std::make_shared<SoftLibraryRecorder>());
}

Result<void> SoftDevice::launch_graph(Stream& stream, Graph& graph) {
    return static_cast<SoftGraph&>(graph).launch(own(stream));
}

}  // namespace ringfence::backend::soft
