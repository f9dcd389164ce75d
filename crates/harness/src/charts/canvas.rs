//! A sheet to draw on, in pixels.
//!
//! The only module that talks to plotters, which draws one thing at a time here: it knows no groups, and marks have to say
//! whose they are and what they show, for the script of the report. It draws at ten units a pixel, because the backend's coordinates are whole
//! numbers; it drops what is not finite, so that no NaN reaches a file; and it completes the SVG with what plotters does
//! not write: title and description for screen readers, and colours for dark pages.

use std::fmt::Write as _;

use plotters::backend::{DrawingBackend, SVGBackend};
use plotters::style::text_anchor::{HPos, Pos, VPos};
use plotters::style::{Color, FontDesc, FontFamily, FontStyle, RGBColor, ShapeStyle, TextStyle};

use super::axis::Scale;
use super::style::{Fill, PAPER, Shape, Style, sheet};

/// The backend's coordinates.
type BackendCoord = (i32, i32);

/// Width of every chart.
pub(super) const WIDTH: f64 = 900.0;
/// Size of ordinary text.
pub(super) const TEXT: f64 = 13.0;
/// Size of the labels of axes.
pub(super) const SMALL: f64 = 12.0;

const UNITS: f64 = 10.0;
/// plotters divides the size of a font by this.
const FONT_FACTOR: f64 = 1.24;

/// Where a text stands with regard to its point.
#[derive(Clone, Copy, Debug)]
pub(super) enum Anchor {
    Start,
    Middle,
    End,
}

/// Weight of a text.
#[derive(Clone, Copy, Debug)]
pub(super) enum Weight {
    Normal,
    Bold,
}

/// A sheet to draw on.
pub(super) struct Canvas {
    size: (u32, u32),
    body: String,
}

/// Draws a chart of [`WIDTH`] × `height` pixels and completes the document.
pub(super) fn paint(title: &str, description: &str, height: f64, draw: impl FnOnce(&mut Canvas)) -> String {
    let words =
        format!("<title>{}</title><desc>{}</desc><style>{}</style>", escape(title), escape(description), sheet());
    document((WIDTH, height), "role=\"img\"", &words, |canvas| {
        canvas.rect((0.0, 0.0), (WIDTH, height), PAPER, 1.0);
        draw(canvas);
    })
}

/// Draws a picture that stands beside the name of what it shows; its colours are those of the charts around it.
pub(super) fn swatch(width: f64, height: f64, draw: impl FnOnce(&mut Canvas)) -> String {
    document((width, height), "aria-hidden=\"true\"", "", draw)
}

