// Streams, events, words; and that nobody waits for others.
#include <fcntl.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cstdio>
#include <thread>

#include "rig.h"

namespace ringfence::backend::selftest {
namespace {

using Words = std::vector<std::uint32_t>;

struct Condition {
    const char* name;
    WordCondition condition;
    unsigned bytes;
    std::uint64_t value;
    std::uint64_t before;  // does not fulfil it
    std::uint64_t after;   // does
};

constexpr std::uint64_t high = std::uint64_t{1} << 40;
constexpr Condition conditions[] = {
    {"a 4-byte word to be equal", WordCondition::Equal, 4, 5, 4, 5},
    {"an 8-byte word to be equal", WordCondition::Equal, 8, high + 5, 5, high + 5},
    {"a word to be greater or equal", WordCondition::GreaterOrEqual, 4, 5, 4, 6},
    {"a word to be so across zero", WordCondition::GreaterOrEqual, 4, 0xffff'fff0, 0xffff'ffe0, 3},
    {"an 8-byte word to be so", WordCondition::GreaterOrEqual, 8, high, high - 1, high + 1},
    {"a bit", WordCondition::AnyBit, 4, 6, 9, 4},
    {"a bit that is not set", WordCondition::NorBit, 4, 0xffff'fff0, 15, 14},
};

void test_condition(Rig& rig, const SharedWord& word, const Condition& test) {
    const std::string what = std::string("a stream waits for ") + test.name;
    word.store(test.before);
    rig.done(rig.stream->wait_word(word.address(), test.value, test.bytes, test.condition), what);
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    const bool waited = !rig.need(rig.stream->is_idle(), "is_idle");
    word.store(test.after);
    rig.done(rig.stream->synchronize(), "wait for a stream");
    rig.report.check(waited, what, "it did not wait");
}

constexpr const char* printing_kernel = R"(
.version 8.0
.target sm_80
.address_size 64

.extern .func (.param .b32 result) vprintf(.param .b64 format, .param .b64 arguments);
.global .align 1 .b8 text[10] = {112, 114, 105, 110, 116, 101, 100, 46, 10, 0};

.visible .entry print()
{
    .reg .b64 %text;
    mov.u64 %text, text;
    cvta.global.u64 %text, %text;
    {
        .param .b64 format;
        .param .b64 arguments;
        .param .b32 result;
        st.param.b64 [format], %text;
        st.param.b64 [arguments], 0;
        call.uni (result), vprintf, (format, arguments);
    }
    ret;
}
)";

// Captures the output of this process.
class CaughtOutput {
public:
    CaughtOutput() {
        std::fflush(stdout);
        int ends[2] = {};
        if (::pipe2(ends, O_NONBLOCK | O_CLOEXEC) != 0) return;
        from_.reset(ends[0]);
        const UniqueFd to(ends[1]);
        before_.reset(::dup(STDOUT_FILENO));
        ::dup2(to.get(), STDOUT_FILENO);
    }
    std::string end() const {
        std::fflush(stdout);
        ::dup2(before_.get(), STDOUT_FILENO);
        std::array<char, 4096> bytes = {};
        const ssize_t count = ::read(from_.get(), bytes.data(), bytes.size());
        return std::string(bytes.data(), count > 0 ? static_cast<std::size_t>(count) : 0);
    }

private:
    UniqueFd from_;
    UniqueFd before_;
};

// True if the stream reaches the mark before a blocker gives up.
bool comes_to(Rig& rig, Stream& stream, std::uint64_t mark) {
    for (int i = 0; i < 30'000; ++i) {
        if (rig.need(stream.is_reached(mark), "is_reached")) return true;
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    return false;
}

}  // namespace

// Work behind the kernel may be waiting for the very thread that asks.
void test_prints(Rig& rig) {
    const SharedWord word(rig);
    StreamOptions options;
    options.print = [](std::string_view text) { static_cast<void>(!::write(STDOUT_FILENO, text.data(), text.size())); };
    std::unique_ptr<Stream> stream = rig.need(rig.device.create_stream(std::move(options)), "a stream");
    std::unique_ptr<Module> module = rig.need(rig.device.load(printing_kernel), "load a kernel that prints");
    if (!word.is_there() || !stream || !module) return;
    const Function* const kernel = rig.need(module->function("print"), "find it");
    if (kernel == nullptr) return;
    const CaughtOutput output;
    const Blocker blocker(word, std::chrono::minutes(2));
    rig.done(rig.device.launch(*stream, *kernel, {}, {}), "launch it");
    const std::uint64_t mark = rig.need(stream->mark(), "a mark");
    rig.done(stream->wait_word(word.address(), 1, 4, WordCondition::Equal), "wait for a word");
    const bool has_come = comes_to(rig, *stream, mark);
    const bool is_blocking = blocker.is_blocking();
    const std::string text = output.end();
    rig.report.check(has_come && is_blocking, "a kernel that prints is seen to be done while its stream waits");
    rig.report.check(text == "printed.\n", "and what it printed has come", "\"" + text + "\"");
    word.store(1);
    rig.done(stream->synchronize(), "wait for a stream");
}

void test_streams(Rig& rig) {
    const Address values = rig.need(rig.device.allocate(4096), "allocate");
    rig.put(values, Words(4, 1));
    std::vector<int> calls;
    for (int i = 0; i < 20; ++i) {
        rig.scale(*rig.stream, values, 1, 4);
        rig.done(rig.stream->call_host([&calls, i] { calls.push_back(i); }), "call the host");
    }
    rig.same(rig.get(values, 4), {1, 21, 41, 61}, "a stream keeps the order of its launches");
    bool is_ordered = calls.size() == 20;
    for (int i = 0; i < 20 && is_ordered; ++i)
        is_ordered = calls[static_cast<std::size_t>(i)] == i;
    rig.report.check(is_ordered, "calls of the host come in order");
    rig.report.check(rig.need(rig.stream->is_idle(), "is_idle"), "a stream is idle after a wait");

    std::unique_ptr<Stream> other = rig.need(rig.device.create_stream({.priority = -1, .print = {}}), "a stream");
    std::unique_ptr<Event> start = rig.need(rig.device.create_event(), "an event");
    std::unique_ptr<Event> end = rig.need(rig.device.create_event(), "an event");
    std::unique_ptr<Event> untimed = rig.need(rig.device.create_event({.timing = false}), "an event without timing");
    if (!other || !start || !end || !untimed) return;
    rig.report.check(rig.need(start->is_done(), "is_done"), "an event that was never recorded is done");
    rig.fails_with(end->milliseconds_since(*start), 400, "and has no time");
    const auto begin = std::chrono::steady_clock::now();
    std::atomic<bool> may_go_on = false;
    rig.done(rig.stream->record(*start), "record");
    rig.done(rig.stream->call_host([&may_go_on] {
        while (!may_go_on)
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
        std::this_thread::sleep_for(std::chrono::milliseconds(30));
    }),
             "call the host");
    rig.done(rig.device.fill(*rig.stream, values, 100, 4, 4), "fill");
    rig.done(rig.stream->record(*end), "record");
    rig.report.check(!rig.need(end->is_done(), "is_done"), "an event is not done before its work is");
    rig.fails_with(end->milliseconds_since(*start), 600, "and has no time yet");
    may_go_on = true;
    rig.done(other->wait_for(*end), "wait for an event");
    rig.scale(*other, values, 2, 4);
    rig.done(other->record(*untimed), "record");
    rig.report.check(untimed->synchronize(), "wait for an event");
    rig.same(rig.get(values, 4), {200, 201, 202, 203}, "a stream waits for another's event");
    const double time = rig.need(end->milliseconds_since(*start), "the time between events");
    const double passed = std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin).count();
    rig.report.check(time >= 25 && time < passed + 10, "the time between events", std::to_string(time) + " ms");
    rig.fails_with(untimed->milliseconds_since(*start), 400, "an event without timing has no time");
    rig.report.check(rig.device.synchronize(), "wait for everything");
    other.reset();
    rig.done(rig.device.release(values), "free");
}

void test_words(Rig& rig) {
    const SharedWord word(rig);
    if (!word.is_there()) return;
    for (const Condition& condition : conditions)
        test_condition(rig, word, condition);
    word.store(0);
    rig.done(rig.stream->write_word(word.address(), high + 7, 8), "write a word");
    rig.done(rig.stream->synchronize(), "wait for a stream");
    rig.same(word.load(), high + 7, "a stream writes 8 bytes");
    rig.done(rig.stream->write_word(word.address(), 9, 4), "write a word");
    rig.done(rig.stream->synchronize(), "wait for a stream");
    rig.same(word.load(), high + 9, "a stream writes 4 bytes and no more");

    std::unique_ptr<Stream> other = rig.need(rig.device.create_stream(), "a stream");
    rig.report.check(word.space().commit(word.space().begin(), word.space().granularity()), "commit");
    const Address device_word = word.space().begin();
    word.space().announce(device_word, 4096);
    rig.put(device_word, Words(16));
    rig.done(rig.stream->wait_word(device_word, 1, 4, WordCondition::Equal), "wait for a word");
    rig.done(rig.device.fill(*rig.stream, device_word + 16, 3, 4, 1), "fill");
    rig.done(rig.device.fill(*other, device_word + 16, 2, 4, 1), "fill");
    rig.done(other->write_word(device_word, 1, 4), "write a word");
    rig.same(rig.get(device_word, 5), {1, 0, 0, 0, 3}, "streams wait for each other by a word of the device's");
    rig.fails_with(rig.stream->write_word(device_word + 4, 0, 8), 1, "a word that is not aligned is refused");
}

// While a stream of one tenant waits, others' things can be made, used and destroyed.
void test_nobody_waits(Rig& rig) {
    const SharedWord word(rig);
    if (!word.is_there()) return;
    AddressSpace& space = word.space();
    const std::uint64_t unit = space.granularity();
    rig.done(space.commit(space.begin(), unit), "commit");
    const Address memory = rig.need(rig.device.allocate(1 << 20), "allocate");
    std::unique_ptr<Stream> other = rig.need(rig.device.create_stream(), "a stream");
    std::unique_ptr<Stream> third = rig.need(rig.device.create_stream(), "a stream");
    std::unique_ptr<Module> module = rig.need(rig.device.load(kernels), "load a module");
    const auto launch = [&] {
        rig.done(rig.device.launch(*other, *rig.kernel("nothing"), {}, {}), "launch");
        rig.done(other->synchronize(), "wait for a stream");
    };
    rig.device.hold_waits();
    // Each has a wait of its own, so that one which waits does not hide others.
    const auto check = [&](const char* what, const std::function<void()>& work) {
        // Longer than a machine stands still.
        const Blocker blocker(word, std::chrono::seconds(20));
        rig.done(rig.stream->wait_word(word.address(), 1, 4, WordCondition::Equal), "wait for a word");
        const double time = milliseconds(work);
        rig.report.check(blocker.is_blocking(), std::string(what) + " does not wait for other streams",
                         "it took " + std::to_string(time) + " ms");
    };
    check("a first launch", launch);
    check("a launch", launch);
    check("committing", [&] { rig.done(space.commit(space.begin() + unit, unit), "commit"); });
    check("destroying a stream", [&] { third.reset(); });
    check("decommitting", [&] { rig.done(space.decommit(space.begin() + unit, unit), "decommit"); });
    // These wait for all that is on the card; what waits is not there.
    check("loading a module", [&] { rig.need(rig.device.load(kernels), "load a module"); });
    check("destroying a module", [&] { module.reset(); });
    check("freeing", [&] { rig.done(rig.device.release(memory), "free"); });
    check("a call of the host", [&] {
        rig.done(other->call_host([] {}), "call the host");
        rig.done(other->synchronize(), "wait for a stream");
    });
    rig.done(rig.stream->synchronize(), "wait for a stream");
}

}  // namespace ringfence::backend::selftest
