// Writes the audit log on its own thread, so that a slow disk does not block the daemon and with it every new
// session.
//
// While the disk keeps up, a record is written when append() returns, so a daemon that is killed afterwards has lost
// nothing. If the disk is slow, records wait in memory; those for which there is no room are counted, and an audit_gap
// record reports them.
#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>

#include <nlohmann/json_fwd.hpp>

#include "audit/record.h"
#include "audit/writer.h"
#include "base/disk_thread.h"
#include "base/mutex.h"
#include "base/result.h"

namespace ringfence::audit {

// The writer's progress.
struct WriterState {
    Link last;
    std::uint64_t written = 0;
    std::uint64_t lost = 0;
    std::uint64_t sync_failures = 0;
    // Why records cannot be written at present; empty: they can.
    std::string problem;
};

class BackgroundWriter {
public:
    static Result<std::unique_ptr<BackgroundWriter>> open(const WriterOptions& options,
                                                          const DiskThread::Options& thread = {});

    void append(std::string_view event, const Peer& peer, const nlohmann::ordered_json& details);
    // Tries to report lost records, if there are any.
    void close_gap();

    // Waits until all records are written and on the disk, so that closing takes no time. False if that takes longer
    // than `at_most`.
    [[nodiscard]] bool finish(std::chrono::milliseconds at_most);

    // For tasks that must be ordered with the records.
    DiskThread& thread() { return thread_; }

    const std::string& path() const { return path_; }
    WriterState state() const;

private:
    BackgroundWriter(std::unique_ptr<Writer> writer, const DiskThread::Options& thread);
    // Called on the writer's thread:
    void tell_crowded_out();
    void publish();

    const std::string path_;
    std::unique_ptr<Writer> writer_;  // used by the thread only
    mutable Mutex mutex_;
    WriterState state_ RF_GUARDED_BY(mutex_);
    std::map<std::string, std::uint64_t, std::less<>> crowded_out_ RF_GUARDED_BY(mutex_);
    DiskThread thread_;  // ends before the members that it uses
};

}  // namespace ringfence::audit
