//! Which functions does a file have, and where do they stand?

use std::ops::Range;

use anyhow::Context as _;
use proc_macro2::TokenTree;
use quote::{ToTokens, quote};
use syn::parse::Parser as _;
use syn::spanned::Spanned as _;
use syn::visit_mut::{self, VisitMut};
use syn::{FnArg, GenericParam, Generics, ImplItem, Item, ItemImpl, ItemTrait, Pat, Signature};

/// A function, in bytes of its file.
#[derive(Debug)]
pub(crate) struct Function {
    pub(crate) number: usize,
    /// With its attributes and documentation.
    pub(crate) item: Range<usize>,
    /// Behind the attributes.
    pub(crate) signature_start: usize,
    pub(crate) name: Range<usize>,
    /// Behind the `{` of the body.
    pub(crate) body_start: Option<usize>,
    pub(crate) copy_name: String,
    /// Whether its copy is a method of a trait that returns an `impl Trait`: rustc lets that capture every lifetime in scope, in
    /// each edition, also that of a parameter which is written by hand.
    pub(crate) captures_all: bool,
    pub(crate) caller: Caller,
    pub(crate) home: Home,
}

/// A function with the signature of the function, that calls the copy with a context of its own. It compiles only if nothing
/// that the copy returns borrows from the context.
#[derive(Debug)]
pub(crate) struct Caller {
    /// With names instead of patterns, so that it is also a declaration.
    pub(crate) signature: String,
    /// The call up to the place of the context, `Self::name(self, `.
    pub(crate) before_context: String,
    /// The rest of it.
    pub(crate) after_context: String,
}

/// What a copy of the function needs around it.
#[derive(Debug)]
pub(crate) enum Home {
    /// Nothing: it can stand beside the function.
    Beside,
    /// A method of an `impl` of a trait. `declaration`: its signature, under the copy's name, as a trait declares it.
    TraitImpl { block: Box<Block>, declaration: String },
    /// A method without a body of a trait.
    RequiredMethod(Box<Block>),
}

/// The head of an `impl` of a trait, or of a trait, as written.
#[derive(Clone, Debug, Default)]
pub(crate) struct Block {
    /// Where the block ends.
    pub(crate) end: usize,
    /// Attributes that change what the methods mean, or which lints look at them.
    pub(crate) attributes: String,
    /// `<'a, T: Clone>`
    pub(crate) generics: String,
    /// `<'a, T>`
    pub(crate) arguments: String,
    pub(crate) where_clause: String,
    /// The trait, with its arguments.
    pub(crate) of_trait: String,
    /// And without them.
    pub(crate) trait_name: String,
    pub(crate) self_type: String,
}

/// The functions of a file, numbered from `first`.
pub(crate) fn of_file(source: &str, first: usize) -> anyhow::Result<Vec<Function>> {
    let mut file = syn::parse_file(source).context("could not parse")?;
    let mut finder = Finder { source, first, block: None, in_impl: false, found: Vec::new() };
    finder.visit_file_mut(&mut file);
    Ok(finder.found)
}

/// Macros that give their items back as they are, behind a `cfg`.
fn gives_items_back(name: &str) -> bool {
    name.starts_with("cfg_") || name.starts_with("if_") || name == "feature"
}

struct Finder<'a> {
    source: &'a str,
    first: usize,
    /// Of the `impl` of a trait, or the trait, around the function.
    block: Option<Block>,
    /// In an `impl`, of a trait or not, or in a trait.
    in_impl: bool,
    found: Vec<Function>,
}

