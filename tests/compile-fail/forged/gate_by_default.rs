// leads to: Gate::new
fn main() {
    let _gate = ctx::Gate::default();
}
