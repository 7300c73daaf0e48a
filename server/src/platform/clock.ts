/** The one source of business time. Tests and the demo move it; everything else reads it through the context. */
export type Clock = { now(): Date };

export const systemClock: Clock = { now: () => new Date() };

/** A clock that stands still until it is moved. */
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
