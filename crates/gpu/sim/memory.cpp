#include "memory.h"

#include <sys/mman.h>

#include <algorithm>

uint64_t Memory::allocate(size_t size, size_t limit) {
    if (size == 0 || size > limit || in_use > limit - size) return 0;
    // Pages come when they are touched: most of a large buffer never is.
    int flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE;
    void* memory = mmap(nullptr, size, PROT_READ | PROT_WRITE, flags, -1, 0);
    if (memory == MAP_FAILED) return 0;
    in_use += size;
    buffers.push_back({reinterpret_cast<uint64_t>(memory), size, true});
    return buffers.back().start;
}

bool Memory::release(uint64_t start) {
    for (auto& buffer : buffers) {
        if (buffer.start != start || !buffer.is_ours) continue;
        munmap(reinterpret_cast<void*>(start), buffer.size);
        in_use -= buffer.size;
        buffers.erase(buffers.begin() + (&buffer - buffers.data()));
        return true;
    }
    return false;
}

void Memory::end_loan(uint64_t start) {
    auto is_it = [&](const Buffer& buffer) { return buffer.start == start && !buffer.is_ours; };
    buffers.erase(std::remove_if(buffers.begin(), buffers.end(), is_it), buffers.end());
}

const Memory::Buffer* Memory::find(uint64_t at, size_t bytes) const {
    for (auto& buffer : buffers)
        if (buffer.holds(at, bytes)) return &buffer;
    return nullptr;
}
