//! `cargo test -p annotated-crates --test ten_crates`: the ten crates of the registry. Some minutes, and the network.

use annotated_crates::{Attribute, Scratch, TEN, details, try_published};

#[test]
fn attribute_goes_on_every_function_of_ten_crates() {
    let folder = std::env::temp_dir().join(format!("annotated-crates-{}", std::process::id()));
    let scratch = Scratch { target: folder.join("target"), folder: folder.clone() };
    let mut wrong = String::new();
    for published in &TEN {
        match try_published(published, &Attribute::with_ctx(), &scratch) {
            Ok(outcome) if outcome.is_good() => println!("{}: {} accepted", outcome.name, outcome.accepted),
            Ok(outcome) => wrong += &details(&outcome),
            Err(error) => wrong += &format!("{error:#}\n"),
        }
    }
    std::fs::remove_dir_all(&folder).expect("the scratch folder can be removed");
    assert!(wrong.is_empty(), "{wrong}");
}
