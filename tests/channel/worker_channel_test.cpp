// A client that does what it must not: the worker sees it, and is not harmed.
#include "channel/worker_channel.h"

#include <cstring>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include "channel/client_channel.h"
#include "channel/dispatch.h"
#include "channel/shared_memory.h"

namespace ringfence::channel {
namespace {

using namespace std::chrono_literals;
using Next = WorkerChannel::Next;

constexpr auto memory_info = static_cast<std::uint16_t>(wire::Operation::MemoryInfo);
constexpr auto launch = static_cast<std::uint16_t>(wire::Operation::Launch);

// Counts what it is asked, and answers nothing.
struct Recorder {
    template <typename Record>
    void on(const Record&, Payload payload) {
        ++calls;
        payload_bytes += payload.size();
    }
    template <typename Record>
    void on(const Record&, Payload payload, Completion completion) {
        ++calls;
        payload_bytes += payload.size();
        completions.push_back(std::move(completion));
    }
    int calls = 0;
    std::size_t payload_bytes = 0;
    std::vector<Completion> completions;
};

class HostileClient : public testing::Test {
protected:
    void put(std::uint64_t at, const RecordHeader& header) {
        std::memcpy(ring_of(memory()).data() + at % ring_bytes, &header, sizeof header);
    }
    void produce(std::uint64_t position) { client_words_of(memory()).produced = position; }
    void submit(const RecordHeader& header) {
        put(position_, header);
        produce(position_ += header.bytes);
    }
    // The error of next() or of dispatch(); "" if both accept the record.
    std::string verdict() {
        std::vector<std::byte> record;
        switch (worker_.next(record)) {
            case Next::Empty: return "empty";
            case Next::Malformed: return worker_.malformed_reason();
            case Next::Record: break;
        }
        const Result<void> done = dispatch(recorder_, worker_, record);
        return done.ok() ? "" : done.error().message;
    }
    void expect_malformed(std::string_view reason) {
        const std::string got = verdict();
        EXPECT_TRUE(got.find(reason) != std::string::npos) << got;
        EXPECT_EQ(recorder_.calls, 0);
        EXPECT_NE(verdict(), "");  // and so it stays, or there is nothing more
    }
    std::span<std::byte> memory() { return shared_.memory.bytes(); }

