/** The only source of business time. Tests and the demo move it; everything else reads it from the context. */
export type Clock = {
  now(): Date;
  /** The current correction of the machine's clock. */
  correctedByMs?(): number;
};

/** A clock that can be corrected while it runs. */
export type CorrectedClock = Clock & {
  correctedByMs(): number;
  correctBy(milliseconds: number): void;
  uncorrected(): Date;
  /** Whether the machine's clock was set since the last correction. */
  wasSet(): boolean;
};

/** A machine's clock that moves this much more or less than the time that passes was set. */
const setMs = 2_000;

export const systemClock: Clock = { now: () => new Date() };

/**
 * When the machine's clock is set while the process runs, the time goes on as before, so that no click and no order gets
 * a wrong one. The database then decides which was right (clock.watch.ts). `elapsed` counts milliseconds and is never set.
 */
export function correctedClock(base: Clock, elapsed: () => number = () => performance.now()): CorrectedClock {
  let correction = 0;
  let isSet = false;
  let last = { wall: base.now().getTime(), elapsed: elapsed() };
  const read = () => {
    const next = { wall: base.now().getTime(), elapsed: elapsed() };
    const step = next.wall - last.wall - (next.elapsed - last.elapsed);
    if (Math.abs(step) > setMs) {
      correction -= Math.round(step);
      isSet = true;
    }
    last = next;
    return next.wall;
  };
  return {
    now: () => new Date(read() + correction),
    uncorrected: () => new Date(read()),
    correctedByMs: () => correction,
    correctBy: (milliseconds) => {
      correction = milliseconds;
      isSet = false;
    },
    wasSet: () => {
      read();
      return isSet;
    },
  };
}

/** A clock that pauses when the underlying one was set back. */
export function forwardOnly(clock: Clock): Clock {
  let latest = 0;
  return {
    now: () => {
      latest = Math.max(latest, clock.now().getTime());
      return new Date(latest);
    },
  };
}

/** A clock that moves only when it is told to. */
export function movableClock(start: Date): Clock & { set(at: Date): void; advance(milliseconds: number): void } {
  let at = start.getTime();
  return {
    now: () => new Date(at),
    set: (next) => {
      at = next.getTime();
    },
    advance: (milliseconds) => {
      at += milliseconds;
    },
  };
}
