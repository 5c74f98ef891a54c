// A worker without a device, for tests of the channel: what it does with each operation is written here.
#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstring>
#include <map>
#include <span>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include "channel/dispatch.h"

namespace ringfence::channel {

constexpr std::int32_t order_broken = 400;
constexpr std::int32_t refused = 500;

class EchoWorker {
public:
    explicit EchoWorker(std::span<std::byte> memory) : channel_(memory) {}

    // Until the client says so (die, quit) or breaks the rules.
    void run() {
        std::thread answers([this] { count_answers(); });
        run_records();
        answers.join();
    }

    void run_records() {
        std::vector<std::byte> record;
        while (!is_ended_) {
            switch (channel_.next(record)) {
                case WorkerChannel::Next::Record:
                    if (const auto done = dispatch(*this, channel_, record); !done.ok()) end(done.error().message);
                    break;
                case WorkerChannel::Next::Empty:
                    channel_.wait(std::chrono::microseconds(5), std::chrono::seconds(1));
                    break;
                case WorkerChannel::Next::Malformed: end(channel_.malformed_reason()); break;
            }
        }
    }

    // Values on a stream must come in order, each one more than the one before.
    void on(const wire::WriteValue& record, Payload) {
        if (last_value_[record.stream]++ != record.value) channel_.set_failure(order_broken, 0);
        ++count_;
    }
    void on(const wire::MemoryInfo&, Payload, Completion completion) {
        completion.succeed(wire::MemoryInfo::Reply{count_, payload_sum_});
    }
    void on(const wire::Allocate& record, Payload, Completion completion) {
        completion.succeed(wire::Allocate::Reply{record.bytes + record.alignment});
    }
    void on(const wire::Launch&, Payload payload) {
        for (const std::byte byte : payload)
            payload_sum_ += static_cast<unsigned>(byte);
        ++count_;
    }
    // Keeps the worker busy, without reading the ring.
    void on(const wire::Fill& record, Payload) { std::this_thread::sleep_for(std::chrono::milliseconds(record.value)); }
    // The payload comes back, or, if it says so, a failure.
    void on(const wire::FindFunction&, Payload payload, Completion completion) {
        const std::string_view text(reinterpret_cast<const char*>(payload.data()), payload.size());
        if (text == "fail") {
            completion.fail(refused, "no function of this name");
        } else {
            completion.succeed(wire::FindFunction::Reply{}, payload);
        }
    }
    void on(const wire::Read& record, Payload, Completion completion) {
        completion.succeed(wire::Read::Reply{}, std::vector<std::byte>(record.bytes, std::byte{0x5a}));
    }
    // Elapsed waits until as many of them have come as `start` says; they are answered last first.
    void on(const wire::Elapsed& record, Payload, Completion completion) {
        held_.emplace_back(static_cast<float>(record.end), std::move(completion));
        if (held_.size() < record.start) return;
        for (; !held_.empty(); held_.pop_back()) {
            held_.back().second.succeed(wire::Elapsed::Reply{held_.back().first});
        }
    }
    // Never answered: dropped at once, or held until the worker dies.
    void on(const wire::SynchronizeStream&, Payload, Completion) {}
    void on(const wire::SynchronizeEvent&, Payload, Completion completion) {
        held_.emplace_back(0.0F, std::move(completion));
    }
    void on(const wire::CallHost& record, Payload) { channel_.post_host_call(record.token); }
    void on(const wire::RecordEvent& record, Payload) {
        channel_.set_failure(static_cast<std::int32_t>(record.event),
                             static_cast<std::uint16_t>(wire::RecordEvent::id));
    }
    // Death without a word, and an orderly end.
    void on(const wire::DestroyGraph&, Payload) { is_ended_ = true; }
    void on(const wire::DestroyStream&, Payload) { end("the client asked for it"); }

    template <typename Record>
    void on(const Record&, Payload) {}
    template <typename Record>
    void on(const Record&, Payload, Completion completion) {
        completion.succeed(typename Record::Reply{});
    }

private:
    void count_answers() {
        std::vector<std::uint64_t> tokens;
        while (!is_ended_) {
            channel_.wait_for_answers(std::chrono::milliseconds(10));
            if (!channel_.take_answers(tokens)) return;
            for (std::size_t i = 0; i < tokens.size(); ++i) {
                ++count_;
                channel_.host_call_answered();
            }
        }
    }
    void end(std::string_view reason) {
        channel_.close(reason);
        is_ended_ = true;
    }

    WorkerChannel channel_;
    std::map<std::uint64_t, std::uint64_t> last_value_;
    std::atomic<std::uint64_t> count_ = 0;
    std::uint64_t payload_sum_ = 0;
    std::vector<std::pair<float, Completion>> held_;
    std::atomic<bool> is_ended_ = false;
};

}  // namespace ringfence::channel
