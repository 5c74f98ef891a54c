#include "fatbin/fatbin.h"

#include <algorithm>
#include <cstring>

namespace ringfence::fatbin {
namespace {

Error bad_image(const std::string& message) {
    return Error::bad_input(message).with_remedy("build the program again").with_status(invalid_image);
}

Error bad_entry(std::size_t number, const std::string& message) {
    return bad_image("entry " + std::to_string(number) + " of the fatbin: " + message);
}

bool begins_with(std::span<const std::byte> bytes, const void* magic, std::size_t size) {
    return bytes.size() >= size && std::memcmp(bytes.data(), magic, size) == 0;
}

// Bytes that are neither a fatbin nor a cubin must at least look like PTX: no byte that text does not have.
bool looks_like_text(std::span<const std::byte> bytes) {
    for (const std::byte byte : bytes.first(std::min<std::size_t>(bytes.size(), 256))) {
        const auto c = static_cast<unsigned char>(byte);
        if (c == 0) break;
        if (c < ' ' && c != '\n' && c != '\t' && c != '\r' && c != '\f' && c != '\v') return false;
    }
    return !bytes.empty() && bytes[0] != std::byte{0};
}

Result<Compression> compression_of(const EntryHeader& header, std::size_t number) {
    switch (header.flags & (flag_lz4 | flag_zstd)) {
        case 0: return Compression::None;
        case flag_lz4: return Compression::Lz4;
        case flag_zstd: return Compression::Zstd;
        default: return bad_entry(number, "it is compressed in two ways at once");
    }
}

std::string name_of(const EntryHeader& header, std::span<const std::byte> entry) {
    if (header.name_bytes == 0 || header.name_offset > entry.size() ||
        header.name_bytes > entry.size() - header.name_offset) {
        return {};
    }
    const auto name = entry.subspan(header.name_offset, header.name_bytes);
    const auto* const begin = reinterpret_cast<const char*>(name.data());
    return std::string(begin, strnlen(begin, name.size()));
}

// `entry` is header and payload.
Result<Image> image_of(const EntryHeader& header, std::span<const std::byte> entry, std::size_t number) {
    Image image;
    image.kind = header.kind == entry_ptx ? Kind::Ptx : Kind::Elf;
    image.sm = header.sm;
    image.flags = header.flags;
    image.name = name_of(header, entry);
    image.view = entry.subspan(header.header_bytes);
    image.bytes = image.view.size();
    RF_TRY(image.compression, compression_of(header, number));
    if (image.compression != Compression::None) {
        if (header.compressed_bytes > image.view.size()) return bad_entry(number, "it goes beyond its end");
        image.view = image.view.first(header.compressed_bytes);
        image.bytes = header.expanded_bytes;
    }
    if (image.bytes > largest_image) {
        return bad_entry(number, "it has " + std::to_string(image.bytes) + " bytes, more than the limit of " +
                                     std::to_string(largest_image));
    }
    return image;
}

// Tells whether the bytes are a part themselves. Known before they are read: looking inside first would recurse as deep
// as the bytes say.
enum class Place : std::uint8_t { Whole, Part };

Result<std::vector<Image>> parse_as(Place place, std::span<const std::byte> bytes);

Result<void> add_part(std::span<const std::byte> bytes, std::vector<Image>& images) {
    auto part = parse_as(Place::Part, bytes);
    if (!part.ok()) return part.take_error();
    const std::uint32_t last = images.empty() ? 0 : images.back().part;
    for (Image& image : part.value()) {
        image.part = last + 1;
        images.push_back(std::move(image));
    }
    return {};
}

Result<void> add_entry(Place place, const EntryHeader& header, std::span<const std::byte> entry, std::size_t number,
                       std::vector<Image>& images) {
    if (header.kind == entry_part) {
        if (place == Place::Part) return bad_entry(number, "it is a part, and has parts itself");
        return add_part(entry.subspan(header.header_bytes), images);
    }
    if (header.kind != entry_ptx && header.kind != entry_elf) return {};
    RF_TRY(Image image, image_of(header, entry, number));
    // Parts are counted by those that were there before.
    if (!images.empty() && images.back().part != 0) return bad_entry(number, "it stands behind the parts");
    images.push_back(std::move(image));
    return {};
}

Result<std::vector<Image>> parse_container(Place place, std::span<const std::byte> bytes) {
    RF_TRY(const std::uint64_t size, container_bytes(bytes));
    if (size > bytes.size()) return bad_image("the fatbin goes beyond its end");
    ContainerHeader container = {};
    std::memcpy(&container, bytes.data(), sizeof container);
    std::span<const std::byte> left = bytes.subspan(container.header_bytes, container.bytes);
    std::vector<Image> images;
    for (std::size_t number = 0; !left.empty(); ++number) {
        if (number == most_images || images.size() > most_images)
            return bad_image("the fatbin has more than " + std::to_string(most_images) + " entries");
        EntryHeader header = {};
        if (left.size() < sizeof header) return bad_entry(number, "it is shorter than its header");
        std::memcpy(&header, left.data(), sizeof header);
        if (header.header_bytes < sizeof header || header.header_bytes > left.size() ||
            header.payload_bytes > left.size() - header.header_bytes) {
            return bad_entry(number, "it goes beyond the fatbin's end");
        }
        const auto entry = left.first(header.header_bytes + header.payload_bytes);
        RF_RETURN_IF_ERROR(add_entry(place, header, entry, number, images));
        left = left.subspan(entry.size());
    }
    return images;
}

Result<std::vector<Image>> parse_as(Place place, std::span<const std::byte> bytes) {
    if (begins_with(bytes, &container_magic, sizeof container_magic)) {
        auto images = parse_container(place, bytes);
        if (images.ok() || images.error().status != 0) return images;
        return images.take_error().with_status(invalid_image);
    }
    if (bytes.size() > largest_image) return bad_image("the image is larger than the limit");
    Image image;
    image.view = bytes;
    image.bytes = bytes.size();
    if (begins_with(bytes,
                    "\x7f"
                    "ELF",
                    4)) {
        image.kind = Kind::Elf;
    } else if (!looks_like_text(bytes)) {
        return bad_image("the image is neither a fatbin, nor a cubin, nor PTX text");
    }
    return std::vector<Image>{std::move(image)};
}

}  // namespace

Result<std::vector<Image>> parse(std::span<const std::byte> bytes) {
    return parse_as(Place::Whole, bytes);
}

}  // namespace ringfence::fatbin
