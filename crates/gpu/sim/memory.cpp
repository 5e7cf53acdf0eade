#include "memory.h"

#include <sys/mman.h>

#include <algorithm>

// Pages of zeros come when they are touched: most of a large buffer never is.
static void* map(size_t size) {
    int flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE;
    void* memory = mmap(nullptr, size, PROT_READ | PROT_WRITE, flags, -1, 0);
    return memory == MAP_FAILED ? nullptr : memory;
}

static size_t owner_bytes(size_t size) { return (size / 4 + 2) * sizeof(Owner); }

uint64_t Memory::allocate(size_t size, size_t limit) {
    if (size == 0 || size > limit || in_use > limit - size) return 0;
    void* memory = map(size);
    if (!memory) return 0;
    auto owners = has_owners ? static_cast<std::atomic<Owner>*>(map(owner_bytes(size))) : nullptr;
    in_use += size;
    buffers.push_back({reinterpret_cast<uint64_t>(memory), size, true, owners});
    return buffers.back().start;
}

bool Memory::release(uint64_t start) {
    for (auto& buffer : buffers) {
        if (buffer.start != start || !buffer.is_ours) continue;
        munmap(reinterpret_cast<void*>(start), buffer.size);
        if (buffer.owners) munmap(buffer.owners, owner_bytes(buffer.size));
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

std::atomic<Owner>* Memory::owner(uint64_t word, const Buffer& likely) const {
    const Buffer* in = likely.holds(4 * word, 1) ? &likely : find(4 * word, 1);
    return in && in->owners ? in->owners + (word - in->start / 4) : nullptr;
}
