/** One row of the table: a measurement, its yardstick, and whether the goal is met. */
export type BenchFigure = {
  name: string;
  value: string;
  yardstick: string;
  ratio: string;
  goal: string;
  holds: boolean;
};
