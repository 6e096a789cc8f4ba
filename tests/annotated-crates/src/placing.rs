//! Where can the copy of a function stand, and how is it written there?
//!
//! Beside the function, if that is a free function, a method of a type or a method with a body of a trait. An `impl` of a
//! trait takes no further methods and a trait no further required ones, so their copies stand in a trait of their own behind
//! the block: generic over what the block is generic over, and with the block's trait as supertrait where the signature or the
//! body may say `Self::Item`.

use crate::functions::{Block, Caller, Function, Home};
use crate::render::{Insertion, Piece};

/// How many ways there are to place the copy. Each is tried in turn until one compiles without the attribute.
pub(crate) fn ways(function: &Function) -> usize {
    match function.home {
        Home::Beside => 1,
        Home::RequiredMethod(_) => 2,
        Home::TraitImpl { .. } => 4,
    }
}

/// The copy, placed in one of the ways, with a caller of it or without.
pub(crate) fn copy(function: &Function, way: usize, source: &str, called: bool) -> Insertion {
    let mut pieces = vec![Piece::Text("\n".into())];
    let sized = (way & 1 == 1).then_some("Sized");
    let at = match &function.home {
        Home::Beside => {
            itself(function, source, None, called, &mut pieces);
            function.item.end
        }
        Home::TraitImpl { block, declaration } => {
            // In an `impl` the methods of its trait are known without an import.
            let import = (way & 2 == 2).then(|| format!(" use {} as _; ", block.trait_name));
            let supertrait = source[function.item.clone()].contains("Self::").then_some(&*block.of_trait);
            open_trait(function, block, &[supertrait, sized], &mut pieces);
            pieces.extend([Piece::Attribute, Piece::Text(format!("{declaration}; "))]);
            if called {
                pieces.push(Piece::Text(format!("{}; ", function.caller.signature)));
            }
            pieces.push(Piece::Text("}\n".into()));
            let Block { attributes, generics, arguments, self_type, where_clause, .. } = &**block;
            let name = trait_name(function);
            pieces.push(Piece::Text(format!(
                "{attributes} impl{generics} {name}{arguments} for {self_type} {where_clause} {{ "
            )));
            itself(function, source, import.as_deref(), called, &mut pieces);
            pieces.push(Piece::Text(" }".into()));
            block.end
        }
        Home::RequiredMethod(block) => {
            open_trait(function, block, &[Some(&*block.of_trait), sized], &mut pieces);
            itself(function, source, None, called, &mut pieces);
            pieces.push(Piece::Text(" }".into()));
            block.end
        }
    };
    pieces.push(Piece::Text("\n".into()));
    Insertion { at, pieces, function: function.number }
}

/// The function as written, but for its name and the attribute, and its caller.
fn itself(function: &Function, source: &str, import: Option<&str>, called: bool, pieces: &mut Vec<Piece>) {
    let Function { item, name, signature_start, .. } = function;
    pieces.push(Piece::Text(source[item.start..*signature_start].into()));
    pieces.push(Piece::Attribute);
    pieces.push(Piece::Text(source[*signature_start..name.start].into()));
    pieces.push(Piece::Text(function.copy_name.clone()));
    let body = function.body_start.unwrap_or(item.end);
    pieces.push(Piece::Text(source[name.end..body].into()));
    pieces.extend(import.map(|import| Piece::Text(import.into())));
    pieces.push(Piece::Text(source[body..item.end].into()));
    if called {
        let Caller { signature, before_context, after_context } = &function.caller;
        let context = "let ctx = crate::ScratchContext::new();";
        pieces.push(Piece::Text(format!("\n{signature} {{ {context} {before_context}")));
        pieces.extend([Piece::Argument, Piece::Text(format!("{after_context} }}"))]);
    }
}

fn open_trait(function: &Function, block: &Block, bounds: &[Option<&str>], pieces: &mut Vec<Piece>) {
    let Block { attributes, generics, where_clause, .. } = block;
    let bounds: Vec<&str> = bounds.iter().flatten().copied().collect();
    let colon = if bounds.is_empty() { "" } else { ": " };
    let name = trait_name(function);
    let bounds = bounds.join(" + ");
    pieces.push(Piece::Text(format!("{attributes} trait {name}{generics}{colon}{bounds} {where_clause} {{ ")));
}

fn trait_name(function: &Function) -> String {
    format!("CopyOf{}", function.number)
}
