// The worker's compilers: processes that come when there is a text and go when there is none, a few at once.
//
// The tenant that has fewer texts in progress goes first, then the one that was served longest ago; and among a
// tenant's customers likewise. So many slow texts of one do not hold up another's, however often it comes as a new
// customer; and the last place is never taken by a tenant that has one already while there are others. The failure of a
// process is an error of the customer it worked for, and of no other.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <list>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "base/mutex.h"
#include "base/result.h"
#include "compiler/assembler.h"
#include "compiler/process.h"

namespace ringfence::compiler {

struct PoolOptions {
    ProcessOptions process;
    AssemblerOptions assembler = {};
    unsigned most_at_once = 0;  // 0: a quarter of the processors, from 2 to 8
    // How long a process waits for more to do. On a card it keeps some device memory.
    std::chrono::milliseconds idle_for{5000};
    std::function<void(const std::string&)> log = {};
};

struct PoolStatistics {
    std::uint64_t started = 0;
    std::uint64_t compiled = 0;
    std::uint64_t assembled = 0;  // of those, by ptxas
    std::uint64_t failed = 0;
    std::size_t waiting = 0;
    std::size_t busy = 0;
    std::size_t idle = 0;  // those of customers, and spares
};

class Pool;

// One tenant's session. May be used by several threads; must end before the pool does.
class Customer {
public:
    // `time_limit`: of one text, if that is less than the pool's; 0: the pool's.
    explicit Customer(Pool& pool, std::chrono::milliseconds time_limit = {}, const std::string& tenant = {});
    ~Customer();
    Customer(const Customer&) = delete;
    Customer& operator=(const Customer&) = delete;

    // There will be something to compile soon.
    void announce();
    Result<std::vector<std::byte>> compile(const std::string& text, const std::string& file_name);
    // It wants nothing any more: its compilations in progress are ended.
    void leave();
    // Whose machine code it gets: to be told from others' that is kept. Empty: the driver's.
    std::string assembler_version() const;
    // How long it has waited for places so far, which is not its fault.
    std::chrono::steady_clock::duration waited() const;

private:
    friend class Pool;
    struct Idle {
        std::unique_ptr<Process> process;
        std::chrono::steady_clock::time_point since;
    };

    // The service that it has had from the pool; or all customers of a tenant together.
    struct Served {
        unsigned busy = 0;
        std::uint64_t last = 0;  // counts all places that were given
    };
    struct Tenant {
        Served served;
        unsigned customers = 0;
    };

    Pool& pool_;
    const std::chrono::milliseconds time_limit_;
    const std::string tenant_;
    // The members below are the pool's, under its lock.
    bool has_left_ = false;
    Served served_;
    unsigned waiting_ = 0;  // its texts that have no place yet
    std::chrono::steady_clock::time_point waiting_since_;
    std::chrono::steady_clock::duration waited_{};
    std::list<Compilation*> at_work_;
    std::vector<Idle> idle_;
};

class Pool {
public:
    // Before the first tenant comes: see nursery.h.
    static Result<std::unique_ptr<Pool>> create(PoolOptions options);
    ~Pool();
    Pool(const Pool&) = delete;
    Pool& operator=(const Pool&) = delete;

    PoolStatistics statistics() const;
    // An error says why the driver compiles everything.
    const Result<Assembler>& assembler() const { return assembler_; }
    // The numbers of all present processes. For tests, which do things to them.
    std::vector<pid_t> processes() const;

private:
    friend class Customer;
    struct Waiter {
        Customer* customer = nullptr;
        bool is_called = false;
    };

