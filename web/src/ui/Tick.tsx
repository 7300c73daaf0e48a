import { type ComponentProps, type ReactNode, useId } from 'react';
import styles from './Tick.module.css';

type TickProps = Omit<ComponentProps<'input'>, 'type' | 'id'> & { children: ReactNode; error?: string | undefined };

/** A checkbox without its own label. */
export function TickBox(props: Omit<ComponentProps<'input'>, 'type' | 'className'>) {
  return <input {...props} type="checkbox" className={styles.box} />;
}

/** A checkbox with its label and error. */
export function Tick({ children, error, ...rest }: TickProps) {
  const id = useId();
  return (
    <div className={styles.tick}>
      <TickBox {...rest} {...(error && { 'aria-invalid': true, 'aria-describedby': `${id}-error` })} id={id} />
      <label htmlFor={id} className={styles.text}>
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
