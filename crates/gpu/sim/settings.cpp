#include "settings.h"

#include <cstdlib>
#include <thread>

static std::string variable(const char* name) {
    const char* value = getenv(name);
    return value ? value : "";
}

static uint64_t number(const char* name, uint64_t usual) {
    std::string value = variable(name);
    return value.empty() ? usual : strtoull(value.c_str(), nullptr, 10);
}

const Settings& Settings::get() {
    static const Settings settings = [] {
        Settings s;
        s.devices = int(number("CUDASIM_DEVICES", 1));
        s.multiprocessors = int(number("CUDASIM_MULTIPROCESSORS", 40));
        s.capability = int(number("CUDASIM_CAPABILITY", 75));
        s.threads = int(number("CUDASIM_THREADS", std::max(1u, std::thread::hardware_concurrency())));
        s.memory_bytes = number("CUDASIM_MEMORY_MB", 15360) << 20;
        s.warps = number("CUDASIM_WARPS", 0);
        s.warp_instructions = number("CUDASIM_WARP_INSTRUCTIONS", 100'000'000'000);
        s.counts = number("CUDASIM_COUNTS", 1) != 0;
        s.races = int(number("CUDASIM_RACES", 0));
        s.report = variable("CUDASIM_REPORT");
        s.text = variable("CUDASIM_TEXT");
        s.ptx = variable("CUDASIM_PTX");
        return s;
    }();
    return settings;
}
