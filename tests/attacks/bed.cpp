#include "bed.h"

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <cstring>
#include <utility>

#include "backend/cuda/cuda.h"
#include "backend/soft/soft.h"
#include "base/memory_file.h"
#include "guard/runtime/device_heap.h"

namespace ringfence::attacks {
namespace {

constexpr unsigned window_bits = 33;
constexpr std::uint64_t piece = 2 << 20;  // device memory comes in these
constexpr std::uint64_t private_bytes = 1 << 20;
constexpr std::uint64_t table_offset = 4 << 20;
constexpr std::uint32_t image_words = 64;  // of a texture or surface: a line
constexpr std::uint64_t record_offset = 4096;
constexpr std::uint64_t ring_offset = 8192;
constexpr std::uint64_t ring_bytes = sizeof(guard::PrintRingHeader) + (64 << 10);
constexpr std::byte canary{0xc5};

constexpr std::uint32_t victim_words = 16384;
constexpr std::uint32_t victim_threads = 1024;
constexpr std::uint32_t victim_turns = 2000;
constexpr std::uint32_t quick_victim_turns = 20;
// The upper half of each of the victim's words: where it turns up elsewhere, something was read.
constexpr std::uint32_t secret = 0x5ec0'0000;
constexpr std::uint32_t victim_word = secret | 7;  // of its texture and its surface

constexpr const char* victim_ptx = R"(
.version 7.0
.target sm_70
.address_size 64
.visible .entry work(.param .u64 pattern, .param .u64 results, .param .u64 turns)
{
    .reg .pred %p;
    .reg .b32 %i, %n, %t, %v, %turns;
    .reg .b64 %from, %to;
    mov.u32 %i, %ctaid.x;
    mov.u32 %n, %ntid.x;
    mov.u32 %t, %tid.x;
    mad.lo.u32 %i, %i, %n, %t;
    ld.param.u64 %from, [pattern];
    mad.wide.u32 %from, %i, 4, %from;
    ld.param.u64 %to, [results];
    mad.wide.u32 %to, %i, 4, %to;
    ld.global.u32 %v, [%from];
    ld.param.u32 %turns, [turns];
    mov.u32 %n, 0;
NEXT:
    mad.lo.u32 %v, %v, 1664525, 1013904223;
    add.u32 %n, %n, 1;
    setp.lt.u32 %p, %n, %turns;
    @%p bra NEXT;
    st.global.u32 [%to], %v;
    ret;
}
)";

std::uint32_t victim_result(std::uint32_t i, std::uint32_t turns) {
    std::uint32_t value = secret | i;
    for (std::uint32_t turn = 0; turn < turns; ++turn)
        value = value * 1664525 + 1013904223;
    return value;
}

}  // namespace

Bed::Bed(const BedOptions& options) : options_(options) {
    for (std::uint32_t i = 0; i < victim_threads; ++i)
        victim_results_.push_back(victim_result(i, options.is_quick ? quick_victim_turns : victim_turns));
}

Bed::~Bed() {
    // Streams wait for their work.
    attacker_stream_.reset();
    victim_stream_.reset();
    victim_module_.reset();
    table_.reset();
    images_.clear();
}

Result<std::unique_ptr<Bed>> Bed::open(const BedOptions& options) {
    std::unique_ptr<Bed> bed(new Bed(options));
    RF_RETURN_IF_ERROR(bed->open_device());
    RF_RETURN_IF_ERROR(bed->make_attacker());
    RF_RETURN_IF_ERROR(bed->make_victim());
    RF_RETURN_IF_ERROR(bed->make_private());
    RF_RETURN_IF_ERROR(bed->make_textures());
    bed->name_places();
    return bed;
}

