import { Hidden } from './Hidden.tsx';
import styles from './ProgressLine.module.css';

type ProgressLineProps = { label: string; steps: readonly string[]; at: number; doneLabel: string };

/** The steps of a form, with the current one marked. */
export function ProgressLine({ label, steps, at, doneLabel }: ProgressLineProps) {
  return (
    <ol className={styles.line} aria-label={label}>
      {steps.map((step, index) => (
        <li
          key={step}
          className={styles.step}
          aria-current={index === at ? 'step' : undefined}
          data-done={index < at || undefined}
        >
          {step}
          {index < at ? <Hidden> {doneLabel}</Hidden> : null}
        </li>
      ))}
    </ol>
  );
}
