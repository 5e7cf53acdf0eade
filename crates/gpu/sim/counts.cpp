#include "counts.h"

void AccessCounts::add(const AccessCounts& other) {
    accesses += other.accesses;
    lanes += other.lanes;
    sectors += other.sectors;
    lines += other.lines;
    bytes_used += other.bytes_used;
    stores += other.stores;
    passed_sectors += other.passed_sectors;
    memory_sectors += other.memory_sectors;
    passed_loads += other.passed_loads;
    memory_loads += other.memory_loads;
}

void FunctionCounts::add(const FunctionCounts& other) {
    calls += other.calls;
    warp_instructions += other.warp_instructions;
    lane_instructions += other.lane_instructions;
    free_instructions += other.free_instructions;
    operand_instructions += other.operand_instructions;
    useful_lanes += other.useful_lanes;
    branches += other.branches;
    divergent_branches += other.divergent_branches;
    collectives += other.collectives;
    barriers += other.barriers;
    atomics += other.atomics;
    global.add(other.global);
    local.add(other.local);
    shared_accesses += other.shared_accesses;
    shared_conflicts += other.shared_conflicts;
}

void LineCounts::add(const LineCounts& other) {
    warp_instructions += other.warp_instructions;
    sectors += other.sectors;
    bytes_used += other.bytes_used;
    local_sectors += other.local_sectors;
    memory_sectors += other.memory_sectors;
}

void Counts::add(const Counts& other) {
    for (size_t i = 0; i < by_line.size(); i++) by_line[i].add(other.by_line[i]);
    for (size_t i = 0; i < by_function.size(); i++) by_function[i].add(other.by_function[i]);
    for (size_t i = 0; i < by_kind.size(); i++) by_kind[i] += other.by_kind[i];
    for (int i = 0; i <= 32; i++) active_lanes[i] += other.active_lanes[i];
}

FunctionCounts Counts::total() const {
    FunctionCounts sum;
    for (auto& function : by_function) sum.add(function);
    return sum;
}
