// A lock by a sequence, of Rust: who reads looks at it twice.
// cmcm: P0 = call write(3)
// cmcm: P1 = call read()
use std::sync::atomic::{fence, AtomicU32, Ordering};

static SEQUENCE: AtomicU32 = AtomicU32::new(0);
static DATA: [AtomicU32; 2] = [AtomicU32::new(0), AtomicU32::new(0)];

#[no_mangle]
pub extern "C" fn write(value: u32) {
    let before = SEQUENCE.load(Ordering::Relaxed);
    SEQUENCE.store(before + 1, Ordering::Relaxed);
    fence(Ordering::Release);
    for data in &DATA {
        data.store(value, Ordering::Relaxed);
    }
    SEQUENCE.store(before + 2, Ordering::Release);
}

#[no_mangle]
pub extern "C" fn read() -> u32 {
    loop {
        let before = SEQUENCE.load(Ordering::Acquire);
        let (a, b) = (DATA[0].load(Ordering::Relaxed), DATA[1].load(Ordering::Relaxed));
        fence(Ordering::Acquire);
        if before % 2 == 0 && SEQUENCE.load(Ordering::Relaxed) == before {
            assert!(a == b);
            return a;
        }
    }
}
