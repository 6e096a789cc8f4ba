fn reference<'source>(ctx: &crate::Ctx, s: &'source str) -> &'source str {
    s
}
async fn in_async<'source>(
    ctx: &crate::Ctx,
    s: &'source mut Vec<u8>,
    n: usize,
) -> Option<&'source mut u8> {
    s.get_mut(n)
}
fn in_a_path<'source>(
    ctx: &crate::Ctx,
    w: Words<'source>,
) -> Result<Word<'source>, Error> {
    w.first()
}
fn trait_object<'source>(
    ctx: &crate::Ctx,
    s: &'source Store,
) -> Box<dyn Fn(&str) -> &str + 'source> {
    s.lookup()
}
fn source_of_a_trait_object<'source>(
    ctx: &crate::Ctx,
    s: Box<dyn Read + 'source>,
) -> Reader<'source> {
    s.into()
}
fn one_name<'a>(ctx: &crate::Ctx, s: Pair<'a, 'a>, n: u8) -> &'a str {
    s.first()
}
fn a_static(ctx: &crate::Ctx, s: &'static str) -> &'static str {
    s
}
fn names_of_its_own<'source2, 'source>(
    ctx: &crate::Ctx,
    s: &'source2 u8,
    f: fn(&'source u8) -> &u8,
) -> &'source2 u8 {
    f(s)
}
fn hidden<'source>(
    ctx: &crate::Ctx,
    rows: Option<Rows<'source, u8>>,
    n: usize,
) -> &'source u8 {
    rows.get(n)
}
fn nothing_to_name(
    ctx: &crate::Ctx,
    s: &str,
    f: impl Fn(&str) -> &str,
) -> fn(&str) -> &str {
    f(s)
}
fn all_named<'a>(ctx: &crate::Ctx, s: &'a str, t: &str) -> &'a str {
    s
}
fn quantified<'source>(
    ctx: &crate::Ctx,
    s: &'source dyn for<'x> Handler<'x>,
) -> &'source str {
    s.name()
}
impl Store {
    fn from_self(&self, ctx: &crate::Ctx, s: &str) -> &str {
        self.name()
    }
    fn from_pinned_self(self: Pin<&mut Self>, ctx: &crate::Ctx) -> &str {
        self.name()
    }
    fn not_from_self<'source>(
        self: Rc<Self>,
        ctx: &crate::Ctx,
        s: &'source str,
    ) -> &'source str {
        s
    }
    fn associated<'source>(ctx: &crate::Ctx, this: &'source Self) -> &'source str {
        this.name()
    }
}
