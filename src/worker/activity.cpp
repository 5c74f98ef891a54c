#include "worker/activity.h"

#include <algorithm>
#include <ctime>

#include <fmt/core.h>

#include "base/escape.h"

namespace ringfence::worker {
namespace {

// An event's text has room for about so many kernels.
constexpr std::size_t most_entries = 64;
constexpr std::size_t longest_kernel_name = 100;
constexpr std::size_t room_for_others = 60;

// The coarse clock: exact to a few milliseconds, and five times as fast to read as the fine one.
std::int64_t coarse_now() {
    timespec now{};
    ::clock_gettime(CLOCK_MONOTONIC_COARSE, &now);
    return now.tv_sec * std::int64_t{1'000'000'000} + now.tv_nsec;
}

}  // namespace

Activity::Activity(const ActivityOptions& options, std::shared_ptr<Journal> journal)
    : every_(journal ? options.launches : 0),
      least_copy_(journal ? options.copies : UINT64_MAX),
      interval_(options.interval),
      journal_(std::move(journal)) {}

void Activity::note_news() {
    if (has_news_) return;
    has_news_ = true;
    due_ = coarse_now() + std::chrono::nanoseconds(interval_).count();
}

void Activity::enter(Place& place, std::string_view name, const wire::Launch& launch) {
    note_news();
    if (place.round == round_) {
        entries_[place.entry].varies = true;
        ++entries_[place.entry].count;
        return;
    }
    if (entries_.size() == most_entries) {
        ++other_launches_;
        return;
    }
    place = {round_, static_cast<std::uint32_t>(entries_.size())};
    entries_.push_back({std::string(name.substr(0, longest_kernel_name)), launch, false, 1});
}

void Activity::launched_graph(std::size_t nodes) {
    if (every_ == 0 || ++skipped_ < every_) return;
    skipped_ = 0;
    const auto is_graph = [](const Entry& entry) { return entry.name == "(graph)"; };
    const auto found = std::find_if(entries_.begin(), entries_.end(), is_graph);
    wire::Launch shape;
    shape.grid_x = static_cast<std::uint32_t>(std::min<std::size_t>(nodes, UINT32_MAX));
    Place place;
    if (found != entries_.end()) place = {round_, static_cast<std::uint32_t>(found - entries_.begin())};
    enter(place, "(graph)", shape);
}

void Activity::enter_copy(std::uint64_t bytes, std::string_view direction) {
    note_news();
    ++large_copies_;
    large_bytes_ += bytes;
    if (bytes <= largest_) return;
    largest_ = bytes;
    largest_direction_ = direction;
}

void Activity::look_at_clock() {
    if (coarse_now() >= due_) tell_now();
}

std::string Activity::launches_text() const {
    std::vector<const Entry*> sorted;
    for (const Entry& entry : entries_)
        sorted.push_back(&entry);
    std::stable_sort(sorted.begin(), sorted.end(), [](const Entry* a, const Entry* b) { return a->count > b->count; });
    std::string text;
    std::uint64_t others = other_launches_;
    for (const Entry* entry : sorted) {
        const wire::Launch& shape = entry->shape;
        const std::string one =
            fmt::format("{}{} x{}{}", text.empty() ? "" : ", ", escape(entry->name), entry->count,
                        shape.block_x == 0 || entry->varies
                            ? ""
                            : fmt::format(" <<<({},{},{}),({},{},{})>>>", shape.grid_x, shape.grid_y, shape.grid_z,
                                          shape.block_x, shape.block_y, shape.block_z));
        if (text.size() + one.size() + room_for_others > event_text_bytes) {
            others += entry->count;
        } else {
            text += one;
        }
    }
    return others == 0 ? text : text + fmt::format(", others x{}", others);
}

void Activity::tell_now() {
    has_news_ = false;
    if (!entries_.empty()) {
        std::uint64_t launches = other_launches_;
        for (const Entry& entry : entries_)
            launches += entry.count;
        journal_->launches(launches, every_, launches_text());
        entries_.clear();
        other_launches_ = 0;
        ++round_;
    }
    if (large_copies_ != 0) {
        journal_->copies(large_copies_, large_bytes_,
                         fmt::format("the largest: {} bytes, {}", largest_, largest_direction_));
        large_copies_ = large_bytes_ = largest_ = 0;
    }
}

}  // namespace ringfence::worker
