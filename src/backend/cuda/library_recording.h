// Records a library's work instead of doing it, for a stream that is held (held_queue.h). A library always launches at
// once. So its call is made on another stream, which is being captured; the result is a graph, which owns copies of all
// arguments and is launched when its turn comes.
#pragma once

#include <memory>

#include "backend/cuda/context.h"
#include "backend/cuda/driver_api.h"
#include "base/result.h"

namespace ringfence::backend::cuda {

class RecordedWork {
public:
    RecordedWork(const Context& context, GraphExecHandle exec) : context_(context), exec_(exec) {}
    ~RecordedWork() { context_.api().graph_exec_destroy(exec_); }
    RecordedWork(const RecordedWork&) = delete;
    RecordedWork& operator=(const RecordedWork&) = delete;

    Result<void> launch(StreamHandle stream) const;

private:
    const Context& context_;
    GraphExecHandle exec_;
};

class LibraryRecording {
public:
    // Records this thread's calls only. `streams`: the caller's; they must outlive this object.
    static Result<std::unique_ptr<LibraryRecording>> begin(const Context& context, RecordingStreams& streams);
    ~LibraryRecording();
    LibraryRecording(const LibraryRecording&) = delete;
    LibraryRecording& operator=(const LibraryRecording&) = delete;

    StreamHandle stream() const { return stream_; }
    Result<std::shared_ptr<RecordedWork>> end();
    // The same as a graph that is not instantiated; the caller must destroy it.
    Result<GraphHandle> end_as_graph();

private:
    LibraryRecording(const Context& context, RecordingStreams& streams) : context_(context), streams_(streams) {}

    const Context& context_;
    RecordingStreams& streams_;
    StreamHandle stream_ = nullptr;
    bool is_capturing_ = false;
};

}  // namespace ringfence::backend::cuda
