// The driver's library: those functions of libcuda that arcbatt calls. A device is this machine.
#include <cstdio>
#include <cstring>
#include <fstream>
#include <mutex>
#include <utility>

#include "report.h"

namespace {

enum Result {
    SUCCESS = 0,
    INVALID_VALUE = 1,
    OUT_OF_MEMORY = 2,
    INVALID_DEVICE = 101,
    NO_BINARY_FOR_GPU = 209,
    INVALID_PTX = 218,
    NOT_FOUND = 500,
    LAUNCH_FAILED = 719,
};

struct Kernel {
    struct LoadedModule* of;
    int function;
};

struct LoadedModule {
    std::unique_ptr<Module> module;
    std::vector<std::unique_ptr<Kernel>> kernels;
};

// One at a time: devices share the machine, and what is counted is counted per launch.
std::mutex LOCK;
Memory MEMORY(Settings::get().races);
uint64_t LAUNCHES = 0;
// Said by the next synchronisation of the thread that launched, as a driver would.
thread_local int PENDING = SUCCESS;
thread_local std::string FAILURE;

void write_all(const std::string& path, const std::string& text, std::ios::openmode mode) {
    if (path.empty()) return;
    std::ofstream file(path, mode);
    file << text;
}

void tell(const Told& told) {
    const Settings& settings = Settings::get();
    if (!settings.report.empty()) write_all(settings.report, json_report(told), std::ios::app);
    if (!settings.text.empty()) write_all(settings.text, text_report(told), std::ios::app);
}

// Where a loader's caller wants to read what is wrong: two of its options.
void log_error(unsigned options, const int* names, void** values, const std::string& text) {
    constexpr int ERROR_LOG = 5, ERROR_LOG_SIZE = 6;
    char* log = nullptr;
    size_t room = 0;
    for (unsigned i = 0; i < options; i++) {
        if (names[i] == ERROR_LOG) log = static_cast<char*>(values[i]);
        if (names[i] == ERROR_LOG_SIZE) room = reinterpret_cast<size_t>(values[i]);
    }
    if (log && room) snprintf(log, room, "%s", text.c_str());
}

}  // namespace

#define API extern "C" __attribute__((visibility("default"))) int

API cuInit(unsigned) { return SUCCESS; }
API cuDriverGetVersion(int* version) {
    *version = 12090;
    return SUCCESS;
}
API cuGetExportTable(const void** table, const void*) {
    *table = nullptr;
    return NOT_FOUND;
}

API cuDeviceGetCount(int* count) {
    *count = Settings::get().devices;
    return SUCCESS;
}
API cuDeviceGet(int* device, int index) {
    *device = index;
    return index >= 0 && index < Settings::get().devices ? SUCCESS : INVALID_DEVICE;
}
API cuDeviceGetName(char* name, int room, int) {
    snprintf(name, size_t(room), "simulated GPU");
    return SUCCESS;
}
API cuDeviceTotalMem_v2(size_t* bytes, int) {
    *bytes = Settings::get().memory_bytes;
    return SUCCESS;
}
API cuDeviceGetAttribute(int* value, int attribute, int) {
    constexpr int MAX_THREADS = 1, WARP_SIZE = 10, MULTIPROCESSORS = 16, MAJOR = 75, MINOR = 76;
    const Settings& settings = Settings::get();
    *value = attribute == MAJOR             ? settings.capability / 10
             : attribute == MINOR           ? settings.capability % 10
             : attribute == MULTIPROCESSORS ? settings.multiprocessors
             : attribute == MAX_THREADS     ? 1024
             : attribute == WARP_SIZE       ? LANES
                                            : 0;
    return SUCCESS;
}

API cuDevicePrimaryCtxRetain(void** context, int device) {
    *context = reinterpret_cast<void*>(intptr_t(device + 1));
    return SUCCESS;
}
API cuDevicePrimaryCtxRelease_v2(int) { return SUCCESS; }
API cuCtxSetCurrent(void*) { return SUCCESS; }
API cuStreamCreate(void** stream, unsigned) {
    *stream = reinterpret_cast<void*>(1);
    return SUCCESS;
}
API cuStreamDestroy_v2(void*) { return SUCCESS; }
API cuStreamSynchronize(void*) { return std::exchange(PENDING, int(SUCCESS)); }

