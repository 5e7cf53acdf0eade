#include "watch.h"

#include <algorithm>
#include <cstdio>
#include <mutex>
#include <set>

#include "settings.h"
#include "warp.h"

static const char* does(Access access) {
    return access == Access::Read ? "reads" : access == Access::Write ? "writes" : "updates";
}
static const char* did(Access access) {
    return access == Access::Read ? "read" : access == Access::Write ? "wrote" : "updated";
}

// Ends the launch; or says it, once for each place, for who wants to see all of them.
static void tell(const Warp& warp, const std::string& race) {
    if (Settings::get().races < 2) warp.fail(race);
    static std::mutex lock;
    static std::set<std::string> told;
    std::string here = warp.here();
    std::lock_guard<std::mutex> held(lock);
    if (told.insert(race.substr(race.find(" in ") + 1) + here).second)
        fprintf(stderr, "%s in %s\n", race.c_str(), here.c_str());
}

void Watch::note(Access access, const Instruction& i, const Together& together) {
    for (int done = 0; done < together.bytes; done += 4) {
        int size = std::min(4, together.bytes - done), first = (together.at + done) & 3;
        unsigned bytes = ((1u << size) - 1) << first, same = 0;
        for (int b = 0; access == Access::Write && b < size; b++)
            same |= unsigned(together.before[done + b] == together.after[done + b]) << (first + b);
        uint64_t word = (together.at + done) >> 2;
        if (!lanes.note(access, word, bytes, same, together.lanes, i)) fail(lanes.found, "lane");
        if (word < SHARED_WINDOW >> 2) {
            note_owner(access, word);
        } else {
            Races& warps = *warp.block.races;
            if (!warps.note(access, word, bytes, same, 1u << warp.number, i)) fail(warps.found, "warp");
        }
    }
}

void Watch::note_owner(Access access, uint64_t word) const {
    std::atomic<Owner>* there = warp.memory.owner(word, warp.last_buffer);
    if (!there) return;
    Owner now{warp.block.number * 32 + warp.number, warp.block.launch, warp.block.barriers, access};
    Owner old = there->load(std::memory_order_relaxed);
    // Warps of a block may have met at a barrier since.
    bool is_old = old.launch != now.launch || (old.warp / 32 == now.warp / 32 && old.barriers != now.barriers);
    if (!is_old && old.warp != now.warp) {
        if (access != old.access || access == Access::Write) {
            bool are_many = old.warp == Owner::MANY;
            std::string other = are_many ? "other warps"
                                         : "warp " + std::to_string(old.warp % 32) + " of block " +
                                               std::to_string(old.warp / 32);
            tell(warp, std::string("a race: a warp ") + does(access) + " a word that " + other + " " +
                      did(old.access) + ",");
        }
        now.warp = Owner::MANY;
    }
    // Who wrote and reads remains who wrote.
    if (!is_old && old.warp == now.warp) now.access = std::max(access, Access(old.access));
    there->store(now, std::memory_order_relaxed);
}

void Watch::fail(const Race& race, const char* who) const {
    auto one = [&](int number) { return std::string(who) + " " + std::to_string(number); };
    std::string where;
    for (auto& function : warp.module.functions)
        if (!function->code.empty() && race.where >= &function->code.front() &&
            race.where <= &function->code.back())
            where = function->place(int(race.where - &function->code.front()));
    tell(warp, "a race: " + one(race.later_one) + " " + does(race.later) + " what " + one(race.earlier_one) +
              " " + did(race.earlier) + " in " + where + ", with no barrier between,");
}
