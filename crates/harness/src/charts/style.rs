//! How a strategy looks, in every chart alike.
//!
//! The family is the hue (after Okabe and Ito, so that colour-blind readers can tell them apart), the variant the shade
//! and the dash, and the place in the campaign the marker: no two strategies share all of them, and in print without
//! colour markers and dashes remain. Every colour has a twin for dark pages, put in by a style sheet in the SVG.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use plotters::style::RGBColor;

/// Text and lines that matter.
pub(super) const INK: RGBColor = RGBColor(0x1F, 0x29, 0x33);
/// Labels of axes.
pub(super) const MUTED: RGBColor = RGBColor(0x52, 0x60, 0x6D);
/// Axes.
pub(super) const AXIS: RGBColor = RGBColor(0x9A, 0xA5, 0xB1);
/// Lines of the grid.
pub(super) const GRID: RGBColor = RGBColor(0xE4, 0xE8, 0xEC);
/// The zone of what has no value.
pub(super) const ZONE: RGBColor = RGBColor(0xF3, 0xF5, 0xF7);
/// The background.
pub(super) const PAPER: RGBColor = RGBColor(0xFF, 0xFF, 0xFE);

/// Colours that are no strategy's, with their twins on a dark page.
const NEUTRAL: [(RGBColor, &str); 6] =
    [(INK, "#E8ECF1"), (MUTED, "#A9B4C0"), (AXIS, "#5D6977"), (GRID, "#29313A"), (ZONE, "#1B2128"), (PAPER, "#14191F")];

/// Families in the order of their first appearance; three shades each, light page and dark page.
const HUES: [[(RGBColor, &str); 3]; 7] = [
    [
        (RGBColor(0xD5, 0x5E, 0x00), "#FF8F45"),
        (RGBColor(0x8A, 0x3B, 0x00), "#FFC09A"),
        (RGBColor(0xF2, 0x94, 0x54), "#CF6212"),
    ],
    [
        (RGBColor(0x00, 0x72, 0xB2), "#4BA6E3"),
        (RGBColor(0x00, 0x3D, 0x70), "#A3D4F7"),
        (RGBColor(0x5B, 0xAE, 0xE3), "#2479B5"),
    ],
    [
        (RGBColor(0x00, 0x9E, 0x73), "#2CC79A"),
        (RGBColor(0x00, 0x5C, 0x46), "#9FEBD3"),
        (RGBColor(0x4C, 0xC9, 0xA3), "#138A69"),
    ],
    [
        (RGBColor(0xB3, 0x4F, 0x88), "#E58FBF"),
        (RGBColor(0x6B, 0x28, 0x51), "#F7CBE2"),
        (RGBColor(0xD8, 0x93, 0xB9), "#B0588A"),
    ],
    [
        (RGBColor(0xBF, 0x83, 0x00), "#F0B429"),
        (RGBColor(0x70, 0x4D, 0x00), "#FFE3A3"),
        (RGBColor(0xE6, 0xB4, 0x45), "#AD7D10"),
    ],
    [
        (RGBColor(0x5B, 0x52, 0xC4), "#9D95F5"),
        (RGBColor(0x2F, 0x28, 0x7D), "#CFCBFB"),
        (RGBColor(0x96, 0x8F, 0xE0), "#6B62D6"),
    ],
    [
        (RGBColor(0x64, 0x74, 0x84), "#B4BFCA"),
        (RGBColor(0x32, 0x3F, 0x4B), "#E1E6EB"),
        (RGBColor(0x97, 0xA3, 0xAF), "#7D8A97"),
    ],
];

/// The colour of `ok` in bars of statuses.
pub(super) const FINE: RGBColor = HUES[2][0].0;
/// The colour of a wrong answer.
pub(super) const BAD: RGBColor = RGBColor(0xB4, 0x23, 0x18);
const BAD_ON_DARK: &str = "#F97066";

/// Dashes: lengths of ink and gap in pixels; the empty one is solid.
const DASHES: [&[f64]; 5] = [&[], &[9.0, 4.0], &[3.0, 3.0], &[12.0, 4.0, 3.0, 4.0], &[1.5, 3.0]];

/// Shapes of markers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Shape {
    Circle,
    Square,
    Triangle,
    Diamond,
    Down,
    Cross,
    Plus,
}

/// Whether a marker is filled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fill {
    Solid,
    Hollow,
}

pub(super) const MARKERS: [(Shape, Fill); 12] = [
    (Shape::Circle, Fill::Solid),
    (Shape::Square, Fill::Hollow),
    (Shape::Triangle, Fill::Solid),
    (Shape::Diamond, Fill::Hollow),
    (Shape::Cross, Fill::Hollow),
    (Shape::Square, Fill::Solid),
    (Shape::Circle, Fill::Hollow),
    (Shape::Down, Fill::Solid),
    (Shape::Plus, Fill::Hollow),
    (Shape::Diamond, Fill::Solid),
    (Shape::Triangle, Fill::Hollow),
    (Shape::Down, Fill::Hollow),
];

/// How one strategy looks.
#[derive(Clone, Copy, Debug)]
pub(super) struct Style {
    pub(super) color: RGBColor,
    pub(super) shape: Shape,
    pub(super) fill: Fill,
    pub(super) dash: &'static [f64],
}

/// The styles of strategies, by their ids in the order of the campaign.
pub(super) fn styles<'a>(ids: impl Iterator<Item = &'a str>) -> Vec<Style> {
    let mut families: BTreeMap<&str, (usize, usize)> = BTreeMap::new();
    ids.enumerate()
        .map(|(index, id)| {
            let known = families.len();
            let (family, members) = families.entry(family(id)).or_insert((known, 0));
            let (hue, variant) = (*family % HUES.len(), *members);
            *members += 1;
            let (shape, fill) = MARKERS[index % MARKERS.len()];
            let turn = index / MARKERS.len();
            Style {
                color: HUES[hue][variant % 3].0,
                shape,
                fill,
                dash: DASHES[(variant + turn + family.div_euclid(HUES.len())) % DASHES.len()],
            }
        })
        .collect()
}

/// What stands before the slash of an id.
pub(super) fn family(id: &str) -> &str {
    id.split_once('/').map_or(id, |(family, _)| family)
}

/// The style sheet that every SVG carries: only what a dark page changes.
pub(super) fn sheet() -> String {
    let mut rules = String::from("@media screen and (prefers-color-scheme:dark){");
    let bad = [(BAD, BAD_ON_DARK)];
    for (RGBColor(r, g, b), dark) in NEUTRAL.iter().chain(HUES.iter().flatten()).chain(&bad) {
        for property in ["fill", "stroke"] {
            let _ = write!(rules, ".alldiff-chart [{property}=\"#{r:02X}{g:02X}{b:02X}\"]{{{property}:{dark}}}");
        }
    }
    rules.push('}');
    rules
}
