//! The limit of `clippy::too_many_arguments` is seven: only the function that the parameter pushes over it is allowed.

#[with_ctx]
#[deny(clippy::too_many_arguments)]
fn six(a: u8, b: u8, c: u8, d: u8, e: u8, f: u8) {}

#[with_ctx]
#[deny(clippy::too_many_arguments)]
fn seven(a: u8, b: u8, c: u8, d: u8, e: u8, f: u8, g: u8) {}

#[with_ctx]
fn eight(a: u8, b: u8, c: u8, d: u8, e: u8, f: u8, g: u8, h: u8) {}

impl S {
    #[with_ctx]
    fn seven_with_self(&self, b: u8, c: u8, d: u8, e: u8, f: u8, g: u8) {}
}
