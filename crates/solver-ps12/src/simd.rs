//! Vectors, where the processor has them, and words, where it has not.
//!
//! What is chosen is asked of the processor when a solver is built, so that a plain build is fast; both kinds do the same.

#[cfg(target_arch = "x86_64")]
mod avx2;
mod portable;
mod vector;

pub(crate) use vector::{LANES, Task, Vector};

/// The kind of vector that a solver uses.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Simd {
    #[cfg(target_arch = "x86_64")]
    Avx2(avx2::Avx2),
    Portable,
}

impl Simd {
    /// The best that this processor has.
    pub(crate) fn detect() -> Self {
        #[cfg(target_arch = "x86_64")]
        if let Some(avx2) = avx2::Avx2::detect() {
            return Self::Avx2(avx2);
        }
        Self::Portable
    }

    /// Does a task, compiled for this kind.
    #[inline(always)]
    pub(crate) fn run<T: Task>(self, task: T) -> T::Output {
        match self {
            #[cfg(target_arch = "x86_64")]
            Self::Avx2(avx2) => avx2.run(task),
            Self::Portable => task.run::<portable::Words>(),
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Every operation on these two vectors; the spare lanes of the result are left out.
    struct Everything<'a>(&'a [u16; LANES], &'a [u16; LANES]);

    impl Task for Everything<'_> {
        type Output = (Vec<[u16; LANES]>, [bool; 3]);

        #[inline(always)]
        fn run<V: Vector>(self) -> Self::Output {
            let (a, b) = (V::load(self.0), V::load(self.1));
            let vectors = [
                a,
                V::zero(),
                a.and(b),
                a.or(b),
                a.without(b),
                a.less_one(),
                a.zero_lanes(),
                a.next_pair(),
                a.previous_pair(),
                a.swap_lanes(),
                a.swap_halves(),
            ];
            let lanes = vectors.map(|vector| {
                let mut lanes = [0; LANES];
                vector.store(&mut lanes);
                clear_spare(lanes)
            });
            (lanes.to_vec(), [a.is_zero(), a.is_disjoint(b), a.has_all(b)])
        }
    }

    /// Without what is not said of the last pairs.
    fn clear_spare(mut lanes: [u16; LANES]) -> [u16; LANES] {
        for spare in [6, 7, 14, 15] {
            lanes[spare] = 0;
        }
        lanes
    }

    fn lanes() -> impl Strategy<Value = [u16; LANES]> {
        proptest::array::uniform16(prop_oneof![2 => 0_u16..512, 1 => Just(0)]).prop_map(clear_spare)
    }

    proptest! {
        /// On a processor without AVX2 this compares the words with themselves.
        #[test]
        fn both_kinds_do_the_same(a in lanes(), b in lanes()) {
            let best = Simd::detect().run(Everything(&a, &b));
            prop_assert_eq!(best, Simd::Portable.run(Everything(&a, &b)));
        }
    }

    #[test]
    fn words_do_what_is_said() {
        let lanes = [1, 2, 3, 4, 5, 6, 0, 0, 7, 8, 9, 10, 11, 12, 0, 0];
        let (vectors, _) = Simd::Portable.run(Everything(&lanes, &[0; LANES]));
        assert_eq!(vectors[5], [0, 1, 2, 3, 4, 5, 0, 0, 6, 7, 8, 9, 10, 11, 0, 0]);
        assert_eq!(vectors[7], [3, 4, 5, 6, 1, 2, 0, 0, 9, 10, 11, 12, 7, 8, 0, 0]);
        assert_eq!(vectors[8], [5, 6, 1, 2, 3, 4, 0, 0, 11, 12, 7, 8, 9, 10, 0, 0]);
        assert_eq!(vectors[9], [2, 1, 4, 3, 6, 5, 0, 0, 8, 7, 10, 9, 12, 11, 0, 0]);
        assert_eq!(vectors[10], [7, 8, 9, 10, 11, 12, 0, 0, 1, 2, 3, 4, 5, 6, 0, 0]);
    }
}
