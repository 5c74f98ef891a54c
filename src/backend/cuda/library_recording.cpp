#include "backend/cuda/library_recording.h"

#include <utility>

#include "backend/cuda/library_inspection.h"

namespace ringfence::backend::cuda {
namespace {

// Libraries allocate in their first calls, which stricter modes refuse.
constexpr int capture_relaxed = 2;

}  // namespace

Result<void> RecordedWork::launch(StreamHandle stream) const {
    return context_.check(context_.api().graph_launch(exec_, stream), "launch what a library has recorded");
}

Result<std::unique_ptr<LibraryRecording>> LibraryRecording::begin(const Context& context, RecordingStreams& streams) {
    std::unique_ptr<LibraryRecording> recording(new LibraryRecording(context, streams));
    const DriverApi& api = context.api();
    recording->stream_ = streams.take();
    if (recording->stream_ == nullptr) {
        RF_TRY(recording->stream_, context.create_stream(streams.green(), 0));
    }
    RF_RETURN_IF_ERROR(
        context.check(api.stream_begin_capture(recording->stream_, capture_relaxed), "record a library's work"));
    recording->is_capturing_ = true;
    return recording;
}

LibraryRecording::~LibraryRecording() {
    if (is_capturing_) {
        if (const auto graph = end_as_graph(); graph.ok()) context_.api().graph_destroy(graph.value());
    }
    if (stream_ != nullptr) streams_.give_back(stream_);
}

Result<GraphHandle> LibraryRecording::end_as_graph() {
    is_capturing_ = false;
    GraphHandle graph = nullptr;
    RF_RETURN_IF_ERROR(context_.check(context_.api().stream_end_capture(stream_, &graph),
                                      "record a library's work (it may have waited for it)"));
    return graph;
}

Result<std::shared_ptr<RecordedWork>> LibraryRecording::end() {
    RF_TRY(GraphHandle graph, end_as_graph());
    if (auto pieces = inspect_recorded(context_, graph, Later::Once); !pieces.ok()) {
        context_.api().graph_destroy(graph);
        return pieces.take_error();
    }
    GraphExecHandle exec = nullptr;
    const Status made = context_.api().graph_instantiate(&exec, graph, 0);
    context_.api().graph_destroy(graph);
    RF_RETURN_IF_ERROR(context_.check(made, "prepare what a library has recorded"));
    return std::make_shared<RecordedWork>(context_, exec);
}

}  // namespace ringfence::backend::cuda
