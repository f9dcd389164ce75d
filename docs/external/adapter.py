"""Speaks the protocol `lines`, asked first or unique: SOLUTIONS GRID NANOSECONDS a puzzle. Copy it, put your solver into solve()."""
import sys, time
UNITS = [(c // 9, 9 + c % 9, 18 + c // 27 * 3 + c % 9 // 3) for c in range(81)]

def solve(puzzle, enough):
    """The solutions, `enough` of them at most. The cell with the fewest values is tried first."""
    cells, used, found = [0] * 81, [0] * 27, []

    def free(cell):
        a, b, c = UNITS[cell]
        return 511 & ~(used[a] | used[b] | used[c])

    def flip(cell, bit):
        cells[cell] ^= bit
        for unit in UNITS[cell]:
            used[unit] ^= bit

    def search():
        blanks = [cell for cell in range(81) if not cells[cell]]
        if not blanks:
            found.append("".join(str(bit.bit_length()) for bit in cells))
        cell = min(blanks, key=lambda blank: free(blank).bit_count(), default=None)
        for bit in (1 << value for value in range(9) if blanks and free(cell) >> value & 1):
            if len(found) < enough:
                flip(cell, bit)
                search()
                flip(cell, bit)

    for cell, clue in enumerate(puzzle):
        if clue in "123456789":
            if not free(cell) >> int(clue) - 1 & 1:
                return []  # two givens clash
            flip(cell, 1 << int(clue) - 1)
    search()
    return found

for line in sys.stdin:
    start = time.perf_counter_ns()
    grids = solve(line.strip(), 2 if sys.argv[1] == "unique" else 1)
    print(len(grids), grids[0] if grids else "-", time.perf_counter_ns() - start, flush=True)  # a line is sent at once
