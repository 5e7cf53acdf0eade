#include "report.h"

#include <algorithm>
#include <cstdarg>

namespace {

using Fields = std::vector<std::pair<const char*, uint64_t>>;

std::string format(const char* pattern, ...) __attribute__((format(printf, 1, 2)));
std::string format(const char* pattern, ...) {
    char text[512];
    va_list values;
    va_start(values, pattern);
    vsnprintf(text, sizeof text, pattern, values);
    va_end(values);
    return text;
}

double ratio(double a, double b) { return b ? a / b : 0; }

std::string json_fields(const Fields& fields) {
    std::string text;
    for (auto& [name, value] : fields)
        text += format("%s\"%s\":%llu", text.empty() ? "" : ",", name, (unsigned long long)value);
    return text;
}

std::string json_access(const char* name, const AccessCounts& c) {
    Fields fields = {{"accesses", c.accesses}, {"lanes", c.lanes},           {"sectors", c.sectors},
                     {"lines", c.lines},       {"bytes_used", c.bytes_used}, {"stores", c.stores},
                     {"passed_sectors", c.passed_sectors}, {"memory_sectors", c.memory_sectors},
                     {"passed_loads", c.passed_loads}, {"memory_loads", c.memory_loads}};
    return format("\"%s\":{", name) + json_fields(fields) + "}";
}

std::string json_counts(const FunctionCounts& c) {
    Fields fields = {
        {"calls", c.calls},
        {"warp_instructions", c.warp_instructions},
        {"lane_instructions", c.lane_instructions},
        {"free_instructions", c.free_instructions},
        {"operand_instructions", c.operand_instructions},
        {"useful_lanes", c.useful_lanes},
        {"branches", c.branches},
        {"divergent_branches", c.divergent_branches},
        {"collectives", c.collectives},
        {"barriers", c.barriers},
        {"atomics", c.atomics},
        {"shared_accesses", c.shared_accesses},
        {"shared_conflicts", c.shared_conflicts},
    };
    return json_fields(fields) + "," + json_access("global", c.global) + "," + json_access("local", c.local);
}

// Functions that ran, the one with most instructions first.
std::vector<size_t> by_work(const Told& told) {
    auto& counts = told.launched.counts.by_function;
    std::vector<size_t> order;
    for (size_t f = 0; f < counts.size(); f++)
        if (counts[f].warp_instructions) order.push_back(f);
    std::stable_sort(order.begin(), order.end(), [&](size_t a, size_t b) {
        return counts[a].warp_instructions > counts[b].warp_instructions;
    });
    return order;
}

std::vector<std::pair<uint64_t, std::string>> mix(const Told& told) {
    std::vector<std::pair<uint64_t, std::string>> kinds;
    for (size_t k = 0; k < told.launched.counts.by_kind.size(); k++)
        if (uint64_t n = told.launched.counts.by_kind[k]) kinds.push_back({n, told.module.kinds[k]});
    std::sort(kinds.rbegin(), kinds.rend());
    return kinds;
}

std::string text_access(const char* name, const AccessCounts& c, uint64_t instructions) {
    return format(
        "%s accesses %llu (%.1f %% of instructions), each of %.2f lanes, %.2f sectors, %.2f lines; bytes "
        "used of bytes moved %.1f %%\n",
        name, (unsigned long long)c.accesses, 100 * ratio(c.accesses, instructions),
        ratio(c.lanes, c.accesses), ratio(c.sectors, c.accesses), ratio(c.lines, c.accesses),
        100 * ratio(c.bytes_used, 32.0 * c.sectors));
}

// Of each line that ran: its number, instructions, sectors and bytes of global memory, sectors of local memory, sectors behind the caches.
std::string json_lines(const std::vector<LineCounts>& lines) {
    std::string text;
    for (size_t n = 1; n < lines.size(); n++) {
        const LineCounts& c = lines[n];
        if (!c.warp_instructions) continue;
        text += format("%s[%zu,%llu,%llu,%llu,%llu,%llu]", text.empty() ? "" : ",", n, (unsigned long long)c.warp_instructions,
                       (unsigned long long)c.sectors, (unsigned long long)c.bytes_used,
                       (unsigned long long)c.local_sectors, (unsigned long long)c.memory_sectors);
    }
    return text;
}

}  // namespace

