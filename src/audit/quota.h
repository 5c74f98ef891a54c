// Limits how much of the audit log each tenant may fill, and all peers that are no tenants together. Each may cause a
// number of records at once and then so many per minute, of each kind of event and of all together; further records are
// left out and counted. So a peer cannot push others' records, or its own earlier ones, out of the log: how long the
// files last depends on the number of tenants, and not on their actions or their number of users.
#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "audit/record.h"

namespace ringfence::audit {

struct QuotaOptions {
    std::uint32_t at_once = 256;    // of one kind of event; four times as many of all kinds
    std::uint32_t per_minute = 30;  // then, of one kind; twice as many of all
    // The time between two records that report left-out ones.
    std::chrono::seconds between_summaries{10};
};

class Quota {
public:
    using Clock = std::chrono::steady_clock;

    struct LeftOut {
        Peer peer;  // the last peer
        std::map<std::string, std::uint64_t, std::less<>> events;
        std::string last_text;
    };

    explicit Quota(const QuotaOptions& options) : options_(options) {}

    // True if this record is to be written.
    bool admits(const Peer& peer, std::string_view event, std::string_view text, Clock::time_point now);
    // The summaries that are due at `now`.
    std::vector<LeftOut> take_due(Clock::time_point now);
    bool has_left_out() const { return waiting_ != 0; }
    std::uint64_t left_out() const { return left_out_; }

private:
    // A token bucket.
    struct Bucket {
        double records = 0;
        Clock::time_point at;
    };
    struct Entry {
        std::map<std::string, Bucket, std::less<>> events;
        Bucket all;
        LeftOut left_out;
        Clock::time_point left_out_since;
    };
    Entry& entry_of(const Peer& peer, Clock::time_point now);
    void forget_idle(Clock::time_point now);
    static void fill(Bucket& bucket, double most, double per_minute, Clock::time_point now);

    QuotaOptions options_;
    std::map<std::string, Entry, std::less<>> peers_;  // by the name of those who share one
    std::size_t waiting_ = 0;                          // peers with something left out
    std::uint64_t left_out_ = 0;
};

}  // namespace ringfence::audit
