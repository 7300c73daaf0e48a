import { useElementSize } from '@mantine/hooks';
import { type KeyboardEvent, type PointerEvent, type ReactNode, useState } from 'react';
import styles from './Chart.module.css';
import type { Across, Heights } from './scales.ts';

export type ChartTexts = {
  /** Names the chart and says how to use it. */
  label: string;
  /** The total; replaced by a single step's value while that is pointed at. */
  summary: string;
  /** The label that opens the table. */
  table: string;
  /** Explains stripes or lines in the chart. */
  note?: string | undefined;
};
type Reading = { text: string; label: string; against?: string | undefined };
type ChartProps = {
  texts: ChartTexts;
  /** `tick` is a shorter label for the axis. */
  steps: readonly { key: string; label: string; tick?: string }[];
  read: (index: number) => Reading;
  heights: Heights;
  acrossOf: (width: number) => Across;
  formatTick: (value: number, step: number) => string;
  /** Draws the chart's content, in SVG. */
  draw: (place: { across: Across; width: number; pointed: number | undefined }) => ReactNode;
  /** The same figures as a table. */
  children: ReactNode;
};

const chartHeight = 248;
const mostSpaces = 6;
const letterWidth = 7;
const nameGap = 16;
export const chartGutter = 48;
export const chartTop = 10;
export const chartBase = chartHeight - 26;

/** The common part of charts: pointing, arrow keys, screen reader texts, and the table. */
export function Chart({ texts, steps, read, heights, acrossOf, formatTick, draw, children }: ChartProps) {
  const { ref: place, width } = useElementSize();
  const [pointed, setPointed] = useState<number>();
  const shown = pointed !== undefined && pointed < steps.length ? read(pointed) : undefined;
  const move = (event: KeyboardEvent) => {
    const from = pointed ?? steps.length;
    const to = { ArrowLeft: from - 1, ArrowRight: (pointed ?? -1) + 1, Home: 0, End: steps.length - 1 }[event.key];
    if (event.key === 'Escape') setPointed(undefined);
    if (to === undefined) return;
    event.preventDefault();
    setPointed(Math.max(0, Math.min(steps.length - 1, to)));
  };
  const across = acrossOf(width);
  const [first = 0, second = first + 1] = heights.ticks;
  const step = second - first;
  const point = (event: PointerEvent<SVGSVGElement>) => {
    const index = across.indexAt(event.clientX - event.currentTarget.getBoundingClientRect().left);
    setPointed(index >= 0 && index < steps.length ? index : undefined);
  };
  return (
    <figure className={styles.chart}>
      <figcaption className={styles.readout} aria-hidden="true">
        {shown ? (
          <>
            <strong>{shown.text}</strong> {shown.label}
            {shown.against ? ` · ${shown.against}` : null}
          </>
        ) : (
          texts.summary
        )}
      </figcaption>
      <div
        ref={place}
        className={styles.place}
        role="slider"
        tabIndex={0}
        aria-label={texts.label}
        aria-valuemin={1}
        aria-valuemax={Math.max(1, steps.length)}
        aria-valuenow={(pointed ?? steps.length - 1) + 1}
        aria-valuetext={
          shown ? [`${shown.label}, ${shown.text}`, shown.against].filter(Boolean).join(' · ') : texts.summary
        }
        onKeyDown={move}
        onBlur={() => setPointed(undefined)}
      >
        {width > 0 ? (
          <svg
            width={width}
            height={chartHeight}
            className={styles.svg}
            aria-hidden="true"
            onPointerMove={point}
            onPointerDown={point}
            onPointerLeave={() => setPointed(undefined)}
          >
            {heights.ticks.map((tick) => (
              <g key={tick} className={styles.tick}>
                <line x1={chartGutter} x2={width} y1={heights.at(tick)} y2={heights.at(tick)} />
                <text x={chartGutter - 10} y={heights.at(tick)} dy="0.32em" textAnchor="end">
                  {formatTick(tick, step)}
                </text>
              </g>
            ))}
            {draw({ across, width, pointed })}
            <StepNames steps={steps} across={across} width={width - chartGutter} />
          </svg>
        ) : null}
      </div>
      {texts.note ? <p className={styles.note}>{texts.note}</p> : null}
      <details className={styles.details}>
        <summary>{texts.table}</summary>
        {children}
      </details>
    </figure>
  );
}

type StepNamesProps = Pick<ChartProps, 'steps'> & { across: Across; width: number };

/** As many axis labels as there is room for, evenly spaced from the first step to the last. */
function StepNames({ steps, across, width }: StepNamesProps) {
  const last = steps.length - 1;
  const longest = Math.max(...steps.map(({ label, tick = label }) => tick.length)) * letterWidth;
  // The outermost labels are aligned to the edges, the others centered on their step.
  const spaces = Math.max(1, Math.min(last, mostSpaces, Math.floor(width / (1.5 * longest + nameGap))));
  const named = new Set(Array.from({ length: spaces + 1 }, (_, nth) => Math.round((nth * last) / spaces)));
  return [...named].map((index) => {
    const step = steps[index];
    const [anchor, part] =
      index === 0 ? (['start', 0] as const) : index === last ? (['end', 1] as const) : (['middle', 0.5] as const);
    return step ? (
      <text
        key={step.key}
        className={styles.name}
        x={across.at(index) + across.band * part}
        y={chartHeight - 6}
        textAnchor={anchor}
      >
        {step.tick ?? step.label}
      </text>
    ) : null;
  });
}
