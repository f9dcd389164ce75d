//! Strongly connected components of the graph of a matching.
//!
//! The nodes are the values of the unit's open places; a value has arcs to all candidates of the place that has it, and a
//! value that nobody has to every value. With nodes as bits, the arcs of a node are its owner's domain as it stands. The
//! algorithm is the path-based one (Purdom and Munro 1970, Gabow 2000): a path of components, merged when an arc leads
//! back; it is iterative, and a merge is two ORs of words.

use crate::bits::{Table, first, lowest, members};
use crate::matching::Matching;

/// The path: components by their values, and where the arcs out of each lead.
#[derive(Clone, Debug)]
pub(crate) struct Components {
    nodes: Table<u64>,
    arcs: Table<u64>,
}

impl Components {
    pub(crate) fn new() -> Self {
        Self { nodes: [0; 64], arcs: [0; 64] }
    }

    /// Whether the whole graph is one component, which it mostly is: from some component every value is reached, and it
    /// is reached from every value. Both are found by going over the places of `open` again and again; no order of the
    /// values is needed.
    ///
    /// `values` are all the candidates of these places, `taken` those that are matched.
    #[inline(always)]
    pub(crate) fn is_one(open: u64, values: u64, taken: u64, domains: &Table<u64>, matched: &[u64]) -> bool {
        let free = values & !taken;
        let (mut reached, mut reaching) = if free == 0 { (lowest(values), lowest(values)) } else { (values, free) };
        loop {
            let before = (reached, reaching);
            for place in members(open) {
                let (value, arcs) = (matched[place], domains[place]);
                reached |= if reached & value == 0 { 0 } else { arcs };
                reaching |= if arcs & reaching == 0 { 0 } else { value };
            }
            if reached & reaching == values {
                return true;
            }
            if (reached, reaching) == before {
                return false;
            }
        }
    }

    /// Takes out of `domains` every candidate whose arc joins two components: those in no maximum matching.
    ///
    /// `values` are all the candidates of the places that are matched, `taken` the values matched.
    pub(crate) fn cut(&mut self, values: u64, taken: u64, matching: &Matching, domains: &mut Table<u64>) {
        let free = values & !taken;
        // Values of components that are finished, and of those on the path.
        let (mut done, mut path) = (0, 0);
        while done != values {
            // All free values are one component from the start: each has an arc to every value.
            let (start, arcs) = if free & !done == 0 {
                let start = lowest(values & !done);
                (start, domains[matching.owner(first(start))])
            } else {
                (free, values)
            };
            let mut top = 0;
            (self.nodes[0], self.arcs[0]) = (start, arcs);
            path |= start;
            loop {
                let (nodes, arcs) = (self.nodes[top], self.arcs[top]);
                let next = arcs & !nodes & !done;
                let back = next & path;
                if back != 0 {
                    let (mut nodes, mut arcs) = (nodes, arcs);
                    while back & !nodes != 0 {
                        top = (top - 1) & 63;
                        nodes |= self.nodes[top];
                        arcs |= self.arcs[top];
                    }
                    (self.nodes[top], self.arcs[top]) = (nodes, arcs);
                } else if next != 0 {
                    let node = lowest(next);
                    top = (top + 1) & 63;
                    (self.nodes[top], self.arcs[top]) = (node, domains[matching.owner(first(node))]);
                    path |= node;
                } else {
                    if arcs & !nodes != 0 {
                        for value in members(nodes & taken) {
                            domains[matching.owner(value)] &= nodes;
                        }
                    }
                    done |= nodes;
                    path &= !nodes;
                    if top == 0 {
                        break;
                    }
                    top -= 1;
                }
            }
        }
    }
}
