//! Speaks the protocol `lines`: a puzzle a line in, SOLUTIONS GRID NANOSECONDS a line out. Copy it, put your solver into Solver.
//! rustc -O adapter.rs; usage: adapter first|unique
struct Solver { cells: [u16; 81], used: [u16; 27], enough: usize, solutions: usize, first: String }
impl Solver {
    fn units(c: usize) -> [usize; 3] { [c / 9, 9 + c % 9, 18 + c / 27 * 3 + c % 9 / 3] }
    fn open(&self, c: usize) -> u16 { 511 & !Self::units(c).iter().fold(0, |used, &unit| used | self.used[unit]) }
    fn flip(&mut self, c: usize, bit: u16) {
        Self::units(c).iter().for_each(|&unit| self.used[unit] ^= bit);
        self.cells[c] ^= bit;
    }
    /// Tries the cell with the fewest values first; whether there are enough solutions.
    fn search(&mut self) -> bool {
        let Some(c) = (0..81).filter(|&c| self.cells[c] == 0).min_by_key(|&c| self.open(c).count_ones()) else {
            if self.solutions == 0 { self.first = self.cells.iter().map(|bit| (bit.trailing_zeros() + 1).to_string()).collect(); }
            self.solutions += 1;
            return self.solutions == self.enough;
        };
        let open = self.open(c);
        (0..9).map(|value| 1 << value).filter(|bit| open & bit != 0).any(|bit| {
            self.flip(c, bit);
            self.search() || { self.flip(c, bit); false }
        })
    }
    fn solve(&mut self, puzzle: &str) {
        for (c, clue) in puzzle.bytes().enumerate().filter(|(_, clue)| (b'1'..=b'9').contains(clue)) {
            if self.open(c) >> (clue - b'1') & 1 == 0 { return; } // two givens clash
            self.flip(c, 1 << (clue - b'1'));
        }
        self.search();
    }
}
fn main() {
    let enough = if std::env::args().nth(1).as_deref() == Some("unique") { 2 } else { 1 };
    for puzzle in std::io::stdin().lines().map_while(Result::ok) {
        let start = std::time::Instant::now();
        let mut solver = Solver { cells: [0; 81], used: [0; 27], enough, solutions: 0, first: "-".into() };
        solver.solve(&puzzle);
        println!("{} {} {}", solver.solutions, solver.first, start.elapsed().as_nanos()); // a line is flushed by itself
    }
}
