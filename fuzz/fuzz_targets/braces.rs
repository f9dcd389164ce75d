#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| alldiff_fuzz::read(data, Some("braces")));
