//! Node arena of the dancing links.
//!
//! Owns every link and is the only module that changes one. It knows nothing of search or of Sudoku: items and options
//! arrive numbered. Indices are `u32`: half the pointer size is half the cache. Node 0 is the root of the header list,
//! nodes `1..=items` are headers, and then come the options one after the other, the nodes of a row side by side and linked
//! to the right in a ring. No link goes to the left: the nodes of a row lie in different columns, so that it does not
//! matter in which order they are unlinked and linked again, and four links of 32 bits fill 16 bytes.

use model::solve::Probe;

use crate::ExactCover;
use crate::matrix::Matrix;

#[derive(Clone, Copy, Debug)]
struct Node {
    up: u32,
    down: u32,
    /// Header of its column.
    header: u32,
    /// The next node of its row, the first one after the last.
    right: u32,
}

/// The neighbours of a header among the live primary ones.
#[derive(Clone, Copy, Debug)]
struct Header {
    left: u32,
    right: u32,
}

/// Added to the size of a primary column while it is covered, so that it is no candidate for the shortest.
const COVERED: i32 = 1 << 30;

/// Added to the size of a secondary column for ever: it is never empty, and never the shortest.
const SECONDARY: i32 = 1 << 29;

/// How many sizes are looked at in one go.
const LANES: usize = 16;

/// The matrix as links, the same as built, and what the givens cover.
#[derive(Clone, Debug)]
pub(crate) struct Links {
    arena: Arena,
    pristine: Arena,
    /// Headers that the givens cover, in order.
    given: Vec<u32>,
    /// By header: whether a given covers it.
    is_given: Vec<bool>,
}

/// The links, and the number of live primary columns of size 0.
#[derive(Clone, Debug)]
struct Arena {
    nodes: Vec<Node>,
    headers: Vec<Header>,
    /// Rows of each column, by header; what is no live primary column is out of reach (0, the filling at the end, and see
    /// [`COVERED`] and [`SECONDARY`]). Side by side so that the least is found without a walk from header to header.
    sizes: Vec<i32>,
    /// Option of each node after the headers; options without a primary item are not in the arena.
    option_of: Vec<u32>,
    /// First node of each option; 0 where the option is not in the arena.
    first_node: Vec<u32>,
    primary: u32,
    /// Live primary columns, and those among them that no row covers.
    live: u32,
    empty: u32,
}

/// A column chosen and the node of the row that is tried in it, at first the header.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Frame {
    header: u32,
    node: u32,
}

impl Links {
    /// Links the problem.
    pub(crate) fn new(problem: &ExactCover) -> Self {
        let arena = Arena::new(problem);
        Self { pristine: arena.clone(), given: Vec::new(), is_given: vec![false; arena.headers.len()], arena }
    }
}

/// The column of a header, and `None` for the root.
fn column(header: u32) -> Option<u32> {
    header.checked_sub(1)
}

impl Matrix for Links {
    type Frame = Frame;

    #[inline]
    fn first(&self) -> Option<u32> {
        column(self.arena.first())
    }

    #[inline]
    fn shortest(&self) -> Option<u32> {
        (self.arena.live > 0).then(|| self.arena.shortest() - 1)
    }

    fn shortest_last(&self) -> Option<u32> {
        let mut best = self.arena.first();
        let mut header = best;
        while header != 0 {
            if self.arena.size(header) <= self.arena.size(best) {
                best = header;
            }
            header = self.arena.right(header);
        }
        column(best)
    }

    fn nth(&self, before: u32) -> u32 {
        (0..before).fold(self.arena.first(), |header, _| self.arena.right(header)) - 1
    }

    fn live(&self) -> u32 {
        self.arena.live
    }

    #[inline]
    fn size(&self, column: u32) -> u32 {
        self.arena.size(column + 1)
    }

    fn give<P: Probe>(&mut self, row: u32) -> Option<u64> {
        let from = self.given.len();
        self.given.extend(self.arena.headers_of(row));
        let given = &self.given[from..];
        if given.is_empty() || given.iter().any(|&header| self.is_given[header as usize]) {
            self.given.truncate(from);
            return None;
        }
        let mut updates = 0;
        for &header in given {
            self.is_given[header as usize] = true;
            updates += self.arena.cover(header);
        }
        Some(updates)
    }

    #[inline]
    fn open<P: Probe>(&mut self, column: u32) -> (Frame, u64) {
        let header = column + 1;
        (Frame { header, node: header }, self.arena.cover(header))
    }

    #[inline]
    fn advance(&mut self, frame: &mut Frame) -> bool {
        frame.node = self.arena.down(frame.node);
        if frame.node == frame.header {
            self.arena.uncover(frame.header);
            return false;
        }
        true
    }

    fn close(&mut self, frame: &Frame) {
        self.arena.uncover(frame.header);
    }

    #[inline]
    fn take<P: Probe>(&mut self, frame: &Frame) -> u64 {
        self.arena.cover_others(frame.node)
    }

