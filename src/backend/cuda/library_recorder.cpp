#include "backend/cuda/library_recorder.h"

#include <utility>

#include "backend/cuda/library_inspection.h"

namespace ringfence::backend::cuda {

Result<std::shared_ptr<LibraryRecorder>> CudaLibraryRecorder::begin(const Context& context,
                                                                    std::shared_ptr<HeldGroup> group) {
    RF_TRY(std::unique_ptr<LibraryRecording> recording, LibraryRecording::begin(context, group->recording_streams()));
    return std::shared_ptr<LibraryRecorder>(new CudaLibraryRecorder(context, std::move(group), std::move(recording)));
}

Result<std::shared_ptr<const RecordedLibrary>> CudaLibraryRecorder::end() {
    RF_TRY(GraphHandle graph, recording_->end_as_graph());
    auto pieces = inspect_recorded(context_, graph, Later::Often);
    if (!pieces.ok()) {
        context_.api().graph_destroy(graph);
        return pieces.take_error();
    }
    return std::shared_ptr<const RecordedLibrary>(
        std::make_shared<CudaRecordedLibrary>(context_, graph, pieces.value()));
}

}  // namespace ringfence::backend::cuda
