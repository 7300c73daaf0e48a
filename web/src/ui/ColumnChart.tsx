import { type ReactNode, useId } from 'react';
import { Chart, chartBase, chartGutter, chartTop, type ChartWords } from './Chart.tsx';
import styles from './ColumnChart.module.css';
import { columnsAcross, heights } from './scales.ts';

export type Column = {
  key: string;
  label: string;
  value: number;
  text: string;
  /** `none`: nothing to count here, which is not zero. `open`: it goes on. Not given: whole. */
  state?: 'open' | 'none';
};
type ColumnChartProps = {
  columns: readonly Column[];
  /** `none` and `open` where columns have these states. */
  words: ChartWords & { none?: string; open?: string };
  formatTick: (value: number) => string;
  children: ReactNode;
};

/** Amounts step by step. */
export function ColumnChart({ columns, words, formatTick, children }: ColumnChartProps) {
  const marks = useId();
  const read = (index: number) => {
    const column = columns[index];
    if (column?.state === 'none') return { text: words.none ?? '', label: column.label };
    const end = column?.state === 'open' ? `, ${words.open}` : '';
    return { text: `${column?.text ?? ''}${end}`, label: column?.label ?? '' };
  };
  const values = columns.map(({ value }) => value);
  const counted = values.every((value) => Number.isInteger(value));
  const axis = heights([0, Math.max(...values, 0) || 1], [chartBase, chartTop], counted);
  return (
    <Chart
      words={words}
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
                box={{ x: across.at(index), band: across.band, top: axis.at(column.value), base: axis.at(0) }}
              />
            ))}
          </g>
        </>
      )}
    >
      {children}
    </Chart>
  );
}

/** Columns reach below the line and are cut off there: round above, straight below. */
function Marks({ id, width }: { id: string; width: number }) {
  return (
    <defs>
      <clipPath id={`${id}clip`}>
        <rect x={chartGutter} y={0} width={Math.max(0, width - chartGutter)} height={chartBase} />
      </clipPath>
      <pattern id={`${id}open`} width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
        <rect width="3" height="6" className={styles.hatch} />
      </pattern>
      <pattern id={`${id}none`} width="8" height="8" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
        <rect width="1" height="8" className={styles.gap} />
      </pattern>
    </defs>
  );
}

type DrawnProps = {
  column: Column;
  isNear: boolean;
  marks: string;
  box: { x: number; band: number; top: number; base: number };
};

/** A gap is hatched from top to bottom; what is not over yet is hatched, too, but only as far as it has come. */
function Drawn({ column: { state, value }, isNear, marks, box }: DrawnProps) {
  const { x, band, top, base } = box;
  if (state === 'none')
    return <rect x={x} y={chartTop} width={band} height={base - chartTop} fill={`url(#${marks}none)`} />;
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
