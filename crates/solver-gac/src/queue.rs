//! The units that wait to be filtered: first in, first out, each at most once.
//!
//! Units are touched one by one and enqueued together, in ascending order, so that nothing is decided unit by unit. A unit
//! that was taken out keeps its mark until [`Queue::release`]: what its own filtering changes does not put it back.

use crate::bits::members;

/// A ring of unit indices, and sets of them.
#[derive(Clone, Debug)]
pub(crate) struct Queue {
    ring: Vec<u16>,
    /// A place in the ring is a number of pushes or pops modulo its length, a power of two.
    pushed: usize,
    popped: usize,
    units: usize,
    /// Units in the ring, and the one that was taken out and not released.
    marked: Vec<u64>,
    touched: Vec<u64>,
}

impl Queue {
    pub(crate) fn new(units: usize) -> Self {
        let empty = vec![0; units.div_ceil(64)];
        Self {
            ring: vec![0; units.next_power_of_two()],
            pushed: 0,
            popped: 0,
            units,
            marked: empty.clone(),
            touched: empty,
        }
    }

    /// Every unit in order, and nothing else.
    pub(crate) fn fill(&mut self) {
        self.clear();
        for unit in 0..self.units {
            self.touch(unit as u16);
        }
        self.push_touched();
    }

    /// Nothing.
    pub(crate) fn clear(&mut self) {
        self.popped = self.pushed;
        self.marked.fill(0);
        self.touched.fill(0);
    }

    /// Marks a unit for the next [`Queue::push_touched`].
    #[inline(always)]
    pub(crate) fn touch(&mut self, unit: u16) {
        self.touched[usize::from(unit / 64)] |= 1 << (unit % 64);
    }

    /// Puts the units touched since the last call at the end, ascending, those that are marked excepted.
    #[inline(always)]
    pub(crate) fn push_touched(&mut self) {
        let last = self.ring.len() - 1;
        for (word, (touched, marked)) in self.touched.iter_mut().zip(&mut self.marked).enumerate() {
            let new = std::mem::take(touched) & !*marked;
            *marked |= new;
            for bit in members(new) {
                self.ring[self.pushed & last] = (word * 64 + bit) as u16;
                self.pushed += 1;
            }
        }
    }

    /// Takes the first unit out, which keeps its mark.
    #[inline(always)]
    pub(crate) fn pop(&mut self) -> Option<usize> {
        if self.popped == self.pushed {
            return None;
        }
        let unit = self.ring[self.popped & (self.ring.len() - 1)];
        self.popped += 1;
        Some(usize::from(unit))
    }

    /// Takes the mark off a unit that was taken out.
    #[inline(always)]
    pub(crate) fn release(&mut self, unit: usize) {
        self.marked[unit / 64] &= !(1 << (unit % 64));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn push(queue: &mut Queue, units: &[u16]) {
        for &unit in units {
            queue.touch(unit);
        }
        queue.push_touched();
    }

    #[test]
    fn units_wait_in_order_and_once() {
        let mut queue = Queue::new(70);
        queue.fill();
        assert!((0..70).all(|unit| queue.pop() == Some(unit)));
        for unit in 0..69 {
            queue.release(unit);
        }
        push(&mut queue, &[69, 66, 3]);
        queue.release(69);
        push(&mut queue, &[69, 66, 0]);
        assert_eq!([(); 5].map(|()| queue.pop()), [Some(3), Some(66), Some(0), Some(69), None]);
        queue.clear();
        push(&mut queue, &[2]);
        assert_eq!([queue.pop(), queue.pop()], [Some(2), None]);
    }

    #[test]
    fn without_units_nothing_waits() {
        let mut queue = Queue::new(0);
        queue.fill();
        assert_eq!(queue.pop(), None);
    }
}
