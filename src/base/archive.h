// Structures as bytes, for files of our own: numbers as they lie in memory, texts and lists with their length in front.
//
// A type lists its parts once, for writing and reading alike, in a structured binding, so that one which is added later
// cannot be forgotten:
//
//     template <typename Archive>
//     void visit_fields(Archive& archive, Point& point) {
//         auto& [x, y] = point;
//         archive(x, y);
//     }
//
// The reader takes any bytes. It gives zeros and empty lists once something does not fit, and says so at the end:
// is_whole(). The result takes no more memory than a fixed multiple of the bytes.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace ringfence {

template <typename T>
concept ArchivedNumber = std::integral<T> || std::is_enum_v<T> || std::same_as<T, std::byte>;

class ArchiveWriter {
public:
    template <typename... Parts>
    void operator()(const Parts&... parts) {
        (put(parts), ...);
    }
    std::string take() { return std::move(bytes_); }

private:
    template <ArchivedNumber Number>
    void put(const Number& number) {
        append(&number, sizeof number);
    }
    void put(const std::string& text) {
        put(std::uint64_t{text.size()});
        append(text.data(), text.size());
    }
    template <typename Element>
    void put(const std::vector<Element>& list) {
        put(std::uint64_t{list.size()});
        if constexpr (ArchivedNumber<Element>) {
            append(list.data(), list.size() * sizeof(Element));
        } else {
            for (const Element& element : list)
                put(element);
        }
    }
    template <typename Value>
    void put(const std::optional<Value>& value) {
        put(value.has_value());
        put(value.value_or(Value{}));
    }
    template <typename Structure>
    requires(!ArchivedNumber<Structure>) void put(const Structure& structure) {
        // One description serves both ways; this one only looks.
        visit_fields(*this, const_cast<Structure&>(structure));  // NOLINT(cppcoreguidelines-pro-type-const-cast)
    }
    void append(const void* data, std::size_t size) {
        if (size != 0) bytes_.append(static_cast<const char*>(data), size);
    }

    std::string bytes_;
};

class ArchiveReader {
public:
    explicit ArchiveReader(std::string_view bytes) : bytes_(bytes) {}

    template <typename... Parts>
    void operator()(Parts&... parts) {
        (get(parts), ...);
    }
    // True if everything fitted, and nothing is left.
    [[nodiscard]] bool is_whole() const { return !is_broken_ && bytes_.empty(); }
    [[nodiscard]] bool is_broken() const { return is_broken_; }

private:
    template <ArchivedNumber Number>
    void get(Number& number) {
        const std::string_view part = take(sizeof number);
        if (part.empty()) return;
        if constexpr (std::same_as<Number, bool>) {
            is_broken_ = is_broken_ || (part[0] != 0 && part[0] != 1);
            number = part[0] == 1;
        } else {
            std::memcpy(&number, part.data(), sizeof number);
        }
    }
    void get(std::string& text) { text = take(count_of(1)); }
    template <typename Element>
    void get(std::vector<Element>& list) {
        list.clear();
        if constexpr (ArchivedNumber<Element>) {
            const std::string_view part = take(count_of(sizeof(Element)) * sizeof(Element));
            list.resize(part.size() / sizeof(Element));
            if (!part.empty()) std::memcpy(list.data(), part.data(), part.size());
        } else {
            const std::uint64_t count = count_of(1);
            list.reserve(count);
            for (std::uint64_t i = 0; i < count && !is_broken_; ++i)
                get(list.emplace_back());
        }
    }
    template <typename Value>
    void get(std::optional<Value>& value) {
        bool is_there = false;
        get(is_there);
        get(value.emplace());
        if (is_there) return;
        // One value has one form: bytes that nobody reads could be anything.
        is_broken_ = is_broken_ || *value != Value{};
        value.reset();
    }
    template <typename Structure>
    requires(!ArchivedNumber<Structure>) void get(Structure& structure) { visit_fields(*this, structure); }

    // The length of a list whose elements take at least so many bytes each.
    std::uint64_t count_of(std::size_t element) {
        std::uint64_t count = 0;
        get(count);
        is_broken_ = is_broken_ || count > bytes_.size() / element;
        return is_broken_ ? 0 : count;
    }
    std::string_view take(std::size_t size) {
        is_broken_ = is_broken_ || size > bytes_.size();
        if (is_broken_) return {};
        const std::string_view part = bytes_.substr(0, size);
        bytes_.remove_prefix(size);
        return part;
    }

    std::string_view bytes_;
    bool is_broken_ = false;
};

}  // namespace ringfence
