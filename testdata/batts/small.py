"""A batt: 3 solvers (0 mutated) and 8 differs (0 mutated) in one function.

Seed 7, dialect batt, 214 steps; 126 more were asked for and are shared.
A remark names the program and the line of it that asked for the step first.
"""
from arcbatt.dsl_batt import *


def batt(task_id, S, I, C, log_path):
    x1 = palette_t(I)  # differ_extra_colours:1
    x2 = palette_t(C)  # differ_extra_colours:2
    x3 = difference(x1, x2)  # differ_extra_colours:3
    x4 = size_f(x3)  # differ_extra_colours:4
    x5 = multiply(x4, HUNDRED)  # differ_extra_colours:5
    x6 = subtract(THOUSAND, x5)  # differ_extra_colours:6
    x7 = positive(x6)  # differ_extra_colours:7
    x8 = multiply(x6, x7)  # differ_extra_colours:8
    x9 = totuple(x3)  # differ_extra_colours:9
    x10 = first_t(x9)  # differ_extra_colours:10
    x11 = astuple(x8, x10)  # differ_extra_colours:11
    x12 = difference(x2, x1)  # differ_missing_colours:3
    x13 = size_f(x12)  # differ_missing_colours:4
    x14 = multiply(x13, HUNDRED)  # differ_missing_colours:5
    x15 = subtract(THOUSAND, x14)  # differ_missing_colours:6
    x16 = positive(x15)  # differ_missing_colours:7
    x17 = multiply(x15, x16)  # differ_missing_colours:8
    x18 = totuple(x12)  # differ_missing_colours:9
    x19 = first_t(x18)  # differ_missing_colours:10
    x20 = astuple(x17, x19)  # differ_missing_colours:11
    x21 = o_g(I, R5)  # differ_extra_dots:1
    x22 = sizefilter(x21, ONE)  # differ_extra_dots:2
    x23 = o_g(C, R5)  # differ_extra_dots:3
    x24 = sizefilter(x23, ONE)  # differ_extra_dots:4
    x25 = difference(x22, x24)  # differ_extra_dots:5
    x26 = size_f(x25)  # differ_extra_dots:6
    x27 = multiply(x26, HUNDRED)  # differ_extra_dots:7
    x28 = subtract(THOUSAND, x27)  # differ_extra_dots:8
    x29 = positive(x28)  # differ_extra_dots:9
    x30 = multiply(x28, x29)  # differ_extra_dots:10
    x31 = totuple(x25)  # differ_extra_dots:11
    x32 = first_t(x31)  # differ_extra_dots:12
    x33 = astuple(x30, x32)  # differ_extra_dots:13
    x34 = difference(x24, x22)  # differ_missing_dots:5
    x35 = size_f(x34)  # differ_missing_dots:6
    x36 = multiply(x35, HUNDRED)  # differ_missing_dots:7
    x37 = subtract(THOUSAND, x36)  # differ_missing_dots:8
    x38 = positive(x37)  # differ_missing_dots:9
    x39 = multiply(x37, x38)  # differ_missing_dots:10
    x40 = totuple(x34)  # differ_missing_dots:11
    x41 = first_t(x40)  # differ_missing_dots:12
    x42 = astuple(x39, x41)  # differ_missing_dots:13
    x43 = asobject(I)  # differ_equal_cells:1
    x44 = asobject(C)  # differ_equal_cells:2
    x45 = intersection(x43, x44)  # differ_equal_cells:3
    x46 = size_f(x45)  # differ_equal_cells:4
    x47 = multiply(x46, THOUSAND)  # differ_equal_cells:5
    x48 = size_f(x43)  # differ_equal_cells:6
    x49 = size_f(x44)  # differ_equal_cells:7
    x50 = initset(x49)  # differ_equal_cells:8
    x51 = insert(x48, x50)  # differ_equal_cells:9
    x52 = maximum(x51)  # differ_equal_cells:10
    x53 = divide(x47, x52)  # differ_equal_cells:11
    x54 = asindices(I)  # differ_equal_cells:12
    x55 = asindices(C)  # differ_equal_cells:13
    x56 = combine_f(x54, x55)  # differ_equal_cells:14
    x57 = toindices_o(x45)  # differ_equal_cells:15
    x58 = difference(x56, x57)  # differ_equal_cells:16
    x59 = either(x58, ())  # differ_equal_cells:17
    x60 = astuple(x53, x59)  # differ_equal_cells:18
    x61 = shape_t(I)  # differ_equal_shape:1
    x62 = shape_t(C)  # differ_equal_shape:2
    x63 = equality(x61, x62)  # differ_equal_shape:3
    x64 = multiply(x63, THOUSAND)  # differ_equal_shape:4
    x65 = astuple(x64, ())  # differ_equal_shape:5
    x66 = intersection(x1, x2)  # differ_right_palette:3
    x67 = size_f(x66)  # differ_right_palette:4
    x68 = multiply(x67, THOUSAND)  # differ_right_palette:5
    x69 = combine_f(x1, x2)  # differ_right_palette:6
    x70 = size_f(x69)  # differ_right_palette:7
    x71 = divide(x68, x70)  # differ_right_palette:8
    x72 = astuple(x71, ())  # differ_right_palette:9
    x73 = equality(I, C)  # differ_same:1
    x74 = multiply(x73, THOUSAND)  # differ_same:2
    x75 = astuple(x74, ())  # differ_same:3
    x76 = sfilter_f(x21, square_f)  # solve_0478b356:2
    x77 = mapply_f(inbox, x76)  # solve_0478b356:3
    x78 = merge_f(x76)  # solve_16356251:3
    x79 = fill(I, YELLOW, x77)  # solve_0478b356:4
    x80 = palette_t(x79)  # differ_extra_colours:1 on 0478b356
    x81 = difference(x80, x2)  # differ_extra_colours:3 on 0478b356
    x82 = size_f(x81)  # differ_extra_colours:4 on 0478b356
    x83 = multiply(x82, HUNDRED)  # differ_extra_colours:5 on 0478b356
    x84 = subtract(THOUSAND, x83)  # differ_extra_colours:6 on 0478b356
    x85 = positive(x84)  # differ_extra_colours:7 on 0478b356
    x86 = multiply(x84, x85)  # differ_extra_colours:8 on 0478b356
    x87 = totuple(x81)  # differ_extra_colours:9 on 0478b356
    x88 = first_t(x87)  # differ_extra_colours:10 on 0478b356
    x89 = astuple(x86, x88)  # differ_extra_colours:11 on 0478b356
    x90 = difference(x2, x80)  # differ_missing_colours:3 on 0478b356
    x91 = size_f(x90)  # differ_missing_colours:4 on 0478b356
    x92 = multiply(x91, HUNDRED)  # differ_missing_colours:5 on 0478b356
    x93 = subtract(THOUSAND, x92)  # differ_missing_colours:6 on 0478b356
    x94 = positive(x93)  # differ_missing_colours:7 on 0478b356
    x95 = multiply(x93, x94)  # differ_missing_colours:8 on 0478b356
    x96 = totuple(x90)  # differ_missing_colours:9 on 0478b356
    x97 = first_t(x96)  # differ_missing_colours:10 on 0478b356
    x98 = astuple(x95, x97)  # differ_missing_colours:11 on 0478b356
    x99 = o_g(x79, R5)  # differ_extra_dots:1 on 0478b356
    x100 = sizefilter(x99, ONE)  # differ_extra_dots:2 on 0478b356
    x101 = difference(x100, x24)  # differ_extra_dots:5 on 0478b356
    x102 = size_f(x101)  # differ_extra_dots:6 on 0478b356
    x103 = multiply(x102, HUNDRED)  # differ_extra_dots:7 on 0478b356
    x104 = subtract(THOUSAND, x103)  # differ_extra_dots:8 on 0478b356
    x105 = positive(x104)  # differ_extra_dots:9 on 0478b356
    x106 = multiply(x104, x105)  # differ_extra_dots:10 on 0478b356
    x107 = totuple(x101)  # differ_extra_dots:11 on 0478b356
    x108 = first_t(x107)  # differ_extra_dots:12 on 0478b356
    x109 = astuple(x106, x108)  # differ_extra_dots:13 on 0478b356
    x110 = difference(x24, x100)  # differ_missing_dots:5 on 0478b356
    x111 = size_f(x110)  # differ_missing_dots:6 on 0478b356
    x112 = multiply(x111, HUNDRED)  # differ_missing_dots:7 on 0478b356
    x113 = subtract(THOUSAND, x112)  # differ_missing_dots:8 on 0478b356
    x114 = positive(x113)  # differ_missing_dots:9 on 0478b356
    x115 = multiply(x113, x114)  # differ_missing_dots:10 on 0478b356
    x116 = totuple(x110)  # differ_missing_dots:11 on 0478b356
    x117 = first_t(x116)  # differ_missing_dots:12 on 0478b356
    x118 = astuple(x115, x117)  # differ_missing_dots:13 on 0478b356
    x119 = asobject(x79)  # differ_equal_cells:1 on 0478b356
    x120 = intersection(x119, x44)  # differ_equal_cells:3 on 0478b356
    x121 = size_f(x120)  # differ_equal_cells:4 on 0478b356
    x122 = multiply(x121, THOUSAND)  # differ_equal_cells:5 on 0478b356
    x123 = size_f(x119)  # differ_equal_cells:6 on 0478b356
    x124 = insert(x123, x50)  # differ_equal_cells:9 on 0478b356
    x125 = maximum(x124)  # differ_equal_cells:10 on 0478b356
    x126 = divide(x122, x125)  # differ_equal_cells:11 on 0478b356
    x127 = asindices(x79)  # differ_equal_cells:12 on 0478b356
    x128 = combine_f(x127, x55)  # differ_equal_cells:14 on 0478b356
    x129 = toindices_o(x120)  # differ_equal_cells:15 on 0478b356
    x130 = difference(x128, x129)  # differ_equal_cells:16 on 0478b356
    x131 = either(x130, ())  # differ_equal_cells:17 on 0478b356
    x132 = astuple(x126, x131)  # differ_equal_cells:18 on 0478b356
    x133 = shape_t(x79)  # differ_equal_shape:1 on 0478b356
    x134 = equality(x133, x62)  # differ_equal_shape:3 on 0478b356
    x135 = multiply(x134, THOUSAND)  # differ_equal_shape:4 on 0478b356
    x136 = astuple(x135, ())  # differ_equal_shape:5 on 0478b356
    x137 = intersection(x80, x2)  # differ_right_palette:3 on 0478b356
    x138 = size_f(x137)  # differ_right_palette:4 on 0478b356
    x139 = multiply(x138, THOUSAND)  # differ_right_palette:5 on 0478b356
    x140 = combine_f(x80, x2)  # differ_right_palette:6 on 0478b356
    x141 = size_f(x140)  # differ_right_palette:7 on 0478b356
    x142 = divide(x139, x141)  # differ_right_palette:8 on 0478b356
    x143 = astuple(x142, ())  # differ_right_palette:9 on 0478b356
    x144 = equality(x79, C)  # differ_same:1 on 0478b356
    x145 = multiply(x144, THOUSAND)  # differ_same:2 on 0478b356
    x146 = astuple(x145, ())  # differ_same:3 on 0478b356
    x147 = fill(I, RED, x78)  # solve_16356251:4
    x148 = palette_t(x147)  # differ_extra_colours:1 on 16356251
    x149 = difference(x148, x2)  # differ_extra_colours:3 on 16356251
    x150 = size_f(x149)  # differ_extra_colours:4 on 16356251
    x151 = multiply(x150, HUNDRED)  # differ_extra_colours:5 on 16356251
    x152 = subtract(THOUSAND, x151)  # differ_extra_colours:6 on 16356251
    x153 = positive(x152)  # differ_extra_colours:7 on 16356251
    x154 = multiply(x152, x153)  # differ_extra_colours:8 on 16356251
    x155 = totuple(x149)  # differ_extra_colours:9 on 16356251
    x156 = first_t(x155)  # differ_extra_colours:10 on 16356251
    x157 = astuple(x154, x156)  # differ_extra_colours:11 on 16356251
    x158 = difference(x2, x148)  # differ_missing_colours:3 on 16356251
    x159 = size_f(x158)  # differ_missing_colours:4 on 16356251
    x160 = multiply(x159, HUNDRED)  # differ_missing_colours:5 on 16356251
    x161 = subtract(THOUSAND, x160)  # differ_missing_colours:6 on 16356251
    x162 = positive(x161)  # differ_missing_colours:7 on 16356251
    x163 = multiply(x161, x162)  # differ_missing_colours:8 on 16356251
    x164 = totuple(x158)  # differ_missing_colours:9 on 16356251
    x165 = first_t(x164)  # differ_missing_colours:10 on 16356251
    x166 = astuple(x163, x165)  # differ_missing_colours:11 on 16356251
    x167 = o_g(x147, R5)  # differ_extra_dots:1 on 16356251
    x168 = sizefilter(x167, ONE)  # differ_extra_dots:2 on 16356251
    x169 = difference(x168, x24)  # differ_extra_dots:5 on 16356251
    x170 = size_f(x169)  # differ_extra_dots:6 on 16356251
    x171 = multiply(x170, HUNDRED)  # differ_extra_dots:7 on 16356251
    x172 = subtract(THOUSAND, x171)  # differ_extra_dots:8 on 16356251
    x173 = positive(x172)  # differ_extra_dots:9 on 16356251
    x174 = multiply(x172, x173)  # differ_extra_dots:10 on 16356251
    x175 = totuple(x169)  # differ_extra_dots:11 on 16356251
    x176 = first_t(x175)  # differ_extra_dots:12 on 16356251
    x177 = astuple(x174, x176)  # differ_extra_dots:13 on 16356251
    x178 = difference(x24, x168)  # differ_missing_dots:5 on 16356251
    x179 = size_f(x178)  # differ_missing_dots:6 on 16356251
    x180 = multiply(x179, HUNDRED)  # differ_missing_dots:7 on 16356251
    x181 = subtract(THOUSAND, x180)  # differ_missing_dots:8 on 16356251
    x182 = positive(x181)  # differ_missing_dots:9 on 16356251
    x183 = multiply(x181, x182)  # differ_missing_dots:10 on 16356251
    x184 = totuple(x178)  # differ_missing_dots:11 on 16356251
    x185 = first_t(x184)  # differ_missing_dots:12 on 16356251
    x186 = astuple(x183, x185)  # differ_missing_dots:13 on 16356251
    x187 = asobject(x147)  # differ_equal_cells:1 on 16356251
    x188 = intersection(x187, x44)  # differ_equal_cells:3 on 16356251
    x189 = size_f(x188)  # differ_equal_cells:4 on 16356251
    x190 = multiply(x189, THOUSAND)  # differ_equal_cells:5 on 16356251
    x191 = size_f(x187)  # differ_equal_cells:6 on 16356251
    x192 = insert(x191, x50)  # differ_equal_cells:9 on 16356251
    x193 = maximum(x192)  # differ_equal_cells:10 on 16356251
    x194 = divide(x190, x193)  # differ_equal_cells:11 on 16356251
    x195 = asindices(x147)  # differ_equal_cells:12 on 16356251
    x196 = combine_f(x195, x55)  # differ_equal_cells:14 on 16356251
    x197 = toindices_o(x188)  # differ_equal_cells:15 on 16356251
    x198 = difference(x196, x197)  # differ_equal_cells:16 on 16356251
    x199 = either(x198, ())  # differ_equal_cells:17 on 16356251
    x200 = astuple(x194, x199)  # differ_equal_cells:18 on 16356251
    x201 = shape_t(x147)  # differ_equal_shape:1 on 16356251
    x202 = equality(x201, x62)  # differ_equal_shape:3 on 16356251
    x203 = multiply(x202, THOUSAND)  # differ_equal_shape:4 on 16356251
    x204 = astuple(x203, ())  # differ_equal_shape:5 on 16356251
    x205 = intersection(x148, x2)  # differ_right_palette:3 on 16356251
    x206 = size_f(x205)  # differ_right_palette:4 on 16356251
    x207 = multiply(x206, THOUSAND)  # differ_right_palette:5 on 16356251
    x208 = combine_f(x148, x2)  # differ_right_palette:6 on 16356251
    x209 = size_f(x208)  # differ_right_palette:7 on 16356251
    x210 = divide(x207, x209)  # differ_right_palette:8 on 16356251
    x211 = astuple(x210, ())  # differ_right_palette:9 on 16356251
    x212 = equality(x147, C)  # differ_same:1 on 16356251
    x213 = multiply(x212, THOUSAND)  # differ_same:2 on 16356251
    x214 = astuple(x213, ())  # differ_same:3 on 16356251
    o = (
        (0, False, "2099cb8f", I),
        (79, False, "0478b356", x79),
        (147, False, "16356251", x147),
    )
    s = (
        (11, None, "extra_colours", x11),
        (20, None, "missing_colours", x20),
        (33, None, "extra_dots", x33),
        (42, None, "missing_dots", x42),
        (60, None, "equal_cells", x60),
        (65, None, "equal_shape", x65),
        (72, None, "right_palette", x72),
        (75, None, "same", x75),
        (11, "2099cb8f", "extra_colours", x11),
        (20, "2099cb8f", "missing_colours", x20),
        (33, "2099cb8f", "extra_dots", x33),
        (42, "2099cb8f", "missing_dots", x42),
        (60, "2099cb8f", "equal_cells", x60),
        (65, "2099cb8f", "equal_shape", x65),
        (72, "2099cb8f", "right_palette", x72),
        (75, "2099cb8f", "same", x75),
        (89, "0478b356", "extra_colours", x89),
        (98, "0478b356", "missing_colours", x98),
        (109, "0478b356", "extra_dots", x109),
        (118, "0478b356", "missing_dots", x118),
        (132, "0478b356", "equal_cells", x132),
        (136, "0478b356", "equal_shape", x136),
        (143, "0478b356", "right_palette", x143),
        (146, "0478b356", "same", x146),
        (157, "16356251", "extra_colours", x157),
        (166, "16356251", "missing_colours", x166),
        (177, "16356251", "extra_dots", x177),
        (186, "16356251", "missing_dots", x186),
        (200, "16356251", "equal_cells", x200),
        (204, "16356251", "equal_shape", x204),
        (211, "16356251", "right_palette", x211),
        (214, "16356251", "same", x214),
    )
    return o, s
