// leads to: ctx.thread
use application::{Ctx, load_now};

fn handler(ctx: &Ctx) -> std::io::Result<()> {
    std::thread::Builder::new().name("render".into()).spawn(move || load_now(ctx, 1))?;
    Ok(())
}

fn main() {}
