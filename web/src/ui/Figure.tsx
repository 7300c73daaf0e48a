import { type ReactNode, useState } from 'react';
import { classes } from './classes.ts';
import styles from './Figure.module.css';
import { Popover } from './Popover.tsx';

export const figureClass = styles.display;

/** A value that is animated when it changes, but not when it first appears. */
export function LiveValue({ value }: { value: string }) {
  const [first] = useState(value);
  return (
    <span key={value} className={value === first ? undefined : styles.fresh}>
      {value}
    </span>
  );
}

type FigureProps = {
  /** The figure's name, also the heading of its explanation. */
  name: string;
  value: string;
  /** A unit inside the button, like "clicks". */
  unit?: string;
  meaning: ReactNode;
  asOf: string;
  className?: string | undefined;
};

/** A figure that opens its explanation and the time it was read at. */
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
          className={classes(styles.trigger, className ?? styles.figures)}
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
