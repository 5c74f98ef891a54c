#include "audit/syncer.h"

#include <unistd.h>

#include <gtest/gtest.h>

namespace ringfence::audit {
namespace {

TEST(Syncer, FinishesWhatIsWantedAtOnce) {
    int ends[2] = {-1, -1};
    ASSERT_EQ(::pipe(ends), 0);
    const UniqueFd reading(ends[0]);
    const UniqueFd writing(ends[1]);
    Syncer syncer(std::chrono::hours(1));
    syncer.finish();
    EXPECT_EQ(syncer.failures(), 0U);
    // A pipe cannot be synced, so that it is seen when that was tried.
    syncer.want(reading.get(), writing.get());
    syncer.finish();
    EXPECT_EQ(syncer.failures(), 2U);
    syncer.want(reading.get(), writing.get());
    syncer.finish();
    EXPECT_EQ(syncer.failures(), 4U);
}

}  // namespace
}  // namespace ringfence::audit