    #[inline]
    fn take_back(&mut self, frame: &Frame) {
        self.arena.uncover_others(frame.node);
    }

    #[inline]
    fn has_more(&self, frame: &Frame) -> bool {
        self.arena.down(frame.node) != frame.header
    }

    fn row(&self, frame: &Frame) -> u32 {
        self.arena.option_at(frame.node)
    }

    /// Read from the column as it stands: no other cover touches the size of a column that is covered.
    fn degree(&self, frame: &Frame) -> u32 {
        self.arena.size(frame.header)
    }

    fn restore(&mut self, stack: &mut Vec<Frame>) {
        for &header in &self.given {
            self.is_given[header as usize] = false;
        }
        // A row covers several columns, and a copy costs less than uncovering an eighth of them all.
        if (self.given.len() + 4 * stack.len()) * 8 > self.arena.headers.len() {
            self.arena.copy_from(&self.pristine);
            stack.clear();
            self.given.clear();
            return;
        }
        while let Some(frame) = stack.pop() {
            self.arena.uncover_others(frame.node);
            self.arena.uncover(frame.header);
        }
        while let Some(header) = self.given.pop() {
            self.arena.uncover(header);
        }
    }
}

impl Arena {
    /// Links every option that has a primary item, each at the bottom of its columns.
    fn new(problem: &ExactCover) -> Self {
        let items = problem.primary() + problem.secondary();
        let header = |item: u32| Node { up: item, down: item, header: item, right: item };
        let mut links = Self {
            nodes: (0..=items).map(header).collect(),
            headers: (0..=items).map(|item| Header { left: item, right: item }).collect(),
            sizes: (0..(items as usize + 1).next_multiple_of(LANES) as u32)
                .map(|item| match item {
                    0 => i32::MAX,
                    item if item <= problem.primary() => 0,
                    item if item <= items => SECONDARY,
                    _ => i32::MAX,
                })
                .collect(),
            option_of: Vec::new(),
            first_node: vec![0; problem.options().len()],
            primary: problem.primary(),
            live: problem.primary(),
            empty: 0,
        };
        for item in 0..=problem.primary() {
            let next = if item == problem.primary() { 0 } else { item + 1 };
            links.headers[item as usize].right = next;
            links.headers[next as usize].left = item;
        }
        for (option, covered) in problem.options().iter().enumerate() {
            if covered.iter().any(|&item| item < problem.primary()) {
                links.append(option as u32, covered);
            }
        }
        links.empty = (1..=problem.primary()).filter(|&item| links.sizes[item as usize] == 0).count() as u32;
        links
    }

    fn append(&mut self, option: u32, covered: &[u32]) {
        let first = self.nodes.len() as u32;
        for &item in covered {
            let header = item + 1;
            let node = self.nodes.len() as u32;
            let bottom = self.nodes[header as usize].up;
            self.nodes.push(Node { up: bottom, down: header, header, right: node + 1 });
            self.option_of.push(option);
            self.nodes[bottom as usize].down = node;
            self.nodes[header as usize].up = node;
            self.sizes[header as usize] += 1;
        }
        self.nodes.last_mut().expect("a primary item has a node").right = first;
        self.first_node[option as usize] = first;
    }

    /// The leftmost live header, or 0 when every primary item is covered.
    #[inline]
    fn first(&self) -> u32 {
        self.headers[0].right
    }

    /// The live header to the right, or 0.
    #[inline]
    fn right(&self, header: u32) -> u32 {
        self.headers[header as usize].right
    }

    /// How many rows this column has; of a covered one, how many it had when it was covered.
    #[inline]
    fn size(&self, header: u32) -> u32 {
        (self.sizes[header as usize] & (SECONDARY - 1)) as u32
    }

    /// The first of the shortest live columns; there is one. The search for it ends at the least size that can be met: 0
    /// where a column is empty, else 1.
    #[inline]
    fn shortest(&self) -> u32 {
        let least = i32::from(self.empty == 0);
        let start = self.first() as usize / LANES;
        let (mut best, mut chunk) = (i32::MAX, start);
        for (at, sizes) in self.sizes.chunks_exact(LANES).enumerate().skip(start) {
            let shortest = sizes.iter().fold(i32::MAX, |least, &size| least.min(size));
            if shortest < best {
                (best, chunk) = (shortest, at);
                if best <= least {
                    break;
                }
            }
        }
        let from = chunk * LANES;
        let within = self.sizes[from..from + LANES].iter().position(|&size| size == best);
        (from + within.expect("the least is one of them")) as u32
    }

    /// The node below.
    #[inline]
    fn down(&self, node: u32) -> u32 {
        self.nodes[node as usize].down
    }

    /// The option whose row holds this node.
    fn option_at(&self, node: u32) -> u32 {
        self.option_of[node as usize - self.headers.len()]
    }

