/** Runs of days that follow one another and are all known, by the index of their points. */
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

/** Where single days are all there is, the open space between them speaks for itself. */
export function holesBetween(runs: readonly number[][]): [number, number][] {
  if (runs.every((run) => run.length === 1)) return [];
  return runs.slice(1).map((run, index) => [runs[index]?.at(-1) ?? 0, run[0] ?? 0]);
}
