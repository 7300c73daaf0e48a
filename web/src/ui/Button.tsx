import type { ComponentProps } from 'react';
import { classes } from './classes.ts';
import styles from './Button.module.css';

type Look = 'solid' | 'quiet' | 'plain';
export type ButtonMeasure = { look?: Look; small?: boolean; wide?: boolean };

/** The class that makes a link look like a button. */
export function buttonClass({ look = 'solid', small = false, wide = false }: ButtonMeasure = {}): string {
  return classes(styles.button, styles[look], small && styles.small, wide && styles.wide);
}

type ButtonProps = ComponentProps<'button'> & ButtonMeasure & { busy?: boolean };

export function Button({
  look,
  small,
  wide,
  busy = false,
  disabled,
  children,
  className,
  type = 'button',
  ...rest
}: ButtonProps) {
  const measure = { ...(look && { look }), ...(small && { small }), ...(wide && { wide }) };
  return (
    <button
      {...rest}
      type={type}
      disabled={disabled === true || busy}
      aria-busy={busy || undefined}
      className={classes(buttonClass(measure), className)}
    >
      {busy ? <span className={styles.busy} aria-hidden="true" /> : null}
      {children}
    </button>
  );
}

type IconButtonProps = Omit<ComponentProps<'button'>, 'aria-label'> & { label: string };

export function IconButton({ label, className, type = 'button', ...rest }: IconButtonProps) {
  return <button {...rest} type={type} aria-label={label} title={label} className={classes(styles.icon, className)} />;
}