Result<void> Bed::open_device() {
    if (options_.backend == Backend::Cuda) {
        RF_TRY(device_, backend::open_cuda());
    } else {
        backend::SoftOptions options;
        options.memory_bytes = std::uint64_t{1} << 40;
        options.launch_limit_ms = options_.limit_ms;
        options.optimize = !options_.is_quick;
        options.use_cache = !options_.is_quick;
        RF_TRY(device_, backend::open_soft(options));
    }
    RF_TRY(textures_, device_->create_texture_space());
    backend::StreamOptions options;
    options.textures = textures_;
    RF_TRY(attacker_stream_, device_->create_stream(options));
    RF_TRY(victim_stream_, device_->create_stream());
    return {};
}

// On the software GPU the window lies in the middle of a larger address space, so that the zones are memory as well.
Result<void> Bed::make_attacker() {
    backend::AddressSpaceOptions options;
    if (options_.backend == Backend::Cuda) {
        options.bytes = std::uint64_t{1} << window_bits;
        options.zone_bytes = guard::zone_bytes;
        options.has_sinks = true;
        RF_TRY(attacker_space_, device_->create_address_space(options));
        window_ = {attacker_space_->begin(), window_bits};
        return attacker_space_->commit(window_.base + piece, 31 * piece);
    }
    options.bytes = std::uint64_t{1} << 39;
    RF_TRY(attacker_space_, device_->create_address_space(options));
    window_ = {attacker_space_->begin() + (std::uint64_t{1} << 37), window_bits};
    const std::uint64_t zone = (guard::zone_bytes + piece - 1) / piece * piece;
    RF_RETURN_IF_ERROR(attacker_space_->commit(window_.base - zone, window_.bytes() + 2 * zone));
    attacker_space_->announce(window_.base - guard::zone_bytes, window_.bytes() + 2 * guard::zone_bytes);
    return {};
}

Result<void> Bed::make_victim() {
    backend::AddressSpaceOptions options;
    options.bytes = std::uint64_t{1} << window_bits;
    options.zone_bytes = guard::zone_bytes;
    RF_TRY(victim_space_, device_->create_address_space(options));
    victim_ = victim_space_->begin() + 2 * piece;
    RF_RETURN_IF_ERROR(victim_space_->commit(victim_, piece));
    victim_space_->announce(victim_, piece);
    RF_TRY(victim_module_, device_->load(victim_ptx, {.file_name = "victim.ptx"}));
    return {};
}

Result<void> Bed::make_private() {
    backend::AddressSpaceOptions options;
    options.bytes = std::uint64_t{64} << 20;
    RF_TRY(private_space_, device_->create_address_space(options));
    RF_TRY(private_file_, create_memory_file("attacks", private_bytes));
    RF_RETURN_IF_ERROR(private_space_->attach_host(private_space_->host_begin(), private_file_.get(), private_bytes));
    private_space_->announce(private_space_->host_begin(), private_bytes);
    RF_TRY(table_file_, create_memory_file("textures", guard::texture_table_bytes));
    const Address table = private_space_->host_begin() + table_offset;
    RF_RETURN_IF_ERROR(private_space_->attach_host(table, table_file_.get(), guard::texture_table_bytes));
    private_space_->announce(table, guard::texture_table_bytes);
    return {};
}

Result<void> Bed::fill_line(const std::shared_ptr<backend::Array>& line, std::uint32_t word) {
    const std::vector<std::uint32_t> words(image_words, word);
    const Address place = victim_ + piece - image_words * 4;
    RF_RETURN_IF_ERROR(device_->copy_to_device(*victim_stream_, place, std::as_bytes(std::span(words))));
    const backend::Box from{place, image_words * 4, image_words * 4};
    RF_RETURN_IF_ERROR(device_->copy_array(*victim_stream_, backend::ArrayPlace{line}, from, {image_words * 4, 1, 1}));
    return victim_stream_->synchronize();
}

