#include "audit/background_writer.h"

#include <utility>

#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include "base/escape.h"

namespace ringfence::audit {
namespace {

// Beyond this time the log counts as not writable. Syncing a disk may take seconds.
constexpr std::chrono::seconds longest_wait{5};

constexpr const char* no_room = "the disk was late, and too many records waited for it";

}  // namespace

Result<std::unique_ptr<BackgroundWriter>> BackgroundWriter::open(const WriterOptions& options,
                                                                 const DiskThread::Options& thread) {
    RF_TRY(std::unique_ptr<Writer> writer, Writer::open(options));
    return std::unique_ptr<BackgroundWriter>(new BackgroundWriter(std::move(writer), thread));
}

BackgroundWriter::BackgroundWriter(std::unique_ptr<Writer> writer, const DiskThread::Options& thread)
    : path_(writer->path()), writer_(std::move(writer)), thread_(thread) {
    publish();
}

void BackgroundWriter::append(std::string_view event, const Peer& peer, const nlohmann::ordered_json& details) {
    const bool is_taken = thread_.run([this, name = std::string(event), peer, details, time = time_text()] {
        tell_crowded_out();
        static_cast<void>(writer_->append(name, peer, details, time));
        publish();
    });
    if (is_taken) return;
    const MutexLock lock(mutex_);
    ++crowded_out_[crowded_out_.size() < Writer::most_kinds_of_lost ? std::string(event) : "others"];
}

void BackgroundWriter::close_gap() {
    {
        const MutexLock lock(mutex_);
        if (state_.problem.empty() && crowded_out_.empty()) return;
    }
    // Skipped while the disk is late: this record would only wait, too.
    if (thread_.lateness() > std::chrono::milliseconds(0)) return;
    static_cast<void>(thread_.run([this] {
        tell_crowded_out();
        static_cast<void>(writer_->close_gap());
        publish();
    }));
}

bool BackgroundWriter::finish(std::chrono::milliseconds at_most) {
    // Without room for it nothing is synced, even if the disk then takes what waits.
    const bool is_taken = thread_.run([this] {
        tell_crowded_out();
        static_cast<void>(writer_->close_gap());
        writer_->finish_sync();
        publish();
    });
    return thread_.await_all(at_most) && is_taken;
}

void BackgroundWriter::tell_crowded_out() {
    std::map<std::string, std::uint64_t, std::less<>> events;
    {
        const MutexLock lock(mutex_);
        events = std::exchange(crowded_out_, {});
    }
    for (const auto& [event, count] : events)
        writer_->lose(event, Error::bad_input(no_room), count);
}

void BackgroundWriter::publish() {
    WriterState state{writer_->last(), writer_->written(), writer_->lost(), writer_->sync_failures(),
                      writer_->has_gap() ? writer_->problem() : ""};
    const MutexLock lock(mutex_);
    state_ = std::move(state);
}

WriterState BackgroundWriter::state() const {
    const std::chrono::milliseconds late = thread_.lateness();
    const MutexLock lock(mutex_);
    WriterState state = state_;
    for (const auto& [event, count] : crowded_out_)
        state.lost += count;
    if (state.problem.empty() && late > longest_wait)
        state.problem = fmt::format("the audit log {}: the disk has taken nothing for {} s", escape(path_),
                                    std::chrono::duration_cast<std::chrono::seconds>(late).count());
    return state;
}

}  // namespace ringfence::audit
