//! Talk: what people see while a run goes on, on standard error.

use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};

use crate::terminal;

/// Whether to talk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Talk {
    /// A bar on a terminal, plain lines elsewhere.
    Usual,
    /// Not a word.
    Silent,
}

impl Talk {
    /// A line.
    pub fn say(self, line: &str) {
        if self == Self::Usual {
            say!("{line}");
        }
    }

    /// A bar over `total` of something, such as pairs of a puzzle and a strategy.
    pub fn bar(self, name: &str, total: u64, unit: &'static str) -> Bar {
        let bar = terminal::shown(ProgressBar::new(total));
        if self == Self::Silent {
            bar.set_draw_target(ProgressDrawTarget::hidden());
        }
        let style = ProgressStyle::with_template(&format!(
            "{{msg}} {{bar:32}} {{pos}}/{{len}} {unit}, {{elapsed}} gone, {{to_go}} to go"
        ));
        let to_go = |state: &ProgressState, out: &mut dyn std::fmt::Write| {
            let _ = out.write_str(&to_go(state.elapsed(), state.pos(), state.len().unwrap_or(0)));
        };
        bar.set_style(style.expect("a sound template").with_key("to_go", to_go));
        bar.set_message(name.to_owned());
        bar.enable_steady_tick(Duration::from_millis(200));
        Bar { name: name.to_owned(), unit, drawn: bar, talk: self, said: Instant::now() }
    }
}

/// Progress of one pass.
pub struct Bar {
    name: String,
    unit: &'static str,
    drawn: ProgressBar,
    talk: Talk,
    said: Instant,
}

impl Bar {
    /// So many more are done.
    pub fn advance(&mut self, more: usize) {
        self.drawn.inc(more as u64);
        if self.drawn.is_hidden() && self.said.elapsed() >= Duration::from_secs(20) {
            self.said = Instant::now();
            let (done, total) = (self.drawn.position(), self.drawn.length().unwrap_or(0));
            let to_go = to_go(self.drawn.elapsed(), done, total);
            self.talk.say(&format!("{}: {done} of {total} {}, {to_go} to go", self.name, self.unit));
        }
    }

    /// The pass is over.
    pub fn finish(self) {
        self.drawn.finish_and_clear();
    }
}

/// What is left at the mean speed so far: blocks are uneven, and a momentary speed would jump about.
fn to_go(gone: Duration, done: u64, total: u64) -> String {
    if done == 0 {
        return "unknown".to_owned();
    }
    let left = gone.as_secs_f64() * total.saturating_sub(done) as f64 / done as f64;
    humantime::format_duration(Duration::from_secs(left as u64)).to_string()
}
