#include "launch.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <mutex>
#include <thread>

namespace {

// Warps that are there at once. More blocks wait for these to end, as on hardware.
constexpr uint64_t MOST_WARPS = 1024;

class Block {
  public:
    Block(const Module& module, const Memory& memory, uint32_t number, Grid grid,
          std::vector<std::unique_ptr<Stacks>>& stacks, uint32_t launch, bool is_watched)
        : shared(module.shared_bytes + grid.dynamic_shared_bytes + 16, 0x5a),
          view{number, grid.blocks, grid.threads, aligned(shared.data()), shared.size() - 16,
               {}, launch, 0, is_watched ? std::make_unique<Races>() : nullptr} {
        for (uint32_t warp = 0; warp * LANES < grid.threads; warp++) {
            if (stacks.empty()) stacks.push_back(std::make_unique<Stacks>());
            own_stacks.push_back(std::move(stacks.back()));
            stacks.pop_back();
            warps.push_back(std::make_unique<Warp>(module, memory, view, warp, *own_stacks.back()));
            pauses.push_back(Pause::None);
        }
    }

    // Runs until all warps have ended, or no warp can go on before others had their turn.
    void run(Counts& counts) {
        do {
            for (size_t w = 0; w < warps.size(); w++)
                if (pauses[w] == Pause::None) pauses[w] = warps[w]->run(counts);
        } while (pass_barrier());
    }

    // Does the atomic operations that warps wait for.
    void take_turn(Counts& counts) {
        for (size_t w = 0; w < warps.size(); w++) {
            if (pauses[w] != Pause::Atomic) continue;
            warps[w]->finish_atomic(counts);
            pauses[w] = Pause::None;
        }
    }

    bool has_ended() const { return count(Pause::Ended) == warps.size(); }
    void give_back(std::vector<std::unique_ptr<Stacks>>& stacks) {
        for (auto& own : own_stacks) stacks.push_back(std::move(own));
    }
    std::vector<std::unique_ptr<Warp>> warps;

  private:
    static char* aligned(char* memory) {
        return memory + (16 - reinterpret_cast<uintptr_t>(memory) % 16) % 16;
    }

    size_t count(Pause pause) const {
        size_t n = 0;
        for (Pause p : pauses) n += p == pause;
        return n;
    }

    // Lets all go on if all that have not ended have come to it.
    bool pass_barrier() {
        size_t waiting = count(Pause::Barrier);
        if (!waiting || waiting + count(Pause::Ended) < pauses.size()) return false;
        for (Pause& p : pauses)
            if (p == Pause::Barrier) p = Pause::None;
        view.barriers++;
        if (view.races) view.races->sync();
        return true;
    }

    std::vector<char> shared;
    BlockView view;
    std::vector<std::unique_ptr<Stacks>> own_stacks;
    std::vector<Pause> pauses;
};

// Blocks that run at once, in rounds. In a round every block runs until it needs an atomic operation on
// global memory; then these are done, block by block and warp by warp. So no thread is ever in a race, and
// who gets which number from a counter does not depend on the threads.
class Wave {
  public:
    Wave(std::vector<std::unique_ptr<Block>>& blocks, std::vector<Counts>& counts)
        : blocks(blocks), counts(counts) {}

    void run() {
        std::vector<Block*> left;
        for (auto& block : blocks) left.push_back(block.get());
        while (!left.empty()) {
            run_round(left);
            for (Block* block : left) block->take_turn(counts[0]);
            left.erase(std::remove_if(left.begin(), left.end(), [](Block* b) { return b->has_ended(); }),
                       left.end());
        }
    }

  private:
    void run_round(const std::vector<Block*>& left) {
        std::atomic<size_t> next{0};
        std::string failure;
        size_t failed = ~size_t(0);
        std::mutex lock;
        auto work = [&](Counts& to) {
            for (size_t b; (b = next++) < left.size();) {
                try {
                    left[b]->run(to);
                } catch (std::exception& error) {
                    std::lock_guard<std::mutex> held(lock);
                    if (b < failed) failed = b, failure = error.what();
                }
            }
        };
        std::vector<std::thread> threads;
        for (size_t t = 1; t < std::min(counts.size(), left.size()); t++)
            threads.emplace_back(work, std::ref(counts[t]));
        work(counts[0]);
        for (auto& thread : threads) thread.join();
        if (failed != ~size_t(0)) throw Error(failure);
    }

    std::vector<std::unique_ptr<Block>>& blocks;
    std::vector<Counts>& counts;
};

}  // namespace

Launched launch(const Module& module, int kernel, Grid grid, void** arguments, const Memory& memory,
                uint64_t number, const Settings& settings) {
    // Kept from launch to launch; only one runs at a time.
    static std::vector<std::unique_ptr<Stacks>> stacks;
    auto start = std::chrono::steady_clock::now();
    std::vector<Counts> counts(std::max(1, settings.threads),
                               Counts(module.functions.size(), module.lines(), module.kinds.size(), settings.counts));
    uint64_t warps_of_block = (grid.threads + LANES - 1) / LANES;
    uint64_t blocks = grid.blocks, step = 1;
    // Blocks that are spread evenly, for counts of large launches in little time.
    if (settings.warps && blocks * warps_of_block > settings.warps) {
        blocks = std::max<uint64_t>(1, settings.warps / warps_of_block);
        step = grid.blocks / blocks;
    }
    uint64_t at_once = std::max<uint64_t>(1, MOST_WARPS / warps_of_block);
    for (uint64_t first = 0; first < blocks; first += at_once) {
        std::vector<std::unique_ptr<Block>> wave;
        for (uint64_t b = first; b < std::min(blocks, first + at_once); b++) {
            wave.push_back(std::make_unique<Block>(module, memory, uint32_t(b * step), grid, stacks, uint32_t(number % 0xfffff + 1), settings.races));
            for (auto& warp : wave.back()->warps) {
                warp->most_instructions = settings.warp_instructions;
                warp->start(kernel, arguments);
            }
        }
        Wave(wave, counts).run();
        for (auto& block : wave) block->give_back(stacks);
    }
    Launched done{counts[0], blocks * warps_of_block, 0};
    for (size_t t = 1; t < counts.size(); t++) done.counts.add(counts[t]);
    done.counts.by_function[kernel].calls += done.warps;
    done.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    return done;
}
