/** Runs of consecutive points with a value, as lists of their indexes. */
export function runsOf(points: readonly { value: number | null }[]): number[][] {
  const runs: number[][] = [];
  points.forEach(({ value }, index) => {
    if (value === null) return;
    const open = runs.at(-1);
    if (open?.at(-1) === index - 1) open.push(index);
    else runs.push([index]);
  });
  return runs;
}

/** The gaps between runs, to be shaded. None if every run is a single point, where the spaces are obvious. */
export function holesBetween(runs: readonly number[][]): [number, number][] {
  if (runs.every((run) => run.length === 1)) return [];
  return runs.slice(1).map((run, index) => [runs[index]?.at(-1) ?? 0, run[0] ?? 0]);
}
