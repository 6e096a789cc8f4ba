//! The features of a package, as cargo itself sees them: CI checks each of them alone.

/// Reads the output of `cargo metadata --no-deps --format-version 1`; `None` if the package is not in it. `default`
/// is left out, it names others.
///
/// Searching text is exact here: within a JSON string every quote is escaped, so what is looked for is only found
/// where cargo wrote it.
pub(crate) fn names(metadata: &str, package: &str) -> Option<Vec<String>> {
    let start = metadata.find(&format!(r#"{{"name":"{package}","version":"#))?;
    // A dependency's `features` is a list, only the package's own is an object.
    let (_, features) = metadata[start..].split_once(r#""features":{"#)?;
    let (features, _) = features.split_once('}')?;
    let names = features.split_inclusive(']').filter_map(|feature| feature.trim_start_matches(',').split('"').nth(1));
    Some(names.filter(|name| *name != "default").map(str::to_owned).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    const METADATA: &str = concat!(
        r#"{"packages":[{"name":"a","version":"0.1.0","dependencies":[],"features":{}},"#,
        r#"{"name":"b","version":"0.1.0","description":"has \"features\":{\"odd\":[]}","#,
        r#""dependencies":[{"name":"c","source":null,"req":"^1","features":["x"]}],"#,
        r#""features":{"alone":[],"default":["alone","two-words"],"two-words":["dep:c","c/x"]},"metadata":null},"#,
        r#"{"name":"c","version":"1.0.0","features":{"x":[]}}]}"#,
    );

    #[test]
    fn of_one_package_only() {
        assert_eq!(names(METADATA, "b"), Some(vec!["alone".to_owned(), "two-words".to_owned()]));
        assert_eq!(names(METADATA, "c"), Some(vec!["x".to_owned()]));
    }

    #[test]
    fn a_package_without_features() {
        assert_eq!(names(METADATA, "a"), Some(Vec::new()));
    }

    #[test]
    fn an_unknown_package() {
        assert_eq!(names(METADATA, "d"), None);
    }
}
