#include "campaigns.h"

#include <cstdio>

#include "base/escape.h"

namespace ringfence::attacks {

Bed* Campaign::bed() {
    // Attacks leave their traces in the window: a new bed now and then is cheaper than clearing all of it. A card's is
    // a context, and several processes that make theirs wait for each other.
    const unsigned uses = is_soft() ? 25 : 500;
    if (bed_ == nullptr || uses_of_bed_ >= uses) {
        bed_.reset();
        Result<std::unique_ptr<Bed>> made = Bed::open(options_);
        if (!made.ok()) {
            std::printf("FAIL there is no bed: %s\n", made.error().text().c_str());
            ++failed_;
            return nullptr;
        }
        bed_ = made.take();
        uses_of_bed_ = 0;
    }
    ++uses_of_bed_;
    return bed_.get();
}

void Campaign::report(std::string_view name, const Verdict& verdict, bool is_quiet) {
    ++tried_;
    launched_ += verdict.is_launched ? 1 : 0;
    if (!verdict.is_good) {
        ++failed_;
        bed_.reset();
    }
    if (is_quiet && verdict.is_good && !verdict.is_remarkable) return;
    constexpr std::size_t longest = 600;
    std::printf("%-4s %.*s: %s\n", verdict.is_good ? "ok" : "FAIL", static_cast<int>(name.size()), name.data(),
                escape(verdict.text, longest).c_str());
    std::fflush(stdout);
}

int Campaign::summary() const {
    std::printf("%u attacks, %u launched, %u failures\n", tried_, launched_, failed_);
    return failed_ == 0 ? 0 : 1;
}

}  // namespace ringfence::attacks
