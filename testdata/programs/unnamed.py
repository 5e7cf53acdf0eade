def turn(grid):
    return rot90(grid)


def transform(grid):
    """What people call the one program of a file."""
    once = turn(grid)
    return turn(once)
