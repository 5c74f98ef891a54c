// Writes the audit log: chains the records, keeps the head, puts full files aside, and reports records that could not
// be written.
//
// After every record the head names it. A daemon that is killed between the two leaves a log that is one record ahead;
// one that is killed while it writes leaves an incomplete line. The next one to open the log repairs both and records
// that. A log that does not match its head is recorded too, and continues where the head was.
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

// When records are on the disk, and not only with the operating system: by the time that append returns; within a
// second; when the operating system likes.
enum class Sync : std::uint8_t { Always, Second, Never };

struct WriterOptions {
    std::string path;
    std::string state_folder;  // of the key and the head; empty: the log's
    std::uint64_t file_bytes = std::uint64_t{32} << 20;
    unsigned files_put_aside = 8;
    Sync sync = Sync::Second;
    // How long another daemon that is about to end may still hold the log.
    std::chrono::milliseconds patience{5000};
};

class Writer {
public:
    // Kinds of events that a gap names.
    static constexpr std::size_t most_kinds_of_lost = 32;

    // Makes the folders that lead there. Fails if the files are not this user's alone to write, or another daemon
    // writes them.
    static Result<std::unique_ptr<Writer>> open(const WriterOptions& options);

    // Whether open() would find files, or folders for them, that this user may write, and a key that it may use;
    // nothing is changed. Whether another daemon writes the log is not looked at: that may be the one that is replaced.
    static Result<void> can_open(const WriterOptions& options);

    // True if it was written. Otherwise it is counted, and reported by a record as soon as something can be written
    // again. `time`: when it happened.
    [[nodiscard]] bool append(std::string_view event, const Peer& peer, const nlohmann::ordered_json& details,
                              const std::string& time = time_text());

    const std::string& path() const { return options_.path; }
    const Link& last() const { return head_.last; }
    // True if records were lost that no record reports yet; and why.
    bool has_gap() const { return lost_.records != 0; }
    // Until the records that are written are on the disk, as far as `sync` asks for that.
    void finish_sync() { syncer_.finish(); }
    const std::string& problem() const { return lost_.why; }
    // Tries to tell of it.
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
    // Decides where the chain continues after such an end, and what to report about it.
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
    dev_t device_ = 0;  // where the file lies, to see whether it is still the one that `path` names
    ino_t inode_ = 0;
    std::uint64_t bytes_ = 0;  // of the file, up to its last whole line
    bool is_torn_ = false;     // there are more bytes, which could not be cut off
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
