//! The package managers that are known, and how each is called.

/// A package manager of the system.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Manager {
    AptGet,
    Dnf,
    Pacman,
    Apk,
    Brew,
}

impl Manager {
    /// In the order in which they are looked for: a system's own before `brew`, which may stand beside it.
    pub(crate) const ALL: [Self; 5] = [Self::AptGet, Self::Dnf, Self::Pacman, Self::Apk, Self::Brew];

    pub(crate) const fn program(self) -> &'static str {
        match self {
            Self::AptGet => "apt-get",
            Self::Dnf => "dnf",
            Self::Pacman => "pacman",
            Self::Apk => "apk",
            Self::Brew => "brew",
        }
    }

    /// The arguments that bring its lists up to date, if that is a step of its own. `pacman` has none here: new lists
    /// without an upgrade of everything else break an Arch system.
    pub(crate) const fn refresh(self) -> Option<&'static [&'static str]> {
        match self {
            Self::AptGet => Some(&["update"]),
            Self::Dnf | Self::Pacman | Self::Apk | Self::Brew => None,
        }
    }

    /// The arguments before the names of packages. None of them asks a question.
    pub(crate) const fn install(self) -> &'static [&'static str] {
        match self {
            Self::AptGet => &["install", "-y", "--no-install-recommends"],
            Self::Dnf => &["install", "-y", "--setopt=install_weak_deps=False"],
            Self::Pacman => &["-S", "--noconfirm", "--needed"],
            Self::Apk => &["add", "--no-cache"],
            Self::Brew => &["install"],
        }
    }

    /// Whether only root may install. `brew` refuses root.
    pub(crate) const fn is_for_root(self) -> bool {
        !matches!(self, Self::Brew)
    }
}