std::string json_report(const Told& told) {
    const Launched& launched = told.launched;
    std::string text = format(
        "{\"launch\":%llu,\"kernel\":\"%s\",\"blocks\":%u,\"threads\":%u,\"warps\":%llu,\"functions_in_all\":%zu,\"seconds\":%.3f,",
        (unsigned long long)told.number, told.module.functions[told.kernel]->name.c_str(), told.grid.blocks,
        told.grid.threads, (unsigned long long)launched.warps, told.module.functions.size(), launched.seconds);
    text += json_counts(launched.counts.total()) + ",\"active_lanes\":[";
    for (int lanes = 0; lanes <= LANES; lanes++)
        text += format("%s%llu", lanes ? "," : "", (unsigned long long)launched.counts.active_lanes[lanes]);
    text += "],\"mix\":{";
    std::string comma;
    for (auto& [count, kind] : mix(told)) {
        text += comma + format("\"%s\":%llu", kind.c_str(), (unsigned long long)count);
        comma = ",";
    }
    text += "},\"functions\":[";
    comma.clear();
    for (size_t f : by_work(told)) {
        text += comma + "{\"name\":\"" + told.module.functions[f]->name + "\"," +
                json_counts(launched.counts.by_function[f]) + "}";
        comma = ",";
    }
    return text + "],\"lines\":[" + json_lines(launched.counts.by_line) + "]}\n";
}

std::string text_report(const Told& told) {
    const Launched& launched = told.launched;
    FunctionCounts all = launched.counts.total();
    auto number = [](uint64_t n) { return (unsigned long long)n; };
    std::string text = format("== launch %llu of %s: %u blocks of %u threads, %llu warps, %.2f s here\n",
                              number(told.number), told.module.functions[told.kernel]->name.c_str(),
                              told.grid.blocks, told.grid.threads, number(launched.warps), launched.seconds);
    text +=
        format("warp instructions %llu (and %llu that cost nothing), lane instructions %llu\n",
               number(all.warp_instructions), number(all.free_instructions), number(all.lane_instructions));
    text +=
        format("lanes of 32: active %.2f, useful %.2f\n", ratio(all.lane_instructions, all.warp_instructions),
               ratio(all.useful_lanes, all.operand_instructions));
    text += format("branches %llu, divergent %llu (%.1f %%); collectives %llu, barriers %llu, atomics %llu\n",
                   number(all.branches), number(all.divergent_branches),
                   100 * ratio(all.divergent_branches, all.branches), number(all.collectives),
                   number(all.barriers), number(all.atomics));
    text += text_access("global", all.global, all.warp_instructions) +
            text_access("local", all.local, all.warp_instructions);
    text += format("shared accesses %llu, bank conflicts %llu\nactive lanes, percent of instructions:",
                   number(all.shared_accesses), number(all.shared_conflicts));
    for (int lanes = 0; lanes <= LANES; lanes++) {
        double share = 100 * ratio(launched.counts.active_lanes[lanes], all.warp_instructions);
        if (share >= 0.05) text += format(" %d:%.1f", lanes, share);
    }
    text += "\nmix, percent:";
    for (auto& [count, kind] : mix(told))
        text += format(" %s %.1f", kind.c_str(), 100 * ratio(count, all.warp_instructions));
    text += "\n";
    size_t shown = 0;
    for (size_t f : by_work(told)) {
        const FunctionCounts& c = launched.counts.by_function[f];
        text += format(
            "  %-42s %12llu warp instructions %5.1f %%, active %5.2f, useful %5.2f, calls %llu, global "
            "sectors %llu, local sectors %llu\n",
            told.module.functions[f]->name.c_str(), number(c.warp_instructions),
            100 * ratio(c.warp_instructions, all.warp_instructions),
            ratio(c.lane_instructions, c.warp_instructions), ratio(c.useful_lanes, c.operand_instructions),
            number(c.calls), number(c.global.sectors), number(c.local.sectors));
        if (++shown == 40) break;
    }
    return text;
}
