import { type ComponentProps, type ReactNode, useId } from 'react';
import styles from './Tick.module.css';

type TickProps = Omit<ComponentProps<'input'>, 'type' | 'id'> & { children: ReactNode; error?: string | undefined };

/** Something to agree to, or to switch on. */
export function Tick({ children, error, ...rest }: TickProps) {
  const id = useId();
  return (
    <div className={styles.tick}>
      <input
        {...rest}
        {...(error && { 'aria-invalid': true, 'aria-describedby': `${id}-error` })}
        id={id}
        type="checkbox"
        className={styles.box}
      />
      <label htmlFor={id} className={styles.words}>
        {children}
      </label>
      {error ? (
        <p id={`${id}-error`} className={styles.error}>
          {error}
        </p>
      ) : null}
    </div>
  );
}
