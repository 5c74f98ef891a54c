// Records a library's work on a stream of the card, to become a node of graphs.
#pragma once

#include <cstddef>
#include <memory>
#include <utility>

#include "backend/cuda/context.h"
#include "backend/cuda/held_group.h"
#include "backend/cuda/library_recording.h"
#include "backend/library_recorder.h"

namespace ringfence::backend::cuda {

class CudaRecordedLibrary final : public RecordedLibrary {
public:
    CudaRecordedLibrary(const Context& context, GraphHandle graph, std::size_t pieces)
        : context_(context), graph_(graph), pieces_(pieces) {}
    ~CudaRecordedLibrary() override { context_.api().graph_destroy(graph_); }
    CudaRecordedLibrary(const CudaRecordedLibrary&) = delete;
    CudaRecordedLibrary& operator=(const CudaRecordedLibrary&) = delete;

    std::size_t pieces() const override { return pieces_; }
    GraphHandle graph() const { return graph_; }

private:
    const Context& context_;
    GraphHandle graph_;
    std::size_t pieces_;
};

class CudaLibraryRecorder final : public LibraryRecorder {
public:
    static Result<std::shared_ptr<LibraryRecorder>> begin(const Context& context, std::shared_ptr<HeldGroup> group);

    void* native() override { return recording_->stream(); }
    Result<std::shared_ptr<const RecordedLibrary>> end() override;

private:
    CudaLibraryRecorder(const Context& context, std::shared_ptr<HeldGroup> group,
                        std::unique_ptr<LibraryRecording> recording)
        : context_(context), group_(std::move(group)), recording_(std::move(recording)) {}

    const Context& context_;
    const std::shared_ptr<HeldGroup> group_;  // the stream's owner
    std::unique_ptr<LibraryRecording> recording_;
};

}  // namespace ringfence::backend::cuda
