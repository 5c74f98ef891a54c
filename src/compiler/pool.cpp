#include "compiler/pool.h"

#include <algorithm>
#include <system_error>
#include <tuple>
#include <utility>

#include <fmt/core.h>

#include "base/cuda_status.h"
#include "compiler/watch.h"

namespace ringfence::compiler {
namespace {

using Clock = std::chrono::steady_clock;

PoolOptions completed(PoolOptions options) {
    if (options.most_at_once == 0) options.most_at_once = std::clamp(std::thread::hardware_concurrency() / 4, 2U, 8U);
    return options;
}

// With tenants that were here once and may come again.
constexpr std::size_t most_tenants_known = 1024;

Error has_left() {
    return Error::bad_input("the session ends").with_status(cuda_status::invalid_context);
}

}  // namespace

Customer::Customer(Pool& pool, std::chrono::milliseconds time_limit, const std::string& tenant)
    : pool_(pool), time_limit_(time_limit), tenant_(tenant) {
    const MutexLock lock(pool_.mutex_);
    pool_.customers_.push_back(this);
    if (pool_.tenants_[tenant_].customers++ == 0) ++pool_.tenants_here_;
    pool_.forget_old_tenants();
}

Customer::~Customer() {
    leave();
}

void Customer::announce() {
    pool_.announce(*this);
}

Result<std::vector<std::byte>> Customer::compile(const std::string& text, const std::string& file_name) {
    return pool_.compile(*this, text, file_name);
}

void Customer::leave() {
    pool_.leave(*this);
}

std::string Customer::assembler_version() const {
    return pool_.assembler_ ? pool_.assembler_.value().version : std::string();
}

std::chrono::steady_clock::duration Customer::waited() const {
    const MutexLock lock(pool_.mutex_);
    return waited_ + (waiting_ != 0 ? Clock::now() - waiting_since_ : Clock::duration::zero());
}

Pool::Pool(PoolOptions options) : options_(completed(std::move(options))) {}

Result<std::unique_ptr<Pool>> Pool::create(PoolOptions options) {
    std::unique_ptr<Pool> pool(new Pool(std::move(options)));
    try {
        pool->keeper_ = std::thread([raw = pool.get()] { raw->keep(); });
    } catch (const std::system_error& error) {
        return Error::bad_input(std::string("the system gives no thread for compilers: ") + error.what());
    }
    pool->await_keeper();
    return pool;
}

void Pool::await_keeper() {
    const MutexLock lock(mutex_);
    changed_.wait(mutex_, [this]() RF_REQUIRES(mutex_) { return has_begun_; });
}

Pool::~Pool() {
    {
        const MutexLock lock(mutex_);
        is_ending_ = true;
    }
    keeper_wakes_.notify_all();
    if (keeper_.joinable()) keeper_.join();
}

Result<std::vector<std::byte>> Pool::compile(Customer& customer, const std::string& text,
                                             const std::string& file_name) {
    const MutexLock lock(mutex_);
    RF_RETURN_IF_ERROR(await_place(customer));
    auto code = compile_at_place(customer, text, file_name);
    leave_place(customer);
    ++(code ? totals_.compiled : totals_.failed);
    return code;
}

Result<void> Pool::await_place(Customer& customer) {
    if (customer.has_left_) return has_left();
    Waiter waiter{&customer};
    waiting_.push_back(&waiter);
    begin_waiting(customer);
    call_next();
    changed_.wait(mutex_, [&]() RF_REQUIRES(mutex_) { return waiter.is_called || customer.has_left_; });
    end_waiting(customer);
    if (waiter.is_called) return {};
    waiting_.remove(&waiter);
    changed_.notify_all();
    return has_left();
}

void Pool::begin_waiting(Customer& customer) {
    if (customer.waiting_++ == 0) customer.waiting_since_ = Clock::now();
}

void Pool::end_waiting(Customer& customer) {
    if (--customer.waiting_ == 0) customer.waited_ += Clock::now() - customer.waiting_since_;
}

void Pool::forget_old_tenants() {
    if (tenants_.size() <= most_tenants_known) return;
    auto oldest = tenants_.end();
    for (auto tenant = tenants_.begin(); tenant != tenants_.end(); ++tenant) {
        if (tenant->second.customers != 0) continue;
        if (oldest == tenants_.end() || tenant->second.served.last < oldest->second.served.last) oldest = tenant;
    }
    if (oldest != tenants_.end()) tenants_.erase(oldest);
}

bool Pool::may_take_place(const Customer& customer) const {
    if (busy_ >= options_.most_at_once) return false;
    const bool is_last = busy_ + 1 == options_.most_at_once;
    if (!is_last) return true;
    return customer.served_.busy == 0 && (tenants_here_ == 1 || tenants_.at(customer.tenant_).served.busy == 0);
}

void Pool::call_next() {
    while (true) {
        Waiter* best = nullptr;
        const auto rank = [this](const Waiter& waiter) RF_REQUIRES(mutex_) {
            const Customer::Served& tenant = tenants_.at(waiter.customer->tenant_).served;
            const Customer::Served& own = waiter.customer->served_;
            return std::tuple(tenant.busy, tenant.last, own.busy, own.last);
        };
        for (Waiter* waiter : waiting_) {
            if (may_take_place(*waiter->customer) && (best == nullptr || rank(*waiter) < rank(*best))) best = waiter;
        }
        if (best == nullptr) return;
        waiting_.remove(best);
        best->is_called = true;
        ++busy_;
        ++served_;
        for (Customer::Served* served : {&best->customer->served_, &tenants_.at(best->customer->tenant_).served}) {
            ++served->busy;
            served->last = served_;
        }
        changed_.notify_all();
    }
}

void Pool::leave_place(Customer& customer) {
    --busy_;
    --customer.served_.busy;
    --tenants_.at(customer.tenant_).served.busy;
    call_next();
    changed_.notify_all();
}

std::chrono::milliseconds Pool::time_limit_of(const Customer& customer) const {
    const auto most = options_.process.time_limit;
    return customer.time_limit_.count() == 0 ? most : std::min(customer.time_limit_, most);
}

Result<std::vector<std::byte>> Pool::compile_at_place(Customer& customer, const std::string& text,
                                                      const std::string& file_name) {
    std::chrono::milliseconds time_limit = time_limit_of(customer);
    if (auto assembled = assemble(customer, text, file_name, time_limit)) return std::move(*assembled);
    return compile_by_driver(customer, text, file_name, time_limit);
}

Result<std::vector<std::byte>> Pool::work(Customer& customer, Compilation& compilation, const std::string& text,
                                          const std::string& file_name, std::chrono::milliseconds time_limit) {
    const auto place = customer.at_work_.insert(customer.at_work_.end(), &compilation);
    auto code = [&]() RF_REQUIRES(mutex_) {
        const MutexUnlock unlocked(mutex_);
        return compilation.compile(text, file_name, time_limit);
    }();
    customer.at_work_.erase(place);
    return code;
}

std::optional<Result<std::vector<std::byte>>> Pool::assemble(Customer& customer, const std::string& text,
                                                             const std::string& file_name,
                                                             std::chrono::milliseconds& time_limit) {
    // Where the nursery is gone, the driver's compiler is started by another one, which the next text finds.
    if (!assembler_ || !nursery_) return std::nullopt;
    Assembly assembly(assembler_.value(), options_.process, nursery_);
    const auto begun = Clock::now();
    auto code = work(customer, assembly, text, file_name, time_limit);
    if (customer.has_left_) return has_left();
    if (code) ++totals_.assembled;
    if (code || !assembly.has_declined()) return code;
    const auto taken = std::chrono::duration_cast<std::chrono::milliseconds>(Clock::now() - begun);
    time_limit = std::max(time_limit - taken, std::chrono::milliseconds(1));
    return std::nullopt;
}

Result<std::vector<std::byte>> Pool::compile_by_driver(Customer& customer, const std::string& text,
                                                       const std::string& file_name,
                                                       std::chrono::milliseconds time_limit) {
    // One that ends before it has seen the text, whatever the reason, is replaced once.
    for (bool is_second = false;; is_second = true) {
        RF_TRY(std::unique_ptr<Process> process, take_process(customer));
        if (customer.has_left_) {  // while a process was started for it, which leave() did not see
            put_back(customer, std::move(process));
            return has_left();
        }
        auto code = work(customer, *process, text, file_name, time_limit);
        const bool was_asked = process->is_used();
        put_back(customer, std::move(process));
        if (customer.has_left_) return has_left();
        if (code || was_asked || is_second) return code;
        if (options_.log) options_.log(code.error().text());
    }
}

std::unique_ptr<Process> Pool::waiting_process(Customer& customer) {
    for (std::vector<Customer::Idle>* list : {&customer.idle_, &spares_}) {
        while (!list->empty()) {
            std::unique_ptr<Process> process = std::move(list->back().process);
            list->pop_back();
            // A spare that cannot be used says why when it is asked.
            if (list == &spares_ || process->is_fit()) return process;
            dead_.push_back(std::move(process));
        }
    }
    return nullptr;
}

Result<std::unique_ptr<Process>> Pool::take_process(Customer& customer) {
    if (std::unique_ptr<Process> process = waiting_process(customer)) return process;
    const std::uint64_t failed_before = failed_starts_;
    ++takers_;
    while (!customer.has_left_) {
        keeper_wakes_.notify_all();
        changed_.wait(mutex_);
        // Then the keeper counts no takers any more.
        if (failed_starts_ != failed_before) return why_no_start_;
        // A later customer may have been quicker: then the keeper starts another.
        if (std::unique_ptr<Process> process = waiting_process(customer)) {
            --takers_;
            return process;
        }
    }
    --takers_;
    return has_left();
}

void Pool::put_back(Customer& customer, std::unique_ptr<Process> process) {
    if (process->is_fit() && !customer.has_left_) {
        customer.idle_.push_back({std::move(process), Clock::now()});
    } else {
        dead_.push_back(std::move(process));
    }
    keeper_wakes_.notify_all();
}

void Pool::announce(Customer& customer) {
    // An assembler is there when it is needed.
    if (assembler_) return;
    const MutexLock lock(mutex_);
    if (customer.has_left_ || !customer.idle_.empty() || !spares_.empty()) return;
    if (busy_ >= options_.most_at_once) return;
    is_announced_ = true;
    keeper_wakes_.notify_all();
}

void Pool::leave(Customer& customer) {
    const MutexLock lock(mutex_);
    customer.has_left_ = true;
    for (Compilation* compilation : customer.at_work_)
        compilation->kill();
    for (Customer::Idle& idle : customer.idle_)
        dead_.push_back(std::move(idle.process));
    customer.idle_.clear();
    changed_.notify_all();
    keeper_wakes_.notify_all();
    // Its threads are gone from here when it is.
    changed_.wait(mutex_, [&]() RF_REQUIRES(mutex_) {
        return customer.served_.busy == 0 && std::none_of(waiting_.begin(), waiting_.end(), [&](const Waiter* waiter) {
                   return waiter->customer == &customer;
               });
    });
    // The first time that it leaves.
    if (customers_.remove(&customer) != 0 && --tenants_.at(customer.tenant_).customers == 0) {
        --tenants_here_;
        call_next();  // the last place may be free for a tenant that has one
    }
}

void Pool::keep() {
    constexpr auto look_interval = std::chrono::milliseconds(500);
    open_nursery();
    const MutexLock lock(mutex_);
    has_begun_ = true;
    changed_.notify_all();
    while (!is_ending_) {
        start_wanted();
        retire_idle();
        bury();
        if (is_ending_ || wants_start() || !dead_.empty()) continue;
        // Only what idles has to be looked at without a reason.
        if (count_idle() == 0) {
            keeper_wakes_.wait(mutex_);
        } else {
            keeper_wakes_.wait_for(mutex_, look_interval);
        }
    }
    spares_.clear();
    bury();
    nursery_.reset();
}

// Before the first tenant sends anything. If there is none, starting a compiler reports the reason.
void Pool::open_nursery() {
    auto opened = Nursery::open(options_.process);
    if (opened.ok()) {
        assembler_ = find_assembler(options_.assembler, options_.process, *opened.value());
        set_nursery(opened.take());
    } else {
        assembler_ = opened.take_error();
    }
    if (!options_.log) return;
    options_.log(assembler_ ? "ptxas compiles: " + assembler_.value().program + ", " + assembler_.value().release
                            : "the driver compiles: " + assembler_.error().text());
}

std::shared_ptr<Nursery> Pool::nursery() const {
    const MutexLock lock(mutex_);
    return nursery_;
}

void Pool::set_nursery(std::shared_ptr<Nursery> nursery) {
    const MutexLock lock(mutex_);
    nursery_.swap(nursery);
}

bool Pool::wants_start() const {
    return spares_.size() < takers_ || (is_announced_ && spares_.empty());
}

// A nursery that was killed is opened again. Descriptors that tenants have sent by then may block the new one, as the
// first one's time is over: that is the last resort.
Result<std::unique_ptr<Process>> Pool::start_process() {
    if (const auto present = nursery(); present && !present->is_over()) {
        auto process = Process::start(options_.process, *present);
        // It may end while it is asked.
        if (process.ok() || !present->is_over()) return process;
    }
    set_nursery(nullptr);
    RF_TRY(std::shared_ptr<Nursery> another, Nursery::open(options_.process));
    set_nursery(another);
    return Process::start(options_.process, *another);
}

void Pool::start_wanted() {
    while (wants_start() && !is_ending_) {
        is_announced_ = false;
        auto process = [this]() RF_REQUIRES(mutex_) {
            const MutexUnlock unlocked(mutex_);
            return start_process();
        }();
        if (process) {
            ++totals_.started;
            spares_.push_back({process.take(), Clock::now()});
        } else {
            ++failed_starts_;
            takers_ = 0;  // each gets the error
            why_no_start_ = process.take_error();
            if (options_.log) options_.log(why_no_start_.text());
        }
        changed_.notify_all();
    }
}

std::size_t Pool::count_idle() const {
    std::size_t count = spares_.size();
    for (const Customer* customer : customers_)
        count += customer->idle_.size();
    return count;
}

// Ends processes that have idled too long or only seem to, and the oldest if there are too many.
void Pool::retire_idle() {
    const auto too_old = Clock::now() - options_.idle_for;
    std::vector<std::vector<Customer::Idle>*> lists = {&spares_};
    for (Customer* customer : customers_)
        lists.push_back(&customer->idle_);
    for (std::vector<Customer::Idle>* list : lists) {
        for (std::size_t i = list->size(); i-- > 0;) {
            Customer::Idle& idle = (*list)[i];
            if (list == &spares_ && spares_.size() <= takers_) break;  // they are on their way
            const bool is_surplus = busy_ + count_idle() > options_.most_at_once + 1;
            const bool has_too_many_threads = threads_of(idle.process->pid()) > most_threads;
            if (idle.since > too_old && !is_surplus && !has_too_many_threads) continue;
            dead_.push_back(std::move(idle.process));
            list->erase(list->begin() + static_cast<std::ptrdiff_t>(i));
        }
    }
}

void Pool::bury() {
    std::vector<std::unique_ptr<Process>> dead = std::exchange(dead_, {});
    const MutexUnlock unlocked(mutex_);
    // Without the lock: it takes a moment until the driver has released what a process had on a card.
    dead.clear();
}

PoolStatistics Pool::statistics() const {
    const MutexLock lock(mutex_);
    PoolStatistics now = totals_;
    now.waiting = waiting_.size();
    now.busy = busy_;
    now.idle = count_idle();
    return now;
}

std::vector<pid_t> Pool::processes() const {
    const MutexLock lock(mutex_);
    std::vector<pid_t> pids;
    for (const Customer::Idle& spare : spares_)
        pids.push_back(spare.process->pid());
    for (const Customer* customer : customers_) {
        for (const Compilation* compilation : customer->at_work_)
            if (const pid_t pid = compilation->pid(); pid > 0) pids.push_back(pid);
        for (const Customer::Idle& idle : customer->idle_)
            pids.push_back(idle.process->pid());
    }
    return pids;
}

}  // namespace ringfence::compiler
