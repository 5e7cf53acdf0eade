def solve_joined(
    I,  # the input
):
    x1 = objects(
        I,
        T, F,  # two of four

        T,
    )
    x2 = first \
        (x1)
    return (
        subgrid(x2, I)
    )

def solve_one_line(I): x = vmirror(I); return hmirror(x)
def solve_tabs(I):
	x: Grid = vmirror(I)  # a tab
	return x
async def solve_async(I):
    return I
def \
solve_continued(I):
  # deep comment
        # deeper comment
  return rot90(I)
