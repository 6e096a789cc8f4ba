//! What the result borrows from is named where `ctx` would make it ambiguous, and only there.

#[with_ctx]
fn reference(s: &str) -> &str {
    s
}

#[with_ctx]
async fn in_async(s: &mut Vec<u8>, n: usize) -> Option<&mut u8> {
    s.get_mut(n)
}

#[with_ctx]
fn in_a_path(w: Words<'_>) -> Result<Word<'_>, Error> {
    w.first()
}

#[with_ctx]
fn trait_object(s: &Store) -> Box<dyn Fn(&str) -> &str + '_> {
    s.lookup()
}

#[with_ctx]
fn source_of_a_trait_object(s: Box<dyn Read + '_>) -> Reader<'_> {
    s.into()
}

#[with_ctx]
fn one_name<'a>(s: Pair<'a, 'a>, n: u8) -> &str {
    s.first()
}

#[with_ctx]
fn a_static(s: &'static str) -> &str {
    s
}

#[with_ctx]
fn names_of_its_own<'argument>(s: &u8, f: fn(&'argument u8) -> &u8) -> &u8 {
    f(s)
}

#[with_ctx]
fn hidden(rows: Option<Rows<u8>>, n: usize) -> &u8 {
    rows.get(n)
}

#[with_ctx]
fn nothing_to_name(s: &str, f: impl Fn(&str) -> &str) -> fn(&str) -> &str {
    f(s)
}

#[with_ctx]
fn all_named<'a>(s: &'a str, t: &str) -> &'a str {
    s
}

#[with_ctx]
fn quantified(s: &dyn for<'x> Handler<'x>) -> &str {
    s.name()
}

impl Store {
    #[with_ctx]
    fn from_self(&self, s: &str) -> &str {
        self.name()
    }

    #[with_ctx]
    fn from_pinned_self(self: Pin<&mut Self>) -> &str {
        self.name()
    }

    #[with_ctx]
    fn not_from_self(self: Rc<Self>, s: &str) -> &str {
        s
    }

    #[with_ctx]
    fn associated(this: &Self) -> &str {
        this.name()
    }
}