    SharedMemory shared_ = create_shared_memory({}).take();
    WorkerChannel worker_{memory()};
    Recorder recorder_;  // its completions go before the channel
    std::uint64_t position_ = 0;
};

TEST_F(HostileClient, APositionThatIsNotAligned) {
    produce(8);
    expect_malformed("position is not aligned");
}

TEST_F(HostileClient, APositionBeyondTheRing) {
    produce(ring_bytes + 16);
    expect_malformed("position is out of range");
}

TEST_F(HostileClient, APositionThatGoesBack) {
    submit({16, memory_info, 0, 0, 1});
    EXPECT_EQ(verdict(), "");
    recorder_.calls = 0;
    produce(0);
    expect_malformed("position is out of range");
}

TEST_F(HostileClient, SizesThatDoNotFit) {
    for (const std::uint32_t size : {0U, 8U, 15U, 17U, 24U}) {
        WorkerChannel fresh(memory());
        put(0, {size, memory_info, 0, 0, 1});
        produce(64);
        std::vector<std::byte> record;
        EXPECT_EQ(fresh.next(record), Next::Malformed) << size;
        EXPECT_NE(fresh.malformed_reason().find("size is bad"), std::string::npos) << fresh.malformed_reason();
    }
}

TEST_F(HostileClient, ARecordLargerThanWhatWasSubmitted) {
    put(0, {64, launch, 0, 0, 0});
    produce(32);
    expect_malformed("larger than what was submitted");
}

TEST_F(HostileClient, ARecordBeyondTheRingsEnd) {
    std::vector<std::byte> record;
    while (position_ + 1024 < ring_bytes) {
        submit({1024, launch, 0, 0, 0});
        ASSERT_EQ(worker_.next(record), Next::Record);
    }
    submit({2048, launch, 0, 0, 0});
    expect_malformed("beyond the ring's end");
}

TEST_F(HostileClient, ARecordThatIsTooLarge) {
    submit({largest_record + 16, launch, 0, 0, 0});
    expect_malformed("a record is too large");
}

TEST_F(HostileClient, SkipsThatDoNotEndTheRing) {
    submit({32, skip, 0, 0, 0});
    expect_malformed("a skip does not end the ring");
}

TEST_F(HostileClient, ASkipOfTheWholeRing) {
    submit({ring_bytes, skip, 0, 0, 0});
    expect_malformed("a skip does not end the ring");
}

TEST_F(HostileClient, APayloadLargerThanItsRecord) {
    submit({32, launch, 0, 17, 0});
    expect_malformed("a payload is larger");
}

TEST_F(HostileClient, AReservedFieldThatIsUsed) {
    submit({32, launch, 1, 0, 0});
    expect_malformed("reserved");
}

TEST_F(HostileClient, ASlotOutOfRange) {
    submit({16, memory_info, 0, 0, slot_count + 1});
    expect_malformed("a slot is out of range");
}

TEST_F(HostileClient, ASlotUsedTwice) {
    submit({16, memory_info, 0, 0, 3});
    submit({16, memory_info, 0, 0, 3});
    EXPECT_EQ(verdict(), "");
    recorder_.calls = 0;
    expect_malformed("a slot is used twice");
}

TEST_F(HostileClient, ASlotMayBeUsedAgainAfterItsReply) {
    for (int i = 0; i < 3; ++i) {
        submit({16, memory_info, 0, 0, slot_count});
        EXPECT_EQ(verdict(), "");
        recorder_.completions.clear();  // dropped: answered with a failure
        EXPECT_EQ(slot_of(memory(), slot_count - 1).status, unknown_failure);
    }
}

TEST_F(HostileClient, OperationsThatThereAreNot) {
    submit({16, wire::operation_count, 0, 0, 0});
    expect_malformed("there is no such operation");
}

TEST_F(HostileClient, FieldsThatAreNotThere) {
    submit({16, launch, 0, 0, 0});
    expect_malformed("(launch): its size");
}

TEST_F(HostileClient, MoreThanFieldsAndPayload) {
    submit({sizeof(RecordHeader) + sizeof(wire::Launch) + 32, launch, 0, 0, 0});
    expect_malformed("(launch): its size");
}

TEST_F(HostileClient, APayloadWhereThereIsNone) {
    submit({32, memory_info, 0, 16, 1});
    expect_malformed("(memory_info): it has no payload");
}

TEST_F(HostileClient, ACallWithoutASlotAndASlotWithoutACall) {
    submit({16, memory_info, 0, 0, 0});
    EXPECT_NE(verdict().find("no slot for its reply"), std::string::npos);
    submit({sizeof(RecordHeader) + 48, launch, 0, 0, 1});
    EXPECT_NE(verdict().find("it has no reply"), std::string::npos);
}

TEST_F(HostileClient, ARecordIsReadOnce) {
    submit({80, launch, 0, 16, 0});
    std::vector<std::byte> record;
    ASSERT_EQ(worker_.next(record), Next::Record);
    put(0, {16, 0xffff, 0xffff, 0xffff'ffff, 0xffff'ffff});
    EXPECT_TRUE(dispatch(recorder_, worker_, record).ok());
    EXPECT_EQ(recorder_.calls, 1);
    EXPECT_EQ(recorder_.payload_bytes, 16U);
}

TEST_F(HostileClient, WordsOfTheWorkerThatAreOverwritten) {
    submit({16, memory_info, 0, 0, 1});
    WorkerWords& words = worker_words_of(memory());
    words.consumed = 12345;
    words.failure = -1;
    words.mailbox_written = 77;
    slot_of(memory(), 0).state = 0xdead;
    slot_of(memory(), 0).field_bytes = 0xffff'ffff;
    EXPECT_EQ(verdict(), "");
    recorder_.completions.at(0).succeed(wire::MemoryInfo::Reply{1, 2});
    for (std::uint64_t token = 0; token < 2 * mailbox_count; ++token)
        worker_.post_host_call(token);
    worker_.set_failure(700, 0);
    EXPECT_EQ(verdict(), "empty");
    EXPECT_EQ(words.consumed, 16U);
    EXPECT_EQ(words.mailbox_written, mailbox_count);
}

TEST_F(HostileClient, AnswersBeyondTheirMailbox) {
    ClientWords& words = client_words_of(memory());
    std::vector<std::uint64_t> tokens;
    words.answers[0] = 7;
    words.answers_written = 1;
    EXPECT_TRUE(worker_.take_answers(tokens));
    EXPECT_EQ(tokens, std::vector<std::uint64_t>{7});
    EXPECT_TRUE(worker_.take_answers(tokens));
    EXPECT_TRUE(tokens.empty());
    for (const std::uint32_t written : {mailbox_count + 2, 0U, 0xffff'ffffU}) {
        words.answers_written = written;
        EXPECT_FALSE(worker_.take_answers(tokens)) << written;
    }
}

TEST_F(HostileClient, ASleepingWorkerCanBeWokenWhateverTheWordSays) {
    for (const std::uint32_t value : {0U, 1U, 7U}) {
        std::thread waker([&] {
            std::this_thread::sleep_for(10ms);
            worker_words_of(memory()).is_sleeping = value;
            worker_.wake();
        });
        const auto start = std::chrono::steady_clock::now();
        EXPECT_FALSE(worker_.wait(0us, 60s));
        EXPECT_LT(std::chrono::steady_clock::now() - start, 20s);
        waker.join();
    }
}

TEST_F(HostileClient, AWakeBeforeTheWaitIsNotLost) {
    worker_.wake();
    const auto start = std::chrono::steady_clock::now();
    worker_.wait(0us, 60s);
    EXPECT_LT(std::chrono::steady_clock::now() - start, 20s);
}

TEST_F(HostileClient, SaysWhichCallsAreNotSupported) {
    EXPECT_EQ(worker_.unsupported().calls, 0u);
    EXPECT_EQ(worker_.unsupported().names, "");
    ClientChannel client(memory(), [] { return true; });
    std::vector<std::string> names = {"cuGreenCtxCreate"};
    client.tell_unsupported(1, names);
    client.tell_unsupported(2, names);
    EXPECT_EQ(worker_.unsupported().names, "cuGreenCtxCreate");
    // What does not fit is left out; a shorter one may fit still.
    names.emplace_back(unsupported_names_bytes, 'x');
    names.emplace_back("cudnnOpTensor");
    client.tell_unsupported(7, names);
    client.tell_unsupported(5, names);  // by a thread that was slower
    EXPECT_EQ(worker_.unsupported().calls, 7u);
    EXPECT_EQ(worker_.unsupported().names, "cuGreenCtxCreate cudnnOpTensor");
}

TEST_F(HostileClient, CannotSayMoreThanThereIsRoomFor) {
    ClientWords& words = client_words_of(memory());
    std::memset(words.unsupported_names, 0xff, sizeof words.unsupported_names);
    words.unsupported_calls = UINT64_MAX;
    for (const std::uint32_t bytes : {UINT32_MAX, std::uint32_t{unsupported_names_bytes} + 1}) {
        words.unsupported_bytes = bytes;
        EXPECT_EQ(worker_.unsupported().names, std::string(unsupported_names_bytes, '\xff'));
        EXPECT_EQ(worker_.unsupported().calls, UINT64_MAX);
    }
}

TEST(SharedMemory, MappingChecksWhatItIsGiven) {
    const SharedMemory shared = create_shared_memory({}).take();
    EXPECT_TRUE(map_shared_memory(shared.file.get()).ok());
    reinterpret_cast<Header*>(shared.memory.bytes().data())->version_number = version + 1;
    EXPECT_FALSE(map_shared_memory(shared.file.get()).ok());
    EXPECT_FALSE(map_shared_memory(0).ok());
}

}  // namespace
}  // namespace ringfence::channel
