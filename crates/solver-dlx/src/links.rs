//! Node arena of the dancing links.
//!
//! Owns every link and is the only module that changes one. It knows nothing of search or of Sudoku: items and options
//! arrive numbered. Indices are `u32`: half the pointer size is half the cache. Node 0 is the root of the header list,
//! nodes `1..=items` are headers, and then come the options one after the other, each between two spacers, so that a row
//! is walked by counting and needs no left and right links. A spacer's `up` is the first node of the row before it, its
//! `down` the last node of the row after it.

use crate::ExactCover;

/// What a node stands for when it is a spacer.
const SPACER: u32 = u32::MAX;

#[derive(Clone, Copy, Debug)]
struct Node {
    up: u32,
    down: u32,
    /// Header of its column, or [`SPACER`].
    header: u32,
}

#[derive(Clone, Copy, Debug)]
struct Header {
    left: u32,
    right: u32,
    size: u32,
}

/// The matrix as links, and the number of live primary columns of size 0.
#[derive(Clone, Debug)]
pub(crate) struct Links {
    nodes: Vec<Node>,
    headers: Vec<Header>,
    /// Option of each row, by the row's number; rows without a primary item are not in the arena.
    option_of: Vec<u32>,
    /// First node of each option; 0 where the option is not in the arena.
    first_node: Vec<u32>,
    primary: u32,
    /// Live primary columns, and those among them that no row covers.
    live: u32,
    empty: u32,
}

