// The lines of a board in shared memory that stay when a process has ended: those of living processes. The clearing
// process writes nothing to its own line, so its contents are not its own either.
#pragma once

#include <algorithm>
#include <cstddef>
#include <span>

namespace ringfence {

class KeptPlaces {
public:
    explicit KeptPlaces(std::span<const std::size_t> places) : places_(places) {}

    bool has(std::size_t place) const { return std::find(places_.begin(), places_.end(), place) != places_.end(); }
    // Behind the last of them, and behind the clearing process, which has the first.
    std::size_t end() const {
        const auto last = std::max_element(places_.begin(), places_.end());
        return last == places_.end() ? 1 : *last + 1;
    }

private:
    std::span<const std::size_t> places_;
};

}  // namespace ringfence
