#include "backend/cuda/kernel_launch.h"

#include <array>

#include "backend/cuda/launch_parameters.h"
#include "backend/launch_check.h"
#include "base/escape.h"

namespace ringfence::backend::cuda {

Result<void> launch_kernel(const Context& context, StreamHandle stream, const CudaFunction& kernel,
                           const Launch& launch, std::span<const std::byte> parameters) {
    LaunchParameters bytes(parameters);
    std::array<LaunchAttribute, 2> attributes;
    unsigned attribute_count = 0;
    if (launch.cooperative) {
        LaunchAttribute& cooperative = attributes[attribute_count++];
        cooperative.id = launch_attribute_cooperative;
        cooperative.cooperative = 1;
    }
    if (launch.has_cluster()) {
        LaunchAttribute& cluster = attributes[attribute_count++];
        cluster.id = launch_attribute_cluster;
        cluster.cluster[0] = launch.cluster.x;
        cluster.cluster[1] = launch.cluster.y;
        cluster.cluster[2] = launch.cluster.z;
    }
    const LaunchConfig config = {.grid_x = launch.grid.x,
                                 .grid_y = launch.grid.y,
                                 .grid_z = launch.grid.z,
                                 .block_x = launch.block.x,
                                 .block_y = launch.block.y,
                                 .block_z = launch.block.z,
                                 .shared_bytes = launch.dynamic_shared,
                                 .stream = stream,
                                 .attributes = attribute_count != 0 ? attributes.data() : nullptr,
                                 .attribute_count = attribute_count};
    return context.check(context.api().launch(&config, kernel.handle(), nullptr, bytes.extra()), [&] {
        return "launch '" + escape(kernel.name()) + "' with a grid of " + to_string(launch.grid) + " and a block of " +
               to_string(launch.block);
    });
}

namespace {

// A stream that records into a graph while this object exists.
class GraphRecording {
public:
    explicit GraphRecording(const Context& context, RecordingStreams& streams) : context_(context), streams_(streams) {}
    ~GraphRecording() {
        if (is_recording_) static_cast<void>(end());
        if (stream_ != nullptr) streams_.give_back(stream_);
    }
    GraphRecording(const GraphRecording&) = delete;
    GraphRecording& operator=(const GraphRecording&) = delete;

    Result<void> begin(GraphHandle graph, std::span<const GraphNodeHandle> dependencies) {
        constexpr int relaxed = 2;  // stricter modes would refuse calls of other threads
        stream_ = streams_.take();
        if (stream_ == nullptr) {
            RF_TRY(stream_, context_.create_stream(streams_.green(), 0));
        }
        RF_RETURN_IF_ERROR(
            context_.check(context_.api().stream_begin_capture_to_graph(stream_, graph, dependencies.data(), nullptr,
                                                                        dependencies.size(), relaxed),
                           "record a launch"));
        is_recording_ = true;
        return {};
    }
    [[nodiscard]] StreamHandle stream() const { return stream_; }
    // The node that was recorded last.
    Result<GraphNodeHandle> last() const {
        int state = 0;
        std::uint64_t id = 0;
        GraphHandle graph = nullptr;
        const GraphNodeHandle* nodes = nullptr;
        std::size_t count = 0;
        RF_RETURN_IF_ERROR(
            context_.check(context_.api().stream_capture_info(stream_, &state, &id, &graph, &nodes, nullptr, &count),
                           "record a launch"));
        if (count != 1) return Error::internal("a recorded launch is not one node");
        return nodes[0];
    }
    Result<void> end() {
        is_recording_ = false;
        GraphHandle graph = nullptr;  // the graph that recording began with
        return context_.check(context_.api().stream_end_capture(stream_, &graph), "record a launch");
    }

private:
    const Context& context_;
    RecordingStreams& streams_;
    StreamHandle stream_ = nullptr;
    bool is_recording_ = false;
};

}  // namespace

Result<GraphNodeHandle> record_launch(const Context& context, GreenContext& part, GraphHandle graph,
                                      std::span<const GraphNodeHandle> dependencies, const CudaFunction& kernel,
                                      const Launch& launch, std::span<const std::byte> parameters) {
    GraphRecording recording(context, part.launch_streams);
    RF_RETURN_IF_ERROR(recording.begin(graph, dependencies));
    RF_RETURN_IF_ERROR(launch_kernel(context, recording.stream(), kernel, launch, parameters));
    RF_TRY(GraphNodeHandle node, recording.last());
    RF_RETURN_IF_ERROR(recording.end());
    return node;
}

}  // namespace ringfence::backend::cuda
