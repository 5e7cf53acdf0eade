def solve_größe(I):
    größe = vmirror(I)  # tabs and wide characters before the place
    return vmirror(größe, größ)


def solve_tabs(I):
	x1	=	vmirrow(I)
	return x1


def solve_invisible(I):
    x1 = vmirror(​I)
    return x1
