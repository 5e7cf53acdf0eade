#include "races.h"

#include <utility>

// Words that are neighbours lie side by side. What is left of earlier epochs is free.
Races::Word& Races::find(uint64_t number) {
    if (2 * (used + 1) > words.size()) grow();
    size_t last = words.size() - 1, at = (number ^ number >> 12 ^ number >> 24) & last;
    for (;; at = (at + 1) & last) {
        Word& word = words[at];
        if (word.epoch == epoch && word.number == number) return word;
        if (word.epoch == epoch) continue;
        used++;
        return word = Word{number, epoch, 0, 0, {}, {}, nullptr, nullptr};
    }
}

void Races::grow() {
    std::vector<Word> old(2 * words.size());
    std::swap(old, words);
    used = 0;
    for (Word& word : old)
        if (word.epoch == epoch) find(word.number) = word;
}

static bool has_two(uint32_t set) { return set & (set - 1); }

// Tells two that differ, of two sets that are not the same one.
bool Races::race(Access later, uint32_t late, Access earlier, uint32_t early, const Word& word) {
    uint32_t others = early & ~(late & -late);
    if (!others) late &= late - 1, others = early;
    const Instruction* where = earlier == Access::Read ? word.read_at : word.written_at;
    found = Race{later, earlier, __builtin_ctz(late), __builtin_ctz(others), where};
    return false;
}

bool Races::note(Access access, uint64_t number, unsigned bytes, unsigned same, uint32_t who,
                 const Instruction& i) {
    Word& word = find(number);
    for (unsigned left = bytes; left; left &= left - 1) {
        int b = __builtin_ctz(left);
        bool is_right = access == Access::Read    ? read(word, b, who)
                        : access == Access::Write ? write(word, b, same >> b & 1, who)
                                                  : update(word, b, who);
        if (!is_right) {
            word = Word{number, epoch, 0, 0, {}, {}, &i, &i};
            return false;
        }
    }
    (access == Access::Read ? word.read_at : word.written_at) = &i;
    return true;
}

// A lane sees what it wrote itself: others that wrote there wrote the same.
bool Races::read(Word& word, int b, uint32_t who) {
    uint32_t writers = word.writers[b];
    bool is_atomic = word.atomic >> b & 1;
    uint32_t strangers = !writers ? 0 : !is_atomic ? who & ~writers : has_two(writers | who) ? who : 0;
    word.readers[b] |= who;
    return !strangers || race(Access::Read, strangers, is_atomic ? Access::Update : Access::Write, writers, word);
}

bool Races::write(Word& word, int b, bool is_same, uint32_t who) {
    uint32_t &readers = word.readers[b], &writers = word.writers[b], bit = 1u << b;
    // The same once more: those that read it since saw what they wrote themselves.
    bool is_again = writers && is_same && !((word.own | word.atomic) & bit);
    if (!is_again && readers && has_two(readers | who)) return race(Access::Write, who, Access::Read, readers, word);
    if (!is_again && writers && has_two(writers | who))
        return race(Access::Write, who, word.atomic & bit ? Access::Update : Access::Write, writers, word);
    if (!is_again && readers) word.own |= bit;
    word.atomic &= ~bit;
    writers |= who;
    return true;
}

bool Races::update(Word& word, int b, uint32_t who) {
    uint32_t &readers = word.readers[b], &writers = word.writers[b], bit = 1u << b;
    if (readers && has_two(readers | who)) return race(Access::Update, who, Access::Read, readers, word);
    if (writers && !(word.atomic & bit) && has_two(writers | who))
        return race(Access::Update, who, Access::Write, writers, word);
    if (!writers) word.atomic |= bit;
    writers |= who;
    return true;
}
