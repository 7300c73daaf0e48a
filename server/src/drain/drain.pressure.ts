import { cpus } from 'node:os';
import { performance } from 'node:perf_hooks';

// Whether redirects need the machine more than the drain does: many hits arrive, and either this process or the machine
// is out of processor time. A backlog with few arrivals is no reason to slow down, however busy draining it makes the
// machine.

const arrivalsPerSecond = 4_000;
/** Above `short` there is no time left, below `ample` there is time again; in between, nothing changes. */
const short = { loop: 0.75, machine: 0.85 };
const ample = { loop: 0.55, machine: 0.75 };
const sampleMs = 100;

export type Sample = { arrivals: number; loop: number; machine: number };

export function isFlooded({ arrivals, loop, machine }: Sample, wasFlooded: boolean): boolean {
  const limit = wasFlooded ? ample : short;
  return arrivals > arrivalsPerSecond && (loop > limit.loop || machine > limit.machine);
}

/** Measures at most ten times a second. `arrived` returns the number of all hits so far. */
export function createPressure(arrived: () => number): () => boolean {
  let at = performance.now();
  let count = arrived();
  let loop = performance.eventLoopUtilization();
  let machine = machineTimes();
  let flooded = false;
  return () => {
    const now = performance.now();
    if (now - at < sampleMs) return flooded;
    const nextLoop = performance.eventLoopUtilization();
    const nextMachine = machineTimes();
    const nextCount = arrived();
    const sample = {
      arrivals: ((nextCount - count) / (now - at)) * 1_000,
      loop: performance.eventLoopUtilization(nextLoop, loop).utilization,
      machine: (nextMachine.busy - machine.busy) / Math.max(1, nextMachine.all - machine.all),
    };
    flooded = isFlooded(sample, flooded);
    [at, count, loop, machine] = [now, nextCount, nextLoop, nextMachine];
    return flooded;
  };
}

function machineTimes(): { busy: number; all: number } {
  let all = 0;
  let idle = 0;
  for (const { times } of cpus()) {
    all += times.user + times.nice + times.sys + times.irq + times.idle;
    idle += times.idle;
  }
  return { busy: all - idle, all };
}
