// An honest tenant: it keeps a ledger in device memory, with a secret in it, and computes.
//
//     neighbour FOLDER
//
// It says where its ledger lies (which no tenant would tell another), then does as it is told, line by line:
//     work     compute until the next line comes, and look at every result
//     check    say how many words of the ledger are not as they were (and mend them), how many rounds were computed
//              and how many of them gave another result
//     time N   say how long a round takes, in microseconds: the best of N
#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cinttypes>
#include <cstdio>
#include <cstring>
#include <iostream>
#include <string>
#include <vector>

#include "driver/driver.h"

namespace ringfence::neighbours {
namespace {

constexpr char secret[] = "combination of the safe: 23-5-42";
constexpr std::size_t ledger_words = 1024;
constexpr int plate_side = 512;
constexpr std::size_t plate_cells = std::size_t{plate_side} * plate_side;
constexpr unsigned block_threads = 256;
constexpr int steps_of_a_round = 4;

class Neighbour {
public:
    explicit Neighbour(const std::string& folder)
        : spread_(driver::function(driver::load(driver::read_text(folder + "/neighbour.ptx")), "spread")),
          ledger_(driver::memory(ledger_words * 4)),
          plates_{driver::memory(plate_cells * 4), driver::memory(plate_cells * 4)},
          pattern_(ledger_words) {
        for (std::size_t i = 0; i < pattern_.size(); ++i)
            pattern_[i] = static_cast<std::uint32_t>(i * 2654435761U);
        std::memcpy(pattern_.data(), secret, sizeof secret);
        driver::put(ledger_, pattern_);
        for (std::size_t i = 0; i < plate_cells; ++i)
            start_.push_back(static_cast<float>(i % 97));
        expected_ = compute();
    }

    driver::Address ledger() const { return ledger_; }

    void do_round() {
        ++rounds_;
        if (compute() != expected_) ++wrong_rounds_;
    }

    void tell_what_changed() {
        const std::vector<std::uint32_t> now = driver::fetch<std::uint32_t>(ledger_, ledger_words);
        unsigned changed = 0;
        for (std::size_t i = 0; i < now.size(); ++i)
            changed += now[i] == pattern_[i] ? 0 : 1;
        if (changed != 0) driver::put(ledger_, pattern_);
        std::printf("changed %u rounds %u wrong %u\n", changed, rounds_, wrong_rounds_);
        rounds_ = 0;
        wrong_rounds_ = 0;
    }

    void tell_time(int rounds) {
        double best = 1e9;
        for (int i = 0; i < rounds; ++i)
            best = std::min(best, time_of_steps());
        std::printf("microseconds %.1f\n", best);
    }

private:
    void step(int number) {
        const driver::Address from = plates_[number % 2];
        const driver::Address to = plates_[(number + 1) % 2];
        const driver::Shape shape = {.blocks = static_cast<unsigned>(plate_cells / block_threads),
                                     .threads = block_threads};
        driver::check(driver::launch(spread_, shape, from, to, plate_side), "cuLaunchKernel");
    }

    std::vector<float> compute() {
        driver::put(plates_[0], start_);
        for (int i = 0; i < steps_of_a_round; ++i)
            step(i);
        return driver::fetch<float>(plates_[0], plate_cells);
    }

    double time_of_steps() {
        driver::check(driver::synchronize(), "cuCtxSynchronize");
        const auto begin = std::chrono::steady_clock::now();
        for (int i = 0; i < steps_of_a_round; ++i)
            step(i);
        driver::check(driver::synchronize(), "cuCtxSynchronize");
        return std::chrono::duration<double, std::micro>(std::chrono::steady_clock::now() - begin).count();
    }

    driver::Handle spread_;
    driver::Address ledger_;
    driver::Address plates_[2];
    std::vector<std::uint32_t> pattern_;
    std::vector<float> start_;
    std::vector<float> expected_;
    unsigned rounds_ = 0;
    unsigned wrong_rounds_ = 0;
};

bool has_input() {
    pollfd input = {STDIN_FILENO, POLLIN, 0};
    return ::poll(&input, 1, 0) != 0;
}

void serve(Neighbour& neighbour) {
    // Nothing may stay in a buffer unseen while it works, so there is none.
    std::setvbuf(stdin, nullptr, _IONBF, 0);
    for (std::string line; std::getline(std::cin, line);) {
        if (line == "work") {
            while (!has_input())
                neighbour.do_round();
        } else if (line == "check") {
            neighbour.tell_what_changed();
        } else if (line.starts_with("time ")) {
            neighbour.tell_time(std::atoi(line.c_str() + 5));
        } else {
            driver::give_up("not understood: " + line);
        }
        std::fflush(stdout);
    }
}

}  // namespace
}  // namespace ringfence::neighbours

int main(int count, char** words) {
    if (count != 2) {
        std::fprintf(stderr, "usage: neighbour FOLDER\n");
        return 2;
    }
    ringfence::driver::start();
    ringfence::neighbours::Neighbour neighbour(words[1]);
    std::printf("ledger 0x%llx\n", neighbour.ledger());
    std::fflush(stdout);
    ringfence::neighbours::serve(neighbour);
    return 0;
}
