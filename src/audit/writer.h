// Writes the audit log: chains the records, updates the head, rotates full files, and reports records that could not be
// written.
//
// The head is updated after every record. A daemon that is killed between the two leaves a log that is one record
// ahead; one that is killed while it writes a record leaves an incomplete line. The next daemon repairs both and
// records that. If the log does not match its head, that is recorded, too, and the chain continues from the head.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>

#include <nlohmann/json_fwd.hpp>

#include "audit/files.h"
#include "audit/head.h"
#include "audit/record.h"
#include "audit/syncer.h"
#include "audit/tail.h"
#include "base/result.h"
#include "base/unique_fd.h"

namespace ringfence::audit {

// When records are synced to the disk: before append() returns; within a second; whenever the operating system does
// it.
enum class Sync : std::uint8_t { Always, Second, Never };

struct WriterOptions {
    std::string path;
    std::string state_folder;  // for the key and the head; empty: the log's folder
    std::uint64_t file_bytes = std::uint64_t{32} << 20;
    unsigned files_put_aside = 8;
    Sync sync = Sync::Second;
    // How long to wait for another daemon, which is about to end, to release the log.
    std::chrono::milliseconds patience{5000};
};

class Writer {
public:
    // How many kinds of events a gap record names.
    static constexpr std::size_t most_kinds_of_lost = 32;

    // Makes missing folders. Fails if others than this user may write the files, or if another daemon has them
    // open.
    static Result<std::unique_ptr<Writer>> open(const WriterOptions& options);

    // Checks, without changing anything, that this user may write the files, or make them, and use the key. Does not
    // check whether another daemon has the log open: that may be the one to be replaced.
    static Result<void> can_open(const WriterOptions& options);

    // True if the record was written. Otherwise it is counted, and a record reports it as soon as writing works again.
    // `time`: when the event happened.
    [[nodiscard]] bool append(std::string_view event, const Peer& peer, const nlohmann::ordered_json& details,
                              const std::string& time = time_text());

    const std::string& path() const { return options_.path; }
    const Link& last() const { return head_.last; }
    // True if lost records are not reported yet. problem() says why they were lost.
    bool has_gap() const { return lost_.records != 0; }
    // Waits until written records are synced, if `sync` requires that.
    void finish_sync() { syncer_.finish(); }
    const std::string& problem() const { return lost_.why; }
    // Tries to report lost records.
    bool close_gap();
    // Counts records that could not even be queued.
    void lose(std::string_view event, const Error& why, std::uint64_t count = 1);

    std::uint64_t written() const { return written_; }
    std::uint64_t lost() const { return all_lost_; }
    std::uint64_t sync_failures() const { return sync_failures_ + syncer_.failures(); }

private:
    struct Lost {
        std::uint64_t records = 0;
        std::map<std::string, std::uint64_t, std::less<>> events;
        std::string since;
        std::string why;
    };

    explicit Writer(const WriterOptions& options);
    Result<void> open_key();
    Result<void> open_head();
    Result<void> go_on();
    // Decides where the chain continues after such a tail, and what to report about it.
    void go_on_after(const Tail& tail);
    Result<void> open_file();
    Result<void> begin_file();
    Result<void> put_aside();
    bool was_moved_away() const;
    std::uint64_t oldest_number(unsigned files = most_files_put_aside + 1) const;
    Result<void> write_record(std::string_view event, const Peer& peer, const nlohmann::ordered_json& details,
                              const std::string& time = time_text());
    Result<void> write_line(const std::string& line);
    Result<void> write_head(const Head& head);
    Result<void> sync();
    Result<void> tell_findings();
    Result<void> check_writable(const std::string& path) const;
    Error broken(const std::string& why) const;

    WriterOptions options_;
    Secret key_{};
    std::string installation_;
    UniqueFd head_file_;  // locked
    bool is_key_new_ = false;
    HeadReading found_;  // when it was opened
    UniqueFd file_;
    dev_t device_ = 0;  // the file's, to notice when `path` names another file
    ino_t inode_ = 0;
    std::uint64_t bytes_ = 0;  // of the file, up to its last complete line
    bool is_torn_ = false;     // more bytes follow, which could not be truncated
    Head head_;
    // Findings about the log that are to be recorded.
    std::string repaired_;
    std::string damaged_;
    Lost lost_;
    std::uint64_t written_ = 0;
    std::uint64_t all_lost_ = 0;
    std::uint64_t sync_failures_ = 0;
    Syncer syncer_{std::chrono::milliseconds(1000)};
};

}  // namespace ringfence::audit
