import { type ReactNode, useId } from 'react';
import { Chart, chartBase, chartGutter, chartTop, type ChartTexts } from './Chart.tsx';
import styles from './ColumnChart.module.css';
import { type Across, columnsAcross, type Heights, heights, wholeTicks } from './scales.ts';

export type ChartColumn = {
  key: string;
  label: string;
  tick?: string;
  value: number;
  text: string;
  /** `none`: no data, which isn't zero. `open`: still in progress. Not given: complete. */
  state?: 'open' | 'none';
  /** The value to compare with, drawn as a line across the bar. */
  before?: { value: number; text: string };
};
type ColumnChartProps = {
  columns: readonly ChartColumn[];
  /** `none`, `open` and `hatched` (explains the stripes) are needed for columns with these states; `before` explains the line. */
  texts: ChartTexts & { none?: string; open?: string; hatched?: string; before?: string };
  formatTick: (value: number, step: number) => string;
  children: ReactNode;
};

/** A bar chart over time. */
export function ColumnChart({ columns, texts, formatTick, children }: ColumnChartProps) {
  const marks = useId();
  const read = (index: number) => {
    const column = columns[index];
    const against = column?.before?.text;
    if (column?.state === 'none') return { text: texts.none ?? '', label: column.label, against };
    const end = column?.state === 'open' ? ` ${texts.open}` : '';
    return { text: `${column?.text ?? ''}${end}`, label: column?.label ?? '', against };
  };
  const values = columns.flatMap(({ value, before }) => (before ? [value, before.value] : [value]));
  // All zeros still need an axis with a height. Rates are far below 1, so 1 can't be the minimum height.
  const axis = wholeTicks(heights([0, Math.max(0, ...values) || 1], [chartBase, chartTop]), values);
  const isHatched = columns.some(({ state, value }) => state === 'open' && value > 0);
  const isCompared = columns.some(({ before }) => before);
  const notes = [isHatched && texts.hatched, isCompared && texts.before].filter((note) => typeof note === 'string');
  return (
    <Chart
      texts={{ ...texts, note: notes.length > 0 ? notes.join(' ') : undefined }}
      steps={columns}
      read={read}
      heights={axis}
      acrossOf={(width) => columnsAcross(columns.length, [chartGutter, width], 0.3)}
      formatTick={formatTick}
      draw={({ across, width, pointed }) => (
        <>
          <Marks id={marks} width={width} />
          <g clipPath={`url(#${marks}clip)`}>
            {columns.map((column, index) => (
              <Drawn
                key={column.key}
                column={column}
                isNear={pointed === index}
                marks={marks}
                box={{
                  x: across.at(index),
                  band: across.band,
                  step: across.at(index + 1) - across.at(index),
                  top: axis.at(column.value),
                  base: axis.at(0),
                }}
              />
            ))}
          </g>
          {isCompared ? <path className={styles.before} d={lineBefore(columns, across, axis)} /> : null}
        </>
      )}
    >
      {children}
    </Chart>
  );
}

/** A stepped line, interrupted where there is no value to compare with. */
function lineBefore(columns: readonly ChartColumn[], across: Across, axis: Heights): string {
  return columns
    .map(({ before }, index) => {
      if (!before) return '';
      const move = columns[index - 1]?.before ? 'L' : 'M';
      const height = axis.at(before.value);
      const end = index + 1 < columns.length ? across.at(index + 1) : across.at(index) + across.band;
      return `${move}${across.at(index)},${height} H${end}`;
    })
    .join(' ');
}

/** The clip path cuts the bars off at the axis, so that only their tops are rounded. */
function Marks({ id, width }: { id: string; width: number }) {
  return (
    <defs>
      <clipPath id={`${id}clip`}>
        <rect x={chartGutter} y={0} width={Math.max(0, width - chartGutter)} height={chartBase} />
      </clipPath>
      <pattern id={`${id}open`} width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
        <rect width="3" height="6" className={styles.hatch} />
      </pattern>
    </defs>
  );
}

type DrawnProps = {
  column: ChartColumn;
  isNear: boolean;
  marks: string;
  box: { x: number; band: number; step: number; top: number; base: number };
};

/** A gap is shaded over the full height and joins the next one; a bar in progress is striped. */
function Drawn({ column: { state, value }, isNear, marks, box }: DrawnProps) {
  const { x, band, step, top, base } = box;
  if (state === 'none')
    return (
      <rect x={x} y={chartTop} width={step} height={base - chartTop} className={isNear ? styles.nearGap : styles.gap} />
    );
  const radius = Math.min(band / 2, 9);
  const shape = { x, y: top, width: band, height: base - top + radius, rx: radius };
  return (
    <>
      {isNear ? <rect x={x} y={chartTop} width={band} height={base - chartTop} className={styles.pointed} /> : null}
      {value <= 0 ? null : (
        <>
          <rect {...shape} className={isNear ? styles.near : state === 'open' ? styles.open : styles.column} />
          {state === 'open' && !isNear ? <rect {...shape} fill={`url(#${marks}open)`} /> : null}
        </>
      )}
    </>
  );
}
