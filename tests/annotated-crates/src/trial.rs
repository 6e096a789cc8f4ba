//! What happens to a crate whose functions get the attribute?
//!
//! Five looks, each as often as it takes until the compiler has nothing to say against it: which functions are compiled at
//! all; where their copies can stand, without the attribute; what the macro and the compiler say with it; the warnings of the
//! same copies without and with it; and whether callers of the copies compile.

use std::fs;
use std::path::Path;

use anyhow::{Context as _, bail, ensure};

use crate::compiler::{self, Look, Message};
use crate::functions::{self, Function};
use crate::outcome::{Failure, Outcome, is_outlived_context, only_in, reason, refusal};
use crate::placing;
use crate::published::Published;
use crate::render::{Insertion, Piece, Rendered, render};
use crate::scratch_crate::{self, Attribute, Scratch, ScratchCrate};

/// Tries the attribute on a crate of the registry.
pub fn try_published(wanted: &Published, attribute: &Attribute, scratch: &Scratch) -> anyhow::Result<Outcome> {
    trial(&scratch_crate::published(wanted, attribute, scratch)?, attribute).with_context(|| wanted.name)
}

/// Tries the attribute on a crate in a folder, with nothing from the network.
pub fn try_fixture(sources: &Path, attribute: &Attribute, scratch: &Scratch) -> anyhow::Result<Outcome> {
    trial(&scratch_crate::local(sources, attribute, scratch)?, attribute)
}

/// What is known of a function.
#[derive(Clone, Debug, PartialEq)]
enum State {
    NotCompiled,
    /// Its copy is written in this way.
    Placed(usize),
    NoPlace(String),
    Refused(String),
    Miscompiled(Box<Message>),
}

/// What is known of the caller of a copy.
#[derive(Clone, Debug, PartialEq)]
enum Caller {
    NotTried,
    Written,
    /// It does not compile without the attribute either.
    None,
    Broken(Box<Message>),
}

struct Trial<'a> {
    of: &'a ScratchCrate,
    attribute: String,
    /// By number, with the number of the file.
    functions: Vec<(usize, Function)>,
    states: Vec<State>,
    callers: Vec<Caller>,
}

fn trial(of: &ScratchCrate, attribute: &Attribute) -> anyhow::Result<Outcome> {
    let mut functions = Vec::new();
    for (file, (path, source)) in of.files.iter().enumerate() {
        let found = functions::of_file(source, functions.len()).with_context(|| path.display().to_string())?;
        functions.extend(found.into_iter().map(|function| (file, function)));
    }
    let states = vec![State::Placed(0); functions.len()];
    let callers = vec![Caller::NotTried; functions.len()];
    let mut trial = Trial { of, attribute: attribute.text(), functions, states, callers };
    trial.leave_out_what_is_not_compiled()?;
    trial.find_places()?;
    trial.annotate()?;
    let without = trial.warnings(false)?;
    let with = trial.warnings(true)?;
    trial.call()?;
    Ok(trial.outcome(&without, &with))
}