// A line of words, all the same, as a texture or a surface. Gives the number in the table, or the device's own.
Result<std::uint64_t> Bed::make_line(backend::TextureSpace& space, std::uint32_t word, bool is_surface,
                                     memory::TextureTable* table) {
    ArrayShape shape;
    shape.width = image_words;
    shape.format = array_format::uint32;
    shape.channels = 1;
    shape.flags = is_surface ? array_flag::surface : 0;
    backend::ArrayLevelResource resource;
    RF_TRY(resource.array, device_->create_array(shape));
    RF_RETURN_IF_ERROR(fill_line(resource.array, word));
    if (is_surface && table == nullptr) victim_image_ = resource.array;
    std::unique_ptr<backend::TextureObject> object;
    if (is_surface) {
        RF_TRY(object, space.create_surface(resource));
    } else {
        backend::Texture texture;
        texture.resource = resource;
        texture.sampler.flags = backend::texture_flag::read_as_integer;
        RF_TRY(object, space.create_texture(texture));
    }
    images_.push_back(std::move(object));
    const std::uint64_t handle = images_.back()->number();
    if (table == nullptr) return handle;
    return table->add(handle, is_surface ? memory::TextureTable::columns_of_surface(resource)
                                         : memory::TextureTable::columns_of(resource));
}

// The attacker has a texture, a surface, and a texture that is destroyed already. The victim's hold its secret.
Result<void> Bed::make_textures() {
    std::byte* const memory = reinterpret_cast<std::byte*>(private_space_->host_begin() + table_offset);
    RF_TRY(table_, memory::TextureTable::create(*device_, *textures_, std::span(memory, guard::texture_table_bytes)));
    constexpr std::uint32_t own_word = 0x0177;
    RF_TRY(symbols_["texture"], make_line(*textures_, own_word, false, table_.get()));
    RF_TRY(symbols_["surface"], make_line(*textures_, own_word, true, table_.get()));
    RF_TRY(symbols_["dead_texture"], make_line(*textures_, own_word, false, table_.get()));
    table_->clear(symbols_["dead_texture"]);
    images_.pop_back();
    RF_TRY(symbols_["victim_texture"], make_line(*textures_, victim_word, false, nullptr));
    RF_TRY(symbols_["victim_surface"], make_line(*textures_, victim_word, true, nullptr));
    table_contents_.assign(memory, memory + guard::texture_table_bytes);
    return {};
}

Address Bed::fault_record() const {
    return private_space_->host_begin() + record_offset;
}

Address Bed::print_ring() const {
    return private_space_->host_begin() + ring_offset;
}

