// A client that writes anything anywhere: the worker reads records, answers some of them, and neither crashes nor reads
// beyond what it was given.
//
// The input is a list of steps: a byte says what to do (write into a part of the shared memory, let the worker read,
// answer a call, post a call of the host), the bytes after it how.
#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <string_view>
#include <vector>

#include "channel/dispatch.h"
#include "channel/graph_records.h"
#include "channel/shared_memory.h"

namespace ringfence::channel {
namespace {

class Input {
public:
    Input(const std::uint8_t* data, std::size_t size) : left_(data, size) {}

    [[nodiscard]] bool is_empty() const { return left_.empty(); }
    std::uint64_t number(std::size_t bytes) {
        std::uint64_t value = 0;
        const auto part = take(bytes);
        if (!part.empty()) std::memcpy(&value, part.data(), part.size());
        return value;
    }
    std::span<const std::uint8_t> take(std::size_t bytes) {
        const auto part = left_.first(std::min(bytes, left_.size()));
        left_ = left_.subspan(part.size());
        return part;
    }

private:
    std::span<const std::uint8_t> left_;
};

// Reads all that it is given, so that the sanitizer sees every byte touched.
class Recorder {
public:
    template <typename Record>
    void on(const Record& record, Payload payload) {
        record.visit_fields([&](std::string_view, auto value) { sum_ += static_cast<std::uint64_t>(value); });
        for (const std::byte byte : payload)
            sum_ += static_cast<std::uint64_t>(byte);
    }
    template <typename Record>
    void on(const Record& record, Payload payload, Completion completion) {
        on(record, payload);
        if constexpr (std::is_same_v<Record, wire::CreateGraph>) read_graph(record, payload);
        open_.push_back(std::move(completion));
    }
    void answer(std::size_t which, std::size_t bytes) {
        if (open_.empty()) return;
        Completion completion = std::move(open_[which % open_.size()]);
        open_.erase(open_.begin() + static_cast<std::ptrdiff_t>(which % open_.size()));
        completion.succeed(wire::MemoryInfo::Reply{}, std::vector<std::byte>(bytes));
        if (completion) std::abort();
    }
    [[nodiscard]] std::size_t open() const { return open_.size(); }

private:
    void read_graph(const wire::CreateGraph& record, Payload payload) {
        const auto nodes = decode_graph(payload, record.nodes);
        if (!nodes.ok()) return;
        if (nodes.value().size() != record.nodes) std::abort();
        for (const GraphRecord& node : nodes.value()) {
            visit_graph_record(
                node, [&](const auto& fields, Payload bytes) { on_node(fields, bytes); }, [] {});
        }
    }
    template <typename Record>
    void on_node(const Record& record, Payload payload) {
        if constexpr (!Record::waits) on(record, payload);
    }

    std::uint64_t sum_ = 0;
    std::vector<Completion> open_;
};

void write(std::span<std::byte> memory, std::size_t at, std::span<const std::uint8_t> bytes) {
    std::memcpy(memory.data() + at, bytes.data(), std::min(bytes.size(), memory.size() - at));
}

void read_records(WorkerChannel& channel, Recorder& recorder) {
    std::vector<std::byte> record;
    for (std::size_t count = 0; channel.next(record) == WorkerChannel::Next::Record; ++count) {
        RecordHeader header;
        std::memcpy(&header, record.data(), sizeof header);
        if (record.size() != header.bytes || header.payload_bytes > record.size()) std::abort();
        static_cast<void>(dispatch(recorder, channel, record));
        if (recorder.open() > slot_count || count > ring_bytes / sizeof header) std::abort();
    }
}

void run(Input input, std::span<std::byte> memory) {
    WorkerChannel channel(memory);
    Recorder recorder;
    std::uint64_t produced = 0;
    while (!input.is_empty()) {
        switch (input.number(1) % 8) {
            case 0: {  // a record where the next one is due
                const auto bytes = input.take(input.number(2));
                write(ring_of(memory), produced % ring_bytes, bytes);
                produced += (bytes.size() + record_alignment - 1) / record_alignment * record_alignment;
                client_words_of(memory).produced = produced;
                break;
            }
            case 1: client_words_of(memory).produced = produced = input.number(8); break;
            case 2: produced += input.number(3) * record_alignment; break;
            case 3: {  // anywhere
                const std::size_t at = input.number(4) % total_bytes;
                write(memory, at, input.take(input.number(1)));
                break;
            }
            case 4: read_records(channel, recorder); break;
            case 5: {
                const std::size_t which = input.number(1);
                recorder.answer(which, input.number(2));
                break;
            }
            case 6: channel.post_host_call(input.number(1)); break;
            case 7: {
                std::vector<std::uint64_t> tokens;
                if (channel.take_answers(tokens)) channel.host_call_answered();
                if (tokens.size() > mailbox_count) std::abort();
                break;
            }
        }
    }
    read_records(channel, recorder);
    channel.set_failure(700, 0);
    channel.close("the end");
}

}  // namespace
}  // namespace ringfence::channel

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace ringfence::channel;
    static const SharedMemory shared = create_shared_memory({}).take();
    const std::span<std::byte> memory = shared.memory.bytes();
    // The last input's contents of the ring stay: they are as hostile as this one's. The words begin anew.
    std::fill_n(memory.data(), ring_offset, std::byte{0});
    run(Input(data, size), memory);
    return 0;
}