impl Links {
    /// Links every option that has a primary item, each at the bottom of its columns.
    pub(crate) fn new(problem: &ExactCover) -> Self {
        let items = problem.primary() + problem.secondary();
        let header = |item: u32| Node { up: item, down: item, header: item };
        let mut links = Self {
            nodes: (0..=items).map(header).collect(),
            headers: (0..=items).map(|item| Header { left: item, right: item, size: 0 }).collect(),
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
        links.nodes.push(Node { up: SPACER, down: SPACER, header: SPACER });
        links.option_of.push(SPACER);
        for (option, covered) in problem.options().iter().enumerate() {
            if covered.iter().any(|&item| item < problem.primary()) {
                links.append(option as u32, covered);
            }
        }
        links.empty = (1..=problem.primary()).filter(|&item| links.headers[item as usize].size == 0).count() as u32;
        links
    }

    fn append(&mut self, option: u32, covered: &[u32]) {
        let first = self.nodes.len() as u32;
        for &item in covered {
            let header = item + 1;
            let node = self.nodes.len() as u32;
            let bottom = self.nodes[header as usize].up;
            self.nodes.push(Node { up: bottom, down: header, header });
            self.nodes[bottom as usize].down = node;
            self.nodes[header as usize].up = node;
            self.headers[header as usize].size += 1;
        }
        let last = self.nodes.len() as u32 - 1;
        self.nodes[first as usize - 1].down = last;
        // The spacer's own place in the arena finds the option again; see `option_at`.
        self.nodes.push(Node { up: first, down: SPACER, header: SPACER });
        self.option_of.resize(self.nodes.len() - self.headers.len(), SPACER);
        *self.option_of.last_mut().expect("one was just made") = option;
        self.first_node[option as usize] = first;
    }

    /// The leftmost live header, or 0 when every primary item is covered.
    #[inline]
    pub(crate) fn first(&self) -> u32 {
        self.headers[0].right
    }

    /// The live header to the right, or 0.
    #[inline]
    pub(crate) fn right(&self, header: u32) -> u32 {
        self.headers[header as usize].right
    }

    /// How many rows cover this live column.
    #[inline]
    pub(crate) fn size(&self, header: u32) -> u32 {
        self.headers[header as usize].size
    }

    /// How many primary columns are live.
    #[inline]
    pub(crate) fn live(&self) -> u32 {
        self.live
    }

    /// Whether some live primary column has no row.
    #[inline]
    pub(crate) fn has_empty(&self) -> bool {
        self.empty > 0
    }

    /// The node below.
    #[inline]
    pub(crate) fn down(&self, node: u32) -> u32 {
        self.nodes[node as usize].down
    }

    /// The option whose row holds this node.
    pub(crate) fn option_at(&self, mut node: u32) -> u32 {
        while self.nodes[node as usize].header != SPACER {
            node += 1;
        }
        self.option_of[node as usize - self.headers.len()]
    }

    /// The headers that an option covers, in row order; none when it has no primary item.
    pub(crate) fn headers_of(&self, option: u32) -> impl Iterator<Item = u32> {
        let first = self.first_node[option as usize] as usize;
        let row = if first == 0 { &[] } else { &self.nodes[first..] };
        row.iter().map(|node| node.header).take_while(|&header| header != SPACER)
    }

    /// Takes a column out of the header list and its rows out of all other columns. Returns the paper's `updates`:
    /// 1, and 1 more for each node unlinked.
    #[inline]
    pub(crate) fn cover(&mut self, header: u32) -> u64 {
        let Header { left, right, size } = self.headers[header as usize];
        self.headers[left as usize].right = right;
        self.headers[right as usize].left = left;
        if header <= self.primary {
            self.live -= 1;
            self.empty -= u32::from(size == 0);
        }
        let mut updates = 1;
        let mut row = self.nodes[header as usize].down;
        while row != header {
            let mut at = row + 1;
            while at != row {
                let Node { up, down, header: column } = self.nodes[at as usize];
                if column == SPACER {
                    at = up;
                    continue;
                }
                self.nodes[up as usize].down = down;
                self.nodes[down as usize].up = up;
                let size = self.headers[column as usize].size - 1;
                self.headers[column as usize].size = size;
                self.empty += u32::from(size == 0 && column <= self.primary);
                updates += 1;
                at += 1;
            }
            row = self.nodes[row as usize].down;
        }
        updates
    }

    /// Undoes the last [`Links::cover`] that was not undone yet, which was of this column.
    #[inline]
    pub(crate) fn uncover(&mut self, header: u32) {
        let mut row = self.nodes[header as usize].up;
        while row != header {
            let mut at = row - 1;
            while at != row {
                let Node { up, down, header: column } = self.nodes[at as usize];
                if column == SPACER {
                    at = down;
                    continue;
                }
                self.nodes[up as usize].down = at;
                self.nodes[down as usize].up = at;
                let size = self.headers[column as usize].size;
                self.headers[column as usize].size = size + 1;
                self.empty -= u32::from(size == 0 && column <= self.primary);
                at -= 1;
            }
            row = self.nodes[row as usize].up;
        }
        let Header { left, right, size } = self.headers[header as usize];
        self.headers[left as usize].right = header;
        self.headers[right as usize].left = header;
        if header <= self.primary {
            self.live += 1;
            self.empty += u32::from(size == 0);
        }
    }

    /// Covers the other columns of the row that holds `node`, left to right. Returns the updates.
    #[inline]
    pub(crate) fn cover_others(&mut self, node: u32) -> u64 {
        let mut updates = 0;
        let mut at = node + 1;
        while at != node {
            let Node { up, header, .. } = self.nodes[at as usize];
            if header == SPACER {
                at = up;
                continue;
            }
            updates += self.cover(header);
            at += 1;
        }
        updates
    }

    /// Undoes [`Links::cover_others`].
    #[inline]
    pub(crate) fn uncover_others(&mut self, node: u32) {
        let mut at = node - 1;
        while at != node {
            let Node { down, header, .. } = self.nodes[at as usize];
            if header == SPACER {
                at = down;
                continue;
            }
            self.uncover(header);
            at -= 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn uncovering_in_reverse_restores_every_link() {
        let options = vec![vec![0, 2], vec![0, 1], vec![1, 2, 3], vec![3], vec![2], vec![4]];
        let mut links = Links::new(&ExactCover::new(4, 1, options).expect("items are in range"));
        let before = format!("{links:?}");
        assert_eq!(links.headers_of(5).count(), 0, "an option without a primary item is never used");
        let node = links.down(1);
        assert_eq!(links.option_at(node), 0);
        // Column 1 goes with its rows {0,2} and {0,1}: 1 + 2; then column 3 with rows {1,2,3} and {2}: 1 + 2.
        assert_eq!((links.cover(1), links.cover_others(node)), (3, 3));
        assert_eq!((links.first(), links.live()), (2, 2));
        assert!(links.has_empty(), "no row is left for item 1");
        links.uncover_others(node);
        links.uncover(1);
        assert_eq!(format!("{links:?}"), before);
    }
}