fn document((width, height): (f64, f64), role: &str, words: &str, draw: impl FnOnce(&mut Canvas)) -> String {
    let size = ((width * UNITS) as u32, (height * UNITS) as u32);
    let mut canvas = Canvas { size, body: String::new() };
    draw(&mut canvas);
    let body =
        canvas.body.replace(" opacity=\"1\"", "").replace(" font-family=\"sans-serif\"", "").replace(">\n<", "><");
    format!(
        "<svg width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {} {}\" xmlns=\"http://www.w3.org/2000/svg\" \
         class=\"alldiff-chart\" {role} font-family=\"system-ui, sans-serif\">{words}{}</svg>\n",
        size.0,
        size.1,
        body.trim_end()
    )
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// About how wide a text is: no font is at hand, and a label that is given too much room does no harm.
pub(super) fn text_width(text: &str, size: f64) -> f64 {
    text.chars().count() as f64 * size * 0.57
}

/// A text cut to a width, with an ellipsis where something is gone.
pub(super) fn fit(text: &str, width: f64, size: f64) -> String {
    if text_width(text, size) <= width {
        return text.to_owned();
    }
    let keep = ((width / (size * 0.57)) as usize).saturating_sub(1);
    text.chars().take(keep).chain(['…']).collect()
}

impl Canvas {
    /// Has the backend draw, and keeps what it wrote between the tags of its document.
    fn emit(&mut self, draw: impl FnOnce(&mut SVGBackend<'_>)) {
        let mut raw = String::new();
        {
            let mut backend = SVGBackend::with_string(&mut raw, self.size);
            draw(&mut backend);
            backend.present().expect("a string takes every chart");
        }
        let inner = raw.split_once(">\n").map_or("", |(_, inner)| inner);
        self.body.push_str(inner.strip_suffix("</svg>\n").unwrap_or(inner));
    }

    fn group(&mut self, attributes: &str, draw: impl FnOnce(&mut Self)) {
        let _ = writeln!(self.body, "<g {attributes}>");
        draw(self);
        self.body.push_str("</g>\n");
    }

    /// What is drawn belongs to a strategy; `tip` says its values and may be empty.
    pub(super) fn of(&mut self, id: &str, tip: &str, draw: impl FnOnce(&mut Self)) {
        let tip = if tip.is_empty() { String::new() } else { format!(" data-t=\"{}\"", escape(tip)) };
        self.group(&format!("data-s=\"{}\"{tip}", escape(id)), draw);
    }

    /// What is drawn is one mark, with its values in words.
    pub(super) fn mark(&mut self, tip: &str, draw: impl FnOnce(&mut Self)) {
        self.group(&format!("data-t=\"{}\"", escape(tip)), draw);
    }

    /// What is drawn is the chart with this scale; only the logarithmic one shows until somebody asks for the other.
    pub(super) fn scaled(&mut self, scale: Scale, draw: impl FnOnce(&mut Self)) {
        let attributes = match scale {
            Scale::Log => "data-scale=\"log\"",
            Scale::Linear => "data-scale=\"linear\" display=\"none\"",
        };
        self.group(attributes, draw);
    }

    /// A straight line.
    pub(super) fn line(&mut self, from: (f64, f64), to: (f64, f64), color: RGBColor, alpha: f64, width: f64) {
        if let (Some(from), Some(to)) = (units(from), units(to)) {
            self.emit(|backend| {
                backend.draw_line(from, to, &stroke(color, alpha, width)).expect("a string takes every line");
            });
        }
    }

    /// A broken line through points, dashed as told.
    pub(super) fn path(&mut self, points: &[(f64, f64)], color: RGBColor, width: f64, dash: &[f64]) {
        let style = stroke(color, 1.0, width);
        self.emit(|backend| {
            for piece in dashed(points, dash) {
                let piece: Vec<BackendCoord> = piece.into_iter().filter_map(units).collect();
                if piece.len() > 1 {
                    backend.draw_path(piece, &style).expect("a string takes every path");
                }
            }
        });
    }

    /// A filled rectangle between two corners.
    pub(super) fn rect(&mut self, corner: (f64, f64), other: (f64, f64), color: RGBColor, alpha: f64) {
        if let (Some(a), Some(b)) = (units(corner), units(other)) {
            let (low, high) = ((a.0.min(b.0), a.1.min(b.1)), (a.0.max(b.0), a.1.max(b.1)));
            let style = ShapeStyle { color: color.mix(alpha), filled: true, stroke_width: 0 };
            self.emit(|backend| {
                backend.draw_rect(low, high, &style, true).expect("a string takes every rectangle");
            });
        }
    }

    /// The outline of a rectangle.
    pub(super) fn frame(&mut self, corner: (f64, f64), other: (f64, f64), color: RGBColor, width: f64) {
        let points = [corner, (other.0, corner.1), other, (corner.0, other.1), corner];
        self.path(&points, color, width, &[]);
    }

    /// A text whose middle is at the height of the point.
    pub(super) fn text(&mut self, at: (f64, f64), text: &str, anchor: Anchor, size: f64, color: RGBColor) {
        self.styled(at, text, anchor, size, color, Weight::Normal);
    }

    /// A text with a weight.
    pub(super) fn styled(
        &mut self,
        at: (f64, f64),
        text: &str,
        anchor: Anchor,
        size: f64,
        color: RGBColor,
        weight: Weight,
    ) {
        let horizontal = match anchor {
            Anchor::Start => HPos::Left,
            Anchor::Middle => HPos::Center,
            Anchor::End => HPos::Right,
        };
        let slope = match weight {
            Weight::Normal => FontStyle::Normal,
            Weight::Bold => FontStyle::Bold,
        };
        let font = FontDesc::new(FontFamily::SansSerif, size * UNITS * FONT_FACTOR, slope);
        let style = TextStyle::from(font).color(&color).pos(Pos::new(horizontal, VPos::Center));
        if let Some(at) = units(at) {
            self.emit(|backend| backend.draw_text(text, &style, at).expect("a string takes every text"));
        }
    }

    /// The marker of a strategy.
    pub(super) fn marker(&mut self, at: (f64, f64), style: &Style, radius: f64, alpha: f64) {
        self.shape(at, style.shape, style.fill, style.color, radius, alpha);
    }

    /// Any marker.
    pub(super) fn shape(&mut self, at: (f64, f64), shape: Shape, fill: Fill, color: RGBColor, radius: f64, alpha: f64) {
        let (x, y) = at;
        let r = radius;
        let corners = match shape {
            Shape::Circle => return self.circle(at, fill, color, r, alpha),
            Shape::Square => vec![(x - r, y - r), (x + r, y - r), (x + r, y + r), (x - r, y + r)],
            Shape::Triangle => vec![(x - 1.15 * r, y + r), (x, y - 1.1 * r), (x + 1.15 * r, y + r)],
            Shape::Down => vec![(x - 1.15 * r, y - r), (x, y + 1.1 * r), (x + 1.15 * r, y - r)],
            Shape::Diamond => vec![(x, y - 1.3 * r), (x + 1.3 * r, y), (x, y + 1.3 * r), (x - 1.3 * r, y)],
            Shape::Cross => {
                self.line((x - r, y - r), (x + r, y + r), color, alpha, 1.5);
                return self.line((x - r, y + r), (x + r, y - r), color, alpha, 1.5);
            }
            Shape::Plus => {
                self.line((x - 1.2 * r, y), (x + 1.2 * r, y), color, alpha, 1.5);
                return self.line((x, y - 1.2 * r), (x, y + 1.2 * r), color, alpha, 1.5);
            }
        };
        let corners: Vec<BackendCoord> = corners.into_iter().filter_map(units).collect();
        let Some(&first) = corners.first() else { return };
        self.emit(|backend| {
            match fill {
                Fill::Solid => backend.fill_polygon(corners, &color.mix(alpha)),
                Fill::Hollow => backend.draw_path(corners.into_iter().chain([first]), &stroke(color, alpha, 1.4)),
            }
            .expect("a string takes every marker");
        });
    }

    fn circle(&mut self, at: (f64, f64), fill: Fill, color: RGBColor, radius: f64, alpha: f64) {
        if let Some(at) = units(at) {
            let style = stroke(color, alpha, 1.4);
            self.emit(|backend| {
                let drawn = backend.draw_circle(at, (radius * UNITS) as u32, &style, fill == Fill::Solid);
                drawn.expect("a string takes every circle");
            });
        }
    }
}

fn units((x, y): (f64, f64)) -> Option<BackendCoord> {
    let whole = |value: f64| (value * UNITS).round() as i32;
    (x.is_finite() && y.is_finite()).then(|| (whole(x), whole(y)))
}

fn stroke(color: RGBColor, alpha: f64, width: f64) -> ShapeStyle {
    ShapeStyle { color: color.mix(alpha), filled: false, stroke_width: (width * UNITS).round() as u32 }
}

/// The inked pieces of a broken line; plotters knows no dashes.
fn dashed(points: &[(f64, f64)], dash: &[f64]) -> Vec<Vec<(f64, f64)>> {
    let points: Vec<(f64, f64)> = points.iter().copied().filter(|(x, y)| x.is_finite() && y.is_finite()).collect();
    if dash.is_empty() || points.len() < 2 {
        return vec![points];
    }
    let mut pieces = Vec::new();
    let mut piece = vec![points[0]];
    let (mut slot, mut left) = (0, dash[0]);
    for pair in points.windows(2) {
        let ((mut x, mut y), (to_x, to_y)) = (pair[0], pair[1]);
        loop {
            let rest = (to_x - x).hypot(to_y - y);
            if rest <= left {
                left -= rest;
                if slot % 2 == 0 {
                    piece.push((to_x, to_y));
                }
                break;
            }
            (x, y) = (x + (to_x - x) * left / rest, y + (to_y - y) * left / rest);
            if slot % 2 == 0 {
                piece.push((x, y));
                pieces.push(std::mem::take(&mut piece));
            } else {
                piece = vec![(x, y)];
            }
            slot = (slot + 1) % dash.len();
            left = dash[slot];
        }
    }
    if piece.len() > 1 {
        pieces.push(piece);
    }
    pieces
}