impl Finder<'_> {
    fn push(
        &mut self,
        item: &impl ToTokens,
        head: &impl ToTokens,
        signature: &Signature,
        body: Option<&syn::Block>,
        home: Home,
    ) {
        let number = self.number();
        let caller = self.caller(signature, !self.in_impl);
        self.found.push(Function {
            number,
            item: item.span().byte_range(),
            signature_start: head.span().byte_range().start,
            name: signature.ident.span().byte_range(),
            body_start: body.map(|body| body.brace_token.span.open().byte_range().end),
            copy_name: copy_name(signature, number),
            captures_all: self.block.is_some() && signature.output.to_token_stream().into_iter().any(mentions_impl),
            caller,
            home,
        });
    }

    fn number(&self) -> usize {
        self.first + self.found.len()
    }

    fn text(&self, tokens: &impl ToTokens) -> String {
        if tokens.to_token_stream().is_empty() {
            return String::new();
        }
        self.source[tokens.span().byte_range()].to_owned()
    }

    fn block(&self, item: &impl ToTokens, attributes: &[syn::Attribute], generics: &Generics) -> Block {
        let kept = attributes.iter().filter(|attribute| {
            let name = attribute.path().segments.last().map(|segment| segment.ident.to_string()).unwrap_or_default();
            ["allow", "async_trait", "deny", "expect", "warn"].contains(&&*name)
        });
        let parameters = generics.lt_token.zip(generics.gt_token).map(|(lt, gt)| {
            let (start, end) = (lt.span().byte_range().start, gt.span().byte_range().end);
            self.source[start..end].to_owned()
        });
        Block {
            end: item.span().byte_range().end,
            attributes: kept.map(|attribute| self.text(attribute)).collect::<Vec<_>>().join(" "),
            generics: parameters.unwrap_or_default(),
            arguments: generics.split_for_impl().1.to_token_stream().to_string(),
            where_clause: self.text(&generics.where_clause),
            of_trait: String::new(),
            trait_name: String::new(),
            self_type: String::new(),
        }
    }

    fn declaration(&self, signature: &Signature) -> String {
        self.signature(signature, &copy_name(signature, self.number()), |_, pat| match pat {
            Pat::Ident(pat) if pat.mutability.is_none() => None,
            // A declaration takes no patterns, and `mut name` is one.
            _ => Some("_".into()),
        })
    }

    fn caller(&self, signature: &Signature, is_free: bool) -> Caller {
        let name = format!("caller_{}", self.number());
        let written = self.signature(signature, &name, |index, _| Some(format!("argument{index}")));
        let arguments = signature.inputs.iter().enumerate().filter(|(_, input)| matches!(input, FnArg::Typed(_)));
        let arguments: String = arguments.map(|(index, _)| format!("argument{index}, ")).collect();
        let (unsafety, end) = if signature.unsafety.is_some() { ("unsafe { ", " }") } else { ("", "") };
        let of_type = if is_free { "" } else { "Self::" };
        let receiver = if signature.receiver().is_some() { "self, " } else { "" };
        let copy = copy_name(signature, self.number());
        let awaited = if signature.asyncness.is_some() { ".await" } else { "" };
        Caller {
            signature: written,
            before_context: format!("{unsafety}{of_type}{copy}{}({receiver}", turbofish(signature)),
            after_context: format!("{arguments}){awaited}{end}"),
        }
    }

    /// The signature under another name and with other patterns; `None` leaves a pattern as it is.
    fn signature(&self, signature: &Signature, name: &str, pattern: impl Fn(usize, &Pat) -> Option<String>) -> String {
        let range = signature.span().byte_range();
        let mut edits = vec![(signature.ident.span().byte_range(), name.to_owned())];
        for (index, input) in signature.inputs.iter().enumerate() {
            match input {
                // `mut self`, not `&mut self`.
                FnArg::Receiver(receiver) if receiver.reference.is_none() => {
                    edits.extend(receiver.mutability.map(|mutable| (mutable.span().byte_range(), String::new())));
                }
                FnArg::Receiver(_) => {}
                FnArg::Typed(typed) => {
                    edits.extend(pattern(index, &typed.pat).map(|new| (typed.pat.span().byte_range(), new)));
                }
            }
        }
        edits.sort_by_key(|(edited, _)| edited.start);
        let mut text = String::new();
        let mut done = range.start;
        for (edited, replacement) in edits {
            text.push_str(&self.source[done..edited.start]);
            text.push_str(&replacement);
            done = edited.end;
        }
        text + &self.source[done..range.end]
    }

    fn inside(&mut self, in_impl: bool, block: Option<Block>, visit: impl FnOnce(&mut Self)) {
        let outer = (std::mem::replace(&mut self.in_impl, in_impl), std::mem::replace(&mut self.block, block));
        visit(self);
        (self.in_impl, self.block) = outer;
    }
}

fn without_arguments(path: &syn::Path) -> String {
    let names: Vec<String> = path.segments.iter().map(|segment| segment.ident.to_string()).collect();
    let from_root = path.leading_colon.map_or("", |_| "::");
    format!("{from_root}{}", names.join("::"))
}

