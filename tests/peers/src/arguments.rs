//! The command line.

use std::path::PathBuf;

/// The files to write, if any.
#[derive(Default)]
pub(crate) struct Files {
    pub(crate) svg: Option<PathBuf>,
    pub(crate) page: Option<PathBuf>,
}

pub(crate) fn parsed(arguments: Vec<String>) -> Result<Files, String> {
    let mut files = Files::default();
    let mut arguments = arguments.into_iter();
    while let Some(argument) = arguments.next() {
        let file = match argument.as_str() {
            "--svg" => &mut files.svg,
            "--page" => &mut files.page,
            _ => return Err(format!("unknown argument `{argument}` (help: `--svg PATH`, `--page PATH`)")),
        };
        let path = arguments.next().ok_or_else(|| format!("`{argument}` has no path after it"))?;
        *file = Some(path.into());
    }
    Ok(files)
}
