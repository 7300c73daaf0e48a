/** How long positions of the primary are remembered: a replica that is further behind has at least this lag. */
const keptMs = 600_000;

type Sample = { position: bigint; at: number };

/**
 * How far a replica is behind, from positions in the primary's log and the times at which they were read. No clock of
 * another machine is needed, and nothing has to be written: on an idle primary, a replica that has everything has no lag.
 */
export class LagMeter {
  readonly #samples: Sample[] = [];

  /** The primary's position at a time. Positions only grow, except when another server became the primary. */
  sample(position: bigint, at: number): void {
    const last = this.#samples.at(-1);
    if (last !== undefined && position < last.position) this.#samples.length = 0;
    // Of an idle primary, the first and the last time are enough.
    if (this.#samples.at(-2)?.position === position && last?.position === position) last.at = at;
    else this.#samples.push({ position, at });
    while ((this.#samples[0]?.at ?? at) < at - keptMs) this.#samples.shift();
  }

  /** Milliseconds since the replica had everything; at least so many if it is behind all that is remembered. */
  lagOf(position: bigint, now: number): number {
    const latest = this.#samples.at(-1);
    if (latest === undefined || position >= latest.position) return 0;
    const had = this.#samples.findLast((sample) => sample.position <= position) ?? this.#samples[0] ?? latest;
    return Math.max(0, now - had.at);
  }
}
