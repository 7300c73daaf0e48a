import { useElementSize } from '@mantine/hooks';
import { scaleBand, scaleLinear } from '@visx/scale';
import { Bar as Column } from '@visx/shape';
import { type PointerEvent, useId, useState } from 'react';
import styles from './BarChart.module.css';

export type Bar = { key: string; label: string; value: number; text: string };
type BarChartProps = {
  bars: readonly Bar[];
  /** What all of them are together; it gives way to a single day while that is pointed at. */
  summary: string;
  formatTick: (value: number) => string;
  table: { show: string; caption: string; day: string; value: string };
};

const height = 240;
const foot = 26;
const head = 10;
const gutter = 44;

/** Columns by day. The picture is for the eye; the same figures stand in a table that anybody can open. */
export function BarChart({ bars, summary, formatTick, table }: BarChartProps) {
  const { ref: place, width } = useElementSize();
  const [pointed, setPointed] = useState<number>();
  const shown = pointed === undefined ? undefined : bars[pointed];
  return (
    <figure className={styles.chart}>
      <figcaption className={styles.readout} aria-hidden="true">
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
          <Columns bars={bars} width={width} pointed={pointed} onPoint={setPointed} formatTick={formatTick} />
        ) : null}
      </div>
      <details className={styles.details}>
        <summary>{table.show}</summary>
        <div className={styles.scroll} tabIndex={0} role="region" aria-label={table.caption}>
          <table className={styles.table}>
            <thead>
              <tr>
                <th scope="col">{table.day}</th>
                <th scope="col">{table.value}</th>
              </tr>
            </thead>
            <tbody>
              {bars.map((bar) => (
                <tr key={bar.key}>
                  <th scope="row">{bar.label}</th>
                  <td>{bar.text}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </details>
    </figure>
  );
}

type ColumnsProps = Pick<BarChartProps, 'bars' | 'formatTick'> & {
  width: number;
  pointed: number | undefined;
  onPoint: (index: number | undefined) => void;
};

function Columns({ bars, width, pointed, onPoint, formatTick }: ColumnsProps) {
  const x = scaleBand({ domain: bars.map((bar) => bar.key), range: [gutter, width], paddingInner: 0.32 });
  const y = scaleLinear({
    domain: [0, Math.max(4, ...bars.map((bar) => bar.value))],
    range: [height - foot, head],
    nice: 3,
  });
  const band = x.bandwidth();
  const clip = useId();
  const point = (event: PointerEvent<SVGSVGElement>) => {
    const at = event.clientX - event.currentTarget.getBoundingClientRect().left - gutter;
    const index = Math.floor(at / x.step());
    onPoint(index >= 0 && index < bars.length ? index : undefined);
  };
  return (
    <svg
      width={width}
      height={height}
      className={styles.svg}
      onPointerMove={point}
      onPointerDown={point}
      onPointerLeave={() => onPoint(undefined)}
    >
      {y.ticks(3).map((tick) => (
        <g key={tick} className={styles.tick}>
          <line x1={gutter} x2={width} y1={y(tick)} y2={y(tick)} />
          <text x={gutter - 10} y={y(tick)} dy="0.32em" textAnchor="end">
            {formatTick(tick)}
          </text>
        </g>
      ))}
      {/* Columns reach below the line and are cut off there: round above, straight below. */}
      <clipPath id={clip}>
        <rect x={gutter} y={0} width={width - gutter} height={height - foot} />
      </clipPath>
      <g clipPath={`url(#${clip})`}>
        {bars.map((bar, index) => {
          const radius = Math.min(band / 2, 9);
          const near = pointed === index || (pointed === undefined && index === bars.length - 1);
          return bar.value > 0 ? (
            <Column
              key={bar.key}
              className={(near ? styles.near : styles.bar) ?? ''}
              x={x(bar.key) ?? 0}
              y={y(bar.value)}
              width={band}
              height={y(0) - y(bar.value) + radius}
              rx={radius}
            />
          ) : null;
        })}
      </g>
      {labelled(bars.length).map((index) => {
        const bar = bars[index];
        const anchor = index === 0 ? 'start' : 'end';
        return bar ? (
          <text
            key={bar.key}
            className={styles.day}
            x={(x(bar.key) ?? 0) + (index === 0 ? 0 : band)}
            y={height - 6}
            textAnchor={anchor}
          >
            {bar.label}
          </text>
        ) : null;
      })}
    </svg>
  );
}

/** The first, a middle and the last day are named; more would not fit a phone. */
function labelled(count: number): number[] {
  return [...new Set([0, Math.floor((count - 1) / 2), count - 1])].filter((index) => index >= 0);
}
