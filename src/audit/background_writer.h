// Writes the audit log on a thread of its own, so that a slow disk does not hold up the daemon and with it every new
// session.
//
// As long as the disk keeps up nothing is different: a record is written when append() returns, and a daemon that is
// killed afterwards has lost nothing. If the disk is slow, records wait in memory; those that find no room there are
// counted, and an audit_gap record reports them.
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

// How far the log is.
struct WriterState {
    Link last;
    std::uint64_t written = 0;
    std::uint64_t lost = 0;
    std::uint64_t sync_failures = 0;
    // Why records are not written now; empty: they are.
    std::string problem;
};

class BackgroundWriter {
public:
    static Result<std::unique_ptr<BackgroundWriter>> open(const WriterOptions& options,
                                                          const DiskThread::Options& thread = {});

    void append(std::string_view event, const Peer& peer, const nlohmann::ordered_json& details);
    // Tries to report lost records, if there are any.
    void close_gap();

    // Until all records are written and on the disk: to close it takes no time then. False: the disk has not taken
    // them, after so long.
    [[nodiscard]] bool finish(std::chrono::milliseconds at_most);

    // For tasks that must be in one order with the records.
    DiskThread& thread() { return thread_; }

    const std::string& path() const { return path_; }
    WriterState state() const;

private:
    BackgroundWriter(std::unique_ptr<Writer> writer, const DiskThread::Options& thread);
    // On the thread.
    void tell_crowded_out();
    void publish();

    const std::string path_;
    std::unique_ptr<Writer> writer_;  // the thread's alone
    mutable Mutex mutex_;
    WriterState state_ RF_GUARDED_BY(mutex_);
    std::map<std::string, std::uint64_t, std::less<>> crowded_out_ RF_GUARDED_BY(mutex_);
    DiskThread thread_;  // ends before the members that it uses
};

}  // namespace ringfence::audit
