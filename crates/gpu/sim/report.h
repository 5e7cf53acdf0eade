// What is told of a launch, for machines and for people.
#pragma once
#include "launch.h"

struct Told {
    uint64_t number;  // of the launch
    const Module& module;
    int kernel;
    Grid grid;
    const Launched& launched;
};

// One line of JSON.
std::string json_report(const Told& told);
std::string text_report(const Told& told);
