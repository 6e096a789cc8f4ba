//! Where the tenant of a request is known from.
//!
//! Each source refuses what is missing, malformed or sent twice, and two of them together refuse what contradicts. None has a
//! default to fall back on.

use std::fmt;
use std::marker::PhantomData;

use http::HeaderName;
use http::request::Parts;

use super::refusal::Refusal;
use crate::tenant::Tenant;

/// Something that knows the tenant of a request.
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not know the tenant of a request",
    note = "`Authenticated::new(|claims: &Claims| ..)` does, and `TrustedHeader::new(\"x-tenant\", TenantId::parse)`"
)]
pub trait TenantSource {
    /// The tenant.
    type Tenant: Tenant;

    /// The tenant, or `None` when the request says nothing here.
    ///
    /// # Errors
    ///
    /// A [`Refusal`], when what the request says cannot be used.
    fn find(&self, request: &Parts) -> Result<Option<Self::Tenant>, Refusal>;

    /// The tenant.
    ///
    /// # Errors
    ///
    /// [`Refusal::unauthenticated`] when the request does not say, and what [`find`](Self::find) refuses.
    fn of(&self, request: &Parts) -> Result<Self::Tenant, Refusal> {
        self.find(request)?.ok_or(Refusal::unauthenticated())
    }

    /// This source and another one, which has to say the same: otherwise [`Refusal::forbidden`], or
    /// [`Refusal::unauthenticated`] when one of them says nothing.
    fn and_agrees_with<O>(self, other: O) -> Agreeing<Self, O>
    where
        Self: Sized,
        Self::Tenant: PartialEq,
        O: TenantSource<Tenant = Self::Tenant>,
    {
        Agreeing { first: self, second: other, if_sent: false }
    }

    /// [`and_agrees_with`](Self::and_agrees_with) for another source that may say nothing: a client may repeat its tenant in
    /// a header, and must not contradict itself.
    fn and_agrees_if_sent<O>(self, other: O) -> Agreeing<Self, O>
    where
        Self: Sized,
        Self::Tenant: PartialEq,
        O: TenantSource<Tenant = Self::Tenant>,
    {
        Agreeing { first: self, second: other, if_sent: true }
    }
}

/// The tenant of what an authentication layer outside the door has checked, and left in the request's extensions as `C`.
pub struct Authenticated<C, F> {
    tenant: F,
    claims: PhantomData<fn(&C)>,
}

impl<C, T, F> Authenticated<C, F>
where
    C: Send + Sync + 'static,
    T: Tenant,
    F: Fn(&C) -> Option<T>,
{
    /// `tenant` says whose the claims are; `None` is nobody's, and answered like a request without claims.
    pub const fn new(tenant: F) -> Self {
        Self { tenant, claims: PhantomData }
    }
}

impl<C, T, F> TenantSource for Authenticated<C, F>
where
    C: Send + Sync + 'static,
    T: Tenant,
    F: Fn(&C) -> Option<T>,
{
    type Tenant = T;

    fn find(&self, request: &Parts) -> Result<Option<T>, Refusal> {
        let Some(claims) = request.extensions.get() else { return Ok(None) };
        (self.tenant)(claims).map(Some).ok_or(Refusal::unauthenticated())
    }
}

impl<C: Clone, F: Clone> Clone for Authenticated<C, F> {
    fn clone(&self) -> Self {
        Self { tenant: self.tenant.clone(), claims: PhantomData }
    }
}

impl<C, F> fmt::Debug for Authenticated<C, F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Authenticated(..)")
    }
}

/// The tenant that a header names. Only behind a proxy that sets it, and takes away what a client has sent: a client could
/// name anyone.
#[derive(Clone)]
pub struct TrustedHeader<F> {
    name: HeaderName,
    parse: F,
}

impl<T: Tenant, F: Fn(&str) -> Option<T>> TrustedHeader<F> {
    /// The header, and what a well-formed tenant is. What `parse` does not take is answered with [`Refusal::malformed`], and so is
    /// a header that is not text, or is there more than once: also as one line with a comma, which proxies make of two.
    ///
    /// # Panics
    ///
    /// When `name` is not the name of a header in lower case.
    pub fn new(name: &'static str, parse: F) -> Self {
        Self { name: HeaderName::from_static(name), parse }
    }
}

impl<T: Tenant, F: Fn(&str) -> Option<T>> TenantSource for TrustedHeader<F> {
    type Tenant = T;

    fn find(&self, request: &Parts) -> Result<Option<T>, Refusal> {
        let mut values = request.headers.get_all(&self.name).iter();
        let Some(value) = values.next() else { return Ok(None) };
        let text = if values.next().is_none() { value.to_str().ok() } else { None };
        let tenant = text.filter(|text| !text.contains(',')).and_then(|text| (self.parse)(text));
        tenant.map(Some).ok_or(Refusal::malformed("bad tenant"))
    }
}

impl<F> fmt::Debug for TrustedHeader<F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "TrustedHeader({:?}, ..)", self.name.as_str())
    }
}

/// Two sources that have to say the same. Made by [`TenantSource::and_agrees_with`].
#[derive(Clone, Debug)]
pub struct Agreeing<A, B> {
    first: A,
    second: B,
    if_sent: bool,
}

impl<A, B> TenantSource for Agreeing<A, B>
where
    A: TenantSource,
    A::Tenant: PartialEq,
    B: TenantSource<Tenant = A::Tenant>,
{
    type Tenant = A::Tenant;

    fn find(&self, request: &Parts) -> Result<Option<A::Tenant>, Refusal> {
        // Both are asked in any case: a malformed header is refused also where claims are missing.
        match (self.first.find(request)?, self.second.find(request)?) {
            (Some(first), Some(second)) if first == second => Ok(Some(first)),
            (Some(_), Some(_)) => Err(Refusal::forbidden()),
            (Some(first), None) if self.if_sent => Ok(Some(first)),
            _ => Ok(None),
        }
    }
}
