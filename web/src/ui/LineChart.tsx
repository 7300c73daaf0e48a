import type { ReactNode } from 'react';
import { Chart, chartBase, chartGutter, chartTop, type ChartTexts } from './Chart.tsx';
import styles from './LineChart.module.css';
import { holesBetween, runsOf } from './runs.ts';
import { type Across, type Heights, heights, pointsAcross, wholeTicks } from './scales.ts';

/** A day of the line; null leaves a gap. */
export type LinePoint = { key: string; label: string; value: number | null; text: string };
type LineChartProps = {
  points: readonly LinePoint[];
  texts: ChartTexts;
  formatTick: (value: number, step: number) => string;
  children: ReactNode;
};

/** A line chart by day, interrupted at days without a value. */
export function LineChart({ points, texts, formatTick, children }: LineChartProps) {
  const values = points.flatMap(({ value }) => (value === null ? [] : [value]));
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const room = Math.max((high - low) * 0.15, high * 0.01, 1);
  const axis = wholeTicks(heights([Math.max(0, low - room), high + room], [chartBase, chartTop]), values);
  return (
    <Chart
      texts={texts}
      steps={points}
      read={(index) => ({ text: points[index]?.text ?? '', label: points[index]?.label ?? '' })}
      heights={axis}
      acrossOf={(width) => pointsAcross(points.length, [chartGutter, width - 6])}
      formatTick={formatTick}
      draw={({ across, pointed }) => <Line points={points} across={across} axis={axis} pointed={pointed} />}
    >
      {children}
    </Chart>
  );
}

type LineProps = Pick<LineChartProps, 'points'> & { across: Across; axis: Heights; pointed: number | undefined };

function Line({ points, across, axis, pointed }: LineProps) {
  const runs = runsOf(points);
  const near = pointed ?? runs.at(-1)?.at(-1);
  const heightOf = (index: number) => axis.at(points[index]?.value ?? 0);
  return (
    <>
      {holesBetween(runs).map(([from, to]) => (
        <rect
          key={from}
          className={styles.gap}
          x={across.at(from)}
          y={chartTop}
          width={across.at(to) - across.at(from)}
          height={chartBase - chartTop}
        />
      ))}
      {pointed === undefined ? null : (
        <line className={styles.pointed} x1={across.at(pointed)} x2={across.at(pointed)} y1={chartTop} y2={chartBase} />
      )}
      {runs.map(([first = 0, ...more]) =>
        more.length === 0 ? (
          <circle key={first} className={styles.dot} cx={across.at(first)} cy={heightOf(first)} r={3} />
        ) : (
          <polyline
            key={first}
            className={styles.line}
            points={[first, ...more].map((index) => `${across.at(index)},${heightOf(index)}`).join(' ')}
          />
        ),
      )}
      {near !== undefined && points[near]?.value !== null ? (
        <circle className={styles.near} cx={across.at(near)} cy={heightOf(near)} r={5} />
      ) : null}
    </>
  );
}
