#include "client/trace/unsupported.h"

#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <numeric>

#include "base/mutex.h"
#include "client/trace/trace.h"

namespace ringfence::client {
namespace {

constexpr int not_supported = 801;  // the same in both APIs
constexpr std::size_t most_described = 16;

std::atomic<void (*)()> private_tables_listener = nullptr;
std::atomic<void (*)()> call_listener = nullptr;

struct Calls {
    Mutex mutex;
    std::vector<UnsupportedCount> counts RF_GUARDED_BY(mutex);
    pid_t caller RF_GUARDED_BY(mutex) = -1;
    bool were_said RF_GUARDED_BY(mutex) = false;
};
Calls& the_calls() {
    static auto* const all = new Calls;  // programs call until their very end
    return *all;
}

void count(const char* name) {
    {
        Calls& calls = the_calls();
        const MutexLock lock(calls.mutex);
        if (calls.counts.empty()) calls.caller = ::getpid();
        const auto is_it = [name](const UnsupportedCount& entry) { return entry.name == name; };
        const auto found = std::find_if(calls.counts.begin(), calls.counts.end(), is_it);
        ++(found != calls.counts.end() ? *found : calls.counts.emplace_back(UnsupportedCount{name, 0})).calls;
    }
    if (auto* const listener = call_listener.load(); listener != nullptr) listener();
}

bool is_verbose() {
    const char* const value = std::getenv("RINGFENCE_VERBOSE");
    return value != nullptr && *value != '\0';
}

// A destructor of the library's, and not a function for atexit(): destructors of the program's globals call too.
[[gnu::destructor]] void say_at_exit() {
    say_unsupported();
}

}  // namespace

int count_unsupported(Api api) {
    if (auto* const listener = private_tables_listener.load(); listener != nullptr && api == Api::cuGetExportTable)
        listener();
    count(api_infos[static_cast<std::size_t>(api)].name);
    if (is_tracing()) {
        const std::uint64_t now = trace_clock();
        trace_call({api, nullptr, 0, describe(not_supported), now, now});
    }
    return not_supported;
}

void on_private_tables(void (*listener)()) {
    private_tables_listener = listener;
}

void count_unsupported_function(const char* name) {
    count(name);
    if (is_tracing()) trace_line(std::string(name) + ": not supported\n");
}

void on_unsupported_call(void (*listener)()) {
    call_listener = listener;
}

std::vector<UnsupportedCount> unsupported_counts() {
    const MutexLock lock(the_calls().mutex);
    return the_calls().counts;
}

std::string describe_unsupported(std::vector<UnsupportedCount> counts) {
    if (counts.empty()) return "";
    const auto add = [](std::uint64_t sum, const UnsupportedCount& entry) { return sum + entry.calls; };
    const std::uint64_t calls = std::accumulate(counts.begin(), counts.end(), std::uint64_t{0}, add);
    std::stable_sort(counts.begin(), counts.end(), [](const auto& a, const auto& b) { return a.calls > b.calls; });
    std::string text = std::to_string(calls) + (calls == 1 ? " call of a function" : " calls of functions") +
                       " that Ringfence does not support:";
    for (std::size_t i = 0; i < std::min(counts.size(), most_described); ++i)
        text += (i == 0 ? " " : ", ") + counts[i].name + " (" + std::to_string(counts[i].calls) + ")";
    if (counts.size() > most_described)
        text += " and " + std::to_string(counts.size() - most_described) + " more functions";
    return text;
}

void say_unsupported() {
    if (!is_verbose()) return;
    Calls& calls = the_calls();
    const MutexLock lock(calls.mutex);
    // A child's end is not the program's.
    if (calls.counts.empty() || calls.caller != ::getpid() || calls.were_said) return;
    calls.were_said = true;
    std::fprintf(stderr, "ringfence: %s\n", describe_unsupported(calls.counts).c_str());
}

}  // namespace ringfence::client