API cuMemAlloc_v2(uint64_t* start, size_t size) {
    std::lock_guard<std::mutex> held(LOCK);
    const Settings& settings = Settings::get();
    *start = MEMORY.allocate(size, settings.memory_bytes * settings.devices);
    return *start ? SUCCESS : OUT_OF_MEMORY;
}
API cuMemFree_v2(uint64_t start) {
    std::lock_guard<std::mutex> held(LOCK);
    return MEMORY.release(start) ? SUCCESS : INVALID_VALUE;
}
static bool holds(uint64_t start, size_t size) {
    std::lock_guard<std::mutex> held(LOCK);
    return size == 0 || MEMORY.find(start, size);
}
API cuMemcpyHtoDAsync_v2(uint64_t to, const void* from, size_t size, void*) {
    if (!holds(to, size)) return INVALID_VALUE;
    memcpy(reinterpret_cast<void*>(to), from, size);
    return SUCCESS;
}
API cuMemcpyDtoHAsync_v2(void* to, uint64_t from, size_t size, void*) {
    if (!holds(from, size)) return INVALID_VALUE;
    memcpy(to, reinterpret_cast<const void*>(from), size);
    return SUCCESS;
}

API cuModuleLoadDataEx(void** module, const void* image, unsigned options, int* names, void** values) {
    std::lock_guard<std::mutex> held(LOCK);
    const char* text = static_cast<const char*>(image);
    if (text[0] == 0x7f) {
        log_error(options, names, values, "machine code, and this device takes PTX only");
        return NO_BINARY_FOR_GPU;
    }
    try {
        auto loaded = std::make_unique<LoadedModule>();
        loaded->module = parse_module(text);
        for (auto& [start, size] : loaded->module->global_memory) MEMORY.lend(start, size);
        write_all(Settings::get().ptx, text, std::ios::trunc);
        *module = loaded.release();
        return SUCCESS;
    } catch (std::exception& error) {
        log_error(options, names, values, error.what());
        return INVALID_PTX;
    }
}
API cuModuleUnload(void* module) {
    std::lock_guard<std::mutex> held(LOCK);
    std::unique_ptr<LoadedModule> loaded(static_cast<LoadedModule*>(module));
    for (auto& variable : loaded->module->global_memory) MEMORY.end_loan(variable.first);
    return SUCCESS;
}
API cuModuleGetFunction(void** function, void* module, const char* name) {
    std::lock_guard<std::mutex> held(LOCK);
    auto loaded = static_cast<LoadedModule*>(module);
    auto found = loaded->module->by_name.find(name);
    if (found == loaded->module->by_name.end()) return NOT_FOUND;
    loaded->kernels.push_back(std::make_unique<Kernel>(Kernel{loaded, found->second}));
    *function = loaded->kernels.back().get();
    return SUCCESS;
}
static int most_threads(void* function) {
    auto kernel = static_cast<Kernel*>(function);
    return kernel->of->module->functions[kernel->function]->most_threads;
}
API cuFuncGetAttribute(int* value, int attribute, void* function) {
    constexpr int MAX_THREADS_PER_BLOCK = 0;
    *value = attribute == MAX_THREADS_PER_BLOCK ? most_threads(function) : 0;
    return SUCCESS;
}

API cuLaunchKernel(void* function, unsigned x, unsigned y, unsigned z, unsigned threads, unsigned threads_y,
                   unsigned threads_z, unsigned shared, void*, void** arguments, void**) {
    if (y != 1 || z != 1 || threads_y != 1 || threads_z != 1 || threads == 0 || x == 0 || int(threads) > most_threads(function))
        return INVALID_VALUE;
    std::lock_guard<std::mutex> held(LOCK);
    auto kernel = static_cast<Kernel*>(function);
    const Module& module = *kernel->of->module;
    Grid grid{x, threads, shared};
    LAUNCHES++;
    try {
        Launched done = launch(module, kernel->function, grid, arguments, MEMORY, LAUNCHES, Settings::get());
        tell(Told{LAUNCHES, module, kernel->function, grid, done});
    } catch (std::exception& error) {
        PENDING = LAUNCH_FAILED;
        FAILURE = error.what();
    }
    return SUCCESS;
}

API cuGetErrorName(int error, const char** name) {
    *name = error == OUT_OF_MEMORY   ? "CUDA_ERROR_OUT_OF_MEMORY"
            : error == LAUNCH_FAILED ? "CUDA_ERROR_LAUNCH_FAILED"
            : error == INVALID_PTX   ? "CUDA_ERROR_INVALID_PTX"
                                     : "CUDA_ERROR";
    return SUCCESS;
}
API cuGetErrorString(int error, const char** text) {
    *text = error == LAUNCH_FAILED   ? FAILURE.c_str()
            : error == OUT_OF_MEMORY ? "no memory is left"
                                     : "not possible on a simulated device";
    return SUCCESS;
}
