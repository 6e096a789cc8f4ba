fn reference<'argument>(ctx: &crate::Ctx, s: &'argument str) -> &'argument str {
    s
}
async fn in_async<'argument>(
    ctx: &crate::Ctx,
    s: &'argument mut Vec<u8>,
    n: usize,
) -> Option<&'argument mut u8> {
    s.get_mut(n)
}
fn in_a_path<'argument>(
    ctx: &crate::Ctx,
    w: Words<'argument>,
) -> Result<Word<'argument>, Error> {
    w.first()
}
fn trait_object<'argument>(
    ctx: &crate::Ctx,
    s: &'argument Store,
) -> Box<dyn Fn(&str) -> &str + 'argument> {
    s.lookup()
}
fn source_of_a_trait_object<'argument>(
    ctx: &crate::Ctx,
    s: Box<dyn Read + 'argument>,
) -> Reader<'argument> {
    s.into()
}
fn one_name<'a>(ctx: &crate::Ctx, s: Pair<'a, 'a>, n: u8) -> &'a str {
    s.first()
}
fn a_static(ctx: &crate::Ctx, s: &'static str) -> &'static str {
    s
}
fn names_of_its_own<'argument2, 'argument>(
    ctx: &crate::Ctx,
    s: &'argument2 u8,
    f: fn(&'argument u8) -> &u8,
) -> &'argument2 u8 {
    f(s)
}
fn hidden<'argument>(
    ctx: &crate::Ctx,
    rows: Option<Rows<'argument, u8>>,
    n: usize,
) -> &'argument u8 {
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
fn quantified<'argument>(
    ctx: &crate::Ctx,
    s: &'argument dyn for<'x> Handler<'x>,
) -> &'argument str {
    s.name()
}
impl Store {
    fn from_self(&self, ctx: &crate::Ctx, s: &str) -> &str {
        self.name()
    }
    fn from_pinned_self(self: Pin<&mut Self>, ctx: &crate::Ctx) -> &str {
        self.name()
    }
    fn not_from_self<'argument>(
        self: Rc<Self>,
        ctx: &crate::Ctx,
        s: &'argument str,
    ) -> &'argument str {
        s
    }
    fn associated<'argument>(ctx: &crate::Ctx, this: &'argument Self) -> &'argument str {
        this.name()
    }
}