/// `::<T, N>`: what the arguments alone may not show. With an `impl Trait` argument no type may be named.
fn turbofish(signature: &Signature) -> String {
    let anonymous = signature.inputs.to_token_stream().into_iter().any(mentions_impl);
    let named = signature.generics.params.iter().filter_map(|parameter| match parameter {
        GenericParam::Lifetime(_) => None,
        GenericParam::Type(own) => Some(own.ident.to_string()),
        GenericParam::Const(own) => Some(own.ident.to_string()),
    });
    let named: Vec<String> = named.collect();
    if anonymous || named.is_empty() { String::new() } else { format!("::<{}>", named.join(", ")) }
}

fn mentions_impl(token: TokenTree) -> bool {
    match token {
        TokenTree::Ident(word) => word == "impl",
        TokenTree::Group(group) => group.stream().into_iter().any(mentions_impl),
        TokenTree::Punct(_) | TokenTree::Literal(_) => false,
    }
}

fn copy_name(signature: &Signature, number: usize) -> String {
    let name = signature.ident.to_string();
    format!("{}_copy_{number}", name.trim_start_matches("r#"))
}

impl VisitMut for Finder<'_> {
    fn visit_item_fn_mut(&mut self, item: &mut syn::ItemFn) {
        let (visibility, signature) = (&item.vis, &item.sig);
        self.push(item, &quote!(#visibility #signature), signature, Some(&item.block), Home::Beside);
        visit_mut::visit_item_fn_mut(self, item);
    }

    fn visit_item_impl_mut(&mut self, item: &mut ItemImpl) {
        let block = item.trait_.as_ref().map(|(_, path, _)| Block {
            of_trait: self.text(path),
            trait_name: without_arguments(path),
            self_type: self.text(&item.self_ty),
            ..self.block(item, &item.attrs, &item.generics)
        });
        self.inside(true, block, |finder| visit_mut::visit_item_impl_mut(finder, item));
    }

    fn visit_impl_item_fn_mut(&mut self, item: &mut syn::ImplItemFn) {
        let home = self.block.clone().map_or(Home::Beside, |block| Home::TraitImpl {
            block: Box::new(block),
            declaration: self.declaration(&item.sig),
        });
        let (visibility, defaultness, signature) = (&item.vis, &item.defaultness, &item.sig);
        self.push(item, &quote!(#visibility #defaultness #signature), signature, Some(&item.block), home);
        visit_mut::visit_impl_item_fn_mut(self, item);
    }

    fn visit_item_trait_mut(&mut self, item: &mut ItemTrait) {
        let arguments = item.generics.split_for_impl().1.to_token_stream();
        let block =
            Block { of_trait: format!("{}{arguments}", item.ident), ..self.block(item, &item.attrs, &item.generics) };
        self.inside(true, Some(block), |finder| visit_mut::visit_item_trait_mut(finder, item));
    }

    fn visit_trait_item_fn_mut(&mut self, item: &mut syn::TraitItemFn) {
        let required = self.block.clone().filter(|_| item.default.is_none());
        let home = required.map_or(Home::Beside, |block| Home::RequiredMethod(Box::new(block)));
        self.push(item, &item.sig, &item.sig, item.default.as_ref(), home);
        visit_mut::visit_trait_item_fn_mut(self, item);
    }

    fn visit_item_macro_mut(&mut self, item: &mut syn::ItemMacro) {
        let name = item.mac.path.to_token_stream().to_string();
        if !gives_items_back(&name) {
            return;
        }
        if let Ok(mut file) = syn::parse2::<syn::File>(item.mac.tokens.clone()) {
            self.visit_file_mut(&mut file);
        }
    }

    fn visit_impl_item_macro_mut(&mut self, item: &mut syn::ImplItemMacro) {
        let name = item.mac.path.to_token_stream().to_string();
        let items = |input: syn::parse::ParseStream<'_>| {
            let mut items: Vec<ImplItem> = Vec::new();
            while !input.is_empty() {
                items.push(input.parse()?);
            }
            Ok(items)
        };
        if !gives_items_back(&name) {
            return;
        }
        if let Ok(mut items) = items.parse2(item.mac.tokens.clone()) {
            items.iter_mut().for_each(|item| self.visit_impl_item_mut(item));
        }
    }

    // A function in a body is not in the block around the body.
    fn visit_item_mut(&mut self, item: &mut Item) {
        self.inside(false, None, |finder| visit_mut::visit_item_mut(finder, item));
    }
}
