#include "client/driver/capture.h"

#include <gtest/gtest.h>

#include "client/driver/graph.h"

namespace ringfence::driver {
namespace {

// Streams and events that no worker knows: capturing needs none.
class CaptureTest : public ::testing::Test {
protected:
    CaptureTest() {
        for (Stream* stream : {&origin_, &other_})
            stream->handle = {++next_};
        event_.handle = {++next_};
    }
    ~CaptureTest() override {
        abandon_capture(origin_);
        if (graph_ != nullptr) destroy_graph(graph_);
    }

    Node* put(Stream& stream) {
        bool is_captured = false;
        EXPECT_EQ(capture_work(stream, EmptyWork{}, is_captured), CUDA_SUCCESS);
        EXPECT_TRUE(is_captured);
        return stream.tail.front();
    }
    void record(Stream& stream) {
        bool is_captured = false;
        ASSERT_EQ(capture_record(stream, event_, is_captured), CUDA_SUCCESS);
        ASSERT_TRUE(is_captured);
    }
    CUresult wait(Stream& stream) {
        bool is_captured = false;
        return capture_wait(stream, event_, is_captured);
    }
    void begin(CUstreamCaptureMode mode = CU_STREAM_CAPTURE_MODE_GLOBAL) {
        ASSERT_EQ(begin_capture(origin_, mode, nullptr, {}), CUDA_SUCCESS);
    }

    std::uint64_t next_ = 100;
    Stream origin_;
    Stream other_;
    Event event_;
    Graph* graph_ = nullptr;
};

TEST_F(CaptureTest, WorkOfOneStreamIsAChain) {
    begin();
    Node* const a = put(origin_);
    Node* const b = put(origin_);
    ASSERT_EQ(end_capture(origin_, graph_), CUDA_SUCCESS);
    EXPECT_EQ(graph_->nodes, (std::vector<Node*>{a, b}));
    EXPECT_EQ(b->dependencies, (std::vector<Node*>{a}));
    EXPECT_FALSE(captures_under_way());
}

TEST_F(CaptureTest, EventsConnectStreams) {
    begin();
    Node* const a = put(origin_);
    record(origin_);
    ASSERT_EQ(wait(other_), CUDA_SUCCESS);
    Node* const b = put(origin_);
    Node* const c = put(other_);
    record(other_);
    ASSERT_EQ(wait(origin_), CUDA_SUCCESS);
    Node* const d = put(origin_);
    ASSERT_EQ(end_capture(origin_, graph_), CUDA_SUCCESS);
    EXPECT_EQ(c->dependencies, (std::vector<Node*>{a}));
    EXPECT_EQ(d->dependencies, (std::vector<Node*>{b, c}));
    EXPECT_EQ(capture_info(other_).status, CU_STREAM_CAPTURE_STATUS_NONE);
}

TEST_F(CaptureTest, AStreamThatWasNotJoinedAgainIsAnError) {
    begin();
    put(origin_);
    record(origin_);
    ASSERT_EQ(wait(other_), CUDA_SUCCESS);
    put(other_);
    EXPECT_EQ(end_capture(origin_, graph_), CUDA_ERROR_STREAM_CAPTURE_UNJOINED);
    EXPECT_EQ(graph_, nullptr);
}

TEST_F(CaptureTest, OnlyTheFirstStreamEndsIt) {
    begin();
    record(origin_);
    ASSERT_EQ(wait(other_), CUDA_SUCCESS);
    Graph* none = nullptr;
    EXPECT_EQ(end_capture(other_, none), CUDA_ERROR_STREAM_CAPTURE_UNMATCHED);
    EXPECT_EQ(end_capture(origin_, graph_), CUDA_ERROR_STREAM_CAPTURE_INVALIDATED);
}

TEST_F(CaptureTest, AnEventFromOutsideSpoilsIt) {
    begin();
    EXPECT_EQ(wait(origin_), CUDA_ERROR_STREAM_CAPTURE_ISOLATION);
    EXPECT_EQ(capture_info(origin_).status, CU_STREAM_CAPTURE_STATUS_INVALIDATED);
    EXPECT_EQ(end_capture(origin_, graph_), CUDA_ERROR_STREAM_CAPTURE_INVALIDATED);
}

TEST_F(CaptureTest, AnEventOfAFinishedCaptureCannotBeWaitedFor) {
    begin();
    put(origin_);
    record(origin_);
    ASSERT_EQ(end_capture(origin_, graph_), CUDA_SUCCESS);
    EXPECT_EQ(wait(other_), CUDA_ERROR_CAPTURED_EVENT);
}

TEST_F(CaptureTest, AskingACapturedEventSpoilsIt) {
    begin();
    record(origin_);
    EXPECT_EQ(refuse_captured(event_), CUDA_ERROR_CAPTURED_EVENT);
    EXPECT_EQ(refuse_captured(event_), CUDA_ERROR_INVALID_VALUE);
    EXPECT_EQ(end_capture(origin_, graph_), CUDA_ERROR_STREAM_CAPTURE_INVALIDATED);
    EXPECT_EQ(wait(other_), CUDA_ERROR_INVALID_VALUE);
}

TEST_F(CaptureTest, UnsafeCallsDependOnTheMode) {
    begin();
    thread_state().capture_mode = CU_STREAM_CAPTURE_MODE_RELAXED;
    EXPECT_EQ(check_capture_allows_unsafe(), CUDA_SUCCESS);
    thread_state().capture_mode = CU_STREAM_CAPTURE_MODE_GLOBAL;
    EXPECT_EQ(check_capture_allows_unsafe(), CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED);
    EXPECT_EQ(end_capture(origin_, graph_), CUDA_ERROR_STREAM_CAPTURE_INVALIDATED);
    begin(CU_STREAM_CAPTURE_MODE_RELAXED);
    EXPECT_EQ(check_capture_allows_unsafe(), CUDA_SUCCESS);
}

TEST_F(CaptureTest, TheLegacyStreamCannotCapture) {
    Stream legacy;
    EXPECT_EQ(begin_capture(legacy, CU_STREAM_CAPTURE_MODE_GLOBAL, nullptr, {}), CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED);
    begin();
    bool is_captured = false;
    EXPECT_EQ(capture_work(legacy, EmptyWork{}, is_captured), CUDA_ERROR_STREAM_CAPTURE_IMPLICIT);
}

}  // namespace
}  // namespace ringfence::driver
