#[deny(clippy::too_many_arguments)]
fn six(ctx: &crate::Ctx, a: u8, b: u8, c: u8, d: u8, e: u8, f: u8) {}
#[deny(clippy::too_many_arguments)]
#[allow(clippy::too_many_arguments, reason = "`#[with_ctx]` added the eighth")]
fn seven(ctx: &crate::Ctx, a: u8, b: u8, c: u8, d: u8, e: u8, f: u8, g: u8) {}
fn eight(ctx: &crate::Ctx, a: u8, b: u8, c: u8, d: u8, e: u8, f: u8, g: u8, h: u8) {}
impl S {
    #[allow(clippy::too_many_arguments, reason = "`#[with_ctx]` added the eighth")]
    fn seven_with_self(
        &self,
        ctx: &crate::Ctx,
        b: u8,
        c: u8,
        d: u8,
        e: u8,
        f: u8,
        g: u8,
    ) {}
}
