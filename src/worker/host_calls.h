// Host functions: when a stream reaches one, the client is told, and the stream waits on a word until it answers.
//
// No client can write the words' memory. A stream has one word and counts its calls, which come one after the other. A
// graph's node has two words: the graph sets one to ask for the call, and waits for the other. A graph cannot signal
// the host, so its words are polled while it may be running.
//
// The session's thread puts calls on streams, and may block there (in a full queue, for instance) until a call is
// answered. So another thread receives the answers and polls the words (AnswerThread), and no lock is held during calls
// of the device.
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <unordered_map>
#include <vector>

#include "backend/device.h"
#include "base/mutex.h"
#include "base/result.h"
#include "worker/private_memory.h"

namespace ringfence::worker {

class HostCalls {
public:
    using Tell = std::function<void(std::uint64_t token)>;
    static constexpr std::uint32_t most_words = 1024;
    static constexpr std::size_t most_outstanding = 65536;

    // `words`: the address of the words, of 4 bytes each. `tell` may be called by the device's threads.
    HostCalls(backend::Address words, Tell tell);

    // A stream's word; nothing if there are no more.
    Result<std::uint32_t> take_word();
    // The stream must be idle.
    void give_word_back(std::uint32_t word);
    Result<void> put_on(backend::Stream& stream, std::uint32_t word, std::uint64_t token);

    // A node of a graph, with its two words.
    struct GraphCall {
        std::uint64_t token = 0;
        backend::Address asked = 0;
        backend::Address answered = 0;

        bool operator==(const GraphCall&) const = default;
    };
    // Called by the session's thread before each launch of `graph`. The words are polled, and must exist, until all
    // launches have made their calls, `is_running` returns false, or stop_watching() is called. Launches run one after
    // the other: after an update of the graph, calls may have new tokens, and earlier launches keep the old ones.
    void watch(const void* graph, const std::vector<GraphCall>& calls, std::function<bool()> is_running);
    // Takes the last watch() back: the launch has failed.
    void forget_launch(const void* graph);
    void stop_watching(const void* graph);
    // Polls the words, and notices which graphs have ended.
    void poll();

    // From any thread:
    bool is_watching();
    void look();
    // The client has answered a call. False if there is no such call.
    bool answer(std::uint64_t token);
    // Lets all streams continue that wait for a client that is gone.
    void answer_all();

private:
    struct Waiting {
        backend::Address word = 0;
        std::uint32_t value = 0;
    };
    // Consecutive launches of a graph with the same calls. All launches of a graph use the same words.
    struct Launches {
        std::vector<GraphCall> calls;
        std::uint64_t left = 0;  // calls that they will still make
    };
    struct Watched {
        std::deque<Launches> launches;
        std::function<bool()> is_running;
        bool has_ended = false;  // used by the session's thread only
    };
    void look_at(Launches& launches) RF_REQUIRES(mutex_);
    void forget(std::uint64_t token);
    // Runs without the mutex, since it calls the device. That is safe: only the session's thread calls this and changes
    // the list, and no other thread reads what is changed here.
    void find_ended() RF_NO_THREAD_SAFETY_ANALYSIS;

    const Tell tell_;
    const backend::Address words_;
    Mutex mutex_;
    std::vector<std::uint32_t> free_words_ RF_GUARDED_BY(mutex_);
    std::vector<std::uint32_t> calls_of_word_ RF_GUARDED_BY(mutex_);
    std::unordered_map<std::uint64_t, std::deque<Waiting>> waiting_ RF_GUARDED_BY(mutex_);  // by token
    std::size_t outstanding_ RF_GUARDED_BY(mutex_) = 0;
    std::unordered_map<const void*, Watched> watched_ RF_GUARDED_BY(mutex_);  // by graph
};

}  // namespace ringfence::worker
