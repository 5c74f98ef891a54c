#include "audit/verify.h"

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include <fmt/core.h>

#include "audit/files.h"
#include "base/escape.h"
#include "base/file.h"

namespace ringfence::audit {
namespace {

constexpr std::size_t torn_bytes_shown = 60;

std::string numbers(std::uint64_t from, std::uint64_t to) {
    if (from == to) return fmt::format("record {}", from);
    return fmt::format("records {} to {}", from, to);
}

}  // namespace

void Verifier::find(const std::string& file, std::uint64_t line, std::string what) {
    if (verdict_.findings.size() >= most_findings) {
        ++verdict_.more_findings;
        return;
    }
    verdict_.findings.push_back({file, line, std::move(what)});
}

std::string Verifier::place(const Seen& at) const {
    return fmt::format("{}:{}", names_[at.file], at.line);
}

void Verifier::take_file(const std::string& name, std::string_view contents, bool is_newest) {
    names_.push_back(escape(name));
    ++verdict_.files;
    std::uint64_t number = 0;
    while (!contents.empty()) {
        const std::size_t end = contents.find('\n');
        ++number;
        if (end == std::string_view::npos) {
            Finding torn{names_.back(), number,
                         fmt::format("the last line is not complete ({} bytes: {})", contents.size(),
                                     escape(contents, torn_bytes_shown))};
            if (is_newest) {
                torn.what += "; the daemon is writing it, or was killed while it did: its next start repairs it";
                verdict_.notes.push_back(std::move(torn));
            } else {
                find(torn.file, torn.line, torn.what + "; the file was cut");
            }
            break;
        }
        take_line(contents.substr(0, end), number);
        contents.remove_prefix(end + 1);
    }
    lines_.push_back(number);
}

void Verifier::take_line(std::string_view line, std::uint64_t number) {
    const auto file = static_cast<std::uint32_t>(names_.size() - 1);
    const Result<RecordHead> record = parse_line(line);
    if (!record.ok()) {
        find(names_.back(), number, "this is no record: " + record.error().message);
        return;
    }
    const Seen seen{record.value().sequence, file, number, hash_of(line), record.value().before};
    if (record.value().event == event::file_begins) owners_.emplace_back(seen, record.value().installation);
    if (record.value().event == event::damaged)
        find(seen, "the daemon found the log damaged when it wrote this: " + escape(record.value().text));
    if (record.value().event == event::repaired || record.value().event == event::gap)
        verdict_.notes.push_back({names_.back(), number, record.value().event + ": " + escape(record.value().text)});
    seen_.push_back(seen);
    ++verdict_.records;
}

// One record for each number: of several, the one whose hash is in the next record or the head.
std::vector<Verifier::Seen> Verifier::pick_genuine(const std::optional<Head>& head) {
    std::vector<Seen> sorted = seen_;
    std::stable_sort(sorted.begin(), sorted.end(),
                     [](const Seen& a, const Seen& b) { return a.sequence < b.sequence; });
    std::vector<Seen> genuine;
    for (auto begin = sorted.begin(); begin != sorted.end();) {
        const auto end =
            std::find_if(begin, sorted.end(), [&](const Seen& one) { return one.sequence != begin->sequence; });
        const auto is_known = [&](const Seen& one) {
            if (head && head->last.sequence == one.sequence) return head->last.hash == one.hash;
            for (auto next = end; next != sorted.end() && next->sequence == one.sequence + 1; ++next)
                if (next->before == one.hash) return true;
            return false;
        };
        const std::vector<Seen> group(begin, end);
        const auto known = std::find_if(group.begin(), group.end(), is_known);
        genuine.push_back(known != group.end() ? *known : group.front());
        look_at_copies(genuine.back(), group);
        begin = end;
    }
    return genuine;
}

void Verifier::look_at_copies(const Seen& genuine, const std::vector<Seen>& group) {
    for (const Seen& one : group) {
        if (one.file == genuine.file && one.line == genuine.line) continue;
        find(one, one.hash == genuine.hash
                      ? fmt::format("record {} stands here again: a copy of {}", one.sequence, place(genuine))
                      : fmt::format("another record {} was put in here: the chain knows the one at {}", one.sequence,
                                    place(genuine)));
    }
}

void Verifier::look_at_order(const std::vector<Seen>& genuine) {
    std::vector<Seen> placed = genuine;
    std::sort(placed.begin(), placed.end(),
              [](const Seen& a, const Seen& b) { return std::pair(a.file, a.line) < std::pair(b.file, b.line); });
    const Seen* highest = nullptr;
    for (const Seen& one : placed) {
        if (highest != nullptr && one.sequence < highest->sequence) {
            find(one, fmt::format("record {} stands behind record {} ({}): lines were swapped or moved", one.sequence,
                                  highest->sequence, place(*highest)));
        } else {
            highest = &one;
        }
    }
}

void Verifier::look_at_gaps(const std::vector<Seen>& genuine) {
    for (std::size_t i = 1; i < genuine.size(); ++i) {
        const Seen& before = genuine[i - 1];
        const Seen& after = genuine[i];
        if (after.sequence == before.sequence + 1) continue;
        std::string what = numbers(before.sequence + 1, after.sequence - 1) + " missing before this line";
        if (after.file != before.file && after.line == 1 && before.line == lines_[before.file])
            what += fmt::format(": a file between {} and this one was removed", names_[before.file]);
        find(after, what);
    }
}

// If a record does not contain the previous one's hash, one of the two was changed: the record itself if the next one
// does not contain its hash, otherwise the previous one.
void Verifier::look_at_chain(const std::vector<Seen>& genuine, const std::optional<Head>& head) {
    const auto is_linked = [&](std::size_t i) {
        return genuine[i].sequence != genuine[i - 1].sequence + 1 || genuine[i].before == genuine[i - 1].hash;
    };
    const auto is_known_behind = [&](std::size_t i) {
        if (head && head->last.sequence == genuine[i].sequence) return head->last.hash == genuine[i].hash;
        return i + 1 == genuine.size() || is_linked(i + 1);
    };
    for (std::size_t i = 1; i < genuine.size(); ++i) {
        if (is_linked(i)) continue;
        const bool is_this_one = !is_known_behind(i);
        const Seen& changed = is_this_one ? genuine[i] : genuine[i - 1];
        find(changed, fmt::format("record {} was changed: its hash is not what {}", changed.sequence,
                                  is_this_one ? "is known of it behind it"
                                              : fmt::format("record {} says", changed.sequence + 1)));
        if (is_this_one) ++i;
    }
}

void Verifier::look_at_owner(const std::vector<Seen>& genuine, const Secret& key) {
    const std::string own = installation_of(key);
    for (const auto& [seen, installation] : owners_) {
        if (installation != own)
            find(seen, fmt::format("this file belongs to the log of another installation ({}; this one is {})",
                                   escape(installation, 40), own));
    }
    if (genuine.empty() || genuine.front().sequence != 1) return;
    if (genuine.front().before != genesis_of(own))
        find(genuine.front(), "the log does not begin as that of this installation does");
}

const Verifier::Seen* Verifier::find_record(const std::vector<Seen>& genuine, std::uint64_t sequence) {
    const auto found = std::lower_bound(genuine.begin(), genuine.end(), sequence,
                                        [](const Seen& one, std::uint64_t number) { return one.sequence < number; });
    return found != genuine.end() && found->sequence == sequence ? &*found : nullptr;
}

void Verifier::look_at_head(const std::vector<Seen>& genuine, const Head& head, const Head& later,
                            const std::string& file) {
    if (genuine.empty()) {
        if (head.last.sequence != 0)
            find(file, 0, fmt::format("the head knows of {} records, and there is no log", head.last.sequence));
        return;
    }
    const Seen& last = genuine.back();
    if (last.sequence < head.last.sequence) {
        find(names_.back(), lines_.back(),
             fmt::format("the end is cut off: the head knows of record {}, and the last one here is {}",
                         head.last.sequence, last.sequence));
    } else if (const Seen* known = find_record(genuine, head.last.sequence);
               known != nullptr && known->hash != head.last.hash) {
        // Already reported if the chain breaks here.
        const bool is_named = std::any_of(verdict_.findings.begin(), verdict_.findings.end(), [&](const Finding& one) {
            return one.file == names_[known->file] && one.line == known->line;
        });
        if (!is_named)
            find(*known, fmt::format("record {} is not the one that the head knows: it was changed, or the chain was "
                                     "computed anew",
                                     known->sequence));
    }
    if (last.sequence > later.last.sequence + 1) {
        find(file, 0,
             fmt::format("the head is older than the log: it knows of record {}, and the last one is {}. An older head "
                         "was put back, or power failed before it was written",
                         later.last.sequence, last.sequence));
    }
    if (genuine.front().sequence > head.first) {
        find(genuine.front(),
             fmt::format("the beginning is missing: the log begins with record {}, and not here", head.first));
    }
}

void Verifier::look_at_known(const std::vector<Seen>& genuine, const Link& known) {
    if (known.sequence == 0) return;
    if (const Seen* record = find_record(genuine, known.sequence)) {
        if (record->hash != known.hash)
            find(*record, fmt::format("record {} is not the one that was known", known.sequence));
        return;
    }
    if (!genuine.empty() && known.sequence < genuine.front().sequence) {
        verdict_.notes.push_back(
            {names_.front(), 0, fmt::format("record {}, which was known, is older than what is kept", known.sequence)});
        return;
    }
    find(names_.empty() ? "the log" : names_.back(), names_.empty() ? 0 : lines_.back(),
         fmt::format("record {}, which was known, is not there: the log was cut, or an older one put back",
                     known.sequence));
}

Verdict Verifier::judge(const Heads& heads) {
    std::optional<Head> head;
    std::optional<Head> later;
    if (heads.key) {
        if (heads.bytes) {
            HeadReading reading = unpack_head(*heads.bytes, *heads.key);
            head = reading.head;
            if (!head) find(heads.file, 0, "the end of the log cannot be proven by its head: " + reading.problem);
        } else if (!seen_.empty()) {
            find(heads.file, 0, "the head is missing: whether the log's end is cut off cannot be told");
        }
        later = heads.bytes_after ? unpack_head(*heads.bytes_after, *heads.key).head : head;
    }
    const std::vector<Seen> genuine = pick_genuine(head);
    look_at_order(genuine);
    look_at_gaps(genuine);
    look_at_chain(genuine, head);
    if (heads.key) look_at_owner(genuine, *heads.key);
    if (head) look_at_head(genuine, *head, later.value_or(*head), heads.file);
    for (const Link& known : heads.known)
        look_at_known(genuine, known);
    if (!genuine.empty()) {
        verdict_.first = genuine.front().sequence;
        verdict_.last = {genuine.back().sequence, genuine.back().hash};
    }
    return std::move(verdict_);
}

namespace {

// For readers, so the file's permissions are not checked.
Result<Secret> read_key(const std::string& path) {
    RF_TRY(const std::string bytes, read_file(path, sizeof(Secret)));
    Secret key;
    if (bytes.size() != key.size()) return Error::bad_input(escape(path) + " is no key");
    std::memcpy(key.data(), bytes.data(), key.size());
    return key;
}

std::optional<std::string> read_head(const std::string& path) {
    auto bytes = read_file(path, head_file_bytes);
    if (!bytes.ok()) return std::nullopt;
    return bytes.take();
}

}  // namespace

Result<Verdict> verify_log(const VerifyOptions& options) {
    Verifier::Heads heads;
    const std::string head_file = head_path(options.path, options.state_folder);
    heads.file = escape(head_file);
    heads.known = options.known;
    if (!options.without_key) {
        auto key = read_key(key_path(options.path, options.state_folder));
        if (!key.ok()) {
            return Error::bad_input("the audit log's key cannot be read: " + key.error().message)
                .with_remedy("run this as the daemon's user, or look at the chain alone: --without-key");
        }
        heads.key = key.take();
    }
    heads.bytes = read_head(head_file);
    RF_TRY(const std::vector<LogFile> files, open_files(options.path));
    Verifier verifier;
    for (const LogFile& file : files) {
        RF_TRY(const std::string contents, read_all(file));
        verifier.take_file(file.path, contents, &file == &files.back());
    }
    heads.bytes_after = read_head(head_file);
    return verifier.judge(heads);
}

}  // namespace ringfence::audit
