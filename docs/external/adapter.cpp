// Speaks the protocol `lines`: a puzzle a line in, SOLUTIONS GRID NANOSECONDS a line out. Copy it, put your solver into Solver.
#include <chrono>
#include <iostream>
struct Solver {
    int enough, solutions = 0, cell[81] = {}, used[27] = {};
    std::string first = std::string(81, '-');
    int* unit(int c, int k) { return used + (k == 0 ? c / 9 : k == 1 ? 9 + c % 9 : 18 + c / 27 * 3 + c % 9 / 3); }
    int open(int c) { return 511 & ~(*unit(c, 0) | *unit(c, 1) | *unit(c, 2)); }
    void flip(int c, int bit) { for (int* set : {unit(c, 0), unit(c, 1), unit(c, 2), cell + c}) *set ^= bit; }
    bool search() { // the cell with the fewest values is tried first
        int best = -1;
        for (int c = 0, least = 10; c < 81; c++)
            if (!cell[c] && __builtin_popcount(open(c)) < least) least = __builtin_popcount(open(best = c));
        if (best < 0 && solutions == 0) for (int c = 0; c < 81; c++) first[c] = char('1' + __builtin_ctz(cell[c]));
        if (best < 0) return ++solutions == enough;
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
int main(int, char** argv) {
    for (std::string puzzle; std::getline(std::cin, puzzle);) {
        auto start = std::chrono::steady_clock::now();
        Solver solver{argv[1] == std::string("unique") ? 2 : 1}; // the other question is first
        solver.solve(puzzle);
        std::chrono::nanoseconds took = std::chrono::steady_clock::now() - start;
        std::cout << solver.solutions << ' ' << (solver.solutions ? solver.first : "-") << ' ' << took.count() << std::endl; // endl flushes
    }
}
