// Verifies an audit log: every record must exist once, in order and unchanged, up to the one that the head names. If
// not, it reports what is wrong, and where.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "audit/head.h"
#include "audit/record.h"
#include "base/result.h"

namespace ringfence::audit {

struct Finding {
    std::string file;
    std::uint64_t line = 0;  // from 1; 0: the file as a whole
    std::string what;
};

struct Verdict {
    std::vector<Finding> findings;    // errors; at most most_findings of them
    std::uint64_t more_findings = 0;  // not listed
    std::vector<Finding> notes;       // permitted, but worth knowing
    std::uint64_t records = 0;
    std::uint64_t files = 0;
    std::uint64_t first = 0;  // the oldest record's number
    Link last;

    bool is_whole() const { return findings.empty(); }
};
constexpr std::size_t most_findings = 1000;

// Reads the log file by file, the oldest first, and then judges it.
class Verifier {
public:
    // The whole contents of a file. `is_newest`: it is the current one, whose last line may be incomplete.
    void take_file(const std::string& name, std::string_view contents, bool is_newest);

    struct Heads {
        std::string file;
        std::optional<Secret> key;               // none: neither head nor owner is checked
        std::optional<std::string> bytes;        // of the head's file, before reading the log; none: there is no file
        std::optional<std::string> bytes_after;  // and after reading; none: the same
        std::vector<Link> known;                 // links from elsewhere: a running daemon, or noted earlier
    };
    Verdict judge(const Heads& heads);

private:
    struct Seen {
        std::uint64_t sequence = 0;
        std::uint32_t file = 0;
        std::uint64_t line = 0;
        Hash hash{};
        Hash before{};
    };

    void take_line(std::string_view line, std::uint64_t number);
    void find(const Seen& at, std::string what) { find(names_[at.file], at.line, std::move(what)); }
    void find(const std::string& file, std::uint64_t line, std::string what);
    std::string place(const Seen& at) const;
    std::vector<Seen> pick_genuine(const std::optional<Head>& head);
    void look_at_copies(const Seen& genuine, const std::vector<Seen>& group);
    void look_at_order(const std::vector<Seen>& genuine);
    void look_at_gaps(const std::vector<Seen>& genuine);
    void look_at_chain(const std::vector<Seen>& genuine, const std::optional<Head>& head);
    void look_at_owner(const std::vector<Seen>& genuine, const Secret& key);
    void look_at_head(const std::vector<Seen>& genuine, const Head& head, const Head& later, const std::string& file);
    void look_at_known(const std::vector<Seen>& genuine, const Link& known);
    static const Seen* find_record(const std::vector<Seen>& genuine, std::uint64_t sequence);

    std::vector<std::string> names_;
    std::vector<std::uint64_t> lines_;  // of each file
    std::vector<Seen> seen_;
    std::vector<std::pair<Seen, std::string>> owners_;  // the installations that files name
    Verdict verdict_;
};

struct VerifyOptions {
    std::string path;
    std::string state_folder;
    bool without_key = false;  // checks only the chain
    std::vector<Link> known;
};
// Reads all files. Fails if they or the key cannot be read.
Result<Verdict> verify_log(const VerifyOptions& options);

}  // namespace ringfence::audit
