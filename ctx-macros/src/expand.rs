//! From a model to tokens. Cannot fail.

use proc_macro2::{Delimiter, Group, Ident, Literal, Punct, Spacing, Span, TokenStream, TokenTree};
use quote::{quote, ToTokens};
use syn::{FnArg, Pat, PatType, Token, Type};

use crate::model::{Binding, Block, Function, Inserted, Member, Model, Parameter, ParameterType, PlainFunction};

/// The item with its contexts.
pub(crate) fn item(model: Model) -> TokenStream {
    match model {
        Model::Function(model) => function(*model),
        Model::Plain(model) => plain(model),
        Model::Block(model) => block(model),
    }
}

fn block(model: Block) -> TokenStream {
    let Block { head, braces, members } = model;
    let members = members.into_iter().map(|member| match member {
        Member::Model(model) => item(model),
        Member::Tokens(tokens) => tokens,
    });
    let members = with_stream(&braces, members.collect());
    quote!(#head #members)
}

fn plain(model: PlainFunction) -> TokenStream {
    let PlainFunction { mut head, parentheses, parameters: tokens, receiver, body, inserted } = model;
    let comma = || TokenTree::from(Punct::new(',', Spacing::Alone));
    let mut tokens = tokens.into_iter();
    let mut parameters: TokenStream = tokens.by_ref().take(receiver).collect();
    if receiver > 0 {
        tokens.next();
        parameters.extend([comma()]);
    }
    parameters.extend(input(inserted).into_token_stream());
    if tokens.len() > 0 {
        parameters.extend([comma()]);
        parameters.extend(tokens);
    }
    if let TokenTree::Group(parentheses) = &mut head[parentheses] {
        *parentheses = with_stream(parentheses, parameters);
    }
    head.into_iter().chain(body).collect()
}

fn function(model: Function) -> TokenStream {
    let Function { attributes, visibility, mut signature, body, inserted, binding } = model;
    // Behind the user's attributes, so that they are the ones that count.
    let mut lints = TokenStream::new();
    if let Some(Inserted { parameter, index, one_too_many }) = inserted {
        if one_too_many {
            lints.extend(quote!(#[allow(clippy::too_many_arguments, reason = "`#[with_ctx]` added the eighth")]));
        }
        if signature.asyncness.is_none() && matches!(parameter.ty, ParameterType::Owner(_)) {
            lints.extend(quote!(#[allow(clippy::needless_pass_by_value, reason = "an entry owns its turn")]));
        }
        signature.inputs.insert(index, input(parameter));
    }
    let mut body = body.into_token_stream();
    if let Some(binding) = &binding {
        body = begin_with(binding, body);
    }
    quote!(#attributes #lints #visibility #signature #body)
}

fn input(parameter: Parameter) -> FnArg {
    let Parameter { name, ty, named_in_body } = parameter;
    let lints = unused_is_fine(named_in_body);
    FnArg::Typed(PatType {
        attrs: Vec::new(),
        pat: Box::new(Pat::Verbatim(quote!(#lints #name))),
        colon_token: Token![:](name.span()),
        ty: Box::new(Type::Verbatim(ty.into_token_stream())),
    })
}

impl ToTokens for ParameterType {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        match self {
            Self::Context { lifetime, context } => {
                tokens.extend([TokenTree::from(Punct::new('&', Spacing::Alone))]);
                lifetime.to_tokens(tokens);
                tokens.extend([context.clone()]);
            }
            Self::Owner(ty) => tokens.extend([ty.clone()]),
        }
    }
}

/// `#[allow(unused_variables, reason = "..")]`. Most functions have it, and `quote!` would put it together piece by piece.
fn unused_is_fine(named_in_body: bool) -> Option<TokenStream> {
    if !named_in_body {
        return None;
    }
    let word = |word| TokenTree::from(Ident::new(word, Span::call_site()));
    let mark = |mark| TokenTree::from(Punct::new(mark, Spacing::Alone));
    let reason = Literal::string("`#[with_ctx]` added it");
    let allowed = [word("unused_variables"), mark(','), word("reason"), mark('='), reason.into()];
    let allow = [word("allow"), Group::new(Delimiter::Parenthesis, allowed.into_iter().collect()).into()];
    Some([mark('#'), Group::new(Delimiter::Bracket, allow.into_iter().collect()).into()].into_iter().collect())
}

/// The body, with the binding behind its inner attributes. A body is a block, or a block in the invisible group of a `$block`.
pub(crate) fn begin_with(binding: &Binding, body: TokenStream) -> TokenStream {
    let begun = body.into_iter().map(|token| match token {
        TokenTree::Group(group) if group.delimiter() == Delimiter::None => {
            with_stream(&group, begin_with(binding, group.stream())).into()
        }
        TokenTree::Group(group) => with_stream(&group, behind_inner_attributes(binding, group.stream())).into(),
        other => other,
    });
    begun.collect()
}

fn behind_inner_attributes(binding: &Binding, block: TokenStream) -> TokenStream {
    let tokens: Vec<TokenTree> = block.into_iter().collect();
    let is =
        |index: usize, wanted| matches!(tokens.get(index), Some(TokenTree::Punct(punct)) if punct.as_char() == wanted);
    let mut end = 0;
    while is(end, '#') && is(end + 1, '!') && matches!(tokens.get(end + 2), Some(TokenTree::Group(_))) {
        end += 3;
    }
    let (attributes, statements) = tokens.split_at(end);
    if begins_with_item(statements) {
        // In a block of its own, or `clippy::items_after_statements` would find items behind the binding.
        return quote!(#(#attributes)* #binding { #(#statements)* });
    }
    quote!(#(#attributes)* #binding #(#statements)*)
}

/// Whether it may be an item: a block too much changes nothing.
fn begins_with_item(statements: &[TokenTree]) -> bool {
    const ITEMS: [&str; 15] = [
        "async",
        "const",
        "enum",
        "extern",
        "fn",
        "impl",
        "macro_rules",
        "mod",
        "pub",
        "static",
        "struct",
        "trait",
        "type",
        "unsafe",
        "use",
    ];
    let mut tokens = statements.iter();
    loop {
        match tokens.next() {
            Some(TokenTree::Punct(punct)) if punct.as_char() == '#' => drop(tokens.next()),
            Some(TokenTree::Ident(word)) => return ITEMS.iter().any(|item| word == item),
            _ => return false,
        }
    }
}

impl ToTokens for Binding {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        let Self { name, context, turn, made_by, named_in_body } = self;
        let lints = unused_is_fine(*named_in_body);
        let made = made_by.as_ref().map(|function| quote!(let #turn = #function();));
        tokens.extend(quote!(#made #lints let #name: &#context = &#turn;));
    }
}

fn with_stream(like: &Group, stream: TokenStream) -> Group {
    let mut group = Group::new(like.delimiter(), stream);
    group.set_span(like.span());
    group
}
