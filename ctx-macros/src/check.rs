//! From what is written to a model. Everything that can be wrong is found here, all of it at once.

use proc_macro2::{Span, TokenStream, TokenTree};
use quote::quote;

use crate::arguments::{Arguments, Owner};
use crate::block;
use crate::body::Body;
use crate::capture_rules::CaptureRules;
use crate::errors::Errors;
use crate::fallback::{Fallback, Unparsed};
use crate::members::{self, Kind};
use crate::model::{self, Binding, Inserted, Member, Model, Parameter, ParameterType, PlainFunction};
use crate::names::{self, CTX};
use crate::owned_signatures::{self, Missing, WayOut};
use crate::plain::{self, Plain};
use crate::results::{self, Capture, ReturnsFrom};
use crate::signature::{self, Function, NotAFunction, Written};
use crate::written_parameter;

/// A model, or what to emit instead; then `errors`, or the compiler, says why.
pub(crate) fn item(
    arguments: TokenStream,
    item: TokenStream,
    rules: CaptureRules,
    errors: &mut Errors,
) -> Result<Model, Fallback> {
    let arguments = Arguments::read(arguments, errors);
    if let Some(skip) = arguments.skip() {
        errors.at(
            skip,
            "`skip` is for an item of a block with `#[with_ctx]`",
            "remove the attribute; in such a block, write `#[with_ctx(skip)]` by this name and without `cfg_attr`",
        );
        return Err(Fallback::AsWritten);
    }
    Check { rules, errors }.item(&Annotation::new(&arguments, Place::Alone, false), item)
}

/// The same without arguments, and without the look whether the signature is a plain one.
#[cfg(test)]
pub(crate) fn parsed_item(item: TokenStream, rules: CaptureRules, errors: &mut Errors) -> Result<Model, Fallback> {
    let arguments = Arguments::default();
    let annotation = Annotation::new(&arguments, Place::Alone, false);
    Check { rules, errors }.parsed(&annotation, signature::split(item.clone()), item)
}

/// How an item comes by its arguments.
struct Annotation<'a> {
    arguments: &'a Arguments,
    place: Place,
    /// From the block around it.
    inherited: bool,
    /// What the context is called.
    name: String,
}

impl<'a> Annotation<'a> {
    fn new(arguments: &'a Arguments, place: Place, inherited: bool) -> Self {
        let name = arguments.name().map_or_else(|| CTX.to_owned(), ToString::to_string);
        Self { arguments, place, inherited, name }
    }
}

/// What is known of the surroundings.
#[derive(Clone, Copy, PartialEq)]
enum Place {
    /// Nothing: the attribute is on the item itself.
    Alone,
    /// In a `mod` with the attribute.
    Module,
    /// In an `impl` or a `trait` with the attribute.
    Block,
}

impl Place {
    fn way_out(self) -> WayOut {
        match self {
            Self::Alone => WayOut::RemoveAttribute,
            Self::Module | Self::Block => WayOut::Skip,
        }
    }
}

struct Check<'a> {
    rules: CaptureRules,
    errors: &'a mut Errors,
}