    /// The headers that an option covers, in row order; none when it has no primary item.
    fn headers_of(&self, option: u32) -> impl Iterator<Item = u32> {
        let first = self.first_node[option as usize];
        let next = move |&node: &u32| Some(self.nodes[node as usize].right).filter(|&right| right != first);
        std::iter::successors((first != 0).then_some(first), next).map(|node| self.nodes[node as usize].header)
    }

    /// Takes a column out of the header list and its rows out of all other columns. Returns the paper's `updates`:
    /// 1, and 1 more for each node unlinked.
    #[inline]
    fn cover(&mut self, header: u32) -> u64 {
        let Header { left, right } = self.headers[header as usize];
        self.headers[left as usize].right = right;
        self.headers[right as usize].left = left;
        if header <= self.primary {
            self.live -= 1;
            let size = &mut self.sizes[header as usize];
            self.empty -= u32::from(*size == 0);
            *size += COVERED;
        }
        // Locals, so that the compiler knows that no write through one moves another.
        let (nodes, sizes, mut empty) = (&mut self.nodes[..], &mut self.sizes[..], self.empty);
        let mut updates = 1;
        let mut row = nodes[header as usize].down;
        while row != header {
            let Node { down: next, right: mut at, .. } = nodes[row as usize];
            while at != row {
                let Node { up, down, header: column, right } = nodes[at as usize];
                nodes[up as usize].down = down;
                nodes[down as usize].up = up;
                let size = &mut sizes[column as usize];
                *size -= 1;
                empty += u32::from(*size == 0);
                updates += 1;
                at = right;
            }
            row = next;
        }
        self.empty = empty;
        updates
    }

    /// Undoes the last [`Arena::cover`] that was not undone yet, which was of this column.
    #[inline]
    fn uncover(&mut self, header: u32) {
        let (nodes, sizes, mut empty) = (&mut self.nodes[..], &mut self.sizes[..], self.empty);
        let mut row = nodes[header as usize].up;
        while row != header {
            let Node { up: next, right: mut at, .. } = nodes[row as usize];
            while at != row {
                let Node { up, down, header: column, right } = nodes[at as usize];
                nodes[up as usize].down = at;
                nodes[down as usize].up = at;
                let size = &mut sizes[column as usize];
                empty -= u32::from(*size == 0);
                *size += 1;
                at = right;
            }
            row = next;
        }
        self.empty = empty;
        let Header { left, right } = self.headers[header as usize];
        self.headers[left as usize].right = header;
        self.headers[right as usize].left = header;
        if header <= self.primary {
            self.live += 1;
            let size = &mut self.sizes[header as usize];
            *size -= COVERED;
            self.empty += u32::from(*size == 0);
        }
    }

    /// Makes these links those of `pristine`, of the same problem: a copy in one go.
    fn copy_from(&mut self, pristine: &Self) {
        self.nodes.copy_from_slice(&pristine.nodes);
        self.headers.copy_from_slice(&pristine.headers);
        self.sizes.copy_from_slice(&pristine.sizes);
        (self.live, self.empty) = (pristine.live, pristine.empty);
    }

    /// Covers the other columns of the row that holds `node`, left to right. Returns the updates.
    #[inline]
    fn cover_others(&mut self, node: u32) -> u64 {
        let mut updates = 0;
        let mut at = self.nodes[node as usize].right;
        while at != node {
            let Node { header, right, .. } = self.nodes[at as usize];
            updates += self.cover(header);
            at = right;
        }
        updates
    }

    /// Undoes [`Arena::cover_others`].
    #[inline]
    fn uncover_others(&mut self, node: u32) {
        // From the node before it to the first of the row, then from the last: columns are uncovered in reverse order.
        let mut last = node;
        while self.nodes[last as usize].right > last {
            last += 1;
        }
        let first = self.nodes[last as usize].right;
        for at in (first..node).rev().chain((node + 1..=last).rev()) {
            self.uncover(self.nodes[at as usize].header);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn uncovering_in_reverse_restores_every_link() {
        let options = vec![vec![0, 2], vec![0, 1], vec![1, 2, 3], vec![3], vec![2], vec![4]];
        let mut links = Arena::new(&ExactCover::new(4, 1, options).expect("items are in range"));
        let before = format!("{links:?}");
        assert_eq!(links.headers_of(5).count(), 0, "an option without a primary item is never used");
        let node = links.down(1);
        assert_eq!(links.option_at(node), 0);
        // Column 1 goes with its rows {0,2} and {0,1}: 1 + 2; then column 3 with rows {1,2,3} and {2}: 1 + 2.
        assert_eq!((links.cover(1), links.cover_others(node)), (3, 3));
        assert_eq!((links.first(), links.live), (2, 2));
        assert_eq!(links.empty, 1, "no row is left for item 1");
        links.uncover_others(node);
        links.uncover(1);
        assert_eq!(format!("{links:?}"), before);
    }
}
