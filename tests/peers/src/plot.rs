//! The plot: a line for each hop, a dot for each peer, further right the dearer. Written by hand: an SVG is text.

use std::fmt::Write as _;

use crate::measured::Everything;

const LEFT: f64 = 190.0;
const RIGHT: f64 = 770.0;
const WIDTH: f64 = 790.0;
const TOP: f64 = 76.0;
const LINE: f64 = 21.0;

/// The scale is logarithmic, from this.
const LEAST: f64 = 0.25;
/// What costs more stands at the edge.
const MOST: f64 = 32.0;

/// Colours that can be told apart on white and on black, and without red and green; and a shape of its own for `ctx`.
const PEERS: [(&str, &str); 9] = [
    ("raw", "#8c8c8c"),
    ("by_hand", "#8c6d31"),
    ("thread_local", "#b07aa1"),
    ("task_local", "#4e9fd1"),
    ("inherited", "#17a9b8"),
    ("opentelemetry", "#e08214"),
    ("tracing", "#5f72c9"),
    ("fastrace", "#d6569a"),
    ("ctx", "#2ca25f"),
];

pub(crate) fn svg(everything: &Everything) -> String {
    let mut svg = String::new();
    // A `String` takes all that is written to it.
    draw(&mut svg, everything).map_or_else(|_| String::new(), |()| svg)
}

fn draw(svg: &mut String, everything: &Everything) -> std::fmt::Result {
    let hops: Vec<_> = everything.hops().collect();
    let bottom = TOP + LINE * hops.len() as f64;
    let height = bottom + 34.0;
    writeln!(
        svg,
        r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" font-family="sans-serif" font-size="12" role="img">"#
    )?;
    let unit = if everything.counted { "Instructions" } else { "Time" };
    writeln!(svg, "<title>{unit} of each hop by peer, relative to the same hop written by hand</title>")?;
    // A page's own colours do not reach into an image.
    writeln!(
        svg,
        "<style>text{{fill:#333}}line{{stroke:#bbb}}@media(prefers-color-scheme:dark){{text{{fill:#ddd}}line{{stroke:#555}}}}</style>"
    )?;
    legend(svg)?;
    for exponent in LEAST.log2() as i32..=MOST.log2() as i32 {
        let (times, x) = (2.0_f64.powi(exponent), at(2.0_f64.powi(exponent)));
        let thick = if exponent == 0 { 2 } else { 1 };
        writeln!(svg, r#"<line x1="{x:.1}" x2="{x:.1}" y1="{:.1}" y2="{bottom}" stroke-width="{thick}"/>"#, TOP - 8.0)?;
        writeln!(svg, r#"<text x="{x:.1}" y="{:.1}" text-anchor="middle">{times}</text>"#, bottom + 14.0)?;
    }
    writeln!(
        svg,
        r#"<text x="{RIGHT}" y="{:.1}" text-anchor="end">{unit}, times those by hand</text>"#,
        bottom + 29.0
    )?;
    for (index, hop) in hops.iter().enumerate() {
        let y = TOP + LINE * (index as f64 + 0.5);
        writeln!(svg, r#"<text x="{:.1}" y="{:.1}" text-anchor="end">{}</text>"#, LEFT - 8.0, y + 4.0, hop.name)?;
        let Some(by_hand) = everything.of(hop, "by_hand") else { continue };
        for (peer, colour) in PEERS {
            if let Some(row) = everything.of(hop, peer) {
                let ratio = row.cost() / by_hand.cost();
                mark(svg, peer, colour, at(ratio), y, &format!("{} / {peer}: {ratio:.3}", hop.name))?;
            }
        }
    }
    writeln!(svg, "</svg>")
}

fn legend(svg: &mut String) -> std::fmt::Result {
    for (index, (peer, colour)) in PEERS.into_iter().rev().enumerate() {
        let (x, y) = (LEFT + 116.0 * (index % 5) as f64, 18.0 + 20.0 * (index / 5) as f64);
        mark(svg, peer, colour, x, y, peer)?;
        writeln!(svg, r#"<text x="{:.1}" y="{:.1}">{peer}</text>"#, x + 10.0, y + 4.0)?;
    }
    Ok(())
}

fn at(ratio: f64) -> f64 {
    let part = (ratio.clamp(LEAST, MOST) / LEAST).log2() / (MOST / LEAST).log2();
    LEFT + (RIGHT - LEFT) * part
}

fn mark(svg: &mut String, peer: &str, colour: &str, x: f64, y: f64, title: &str) -> std::fmt::Result {
    if peer == "ctx" {
        let (left, top) = (x - 5.0, y - 5.0);
        writeln!(
            svg,
            r#"<rect x="{left:.1}" y="{top:.1}" width="10" height="10" transform="rotate(45 {x:.1} {y:.1})" fill="{colour}"><title>{title}</title></rect>"#
        )
    } else {
        writeln!(
            svg,
            r#"<circle cx="{x:.1}" cy="{y:.1}" r="4.5" fill="{colour}" fill-opacity=".8"><title>{title}</title></circle>"#
        )
    }
}
