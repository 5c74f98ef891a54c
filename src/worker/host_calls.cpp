#include "worker/host_calls.h"

#include <algorithm>
#include <atomic>

#include "base/cuda_status.h"

namespace ringfence::worker {

namespace {

std::atomic_ref<std::uint32_t> word_at(backend::Address address) {
    return std::atomic_ref<std::uint32_t>(*reinterpret_cast<std::uint32_t*>(address));
}

Error too_many(const char* what) {
    return Error::bad_input(what).with_status(cuda_status::out_of_memory);
}

}  // namespace

HostCalls::HostCalls(backend::Address words, Tell tell)
    : tell_(std::move(tell)), words_(words), calls_of_word_(most_words, 0) {
    for (std::uint32_t word = most_words; word > 0; --word)
        free_words_.push_back(word - 1);
}

Result<std::uint32_t> HostCalls::take_word() {
    const MutexLock lock(mutex_);
    if (free_words_.empty()) return too_many("the session has too many streams that call the host");
    const std::uint32_t word = free_words_.back();
    free_words_.pop_back();
    return word;
}

void HostCalls::give_word_back(std::uint32_t word) {
    const MutexLock lock(mutex_);
    free_words_.push_back(word);
}

Result<void> HostCalls::put_on(backend::Stream& stream, std::uint32_t word, std::uint64_t token) {
    const backend::Address address = words_ + std::uint64_t{4} * word;
    std::uint32_t value = 0;
    {
        const MutexLock lock(mutex_);
        if (outstanding_ >= most_outstanding) return too_many("the session has too many calls of the host outstanding");
        value = ++calls_of_word_[word];
        waiting_[token].push_back({address, value});
        ++outstanding_;
    }
    if (auto asked = stream.call_host([tell = tell_, token] { tell(token); }); !asked) {
        forget(token);
        return asked;
    }
    return stream.wait_word(address, value, 4, backend::WordCondition::GreaterOrEqual);
}

// Removes the latest call with that token, which will not be asked for.
void HostCalls::forget(std::uint64_t token) {
    const MutexLock lock(mutex_);
    const auto found = waiting_.find(token);
    if (found == waiting_.end()) return;
    found->second.pop_back();
    if (found->second.empty()) waiting_.erase(found);
    --outstanding_;
}

void HostCalls::watch(const void* graph, const std::vector<GraphCall>& calls, std::function<bool()> is_running) {
    const MutexLock lock(mutex_);
    Watched& watched = watched_[graph];
    watched.is_running = std::move(is_running);
    if (watched.launches.empty() || watched.launches.back().calls != calls) watched.launches.push_back({calls, 0});
    watched.launches.back().left += calls.size();
}

void HostCalls::forget_launch(const void* graph) {
    const MutexLock lock(mutex_);
    const auto found = watched_.find(graph);
    if (found == watched_.end() || found->second.launches.empty()) return;
    Launches& last = found->second.launches.back();
    last.left -= std::min<std::uint64_t>(last.left, last.calls.size());
}

void HostCalls::stop_watching(const void* graph) {
    const MutexLock lock(mutex_);
    watched_.erase(graph);
}

bool HostCalls::is_watching() {
    const MutexLock lock(mutex_);
    return !watched_.empty();
}

void HostCalls::find_ended() {
    for (auto& [graph, watched] : watched_)
        watched.has_ended = !watched.is_running();
}

void HostCalls::poll() {
    // Before the words are polled: a graph's last call may come at this moment.
    find_ended();
    look();
    const MutexLock lock(mutex_);
    std::erase_if(watched_, [](const auto& entry) { return entry.second.has_ended; });
}

void HostCalls::look() {
    const MutexLock lock(mutex_);
    for (auto& [graph, watched] : watched_) {
        std::deque<Launches>& launches = watched.launches;
        // The last launches stay, since one of their calls may still wait for its answer.
        while (launches.size() > 1 && launches.front().left == 0)
            launches.pop_front();
        if (!launches.empty()) look_at(launches.front());
    }
}

void HostCalls::look_at(Launches& launches) {
    for (const GraphCall& call : launches.calls) {
        if (word_at(call.asked).exchange(0) == 0) continue;
        if (launches.left > 0) --launches.left;
        waiting_[call.token].push_back({call.answered, 1});
        ++outstanding_;
        tell_(call.token);
    }
}

bool HostCalls::answer(std::uint64_t token) {
    const MutexLock lock(mutex_);
    const auto found = waiting_.find(token);
    if (found == waiting_.end()) return false;
    const Waiting waiting = found->second.front();
    found->second.pop_front();
    if (found->second.empty()) waiting_.erase(found);
    --outstanding_;
    // The word must never decrease, even if the client answers out of order.
    const auto word = word_at(waiting.word);
    if (static_cast<std::int32_t>(waiting.value - word.load()) > 0) word.store(waiting.value);
    return true;
}

void HostCalls::answer_all() {
    const MutexLock lock(mutex_);
    for (std::uint32_t word = 0; word < most_words; ++word) {
        word_at(words_ + std::uint64_t{4} * word).store(calls_of_word_[word]);
    }
    for (const auto& [graph, watched] : watched_) {
        for (const Launches& launches : watched.launches) {
            for (const GraphCall& call : launches.calls)
                word_at(call.answered).store(1);
        }
    }
    waiting_.clear();
    outstanding_ = 0;
}

}  // namespace ringfence::worker
