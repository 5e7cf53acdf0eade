// Where lanes that part at a branch meet again: at the nearest block that all ways to the
// function's end go through (the branch's immediate post-dominator).
#include <algorithm>

#include "program.h"

namespace {

struct Block {
    int start, end;  // instructions, the end is not part of it
    std::vector<int> next, before;
};

class FlowGraph {
  public:
    explicit FlowGraph(Function& function) : code(function.code), tables(function.tables) {
        find_blocks();
        connect();
        number_from_end();
        find_post_dominators();
    }

    void set_meeting_points() {
        for (size_t b = 0; b < exit; b++) {
            Instruction& last = code[blocks[b].end - 1];
            if (!parts_lanes(last)) continue;
            int meets = post_dominator[b];
            last.meets = meets < 0 || size_t(meets) == exit ? int(code.size()) : blocks[meets].start;
        }
    }

  private:
    static bool parts_lanes(const Instruction& i) {
        return i.flow == Flow::Table || (i.flow != Flow::Next && i.guard >= 0);
    }

    void find_blocks() {
        std::vector<char> starts(code.size() + 1, 0);
        starts[0] = 1;
        for (size_t k = 0; k < code.size(); k++) {
            if (code[k].flow == Flow::Next) continue;
            starts[k + 1] = 1;
            if (code[k].flow == Flow::Branch) starts[code[k].number] = 1;
            if (code[k].flow == Flow::Table)
                for (int to : tables[code[k].list]) starts[to] = 1;
        }
        block_at.assign(code.size() + 1, 0);
        for (size_t k = 0; k < code.size(); k++) {
            if (starts[k]) blocks.push_back(Block{int(k), 0, {}, {}});
            blocks.back().end = int(k + 1);
            block_at[k] = int(blocks.size() - 1);
        }
        exit = blocks.size();
        block_at[code.size()] = int(exit);
        blocks.push_back(Block{int(code.size()), int(code.size()), {}, {}});
    }

    void connect() {
        for (size_t b = 0; b < exit; b++) {
            const Instruction& last = code[blocks[b].end - 1];
            if (last.flow == Flow::Branch) join(b, block_at[last.number]);
            if (last.flow == Flow::Return) join(b, int(exit));
            if (last.flow == Flow::Table)
                for (int to : tables[last.list]) join(b, block_at[to]);
            if (last.flow == Flow::Next || (last.flow != Flow::Table && last.guard >= 0))
                join(b, block_at[blocks[b].end]);
        }
    }

    void join(size_t from, int to) {
        blocks[from].next.push_back(to);
        blocks[to].before.push_back(int(from));
    }

    // Numbers in the order in which a walk against the arrows leaves blocks: the exit is last.
    void number_from_end() {
        number.assign(blocks.size(), -1);
        std::vector<char> seen(blocks.size(), 0);
        std::vector<std::pair<int, size_t>> walk{{int(exit), 0}};
        seen[exit] = 1;
        while (!walk.empty()) {
            auto& [block, taken] = walk.back();
            if (taken == blocks[block].before.size()) {
                number[block] = int(order.size());
                order.push_back(block);
                walk.pop_back();
                continue;
            }
            int next = blocks[block].before[taken++];
            if (!seen[next]) walk.push_back({next, 0});
            seen[next] = 1;
        }
    }

    void find_post_dominators() {
        post_dominator.assign(blocks.size(), -1);
        post_dominator[exit] = int(exit);
        for (bool changed = true; changed;) {
            changed = false;
            for (int k = int(order.size()) - 2; k >= 0; k--) {
                int common = -1;
                for (int next : blocks[order[k]].next)
                    if (post_dominator[next] >= 0) common = common < 0 ? next : nearest_common(common, next);
                changed |= common >= 0 && common != post_dominator[order[k]];
                if (common >= 0) post_dominator[order[k]] = common;
            }
        }
    }

    int nearest_common(int a, int b) const {
        while (a != b) {
            while (number[a] < number[b]) a = post_dominator[a];
            while (number[b] < number[a]) b = post_dominator[b];
        }
        return a;
    }

    std::vector<Instruction>& code;
    const std::vector<std::vector<int>>& tables;
    std::vector<Block> blocks;
    std::vector<int> block_at, number, order, post_dominator;
    size_t exit = 0;
};

}  // namespace

void find_meeting_points(Function& function) {
    if (!function.code.empty()) FlowGraph(function).set_meeting_points();
}
