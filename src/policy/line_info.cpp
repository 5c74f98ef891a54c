#include "policy/line_info.h"

#include <algorithm>
#include <map>

namespace ringfence::policy {
namespace {

constexpr std::uint16_t btf_magic = 0xeb9f;
constexpr std::size_t most_lines = 64 << 10;
// A limit, since all lines may refer to the same long text; messages need no more.
constexpr std::size_t longest_text = 256;
constexpr std::size_t most_text = 4 << 20;  // of all lines together; further lines get no text
constexpr std::size_t most_files = 256;

struct BtfHead {
    std::uint16_t magic;
    std::uint8_t version;
    std::uint8_t flags;
    std::uint32_t length;
};
struct BtfStrings {  // in the head, after the location of the types
    std::uint32_t type_offset, type_length, offset, length;
};
struct BtfLines {  // in .BTF.ext, after the location of the functions
    std::uint32_t function_offset, function_length, offset, length;
};
struct LineSection {
    std::uint32_t name, count;
};
struct LineRecord {
    std::uint32_t insn, file, text, place;
};

Error bad_btf() {
    return Error::bad_input("its BTF is damaged").with_remedy("compile it again, or without -g");
}

// The part of a section that the head describes.
template <typename Parts>
std::optional<ConstBytes> part_of(const ObjectSection& section) {
    const auto head = value_at<BtfHead>(section.bytes, 0);
    if (!head || head->magic != btf_magic || head->version != 1) return std::nullopt;
    const auto parts = value_at<Parts>(section.bytes, sizeof(BtfHead));
    if (!parts) return std::nullopt;
    const std::uint64_t begin = std::uint64_t{head->length} + parts->offset;
    if (begin > section.bytes.size() || parts->length > section.bytes.size() - begin) return std::nullopt;
    return section.bytes.subspan(begin, parts->length);
}

class LineReader {
public:
    LineReader(ConstBytes strings, Program& program) : strings_(strings), program_(program) {}

    bool read_section(ConstBytes records, std::uint32_t size, std::uint32_t start) {
        for (std::uint64_t at = 0; at < records.size(); at += size) {
            const auto record = value_at<LineRecord>(records, at);
            if (!record || record->insn % sizeof(Insn) != 0 || program_.lines.size() == most_lines) return false;
            const auto file = string_at(strings_, record->file);
            const auto text = string_at(strings_, record->text);
            if (!file || !text) return false;
            const std::optional<std::uint32_t> number = file_number(record->file, *file);
            if (!number) return false;
            program_.lines.push_back({start + record->insn / static_cast<std::uint32_t>(sizeof(Insn)),
                                      record->place >> 10U, record->place & 0x3ffU, *number, kept_of(*text)});
        }
        return true;
    }

private:
    std::string kept_of(std::string_view text) {
        text = text.substr(0, std::min(longest_text, most_text - text_bytes_));
        text_bytes_ += text.size();
        return std::string(text);
    }

    // None if there are too many files.
    std::optional<std::uint32_t> file_number(std::uint32_t offset, std::string_view name) {
        if (program_.files.size() == most_files && !files_.contains(offset)) return std::nullopt;
        const auto [entry, is_new] = files_.try_emplace(offset, static_cast<std::uint32_t>(program_.files.size()));
        if (is_new) program_.files.emplace_back(name);
        return entry->second;
    }

    ConstBytes strings_;
    Program& program_;
    std::map<std::uint32_t, std::uint32_t> files_;
    std::size_t text_bytes_ = 0;
};

bool read_all(ConstBytes lines, ConstBytes strings, const SectionStart& start_of, Program& program) {
    const auto record_size = value_at<std::uint32_t>(lines, 0);
    if (!record_size || *record_size < sizeof(LineRecord) || *record_size > 256) return false;
    LineReader reader(strings, program);
    std::uint64_t at = sizeof(std::uint32_t);
    while (at < lines.size()) {
        const auto section = value_at<LineSection>(lines, at);
        if (!section) return false;
        at += sizeof(LineSection);
        const std::uint64_t size = std::uint64_t{section->count} * *record_size;
        if (size > lines.size() - at) return false;
        const auto name = string_at(strings, section->name);
        if (!name) return false;
        const std::optional<std::uint32_t> start = start_of(*name);
        if (start && !reader.read_section(lines.subspan(at, size), *record_size, *start)) return false;
        at += size;
    }
    return true;
}

}  // namespace

Result<void> read_lines(const ObjectFile& file, const SectionStart& start_of, Program& program) {
    const ObjectSection* const btf = file.find(".BTF");
    const ObjectSection* const ext = file.find(".BTF.ext");
    if (btf == nullptr || ext == nullptr) return {};
    const auto strings = part_of<BtfStrings>(*btf);
    const auto lines = part_of<BtfLines>(*ext);
    if (!strings || !lines) return bad_btf();
    if (lines->empty()) return {};
    if (!read_all(*lines, *strings, start_of, program)) return bad_btf();
    std::stable_sort(program.lines.begin(), program.lines.end(),
                     [](const SourceLine& a, const SourceLine& b) { return a.insn < b.insn; });
    return {};
}

}  // namespace ringfence::policy
