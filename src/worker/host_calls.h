// Host functions: a stream reaches one, the client is told, the stream waits on a word until the client is done.
//
// The words lie in memory that no client can write. A stream has one word and counts its calls, which come one after
// the other. A graph's node has two: the graph sets one to ask, and waits for the other; it asks without notice, so
// while such a graph may be running its words are polled.
//
// The session's thread puts calls on streams, and may be held up there, by a queue that is full for instance, until a
// call is answered. So another one takes the answers and looks at the words (AnswerThread), and no lock is held
// while the device is called.
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

    // `words` are 4 bytes each. `tell` is called by the device's threads too.
    HostCalls(backend::Address words, Tell tell);

    // A stream's word; nothing if there are no more.
    Result<std::uint32_t> take_word();
    // Only when the stream is idle.
    void give_word_back(std::uint32_t word);
    Result<void> put_on(backend::Stream& stream, std::uint32_t word, std::uint64_t token);

    // A node of a graph, with its two words.
    struct GraphCall {
        std::uint64_t token = 0;
        backend::Address asked = 0;
        backend::Address answered = 0;

        bool operator==(const GraphCall&) const = default;
    };
    // The session's thread, before each launch of `graph`: until all of its launches have made their calls, or
    // `is_running` says that it has ended, or stop_watching(). The words must last that long. Launches come one after
    // the other, so an update may give the calls other tokens: launches from before it have the old ones.
    void watch(const void* graph, const std::vector<GraphCall>& calls, std::function<bool()> is_running);
    // The last launch does not come.
    void forget_launch(const void* graph);
    void stop_watching(const void* graph);
    // Looks, and finds out which graphs have ended.
    void poll();

    // Any thread:
    bool is_watching();
    void look();
    // The client is done with a call. False if it was not asked for it.
    bool answer(std::uint64_t token);
    // Lets all streams go on that wait for a client that is gone.
    void answer_all();

private:
    struct Waiting {
        backend::Address word = 0;
        std::uint32_t value = 0;
    };
    // Some in a row with the same calls. All of a graph's have the same words.
    struct Launches {
        std::vector<GraphCall> calls;
        std::uint64_t left = 0;  // calls that they will still make
    };
    struct Watched {
        std::deque<Launches> launches;
        std::function<bool()> is_running;
        bool has_ended = false;  // the session's thread's alone
    };
    void look_at(Launches& launches) RF_REQUIRES(mutex_);
    void forget(std::uint64_t token);
    // Without the mutex, since the device is asked: only the session's thread, which calls this, changes the list, and
    // no other thread reads what is changed here.
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
