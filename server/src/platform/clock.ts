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
};

export const systemClock: Clock = { now: () => new Date() };

export function correctedClock(base: Clock): CorrectedClock {
  let correction = 0;
  return {
    now: () => new Date(base.now().getTime() + correction),
    uncorrected: () => base.now(),
    correctedByMs: () => correction,
    correctBy: (milliseconds) => {
      correction = milliseconds;
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