impl Check<'_> {
    fn item(&mut self, annotation: &Annotation<'_>, item: TokenStream) -> Result<Model, Fallback> {
        let written = signature::split(item.clone());
        let plain = if annotation.arguments.may_be_plain() {
            plain::read(&written.head, &annotation.name).filter(|plain| plain.parameters.count != CLIPPY_LIMIT)
        } else {
            None
        };
        match plain {
            Some(plain) => Ok(Model::Plain(self.plain(annotation, written, plain))),
            None => self.parsed(annotation, written, item),
        }
    }

    fn parsed(&mut self, annotation: &Annotation<'_>, written: Written, item: TokenStream) -> Result<Model, Fallback> {
        match signature::read(written) {
            Ok(function) => self.function(annotation, function).map(|model| Model::Function(Box::new(model))),
            Err(NotAFunction::Other(kind)) => match block::read(item) {
                Some(block) => self.block(annotation, block).map(Model::Block),
                None => Err(self.no_place(&kind)),
            },
            Err(NotAFunction::Unreadable { is_plain: true, .. }) => Err(unparsed(annotation.arguments)),
            Err(NotAFunction::Unreadable { error, is_plain: false }) => {
                self.errors.parser_found(error);
                Err(Fallback::AsWritten)
            }
            Err(NotAFunction::Nothing) => {
                self.errors.at(TokenStream::new(), "`#[with_ctx]` is on nothing", PLACES);
                Err(Fallback::AsWritten)
            }
        }
    }

    fn no_place(&mut self, kind: &TokenTree) -> Fallback {
        self.errors.at(kind, format_args!("`#[with_ctx]` does not go on `{kind}`"), PLACES);
        Fallback::AsWritten
    }

    fn block(&mut self, annotation: &Annotation<'_>, block: block::Block) -> Result<model::Block, Fallback> {
        if let Some(name) = block.implements.filter(owned_signatures::is_known_trait) {
            let way_out = annotation.place.way_out().text();
            self.errors.at(
                &name,
                format_args!("the signatures below belong to `{name}`"),
                format_args!("{way_out}; if it is a trait of this crate, write its path, as in `crate::{name}`"),
            );
            return Err(Fallback::AsWritten);
        }
        let place = if block.is_module { Place::Module } else { Place::Block };
        let members = members::members(block.braces.stream());
        let members = members.into_iter().map(|member| self.member(annotation.arguments, place, member)).collect();
        Ok(model::Block { head: block.head, braces: block.braces, members })
    }

    fn member(&mut self, of_block: &Arguments, place: Place, member: members::Member) -> Member {
        let members::Member { tokens, kind, own } = member;
        let own = own.map(|own| Arguments::read(own, self.errors).in_block(of_block));
        match (&own, kind) {
            (Some(own), Kind::Function | Kind::Block) if own.skip().is_some() => return Member::Tokens(tokens),
            (_, Kind::Function | Kind::Block) => {}
            (Some(_), Kind::Other(Some(kind))) => {
                self.no_place(&kind);
                return Member::Tokens(tokens);
            }
            (_, Kind::Other(_)) => return Member::Tokens(tokens),
        }
        let annotation = Annotation::new(own.as_ref().unwrap_or(of_block), place, own.is_none());
        match self.item(&annotation, tokens.clone()) {
            Ok(model) => Member::Model(model),
            Err(fallback) => Member::Tokens(fallback.item(tokens)),
        }
    }

    /// Of such a signature there is nothing to check.
    fn plain(&mut self, annotation: &Annotation<'_>, written: Written, signature: Plain) -> PlainFunction {
        let body = self.body(annotation, written.body.as_ref());
        let arguments = annotation.arguments;
        let parameter = Parameter {
            name: names::context(arguments.name(), body.context),
            ty: ParameterType::Context { lifetime: None, context: arguments.context() },
            named_in_body: body.context.is_some(),
        };
        let (Written { head, body }, Plain { parentheses, parameters }) = (written, signature);
        PlainFunction {
            head,
            parentheses,
            receiver: parameters.receiver,
            parameters: parameters.tokens,
            body,
            inserted: parameter,
        }
    }

    fn body(&mut self, annotation: &Annotation<'_>, body: Option<&TokenTree>) -> Body {
        let body = Body::read(body, &annotation.name);
        if !annotation.arguments.allows_raw_forms() {
            body.refuse_raw_forms(self.errors);
        }
        body
    }

    fn function(&mut self, annotation: &Annotation<'_>, function: Function) -> Result<model::Function, Fallback> {
        let name = annotation.name.as_str();
        let body = self.body(annotation, function.body.as_ref());
        let owner = annotation.arguments.owner();
        let way_out = annotation.place.way_out();
        let missing = if matches!(owner, Some(Owner::Call(_))) { Missing::Nothing } else { Missing::Parameter };
        let owned = owned_signatures::refuse(&function, missing, way_out, self.errors);
        let parameters = match owner {
            Some(_) => written_parameter::is_free(&function.signature, name, self.errors).map(|()| false),
            None => written_parameter::is_there(&function.signature, name, self.errors),
        };
        let inserted = matches!((&owner, &parameters), (None, Ok(false)) | (Some(Owner::Parameter(_)), _));
        let called = inserted && owned_signatures::refuse_called(&function, owner.is_some(), self.errors);
        let bodiless = owner.is_some() && body.is_missing;
        if bodiless {
            self.errors.at(
                &function.signature.ident,
                "a method without a body cannot own a turn",
                "put `entry` on the method of the impl, or take `ctx` here with `#[with_ctx]`",
            );
        }
        if matches!(owner, Some(Owner::Call(_))) && !annotation.inherited {
            self.turn_is_used(&function, &body, name);
        }
        match parameters {
            Ok(is_there) if !(owned || called || bodiless) => {
                Ok(self.model(annotation, function, &body, owner, is_there))
            }
            _ => Err(Fallback::AsWritten),
        }
    }

    /// A test whose body is elsewhere: what makes tests of cases has moved it to a function without the attribute.
    fn turn_is_used(&mut self, function: &Function, body: &Body, name: &str) {
        if body.context.is_none() && function.body.as_ref().is_some_and(has_statements) {
            self.errors.at(
                &function.signature.ident,
                format_args!("`{name}` is not used in this test"),
                "put `#[with_ctx(test)]` above attributes that move the body, as `#[rstest]` and `#[test_case]` do, or remove it",
            );
        }
    }

    fn model(
        &mut self,
        annotation: &Annotation<'_>,
        function: Function,
        body: &Body,
        owner: Option<Owner>,
        is_there: bool,
    ) -> model::Function {
        let Function { attributes, visibility, mut signature, body: block } = function;
        let (mut parameter, mut binding) = (None, None);
        match owner {
            None if is_there => {}
            None => {
                let in_block = annotation.place == Place::Block || body.mentions_self || body.is_missing;
                let capture = annotation.arguments.capture();
                let capture = capture.map(|word| Capture { word, inherited: annotation.inherited });
                let function =
                    ReturnsFrom { signature: &mut signature, body: block.as_ref(), name: &annotation.name, in_block };
                let lifetime = results::borrow(function, capture, self.rules, self.errors);
                let ty = ParameterType::Context { lifetime, context: annotation.arguments.context() };
                parameter = Some((names::context(annotation.arguments.name(), body.context), ty));
            }
            Some(Owner::Parameter(ty)) => {
                parameter = Some((names::turn(), ParameterType::Owner(ty)));
                binding = Some(bound(annotation.arguments, body.context, None));
            }
            Some(Owner::Call(function)) => binding = Some(bound(annotation.arguments, body.context, Some(function))),
        }
        let inserted = parameter.map(|(name, ty)| Inserted {
            parameter: Parameter { name, ty, named_in_body: body.context.is_some() && binding.is_none() },
            index: written_parameter::place(&signature),
            one_too_many: signature.inputs.len() == CLIPPY_LIMIT,
        });
        model::Function { attributes: quote!(#(#attributes)*), visibility, signature, body: block, inserted, binding }
    }
}

const PLACES: &str =
    "put it on a function, on a method, on a method of a trait, or on a whole `impl`, `trait` or inline `mod`";

/// `too_many_arguments` counts the receiver, and is silent up to this many.
const CLIPPY_LIMIT: usize = 7;

fn has_statements(body: &TokenTree) -> bool {
    matches!(body, TokenTree::Group(block) if !block.stream().is_empty())
}

fn bound(arguments: &Arguments, in_body: Option<Span>, made_by: Option<TokenStream>) -> Binding {
    Binding {
        name: names::context(arguments.name(), in_body),
        context: arguments.context(),
        turn: names::turn(),
        made_by,
        named_in_body: in_body.is_some(),
    }
}

fn unparsed(arguments: &Arguments) -> Fallback {
    let name = names::context(arguments.name(), None);
    let (parameter, binding) = match arguments.owner() {
        None => {
            let context = arguments.context();
            (Some(quote!(#name: &#context)), None)
        }
        Some(Owner::Parameter(ty)) => {
            let turn = names::turn();
            (Some(quote!(#turn: #ty)), Some(bound(arguments, None, None)))
        }
        Some(Owner::Call(function)) => (None, Some(bound(arguments, None, Some(function)))),
    };
    Fallback::WithUnparsed(Box::new(Unparsed { name: name.to_string(), parameter, binding }))
}
