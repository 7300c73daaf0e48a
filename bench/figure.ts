/** One line of the table: what was measured beside its yardstick, and whether the goal holds. */
export type BenchFigure = {
  name: string;
  value: string;
  yardstick: string;
  ratio: string;
  goal: string;
  holds: boolean;
};