impl Trial<'_> {
    fn leave_out_what_is_not_compiled(&mut self) -> anyhow::Result<()> {
        let log = self.of.folder.join("compiled-functions");
        loop {
            let insertions = |trial: &Self, function: &Function| match trial.states[function.number] {
                State::Placed(_) => Some(Insertion {
                    at: function.signature_start,
                    pieces: vec![Piece::Text(format!("#[::compiled_probe::mark({})] ", function.number))],
                    function: function.number,
                }),
                _ => None,
            };
            let rendered = self.write(insertions, false)?;
            // A run that failed has written, too.
            fs::write(&log, "")?;
            let messages = compiler::messages(self.of, Look::Check, Some(&log))?;
            let errors: Vec<Message> = messages.into_iter().filter(|message| message.is_error).collect();
            if errors.is_empty() {
                break;
            }
            // Below an attribute that reads the function and knows no other attribute.
            let innermost = |trial: &Self, file: usize, byte: usize| {
                let byte = rendered[file].published_byte(byte);
                let around = trial.functions.iter().filter(|(of, function)| {
                    *of == file && function.item.contains(&byte) && trial.states[function.number] == State::Placed(0)
                });
                around.min_by_key(|(_, function)| function.item.len()).map(|(_, function)| function.number)
            };
            for (number, error) in self.blame(errors, innermost)? {
                self.states[number] = State::NoPlace(reason(&error));
            }
        }
        let compiled = fs::read_to_string(&log)?;
        let compiled: Vec<usize> = compiled.lines().map(str::parse).collect::<Result<_, _>>()?;
        ensure!(!compiled.is_empty(), "no function was compiled");
        for (number, state) in self.states.iter_mut().enumerate() {
            if *state == State::Placed(0) && !compiled.contains(&number) {
                *state = State::NotCompiled;
            }
        }
        Ok(())
    }

    fn find_places(&mut self) -> anyhow::Result<()> {
        while let Some(errors) = self.errors(false)? {
            // What this round tried: a second error of a function must not skip a way.
            let tried = self.states.clone();
            for (number, error) in errors {
                let State::Placed(way) = tried[number] else { continue };
                let next = way + 1;
                let is_there = next < placing::ways(&self.functions[number].1);
                self.states[number] = if is_there { State::Placed(next) } else { State::NoPlace(reason(&error)) };
            }
        }
        Ok(())
    }

    fn annotate(&mut self) -> anyhow::Result<()> {
        while let Some(errors) = self.errors(true)? {
            for (number, error) in errors {
                // An error that follows from a refusal is none of its own.
                match (&self.states[number], refusal(&error)) {
                    (State::Refused(_), _) => {}
                    (_, Some(said)) => self.states[number] = State::Refused(said),
                    (_, None) => self.states[number] = State::Miscompiled(Box::new(error)),
                }
            }
        }
        Ok(())
    }

    fn call(&mut self) -> anyhow::Result<()> {
        for (caller, state) in self.callers.iter_mut().zip(&self.states) {
            if matches!(state, State::Placed(_)) {
                *caller = Caller::Written;
            }
        }
        for with in [false, true] {
            while let Some(errors) = self.errors(with)? {
                let mut others = Vec::new();
                let mut changed = false;
                for (number, error) in errors {
                    if self.callers[number] == Caller::Written {
                        self.callers[number] = if with { Caller::Broken(Box::new(error)) } else { Caller::None };
                        changed = true;
                    } else {
                        others.push(error.rendered);
                    }
                }
                // The same crate again would have the same errors.
                ensure!(changed, "errors that stay when the callers are taken out:\n{}", others.join("\n"));
            }
        }
        Ok(())
    }

    /// The errors of the copies, by function; `None` if there are none.
    fn errors(&self, with: bool) -> anyhow::Result<Option<Vec<(usize, Message)>>> {
        let rendered = self.write_copies(with)?;
        let messages = compiler::messages(self.of, Look::Check, None)?;
        let errors: Vec<Message> = messages.into_iter().filter(|message| message.is_error).collect();
        if errors.is_empty() {
            return Ok(None);
        }
        self.blame(errors, |_, file, byte| rendered[file].inserted_at(byte)).map(Some)
    }

    fn warnings(&self, with: bool) -> anyhow::Result<Vec<(String, Message)>> {
        let rendered = self.write_copies(with)?;
        let messages = compiler::messages(self.of, Look::Clippy, None)?;
        let warnings = messages.into_iter().map(|message| {
            let owner = self.owner(&message, |_, file, byte| rendered[file].inserted_at(byte));
            let place = message.places.first().map(|place| place.file.display().to_string()).unwrap_or_default();
            (owner.map_or(place, |number| self.title(number)), message)
        });
        Ok(warnings.collect())
    }

    /// Which function each error is about.
    fn blame(
        &self,
        errors: Vec<Message>,
        function_at: impl Fn(&Self, usize, usize) -> Option<usize>,
    ) -> anyhow::Result<Vec<(usize, Message)>> {
        let mut blamed = Vec::new();
        let mut elsewhere = Vec::new();
        for error in errors {
            match self.owner(&error, &function_at) {
                Some(number) => blamed.push((number, error)),
                None => elsewhere.push(error.rendered),
            }
        }
        if blamed.is_empty() {
            bail!("errors that are about no function that was touched:\n{}", elsewhere.join("\n"));
        }
        Ok(blamed)
    }

    fn owner(&self, message: &Message, function_at: impl Fn(&Self, usize, usize) -> Option<usize>) -> Option<usize> {
        message.places.iter().find_map(|place| {
            let file = self.of.files.iter().position(|(path, _)| *path == place.file)?;
            function_at(self, file, place.start)
        })
    }

    fn write_copies(&self, with: bool) -> anyhow::Result<Vec<Rendered>> {
        let insertions = |trial: &Self, function: &Function| match trial.states[function.number] {
            State::Placed(way) => {
                let (file, _) = trial.functions[function.number];
                let called = trial.callers[function.number] == Caller::Written;
                Some(placing::copy(function, way, &trial.of.files[file].1, called))
            }
            _ => None,
        };
        self.write(insertions, with)
    }

    fn write(
        &self,
        insertion: impl Fn(&Self, &Function) -> Option<Insertion>,
        with: bool,
    ) -> anyhow::Result<Vec<Rendered>> {
        let mut all = Vec::new();
        for (number, (path, source)) in self.of.files.iter().enumerate() {
            let in_file = self.functions.iter().filter(|(file, _)| *file == number);
            let insertions: Vec<Insertion> = in_file.filter_map(|(_, function)| insertion(self, function)).collect();
            let rendered = render(source, &insertions, &self.attribute, with);
            self.of.write(path, &rendered.text)?;
            all.push(rendered);
        }
        Ok(all)
    }

    fn title(&self, number: usize) -> String {
        let (file, function) = &self.functions[number];
        let (path, source) = &self.of.files[*file];
        format!("{}: `{}`", path.display(), &source[function.name.clone()])
    }

    fn outcome(&self, without: &[(String, Message)], with: &[(String, Message)]) -> Outcome {
        let mut outcome =
            Outcome { name: self.of.name.clone(), version: self.of.version.clone(), ..Outcome::default() };
        for (number, state) in self.states.iter().enumerate() {
            match state {
                State::NotCompiled => outcome.not_compiled += 1,
                State::Placed(_) => outcome.accepted += 1,
                State::NoPlace(why) => *outcome.no_place.entry(why.clone()).or_default() += 1,
                State::Refused(said) => *outcome.refused.entry(said.clone()).or_default() += 1,
                State::Miscompiled(error) => {
                    outcome.miscompiled.push(Failure { function: self.title(number), message: error.rendered.clone() })
                }
            }
        }
        for (number, caller) in self.callers.iter().enumerate() {
            match caller {
                Caller::NotTried | Caller::None => {}
                Caller::Written => outcome.called += 1,
                Caller::Broken(error) => {
                    let failure = Failure { function: self.title(number), message: error.rendered.clone() };
                    let is_captured = self.functions[number].1.captures_all && is_outlived_context(error);
                    let kind = if is_captured { &mut outcome.captured_contexts } else { &mut outcome.broken_callers };
                    kind.push(failure);
                }
            }
        }
        outcome.functions = self.states.len() - outcome.not_compiled;
        outcome.new_warnings = only_in(with, without);
        outcome.lost_warnings = only_in(without, with);
        outcome
    }
}
