//! Where a loaded back end waits for its next puzzle.
//!
//! varisat's solver cannot be sent to another thread, a strategy's solver must be. So the back end stays in a place of
//! the thread that loaded it, and its owner holds a ticket. On another thread the ticket finds nothing and the owner
//! loads anew, which changes no answer; the same is true after a search that did not end well, because a back end is
//! taken out to be used. What an owner leaves behind on a thread goes once it is dropped and the thread parks again.

use std::any::Any;
use std::cell::RefCell;
use std::marker::PhantomData;
use std::sync::{Arc, Weak};

/// A ticket and what is parked under it.
type Place = (Weak<()>, Box<dyn Any>);

thread_local! {
    static PLACES: RefCell<Vec<Place>> = const { RefCell::new(Vec::new()) };
}

/// A ticket for a `T` on each thread.
pub(crate) struct Parked<T> {
    ticket: Arc<()>,
    kind: PhantomData<fn() -> T>,
}

impl<T: 'static> Parked<T> {
    /// A ticket for nothing yet.
    pub(crate) fn new() -> Self {
        Self { ticket: Arc::new(()), kind: PhantomData }
    }

    /// Takes out what is parked on this thread.
    pub(crate) fn take(&self) -> Option<T> {
        PLACES.with_borrow_mut(|places| {
            let at = places.iter().position(|(ticket, _)| ticket.as_ptr() == Arc::as_ptr(&self.ticket))?;
            places.swap_remove(at).1.downcast().ok().map(|parked| *parked)
        })
    }

    /// Parks `item` on this thread.
    pub(crate) fn put(&self, item: T) {
        PLACES.with_borrow_mut(|places| {
            places.retain(|(ticket, _)| ticket.strong_count() > 0 && ticket.as_ptr() != Arc::as_ptr(&self.ticket));
            places.push((Arc::downgrade(&self.ticket), Box::new(item)));
        });
    }
}

impl<T> Drop for Parked<T> {
    fn drop(&mut self) {
        // The thread may be ending and its places gone; then there is nothing left to free.
        let ticket = Arc::as_ptr(&self.ticket);
        let _ = PLACES.try_with(|places| {
            if let Ok(mut places) = places.try_borrow_mut() {
                places.retain(|(other, _)| other.as_ptr() != ticket);
            }
        });
    }
}

#[cfg(test)]
mod tests {
    use std::rc::Rc;

    use super::*;

    #[test]
    fn what_is_parked_is_found_once_and_on_its_thread_only() {
        let (one, other) = (Parked::new(), Parked::new());
        one.put(Rc::new(1));
        other.put(Rc::new(2));
        let one = std::thread::spawn(move || {
            assert_eq!(one.take(), None);
            one.put(Rc::new(3));
            one
        })
        .join()
        .expect("a thread that asserts");
        assert_eq!((other.take(), other.take()), (Some(Rc::new(2)), None));
        assert_eq!(one.take(), Some(Rc::new(1)));
    }

    #[test]
    fn nothing_outlives_its_ticket() {
        let held = Rc::new(());
        let ticket = Parked::new();
        ticket.put(Rc::clone(&held));
        drop(ticket);
        assert_eq!(Rc::strong_count(&held), 1);
    }

    #[test]
    fn what_a_ticket_leaves_on_another_thread_goes_with_the_next_parking() {
        let held = Rc::new(());
        let ticket = Parked::new();
        ticket.put(Rc::clone(&held));
        std::thread::spawn(move || drop(ticket)).join().expect("a thread that drops");
        Parked::new().put(0);
        assert_eq!(Rc::strong_count(&held), 1);
    }
}
