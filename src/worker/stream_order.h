// Keeps the order that CUDA's legacy default stream imposes on a session's other streams, by means of events.
//
// The device's streams all run concurrently. CUDA's legacy stream waits for all earlier work of the session's blocking
// streams, and their later work waits for the legacy stream. This class records and awaits events for that, but only
// where there is unfinished work: a program that uses one stream, or only non-blocking ones, or that synchronizes in
// between, needs no events.
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

    // The state of a stream that the order depends on. Work has increasing numbers.
    struct Node {
        Node(backend::Stream& real, Kind what, StreamObject* of = nullptr) : stream(&real), kind(what), owner(of) {}

        backend::Stream* stream;
        Kind kind;
        StreamObject* owner;
        std::unique_ptr<backend::Event> event;  // recorded after `recorded`
        std::uint64_t last_work = 0;
        std::uint64_t recorded = 0;
        std::uint64_t idle_through = 0;   // work up to this number is known to be done
        std::uint64_t waited_for = 0;     // of a blocking stream: it follows the legacy stream's work up to here
        std::uint64_t waited_for_by = 0;  // the legacy stream follows its work up to here
        bool is_listed = false;           // listed_ contains it
    };

    explicit StreamOrder(MakeEvent make_event) : make_event_(std::move(make_event)) {}

    void set_legacy(Node* legacy) { legacy_ = legacy; }
    // Called when a stream is made to wait for another.
    void set_on_wait(std::function<void(Node& waiter, Node& other)> on_wait) { on_wait_ = std::move(on_wait); }

    // Call it before putting work on a stream: makes the stream wait for the work that must come first.
    Result<void> before_work(Node& node);
    // Call it after putting work on the stream.
    void note_work(Node& node) {
        node.last_work = ++counter_;
        if (node.kind == Kind::Blocking && !node.is_listed) {
            node.is_listed = true;
            listed_.push_back(&node);
        }
    }
    // The stream was found idle. Call it right then, before more work is put on the stream.
    static void note_idle(Node& node) { node.idle_through = node.last_work; }
    static bool is_known_idle(const Node& node) { return node.idle_through == node.last_work; }
    // The node is about to be destroyed; its work must be done.
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
