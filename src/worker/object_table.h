// A session's objects of one kind, by the handles that the client chose.
//
// A handle is refused unless its kind, index and generation are those of an existing object. Places are allocated in
// pages on demand, and never more than `most_places`, whatever indices a client chooses.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "base/cuda_status.h"
#include "base/handle.h"
#include "base/result.h"

namespace ringfence::worker {

template <typename T>
class ObjectTable {
public:
    static constexpr std::uint32_t most_places = 1 << 20;

    ObjectTable(HandleKind kind, std::uint32_t most_objects) : kind_(kind), most_objects_(most_objects) {}

    Result<void> insert(std::uint64_t bits, std::shared_ptr<T> object) {
        const Handle handle{bits};
        if (handle.kind() != kind_ || handle.index() >= most_places) return bad("is not one of this kind");
        if (count_ >= most_objects_) {
            return Error::bad_input("the session has too many objects of a kind")
                .with_status(cuda_status::out_of_memory);
        }
        Place& place = place_for(handle.index());
        if (place.object) return bad("is taken");
        place = {handle.generation(), std::move(object)};
        ++count_;
        return {};
    }

    // Null if there is none. The pointer is valid until the object is removed.
    T* find(std::uint64_t bits) const {
        const Place* place = find_place(bits);
        return place != nullptr ? place->object.get() : nullptr;
    }
    std::shared_ptr<T> share(std::uint64_t bits) const {
        const Place* place = find_place(bits);
        return place != nullptr ? place->object : nullptr;
    }

    // The removed object; null if there was none.
    std::shared_ptr<T> remove(std::uint64_t bits) {
        auto* place = const_cast<Place*>(find_place(bits));
        if (place == nullptr) return nullptr;
        --count_;
        return std::exchange(place->object, nullptr);
    }

    template <typename Visitor>
    void for_each(Visitor&& visit) {
        for (auto& page : pages_) {
            if (!page) continue;
            for (Place& place : *page) {
                if (place.object) visit(*place.object);
            }
        }
    }
    template <typename Predicate>
    void remove_if(Predicate&& is_unwanted) {
        for (auto& page : pages_) {
            if (!page) continue;
            for (Place& place : *page) {
                if (!place.object || !is_unwanted(*place.object)) continue;
                place.object.reset();
                --count_;
            }
        }
    }

    void clear() {
        pages_.clear();
        count_ = 0;
    }
    std::uint32_t count() const { return count_; }

private:
    struct Place {
        std::uint32_t generation = 0;
        std::shared_ptr<T> object;
    };
    static constexpr std::size_t page_places = 256;
    using Page = std::array<Place, page_places>;

    static Error bad(const char* what) {
        return Error::bad_input(std::string("a handle that the client chose ") + what)
            .with_status(cuda_status::invalid_handle);
    }

    Place& place_for(std::uint32_t index) {
        const std::size_t page = index / page_places;
        if (page >= pages_.size()) pages_.resize(page + 1);
        if (!pages_[page]) pages_[page] = std::make_unique<Page>();
        return (*pages_[page])[index % page_places];
    }
    const Place* find_place(std::uint64_t bits) const {
        const Handle handle{bits};
        const std::size_t page = handle.index() / page_places;
        if (handle.kind() != kind_ || page >= pages_.size() || !pages_[page]) return nullptr;
        const Place& place = (*pages_[page])[handle.index() % page_places];
        return place.object && place.generation == handle.generation() ? &place : nullptr;
    }

    HandleKind kind_;
    std::uint32_t most_objects_;
    std::uint32_t count_ = 0;
    std::vector<std::unique_ptr<Page>> pages_;
};

}  // namespace ringfence::worker
