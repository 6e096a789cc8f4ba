//! Field report C18: the result borrows from what it borrowed from before, so a caller can drop its context and go on.

#![deny(warnings, clippy::all)]

use std::fmt::Display;
use std::rc::Rc;

use explicit_ctx_macros::with_ctx;

mod finish;
use finish::finish;

/// A stand-in for the application's alias.
pub struct Ctx(pub u32);

/// Dropping it is a use: whatever still borrows from it does not compile.
impl Drop for Ctx {
    fn drop(&mut self) {
        self.0 = 0;
    }
}

struct Words<'a>(&'a str);

struct Store {
    name: String,
}

#[with_ctx]
fn pick(s: &str) -> &str {
    assert_eq!(ctx.0, 1);
    s
}

#[with_ctx]
fn pick_mut(s: &mut [u8], n: usize) -> Option<&mut u8> {
    s.get_mut(n)
}

#[with_ctx]
async fn pick_async(s: &str) -> Result<&str, ()> {
    assert_eq!(ctx.0, 1);
    Ok(s)
}

#[with_ctx]
fn path(w: Words<'_>) -> Words<'_> {
    w
}

#[with_ctx]
fn path_from_reference(s: &str) -> Words<'_> {
    Words(s)
}

#[with_ctx]
#[allow(mismatched_lifetime_syntaxes, reason = "this is what is tested")]
fn hidden(w: Words, _n: u8) -> &str {
    w.0
}

#[with_ctx]
fn boxed(s: &str) -> Box<dyn Display + '_> {
    Box::new(s)
}

#[with_ctx]
fn from_box(s: Box<dyn Display + '_>) -> Box<dyn Display + '_> {
    s
}

#[with_ctx]
fn function(s: &str) -> Box<dyn Fn(&str) -> String + '_> {
    Box::new(move |more| format!("{s}{more}"))
}

#[with_ctx]
#[allow(mismatched_lifetime_syntaxes, clippy::needless_lifetimes, reason = "this is what is tested")]
fn one_name<'a>(s: &'a str) -> &str {
    s
}

#[with_ctx]
fn of_two<'a>(s: &'a str, _t: &str) -> &'a str {
    s
}

#[with_ctx]
fn beside_functions(s: &str, f: impl Fn(&str) -> &str, g: fn(&str) -> &str) -> &str {
    assert_eq!(g(f("a")), "a");
    s
}

#[with_ctx]
fn from_static(s: &'static str) -> &str {
    s
}

impl Store {
    #[with_ctx]
    fn of_self(&self, _s: &str) -> &str {
        &self.name
    }

    #[with_ctx]
    async fn of_self_async(&self, _s: &str) -> &str {
        &self.name
    }

    #[with_ctx]
    fn of_rc(self: &Rc<Self>, _n: u8) -> &str {
        &self.name
    }

    #[with_ctx]
    fn not_of_self(self: Rc<Self>, s: &str) -> &str {
        s
    }

    #[with_ctx]
    fn associated(this: &Self) -> &str {
        &this.name
    }
}

#[test]
fn c18_the_result_outlives_the_context() {
    let text = String::from("text");
    let mut bytes = [1, 2];
    let ctx = Ctx(1);
    let picked = pick(&ctx, &text);
    let picked_mut = pick_mut(&ctx, &mut bytes, 1);
    let words = path(&ctx, Words(&text));
    let words_from_reference = path_from_reference(&ctx, &text);
    let hidden = hidden(&ctx, Words(&text), 1);
    let boxed = boxed(&ctx, &text);
    let from_box = from_box(&ctx, Box::new(&text));
    let function = function(&ctx, &text);
    let one_name = one_name(&ctx, &text);
    let of_two = of_two(&ctx, &text, "");
    let beside_functions = beside_functions(&ctx, &text, |s| s, |s| s);
    let from_static: &'static str = from_static(&ctx, "text");
    drop(ctx);
    assert_eq!(picked_mut, Some(&mut 2));
    assert_eq!(function(" and more"), "text and more");
    for result in [picked, words.0, words_from_reference.0, hidden, one_name, of_two, beside_functions, from_static] {
        assert_eq!(result, "text");
    }
    assert_eq!((boxed.to_string(), from_box.to_string()), (text.clone(), text.clone()));
}

#[test]
fn c18_the_result_of_an_async_function_outlives_the_context() {
    let text = String::from("text");
    let store = Store { name: text.clone() };
    let (picked, name) = {
        let ctx = Ctx(1);
        (finish(pick_async(&ctx, &text)), finish(store.of_self_async(&ctx, "")))
    };
    assert_eq!((picked, name), (Ok("text"), "text"));
}

#[test]
fn c18_the_result_of_a_method_outlives_the_context() {
    let store = Rc::new(Store { name: String::from("text") });
    let text = String::from("text");
    let results = {
        let ctx = Ctx(1);
        let other = String::new();
        let of_self = store.of_self(&ctx, &other);
        [of_self, store.of_rc(&ctx, 1), Rc::clone(&store).not_of_self(&ctx, &text), Store::associated(&ctx, &store)]
    };
    assert_eq!(results, ["text"; 4]);
}
