//! The vector in an AVX2 register. The one module of the crate with `unsafe`.
//!
//! A task is generic and is inlined into one function that is compiled for AVX2; whoever holds an [`Avx2`] has asked the
//! processor, and may call it.
#![allow(unsafe_code)]

use std::arch::x86_64::{
    __m256i, _mm256_add_epi16, _mm256_and_si256, _mm256_andnot_si256, _mm256_cmpeq_epi16, _mm256_loadu_si256,
    _mm256_or_si256, _mm256_permute4x64_epi64, _mm256_set1_epi16, _mm256_setzero_si256, _mm256_shuffle_epi32,
    _mm256_slli_epi32, _mm256_srli_epi32, _mm256_storeu_si256, _mm256_testc_si256, _mm256_testz_si256,
};

use super::vector::{LANES, Task, Vector};

/// Says that the processor has AVX2 and what has always come with it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Avx2(());

impl Avx2 {
    pub(super) fn detect() -> Option<Self> {
        let all = is_x86_feature_detected!("avx2")
            && is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2")
            && is_x86_feature_detected!("lzcnt")
            && is_x86_feature_detected!("popcnt");
        all.then_some(Self(()))
    }

    #[expect(clippy::unused_self, reason = "it is the proof")]
    #[inline(always)]
    pub(super) fn run<T: Task>(self, task: T) -> T::Output {
        // SAFETY: the processor has what `run` is compiled for, or there would be no `Self`.
        unsafe { run(task) }
    }
}

#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn run<T: Task>(task: T) -> T::Output {
    task.run::<Register>()
}

/// Sixteen lanes. Only the function above makes a task use it.
#[derive(Clone, Copy)]
struct Register(__m256i);

/// An intrinsic.
macro_rules! avx2 {
    ($intrinsic:expr) => {
        // SAFETY: this is inlined into functions that only an [`Avx2`] calls; where it loads or stores, it is through a
        // reference to 32 bytes, and need not be aligned.
        unsafe { $intrinsic }
    };
}

impl Vector for Register {
    #[inline(always)]
    fn load(lanes: &[u16; LANES]) -> Self {
        Self(avx2!(_mm256_loadu_si256(lanes.as_ptr().cast())))
    }

    #[inline(always)]
    fn store(self, lanes: &mut [u16; LANES]) {
        avx2!(_mm256_storeu_si256(lanes.as_mut_ptr().cast(), self.0));
    }

    #[inline(always)]
    fn zero() -> Self {
        Self(avx2!(_mm256_setzero_si256()))
    }

    #[inline(always)]
    fn and(self, other: Self) -> Self {
        Self(avx2!(_mm256_and_si256(self.0, other.0)))
    }

    #[inline(always)]
    fn or(self, other: Self) -> Self {
        Self(avx2!(_mm256_or_si256(self.0, other.0)))
    }

    #[inline(always)]
    fn without(self, other: Self) -> Self {
        Self(avx2!(_mm256_andnot_si256(other.0, self.0)))
    }

    #[inline(always)]
    fn less_one(self) -> Self {
        Self(avx2!(_mm256_add_epi16(self.0, _mm256_set1_epi16(-1))))
    }

    #[inline(always)]
    fn zero_lanes(self) -> Self {
        Self(avx2!(_mm256_cmpeq_epi16(self.0, _mm256_setzero_si256())))
    }

    #[inline(always)]
    fn is_zero(self) -> bool {
        avx2!(_mm256_testz_si256(self.0, self.0)) == 1
    }

    #[inline(always)]
    fn is_disjoint(self, other: Self) -> bool {
        avx2!(_mm256_testz_si256(self.0, other.0)) == 1
    }

    #[inline(always)]
    fn has_all(self, other: Self) -> bool {
        avx2!(_mm256_testc_si256(self.0, other.0)) == 1
    }

    #[inline(always)]
    fn next_pair(self) -> Self {
        Self(avx2!(_mm256_shuffle_epi32::<0b11_00_10_01>(self.0)))
    }

    #[inline(always)]
    fn previous_pair(self) -> Self {
        Self(avx2!(_mm256_shuffle_epi32::<0b11_01_00_10>(self.0)))
    }

    #[inline(always)]
    fn swap_lanes(self) -> Self {
        Self(avx2!(_mm256_or_si256(_mm256_srli_epi32::<16>(self.0), _mm256_slli_epi32::<16>(self.0))))
    }

    #[inline(always)]
    fn swap_halves(self) -> Self {
        Self(avx2!(_mm256_permute4x64_epi64::<0b01_00_11_10>(self.0)))
    }
}