void Bed::name_places() {
    const Address end = window_.base + window_.bytes();
    const Symbols places = {
        {"own", own()},
        {"own_words", own_bytes / 4},
        {"victim", victim_},
        {"victim_low", victim_ & 0xffff'ffff},
        {"victim_high", victim_ >> 32},
        {"distance", victim_ - own()},
        {"distance_xor", victim_ ^ own()},
        {"window_begin", window_.base},
        {"window_end", end},
        {"zone_bytes", guard::zone_bytes},
        {"zone_end", end + guard::zone_bytes},
        {"record", fault_record()},
        {"texture_table", table_->address()},
        {"texture_table_entry", guard::texture_table_bytes / guard::texture_entries},
        {"slots_to_victim", victim_ - slots()},
    };
    symbols_.insert(places.begin(), places.end());
}

Result<void> Bed::start_victim() {
    RF_TRY(const backend::Function* const work, victim_module_->function("work"));
    const std::array<Address, 3> parameters = {victim_, victim_ + victim_words * 4,
                                               options_.is_quick ? quick_victim_turns : victim_turns};
    RF_RETURN_IF_ERROR(device_->fill(*victim_stream_, parameters[1], 0, 4, victim_threads));
    return device_->launch(*victim_stream_, *work, {.grid = {victim_threads / 256, 1, 1}, .block = {256, 1, 1}},
                           std::as_bytes(std::span(parameters)));
}

Result<void> Bed::reset_private() {
    auto* const memory = reinterpret_cast<std::byte*>(private_space_->host_begin());
    std::memset(memory, std::to_integer<int>(canary), private_bytes);
    std::memset(memory + record_offset, 0, sizeof(guard::FaultRecord));
    std::memcpy(memory + table_offset, table_contents_.data(), table_contents_.size());
    RF_TRY(guard::PrintRing ring, guard::PrintRing::make({memory + ring_offset, ring_bytes}));
    ring_ = std::make_unique<guard::PrintRing>(ring);
    return {};
}

Result<void> Bed::begin() {
    RF_RETURN_IF_ERROR(reset_private());
    std::vector<std::uint32_t> pattern(victim_words);
    for (std::uint32_t i = 0; i < victim_words; ++i)
        pattern[i] = secret | i;
    RF_RETURN_IF_ERROR(device_->copy_to_device(*victim_stream_, victim_, std::as_bytes(std::span(pattern))));
    std::vector<std::uint32_t> fill(own_bytes / 4);
    for (std::uint32_t i = 0; i < fill.size(); ++i)
        fill[i] = i;
    RF_RETURN_IF_ERROR(device_->copy_to_device(*attacker_stream_, own(), std::as_bytes(std::span(fill))));
    RF_TRY(const auto header, guard::make_device_heap(heap_bytes));
    RF_RETURN_IF_ERROR(device_->copy_to_device(*attacker_stream_, heap(), header));
    RF_RETURN_IF_ERROR(fill_line(victim_image_, victim_word));
    RF_RETURN_IF_ERROR(victim_stream_->synchronize());
    RF_RETURN_IF_ERROR(attacker_stream_->synchronize());
    return start_victim();
}

std::optional<std::string> Bed::find_harm(const Result<void>& outcome) {
    if (!outcome.ok()) {
        if (std::optional<std::string> why = judge(outcome.error())) return why;
    }
    if (std::optional<std::string> harm = find_harm_to_victim()) return harm;
    // Once more: the context must be alive.
    if (const Result<void> started = start_victim(); !started.ok())
        return "the context is dead: " + started.error().text();
    if (std::optional<std::string> harm = find_harm_to_victim()) return harm;
    if (std::optional<std::string> harm = find_harm_to_private()) return harm;
    return find_leak();
}

// The software GPU ends a launch at an access to what is not allocated. In the window and its zones a card has pages
// there; all else is an escape, or kills a card's context.
std::optional<std::string> Bed::judge(const Error& error) const {
    const std::string text = error.text();
    // The software GPU reports two things that a card does not: a warp operation whose mask lacks the thread itself; a
    // frame that its alignment makes larger than stacks are.
    for (const char* strictness : {"the thread's own lane", "too deep recursion"})
        if (options_.backend == Backend::Soft && text.find(strictness) != std::string::npos) return std::nullopt;
    const std::size_t at = text.find("address 0x");
    if (at == std::string::npos || text.find("outside any allocation") == std::string::npos) return "FAULT: " + text;
    const Address address = std::strtoull(text.c_str() + at + 8, nullptr, 16);
    const bool is_inside = address - (window_.base - guard::zone_bytes) < window_.bytes() + 2 * guard::zone_bytes;
    if (is_inside && options_.backend == Backend::Soft) return std::nullopt;
    return "ESCAPE: " + text;
}

std::optional<std::string> Bed::find_harm_to_victim() {
    std::vector<std::uint32_t> words(victim_words + victim_threads);
    Result<void> done = device_->copy_to_host(*victim_stream_, std::as_writable_bytes(std::span(words)), victim_);
    if (done.ok()) done = victim_stream_->synchronize();
    if (!done.ok()) return "ESCAPE: the victim fails: " + done.error().text();
    for (std::uint32_t i = 0; i < victim_words; ++i) {
        if (words[i] != (secret | i)) return "ESCAPE: the victim's word " + std::to_string(i) + " was changed";
    }
    for (std::uint32_t i = 0; i < victim_threads; ++i) {
        if (words[victim_words + i] != victim_results_[i]) return "ESCAPE: the victim's results are wrong";
    }
    return find_harm_to_image();
}

std::optional<std::string> Bed::find_harm_to_image() {
    std::vector<std::uint32_t> words(image_words);
    const Address place = victim_ + piece - image_words * 4;
    const backend::Box to{place, image_words * 4, image_words * 4};
    Result<void> done =
        device_->copy_array(*victim_stream_, to, backend::ArrayPlace{victim_image_}, {image_words * 4, 1, 1});
    if (done.ok()) done = device_->copy_to_host(*victim_stream_, std::as_writable_bytes(std::span(words)), place);
    if (done.ok()) done = victim_stream_->synchronize();
    if (!done.ok()) return "ESCAPE: the victim's surface cannot be read: " + done.error().text();
    const bool is_whole =
        std::all_of(words.begin(), words.end(), [](std::uint32_t word) { return word == victim_word; });
    return is_whole ? std::nullopt : std::optional<std::string>("ESCAPE: the victim's surface was changed");
}

std::optional<std::string> Bed::find_leak() {
    Result<std::vector<std::byte>> own_memory = read_own();
    if (!own_memory.ok()) return "the attacker's memory cannot be read: " + own_memory.error().text();
    for (std::size_t i = 0; i < own_bytes; i += 4) {
        std::uint32_t word = 0;
        std::memcpy(&word, own_memory.value().data() + i, 4);
        if ((word & 0xffff'0000) == secret) return "ESCAPE: the attacker has read a word of the victim's";
    }
    return std::nullopt;
}

std::optional<std::string> Bed::find_harm_to_private() {
    const auto* const memory = reinterpret_cast<const std::byte*>(private_space_->host_begin());
    const auto is_canary = [](std::byte byte) { return byte == canary; };
    const std::byte* const after_record = memory + record_offset + sizeof(guard::FaultRecord);
    const std::byte* const ring = memory + ring_offset;
    if (!std::all_of(memory, memory + record_offset, is_canary) || !std::all_of(after_record, ring, is_canary) ||
        !std::all_of(ring + ring_bytes, memory + private_bytes, is_canary))
        return "ESCAPE: the guard's own memory was written to";
    const auto* const table = memory + table_offset;
    if (!std::equal(table_contents_.begin(), table_contents_.end(), table))
        return "ESCAPE: the table of textures was written to";
    guard::PrintRingHeader header;
    std::memcpy(&header, ring, sizeof(header));
    if (header.head - header.tail > ring_bytes || header.mask != std::bit_floor(ring_bytes) - 1)
        return "ESCAPE: the print ring's header was written to";
    return std::nullopt;
}

std::optional<guard::Fault> Bed::fault() const {
    return guard::read_fault(std::span<const std::byte, sizeof(guard::FaultRecord)>(
        reinterpret_cast<const std::byte*>(fault_record()), sizeof(guard::FaultRecord)));
}

Result<std::vector<std::byte>> Bed::read_own() {
    std::vector<std::byte> bytes(own_bytes);
    RF_RETURN_IF_ERROR(device_->copy_to_host(*attacker_stream_, bytes, own()));
    RF_RETURN_IF_ERROR(attacker_stream_->synchronize());
    return bytes;
}

// Strings are read from the attacker's own buffer and variables only; that is the worker's business elsewhere.
std::string Bed::take_printed() {
    std::string text;
    const auto read = [&](Address address, std::size_t limit) -> std::string {
        std::vector<std::byte> bytes(std::min<std::size_t>(limit, 256));
        if (address < own() || address > variables() + variables_bytes - bytes.size()) return "?";
        Result<void> done = device_->copy_to_host(*attacker_stream_, bytes, address);
        if (done.ok()) done = attacker_stream_->synchronize();
        if (!done.ok()) return "?";
        const auto end = std::find(bytes.begin(), bytes.end(), std::byte{0});
        return {reinterpret_cast<const char*>(bytes.data()), static_cast<std::size_t>(end - bytes.begin())};
    };
    for (const guard::PrintRecord& record : ring_->take())
        text += guard::print(record, read);
    return text;
}

}  // namespace ringfence::attacks
