#include "supervisor/tail_reader.h"

#include <sys/eventfd.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <deque>
#include <utility>

#include "base/mutex.h"
#include "base/start_thread.h"
#include "base/unique_fd.h"

namespace ringfence::supervisor {

// Shared with the thread, so it exists until the thread has ended.
struct TailReader::Shared {
    struct Question {
        std::uint64_t number = 0;
        std::function<Lines()> read;
    };

    Mutex mutex;
    std::map<uid_t, std::deque<Question>> waiting RF_GUARDED_BY(mutex);
    uid_t last_user RF_GUARDED_BY(mutex) = 0;
    std::vector<std::pair<std::uint64_t, Lines>> answers RF_GUARDED_BY(mutex);
    bool has_thread RF_GUARDED_BY(mutex) = false;
    UniqueFd wake;

    Question take_next() RF_REQUIRES(mutex) {
        auto next = waiting.upper_bound(last_user);
        if (next == waiting.end()) next = waiting.begin();
        last_user = next->first;
        Question question = std::move(next->second.front());
        next->second.pop_front();
        if (next->second.empty()) waiting.erase(next);
        return question;
    }

    // Runs until no question waits.
    void work() {
        const MutexLock lock(mutex);
        while (!waiting.empty()) {
            const Question question = take_next();
            Lines lines;
            {
                const MutexUnlock unlocked(mutex);
                lines = question.read();
            }
            answers.emplace_back(question.number, std::move(lines));
            const std::uint64_t one = 1;
            if (::write(wake.get(), &one, sizeof one) < 0) continue;
        }
        has_thread = false;
    }
};

Result<std::unique_ptr<TailReader>> TailReader::create(rpc::EventLoop& loop) {
    std::unique_ptr<TailReader> reader(new TailReader());
    reader->shared_ = std::make_shared<Shared>();
    reader->shared_->wake = UniqueFd(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK));
    if (!reader->shared_->wake)
        return Error::bad_input(std::string("cannot watch who reads the audit log: ") + std::strerror(errno));
    reader->watch_ = loop.watch(reader->shared_->wake.get(), [raw = reader.get()] { raw->hand_out(); });
    return reader;
}

TailReader::~TailReader() {
    watch_.reset();
    const MutexLock lock(shared_->mutex);
    shared_->waiting.clear();
}

kj::Promise<TailReader::Lines> TailReader::look(uid_t user, std::function<Lines()> read) {
    auto answer = kj::newPromiseAndFulfiller<Lines>();
    askers_.emplace(++last_question_, kj::mv(answer.fulfiller));
    const MutexLock lock(shared_->mutex);
    shared_->waiting[user].push_back({last_question_, std::move(read)});
    if (!shared_->has_thread) {
        Result<std::thread> thread = start_thread([shared = shared_] { shared->work(); });
        if (!thread.ok()) {
            // Without a thread this question is the only one waiting.
            shared_->waiting.clear();
            askers_.erase(last_question_);
            return KJ_EXCEPTION(OVERLOADED, "the system gives the daemon no more threads");
        }
        thread.take().detach();
        shared_->has_thread = true;
    }
    return kj::mv(answer.promise);
}

void TailReader::hand_out() {
    std::uint64_t count = 0;
    if (::read(shared_->wake.get(), &count, sizeof count) < 0) return;
    std::vector<std::pair<std::uint64_t, Lines>> answers;
    {
        const MutexLock lock(shared_->mutex);
        answers = std::exchange(shared_->answers, {});
    }
    for (auto& [number, lines] : answers) {
        const auto asker = askers_.find(number);
        asker->second->fulfill(std::move(lines));
        askers_.erase(asker);
    }
}

}  // namespace ringfence::supervisor
