// A lock of Rust whose guard gives it back, and an index that may be out of bounds.
// cmcm: P0 = call add(0)
// cmcm: P1 = call add(1)
use std::cell::UnsafeCell;
use std::hint::spin_loop;
use std::sync::atomic::{AtomicBool, Ordering};

struct Lock {
    held: AtomicBool,
    counts: UnsafeCell<[u32; 2]>,
}
unsafe impl Sync for Lock {}
struct Guard<'a>(&'a Lock);

static LOCK: Lock = Lock { held: AtomicBool::new(false), counts: UnsafeCell::new([0; 2]) };

impl Lock {
    fn lock(&self) -> Guard<'_> {
        while self.held.compare_exchange_weak(false, true, Ordering::Acquire, Ordering::Relaxed).is_err() {
            while self.held.load(Ordering::Relaxed) {
                spin_loop();
            }
        }
        Guard(self)
    }
}
impl Drop for Guard<'_> {
    fn drop(&mut self) {
        self.0.held.store(false, Ordering::Release);
    }
}

#[no_mangle]
pub extern "C" fn add(at: usize) -> u32 {
    let guard = LOCK.lock();
    let counts = unsafe { &mut *guard.0.counts.get() };
    counts[at] += 1;
    assert!(counts[at] == 1);
    counts[0] + counts[1]
}
