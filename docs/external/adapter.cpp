// Speaks the protocol `lines`: a puzzle a line in, SOLUTIONS GRID NANOSECONDS a line out. Copy it, put your solver into Solver.
#include <chrono>
#include <iostream>
#include <string>
struct Solver {
    int cell[81] = {}, used[27] = {}, enough, solutions = 0;
    std::string first = "-";
    static int unit(int c, int k) { return k == 0 ? c / 9 : k == 1 ? 9 + c % 9 : 18 + c / 27 * 3 + c % 9 / 3; }
    int open(int c) const { return 511 & ~(used[unit(c, 0)] | used[unit(c, 1)] | used[unit(c, 2)]); }
    void flip(int c, int bit) { for (int k = 0; k < 3; k++) used[unit(c, k)] ^= bit; cell[c] ^= bit; }
    bool search() { // the cell with the fewest values is tried first
        int best = -1;
        for (int c = 0, least = 10; c < 81; c++)
            if (!cell[c] && __builtin_popcount(open(c)) < least) least = __builtin_popcount(open(best = c));
        if (best < 0) {
            if (solutions == 0) for (int c = first.erase().size(); c < 81; c++) first += char('1' + __builtin_ctz(cell[c]));
            return ++solutions == enough;
        }
        for (int rest = open(best); rest; rest &= rest - 1) {
            flip(best, rest & -rest);
            if (search()) return true;
            flip(best, rest & -rest);
        }
        return false;
    }
    void solve(const std::string& puzzle) {
        for (int c = 0; c < 81; c++) {
            int bit = puzzle[c] >= '1' && puzzle[c] <= '9' ? 1 << (puzzle[c] - '1') : 0;
            if (bit & ~open(c)) return; // two givens clash
            flip(c, bit);
        }
        search();
    }
};
int main(int, char** argv) { // adapter first|unique
    for (std::string puzzle; std::getline(std::cin, puzzle);) {
        auto start = std::chrono::steady_clock::now();
        Solver solver; solver.enough = std::string(argv[1]) == "unique" ? 2 : 1; solver.solve(puzzle);
        auto took = std::chrono::nanoseconds(std::chrono::steady_clock::now() - start).count();
        std::cout << solver.solutions << ' ' << solver.first << ' ' << took << std::endl; // endl flushes
    }
}
