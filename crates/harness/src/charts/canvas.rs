//! A sheet to draw on, in pixels.
//!
//! The only module that talks to plotters. It draws at ten units a pixel, because the backend's coordinates are whole
//! numbers; it drops what is not finite, so that no NaN reaches a file; and it completes the SVG with what plotters does
//! not write: title and description for screen readers, and colours for dark pages.

use plotters::backend::{DrawingBackend, SVGBackend};
use plotters::style::text_anchor::{HPos, Pos, VPos};
use plotters::style::{Color, FontDesc, FontFamily, FontStyle, RGBColor, ShapeStyle, TextStyle};

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
pub(super) struct Canvas<'a> {
    backend: SVGBackend<'a>,
}

/// Draws a chart of [`WIDTH`] × `height` pixels and completes the document.
pub(super) fn paint(title: &str, description: &str, height: f64, draw: impl FnOnce(&mut Canvas<'_>)) -> String {
    let mut raw = String::new();
    let size = ((WIDTH * UNITS) as u32, (height * UNITS) as u32);
    {
        let mut canvas = Canvas { backend: SVGBackend::with_string(&mut raw, size) };
        canvas.rect((0.0, 0.0), (WIDTH, height), PAPER, 1.0);
        draw(&mut canvas);
        canvas.backend.present().expect("a string takes every chart");
    }
    let old = format!("width=\"{}\" height=\"{}\"", size.0, size.1);
    let new = format!("width=\"{WIDTH}\" height=\"{height}\" class=\"alldiff-chart\" role=\"img\"");
    let head = format!(
        " font-family=\"system-ui, sans-serif\"><title>{}</title><desc>{}</desc><style>{}</style>",
        escape(title),
        escape(description),
        sheet()
    );
    let raw = raw.replacen(&old, &new, 1).replacen('>', &head, 1);
    raw.replace(" opacity=\"1\"", "").replace(" font-family=\"sans-serif\"", "").replace(">\n<", "><")
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
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

impl Canvas<'_> {
    /// A straight line.
    pub(super) fn line(&mut self, from: (f64, f64), to: (f64, f64), color: RGBColor, alpha: f64, width: f64) {
        if let (Some(from), Some(to)) = (units(from), units(to)) {
            let drawn = self.backend.draw_line(from, to, &stroke(color, alpha, width));
            drawn.expect("a string takes every line");
        }
    }

    /// A broken line through points, dashed as told.
    pub(super) fn path(&mut self, points: &[(f64, f64)], color: RGBColor, width: f64, dash: &[f64]) {
        let style = stroke(color, 1.0, width);
        for piece in dashed(points, dash) {
            let piece: Vec<BackendCoord> = piece.into_iter().filter_map(units).collect();
            if piece.len() > 1 {
                self.backend.draw_path(piece, &style).expect("a string takes every path");
            }
        }
    }

    /// A filled rectangle between two corners.
    pub(super) fn rect(&mut self, corner: (f64, f64), other: (f64, f64), color: RGBColor, alpha: f64) {
        if let (Some(a), Some(b)) = (units(corner), units(other)) {
            let (low, high) = ((a.0.min(b.0), a.1.min(b.1)), (a.0.max(b.0), a.1.max(b.1)));
            let style = ShapeStyle { color: color.mix(alpha), filled: true, stroke_width: 0 };
            self.backend.draw_rect(low, high, &style, true).expect("a string takes every rectangle");
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
            self.backend.draw_text(text, &style, at).expect("a string takes every text");
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
        match fill {
            Fill::Solid => self.backend.fill_polygon(corners, &color.mix(alpha)),
            Fill::Hollow => self.backend.draw_path(corners.into_iter().chain([first]), &stroke(color, alpha, 1.4)),
        }
        .expect("a string takes every marker");
    }

    fn circle(&mut self, at: (f64, f64), fill: Fill, color: RGBColor, radius: f64, alpha: f64) {
        if let Some(at) = units(at) {
            let style = stroke(color, alpha, 1.4);
            let drawn = self.backend.draw_circle(at, (radius * UNITS) as u32, &style, fill == Fill::Solid);
            drawn.expect("a string takes every circle");
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