    explicit Pool(PoolOptions options);
    Result<std::vector<std::byte>> compile(Customer& customer, const std::string& text, const std::string& file_name);
    Result<std::vector<std::byte>> compile_at_place(Customer& customer, const std::string& text,
                                                    const std::string& file_name) RF_REQUIRES(mutex_);
    // None: the driver's compiler is to be asked, within the rest of the time.
    std::optional<Result<std::vector<std::byte>>> assemble(Customer& customer, const std::string& text,
                                                           const std::string& file_name,
                                                           std::chrono::milliseconds& time_limit) RF_REQUIRES(mutex_);
    Result<std::vector<std::byte>> compile_by_driver(Customer& customer, const std::string& text,
                                                     const std::string& file_name, std::chrono::milliseconds time_limit)
        RF_REQUIRES(mutex_);
    // Without the lock.
    Result<std::vector<std::byte>> work(Customer& customer, Compilation& compilation, const std::string& text,
                                        const std::string& file_name, std::chrono::milliseconds time_limit)
        RF_REQUIRES(mutex_);
    std::chrono::milliseconds time_limit_of(const Customer& customer) const;
    Result<void> await_place(Customer& customer) RF_REQUIRES(mutex_);
    void begin_waiting(Customer& customer) RF_REQUIRES(mutex_);
    void end_waiting(Customer& customer) RF_REQUIRES(mutex_);
    void forget_old_tenants() RF_REQUIRES(mutex_);
    void leave_place(Customer& customer) RF_REQUIRES(mutex_);
    void call_next() RF_REQUIRES(mutex_);
    bool may_take_place(const Customer& customer) const RF_REQUIRES(mutex_);
    Result<std::unique_ptr<Process>> take_process(Customer& customer) RF_REQUIRES(mutex_);
    std::unique_ptr<Process> waiting_process(Customer& customer) RF_REQUIRES(mutex_);
    void put_back(Customer& customer, std::unique_ptr<Process> process) RF_REQUIRES(mutex_);
    void announce(Customer& customer);
    void leave(Customer& customer);

    // The keeper's thread, which starts processes and reaps them: each ends when the thread that started it does.
    void keep();
    // Until it has its nursery.
    void await_keeper();
    Result<std::unique_ptr<Process>> start_process();
    void open_nursery();
    std::shared_ptr<Nursery> nursery() const;
    void set_nursery(std::shared_ptr<Nursery> nursery);
    bool wants_start() const RF_REQUIRES(mutex_);
    void start_wanted() RF_REQUIRES(mutex_);
    void retire_idle() RF_REQUIRES(mutex_);
    void bury() RF_REQUIRES(mutex_);
    std::size_t count_idle() const RF_REQUIRES(mutex_);

    const PoolOptions options_;
    Result<Assembler> assembler_ = Error();  // the keeper's, until it has begun; then it stays
    mutable Mutex mutex_;                    // guards what follows
    std::shared_ptr<Nursery> nursery_ RF_GUARDED_BY(mutex_);
    ConditionVariable changed_;
    ConditionVariable keeper_wakes_;
    std::list<Customer*> customers_ RF_GUARDED_BY(mutex_);
    // Also of tenants that have no customer now: one that comes again was served before.
    std::map<std::string, Customer::Tenant> tenants_ RF_GUARDED_BY(mutex_);
    std::size_t tenants_here_ RF_GUARDED_BY(mutex_) = 0;  // who have customers
    std::list<Waiter*> waiting_ RF_GUARDED_BY(mutex_);
    std::vector<Customer::Idle> spares_ RF_GUARDED_BY(mutex_);  // not used yet
    std::vector<std::unique_ptr<Process>> dead_ RF_GUARDED_BY(mutex_);
    std::size_t busy_ RF_GUARDED_BY(mutex_) = 0;
    std::size_t takers_ RF_GUARDED_BY(mutex_) = 0;     // who wait for a spare
    bool is_announced_ RF_GUARDED_BY(mutex_) = false;  // one will be needed
    std::uint64_t failed_starts_ RF_GUARDED_BY(mutex_) = 0;
    Error why_no_start_ RF_GUARDED_BY(mutex_);
    std::uint64_t served_ RF_GUARDED_BY(mutex_) = 0;
    PoolStatistics totals_ RF_GUARDED_BY(mutex_);
    bool has_begun_ RF_GUARDED_BY(mutex_) = false;
    bool is_ending_ RF_GUARDED_BY(mutex_) = false;
    std::thread keeper_;
};

}  // namespace ringfence::compiler
