// The order between a session's streams: CUDA's legacy default stream, made of events.
//
// All real streams run beside each other. CUDA's legacy stream waits for all work that was put on the session's
// blocking streams before, and their later work waits for it. Here that becomes events, and only where there is
// something to wait for: a program that uses one stream, or only non-blocking ones, or that synchronizes in between,
// gets none.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "backend/device.h"
#include "base/result.h"

namespace ringfence::worker {

struct StreamObject;

class StreamOrder {
public:
    using MakeEvent = std::function<Result<std::unique_ptr<backend::Event>>()>;

    enum class Kind : std::uint8_t { Legacy, Blocking, NonBlocking };

    // A stream as far as its order goes. Work is counted by numbers that grow.
    struct Node {
        Node(backend::Stream& real, Kind what, StreamObject* of = nullptr) : stream(&real), kind(what), owner(of) {}

        backend::Stream* stream;
        Kind kind;
        StreamObject* owner;
        std::unique_ptr<backend::Event> event;  // recorded after `recorded`
        std::uint64_t last_work = 0;
        std::uint64_t recorded = 0;
        std::uint64_t idle_through = 0;   // work up to this number is known to be done
        std::uint64_t waited_for = 0;     // of a blocking one: the legacy stream's work that it comes after
        std::uint64_t waited_for_by = 0;  // its work that the legacy stream comes after
        bool is_listed = false;           // among those that the legacy stream must look at
    };

    explicit StreamOrder(MakeEvent make_event) : make_event_(std::move(make_event)) {}

    void set_legacy(Node* legacy) { legacy_ = legacy; }
    // Called when a stream is made to wait for another.
    void set_on_wait(std::function<void(Node& waiter, Node& other)> on_wait) { on_wait_ = std::move(on_wait); }

    // To be called before something is put on a stream: makes the stream wait for the work that it must come after.
    Result<void> before_work(Node& node);
    // Work that is put on the stream from now on is not known to be done.
    void note_work(Node& node) {
        node.last_work = ++counter_;
        if (node.kind == Kind::Blocking && !node.is_listed) {
            node.is_listed = true;
            listed_.push_back(&node);
        }
    }
    // The stream was seen with nothing to do. Only right after that, before more work is put on it.
    static void note_idle(Node& node) { node.idle_through = node.last_work; }
    static bool is_known_idle(const Node& node) { return node.idle_through == node.last_work; }
    // The node is about to go; its work must be done.
    void forget(Node& node);

    // Numbers of work, for callers that wait for the present work of a stream.
    static void note_done_through(Node& node, std::uint64_t number) {
        if (number > node.idle_through) node.idle_through = number;
    }

private:
    Result<void> wait_for(Node& waiter, Node& other);

    MakeEvent make_event_;
    std::function<void(Node& waiter, Node& other)> on_wait_;
    Node* legacy_ = nullptr;
    std::uint64_t counter_ = 0;
    std::vector<Node*> listed_;
};

}  // namespace ringfence::worker
