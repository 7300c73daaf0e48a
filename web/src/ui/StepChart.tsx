import { useElementSize } from '@mantine/hooks';
import { scaleBand, scaleLinear } from '@visx/scale';
import { Bar as Column } from '@visx/shape';
import { type KeyboardEvent, type PointerEvent, type ReactNode, useId, useState } from 'react';
import styles from './StepChart.module.css';

export type ChartStep = {
  key: string;
  label: string;
  value: number;
  text: string;
  /** `none`: nothing to count here, which is not zero. `open`: it goes on. */
  state: 'whole' | 'open' | 'none';
};
type StepChartProps = {
  steps: readonly ChartStep[];
  label: string;
  /** What all of them are together; it gives way to a single step while that is pointed at. */
  summary: string;
  formatTick: (value: number) => string;
  words: { none: string; open: string; table: string };
  /** The same figures as a table. */
  children: ReactNode;
};

const height = 248;
const foot = 26;
const head = 10;
const gutter = 44;

/** Columns step by step. They are read by pointing, with the arrow keys, by a screen reader, and as a table. */
export function StepChart({ steps, label, summary, formatTick, words, children }: StepChartProps) {
  const { ref: place, width } = useElementSize();
  const [pointed, setPointed] = useState<number>();
  const shown = pointed === undefined ? undefined : steps[pointed];
  const move = (event: KeyboardEvent) => {
    const from = pointed ?? steps.length;
    const to = { ArrowLeft: from - 1, ArrowRight: (pointed ?? -1) + 1, Home: 0, End: steps.length - 1 }[event.key];
    if (event.key === 'Escape') setPointed(undefined);
    if (to === undefined) return;
    event.preventDefault();
    setPointed(Math.max(0, Math.min(steps.length - 1, to)));
  };
  return (
    <figure className={styles.chart}>
      <figcaption className={styles.readout} aria-hidden="true">
        {shown ? <Reading step={shown} words={words} /> : summary}
      </figcaption>
      <div
        ref={place}
        className={styles.place}
        role="slider"
        tabIndex={0}
        aria-label={label}
        aria-valuemin={1}
        aria-valuemax={Math.max(1, steps.length)}
        aria-valuenow={(pointed ?? steps.length - 1) + 1}
        aria-valuetext={shown ? textOf(shown, words) : summary}
        onKeyDown={move}
        onBlur={() => setPointed(undefined)}
      >
        {width > 0 ? (
          <Columns steps={steps} width={width} pointed={pointed} onPoint={setPointed} formatTick={formatTick} />
        ) : null}
      </div>
      <details className={styles.details}>
        <summary>{words.table}</summary>
        {children}
      </details>
    </figure>
  );
}

type Words = StepChartProps['words'];

function textOf(step: ChartStep, words: Words): string {
  if (step.state === 'none') return `${step.label}: ${words.none}`;
  return `${step.label}: ${step.text}${step.state === 'open' ? `, ${words.open}` : ''}`;
}

function Reading({ step, words }: { step: ChartStep; words: Words }) {
  return (
    <>
      <strong>{step.state === 'none' ? words.none : step.text}</strong> {step.label}
      {step.state === 'open' ? `, ${words.open}` : null}
    </>
  );
}

type ColumnsProps = Pick<StepChartProps, 'steps' | 'formatTick'> & {
  width: number;
  pointed: number | undefined;
  onPoint: (index: number | undefined) => void;
};

function Columns({ steps, width, pointed, onPoint, formatTick }: ColumnsProps) {
  const x = scaleBand({ domain: steps.map(({ key }) => key), range: [gutter, width], paddingInner: 0.3 });
  const y = scaleLinear({
    domain: [0, Math.max(1, ...steps.map(({ value }) => value))],
    range: [height - foot, head],
    nice: 3,
  });
  const marks = useId();
  const point = (event: PointerEvent<SVGSVGElement>) => {
    const at = event.clientX - event.currentTarget.getBoundingClientRect().left - gutter;
    const index = Math.floor(at / x.step());
    onPoint(index >= 0 && index < steps.length ? index : undefined);
  };
  return (
    <svg
      width={width}
      height={height}
      className={styles.svg}
      aria-hidden="true"
      onPointerMove={point}
      onPointerDown={point}
      onPointerLeave={() => onPoint(undefined)}
    >
      <defs>
        <clipPath id={`${marks}clip`}>
          <rect x={gutter} y={0} width={Math.max(0, width - gutter)} height={height - foot} />
        </clipPath>
        <pattern id={`${marks}open`} width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
          <rect width="3" height="6" className={styles.hatch} />
        </pattern>
        <pattern id={`${marks}none`} width="8" height="8" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
          <rect width="1" height="8" className={styles.gap} />
        </pattern>
      </defs>
      {y.ticks(3).map((tick) => (
        <g key={tick} className={styles.tick}>
          <line x1={gutter} x2={width} y1={y(tick)} y2={y(tick)} />
          <text x={gutter - 10} y={y(tick)} dy="0.32em" textAnchor="end">
            {formatTick(tick)}
          </text>
        </g>
      ))}
      <g clipPath={`url(#${marks}clip)`}>
        {steps.map((step, index) => (
          <Step
            key={step.key}
            step={step}
            isNear={pointed === index}
            marks={marks}
            box={{ x: x(step.key) ?? 0, band: x.bandwidth(), top: y(step.value), base: y(0) }}
          />
        ))}
      </g>
      {[...new Set([0, Math.floor((steps.length - 1) / 2), steps.length - 1])].map((index) => {
        const step = steps[index];
        return step ? (
          <text
            key={step.key}
            className={styles.day}
            x={(x(step.key) ?? 0) + (index === 0 ? 0 : x.bandwidth())}
            y={height - 6}
            textAnchor={index === 0 ? 'start' : 'end'}
          >
            {step.label}
          </text>
        ) : null;
      })}
    </svg>
  );
}

type StepProps = {
  step: ChartStep;
  isNear: boolean;
  marks: string;
  box: { x: number; band: number; top: number; base: number };
};

/** A gap is hatched from top to bottom; what is not over yet is hatched, too, but only as far as it has come. */
function Step({ step, isNear, marks, box }: StepProps) {
  const { x, band, top, base } = box;
  if (step.state === 'none')
    return <rect x={x} y={head} width={band} height={base - head} fill={`url(#${marks}none)`} />;
  const radius = Math.min(band / 2, 9);
  const column = { x, y: top, width: band, height: base - top + radius, rx: radius };
  return (
    <>
      {isNear ? <rect x={x} y={head} width={band} height={base - head} className={styles.pointed} /> : null}
      {step.value <= 0 ? null : (
        <>
          <Column
            {...column}
            className={(isNear ? styles.near : step.state === 'open' ? styles.open : styles.bar) ?? ''}
          />
          {step.state === 'open' && !isNear ? <rect {...column} fill={`url(#${marks}open)`} /> : null}
        </>
      )}
    </>
  );
}
