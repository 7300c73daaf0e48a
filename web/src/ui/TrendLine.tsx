import { useElementSize } from '@mantine/hooks';
import { scaleLinear } from '@visx/scale';
import { type PointerEvent, useState } from 'react';
import { holesBetween, runsOf } from './runs.ts';
import shared from './BarChart.module.css';
import styles from './TrendLine.module.css';

/** A day of the line. Without a value it is not drawn; between days with one, `isGap` marks the hole. */
export type TrendPoint = { key: string; label: string; value: number | null; text: string; isGap: boolean };
type TrendLineProps = {
  points: readonly TrendPoint[];
  summary: string;
  formatTick: (value: number) => string;
  table: { show: string; caption: string; day: string; value: string };
};

const height = 220;
const foot = 26;
const head = 12;
const gutter = 52;

/** A line by day that never crosses what is not known. The same figures stand in a table that anybody can open. */
export function TrendLine({ points, summary, formatTick, table }: TrendLineProps) {
  const { ref: place, width } = useElementSize();
  const [pointed, setPointed] = useState<number>();
  const shown = pointed === undefined ? undefined : points[pointed];
  return (
    <figure className={shared.chart}>
      <figcaption className={shared.readout} aria-hidden="true">
        {shown ? (
          <>
            <strong>{shown.text}</strong> {shown.label}
          </>
        ) : (
          summary
        )}
      </figcaption>
      <div ref={place} className={styles.place} aria-hidden="true">
        {width > 0 ? (
          <Line points={points} width={width} pointed={pointed} onPoint={setPointed} formatTick={formatTick} />
        ) : null}
      </div>
      <details className={shared.details}>
        <summary>{table.show}</summary>
        <div className={shared.scroll} tabIndex={0} role="region" aria-label={table.caption}>
          <table className={shared.table}>
            <thead>
              <tr>
                <th scope="col">{table.day}</th>
                <th scope="col">{table.value}</th>
              </tr>
            </thead>
            <tbody>
              {points
                .filter((point) => point.value !== null || point.isGap)
                .map((point) => (
                  <tr key={point.key}>
                    <th scope="row">{point.label}</th>
                    <td>{point.text}</td>
                  </tr>
                ))}
            </tbody>
          </table>
        </div>
      </details>
    </figure>
  );
}

type LineProps = Pick<TrendLineProps, 'points' | 'formatTick'> & {
  width: number;
  pointed: number | undefined;
  onPoint: (index: number | undefined) => void;
};

function Line({ points, width, pointed, onPoint, formatTick }: LineProps) {
  const values = points.flatMap(({ value }) => (value === null ? [] : [value]));
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const room = Math.max((high - low) * 0.15, high * 0.01, 1);
  const x = scaleLinear({ domain: [0, Math.max(1, points.length - 1)], range: [gutter, width - 6] });
  const y = scaleLinear({ domain: [Math.max(0, low - room), high + room], range: [height - foot, head], nice: 3 });
  const point = (event: PointerEvent<SVGSVGElement>) => {
    const at = event.clientX - event.currentTarget.getBoundingClientRect().left;
    const index = Math.round(x.invert(at));
    onPoint(index >= 0 && index < points.length ? index : undefined);
  };
  const runs = runsOf(points);
  const near = pointed ?? runs.at(-1)?.at(-1);
  const at = (index: number) => `${x(index)},${y(points[index]?.value ?? 0)}`;
  return (
    <svg
      width={width}
      height={height}
      className={shared.svg}
      onPointerMove={point}
      onPointerDown={point}
      onPointerLeave={() => onPoint(undefined)}
    >
      {y.ticks(3).map((tick) => (
        <g key={tick} className={shared.tick}>
          <line x1={gutter} x2={width} y1={y(tick)} y2={y(tick)} />
          <text x={gutter - 10} y={y(tick)} dy="0.32em" textAnchor="end">
            {formatTick(tick)}
          </text>
        </g>
      ))}
      {holesBetween(runs).map(([from, to]) => (
        <rect
          key={from}
          className={styles.gap}
          x={x(from)}
          y={head}
          width={x(to) - x(from)}
          height={height - foot - head}
        />
      ))}
      {runs.map((run) =>
        run.length === 1 ? (
          <circle
            key={run[0]}
            className={styles.dot}
            cx={x(run[0] ?? 0)}
            cy={y(points[run[0] ?? 0]?.value ?? 0)}
            r={3}
          />
        ) : (
          <polyline key={run[0]} className={styles.line} points={run.map(at).join(' ')} />
        ),
      )}
      {near !== undefined && points[near]?.value !== null ? (
        <circle className={styles.near} cx={x(near)} cy={y(points[near]?.value ?? 0)} r={5} />
      ) : null}
      <text className={shared.day} x={gutter} y={height - 6}>
        {points[0]?.label}
      </text>
      <text className={shared.day} x={width} y={height - 6} textAnchor="end">
        {points.at(-1)?.label}
      </text>
    </svg>
  );
}
