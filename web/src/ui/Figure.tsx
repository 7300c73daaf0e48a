import { type ReactNode, useState } from 'react';
import { classes } from './classes.ts';
import styles from './Figure.module.css';
import { Popover } from './Popover.tsx';

export const figureClass = styles.display;

/** A value that settles into place when it has changed while somebody looks on; the first one stands still. */
export function LiveValue({ value }: { value: string }) {
  const [first] = useState(value);
  return (
    <span key={value} className={value === first ? undefined : styles.fresh}>
      {value}
    </span>
  );
}

type FigureProps = {
  /** What the figure is called, as the heading of its explanation. */
  name: string;
  value: string;
  /** Words that belong to the figure and can be pressed with it: "clicks". */
  unit?: string;
  meaning: ReactNode;
  asOf: string;
  className?: string | undefined;
};

/** A figure that can be asked what it means and as of when. */
export function Figure({ name, value, unit, meaning, asOf, className }: FigureProps) {
  return (
    <Popover
      label={name}
      trigger={(trigger) => (
        <button
          {...trigger}
          type="button"
          // Out of its context, "$101.52" says nothing; the name contains the visible text (WCAG 2.5.3).
          aria-label={`${name}: ${unit ? `${value} ${unit}` : value}`}
          className={classes(styles.ask, className ?? styles.figures)}
        >
          <LiveValue value={value} />
          {unit ? ` ${unit}` : null}
        </button>
      )}
    >
      <span className={styles.title}>{name}</span>
      <span className={styles.text}>{meaning}</span>
      <span className={styles.asOf}>{asOf}</span>
    </Popover>
  );
}
