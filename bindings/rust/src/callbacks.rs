//! Closures that the library calls.

use crate::calls::{self, Subscription};
use crate::{ffi, Error, Result, Status, Update};
use std::any::Any;
use std::cell::Cell;
use std::ffi::c_void;
use std::mem::ManuallyDrop;
use std::panic::{catch_unwind, resume_unwind, AssertUnwindSafe};
use std::ptr::null_mut;

thread_local! {
    /// The panic of a closure, on its way out of the call that ran it.
    static PANIC: Cell<Option<Box<dyn Any + Send>>> = const { Cell::new(None) };
}

type Callback = Box<dyn FnMut(&Update) + Send>;

/// A watch. Dropped, its closure is not called any more.
pub struct Watch(Subscription);

impl Drop for Watch {
    fn drop(&mut self) {
        let _ = calls::subscription_release(self.0);
    }
}

pub(crate) fn watch(pager: calls::Pager, callback: Callback) -> Result<Watch> {
    let (mut out, user_data) = (null_mut(), Box::into_raw(Box::new(callback)).cast());
    let status =
        unsafe { ffi::swiftpager_pager_subscribe(pager.0, Some(on_update), user_data, Some(destroy), &mut out) };
    if status == Status::OK {
        return Ok(Watch(Subscription(out)));
    }
    Err(Error::last(status))
}

unsafe extern "C" fn on_update(user_data: *mut c_void, update: *const ffi::Update) {
    // The library lends the update, so it is not released here.
    let update = ManuallyDrop::new(Update { key: calls::Update(update) });
    keep_panic(|| (*user_data.cast::<Callback>())(&update));
}

unsafe extern "C" fn destroy(user_data: *mut c_void) {
    keep_panic(|| drop(Box::from_raw(user_data.cast::<Callback>())));
}

fn keep_panic(call: impl FnOnce()) {
    if let Err(panic) = catch_unwind(AssertUnwindSafe(call)) {
        PANIC.with(|kept| kept.set(Some(panic)));
    }
}

/// Goes on with the panic of a closure that the call before ran.
pub(crate) fn resume() {
    if let Some(panic) = PANIC.with(Cell::take) {
        resume_unwind(panic);
    }
}
