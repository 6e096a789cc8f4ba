//! Each case runs, so that none rots; and the names that programs look for stay apart.

use std::collections::HashSet;

use crate::load::LOADED;
use crate::{contention, hops};

#[test]
fn each_case_runs() {
    for case in hops::cases() {
        assert_eq!(case.run(1).operations, 1, "{}", case.name());
    }
}

#[test]
fn each_load_runs() {
    for loaded in LOADED {
        assert!(loaded.hops(2, 10, 20).operations >= 20, "{}", loaded.peer);
        assert!(loaded.live_bytes(10) > 0.0, "{}", loaded.peer);
    }
    let (explicit, by_hand) = contention::measured(1);
    assert!(explicit.ratio() > 0.0 && by_hand.ratio() > 0.0);
}

#[test]
fn each_hop_has_its_name_and_its_way_by_hand() {
    let mut names = HashSet::new();
    for case in hops::cases() {
        assert!(names.insert(case.name()), "`{}` is there twice", case.name());
    }
    for hop in hops::WITHOUT_SUBSCRIBER.iter().chain(hops::WITH_SUBSCRIBER) {
        for peer in ["ctx", "by_hand"] {
            assert!(names.contains(&format!("{}/{peer}", hop.name)), "`{}` lacks `{peer}`", hop.name);
        }
    }
}
