import { type ReactNode, useId } from 'react';
import styles from './Switch.module.css';

type SwitchProps = {
  label: string;
  hint?: ReactNode;
  on: boolean;
  disabled?: boolean;
  onTurn: (on: boolean) => void;
};

type ToggleProps = { label: string; on: boolean; disabled?: boolean; onTurn: (on: boolean) => void };

/** The same without a visible label, for a table that has headings. */
export function Toggle({ label, on, disabled = false, onTurn }: ToggleProps) {
  return (
    <input
      type="checkbox"
      role="switch"
      className={styles.switch}
      aria-label={label}
      checked={on}
      aria-checked={on}
      disabled={disabled}
      onChange={(event) => onTurn(event.target.checked)}
    />
  );
}

/** An on/off setting that applies immediately. */
export function Switch({ label, hint, on, disabled = false, onTurn }: SwitchProps) {
  const id = useId();
  return (
    <div className={styles.row}>
      <div className={styles.text}>
        <label htmlFor={id}>{label}</label>
        {hint ? (
          <p className={styles.hint} id={`${id}-hint`}>
            {hint}
          </p>
        ) : null}
      </div>
      <input
        id={id}
        type="checkbox"
        role="switch"
        className={styles.switch}
        checked={on}
        aria-checked={on}
        disabled={disabled}
        {...(hint ? { 'aria-describedby': `${id}-hint` } : {})}
        onChange={(event) => onTurn(event.target.checked)}
      />
    </div>
  );
}
