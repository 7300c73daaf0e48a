import { type ComponentProps, type ReactNode, useId } from 'react';
import { classes } from './classes.ts';
import styles from './Field.module.css';

type Around = { label: string; hint?: ReactNode; error?: string | undefined };
type BoxProps = Around & { id: string; children: ReactNode };

function Box({ id, label, hint, error, children }: BoxProps) {
  return (
    <div className={styles.field}>
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
      <div className={styles.box}>{children}</div>
      {error ? (
        <p className={styles.error} id={`${id}-error`}>
          {error}
        </p>
      ) : null}
      {hint ? (
        <p className={styles.hint} id={`${id}-hint`}>
          {hint}
        </p>
      ) : null}
    </div>
  );
}

function described(id: string, { hint, error }: { hint?: ReactNode; error?: string | undefined }) {
  const names = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ');
  return { ...(names && { 'aria-describedby': names }), ...(error && { 'aria-invalid': true }) };
}

type TextFieldProps = Omit<ComponentProps<'input'>, 'id'> & Around & { lead?: ReactNode; inside?: ReactNode };

export function TextField({ label, hint, error, lead, inside, className, ...rest }: TextFieldProps) {
  const id = useId();
  return (
    <Box id={id} label={label} hint={hint} error={error}>
      {lead ? <span className={styles.lead}>{lead}</span> : null}
      <input {...rest} {...described(id, { hint, error })} id={id} className={classes(styles.input, className)} />
      {inside ? <span className={styles.inside}>{inside}</span> : null}
    </Box>
  );
}

type TextAreaProps = Omit<ComponentProps<'textarea'>, 'id'> & Around;

export function TextArea({ label, hint, error, className, ...rest }: TextAreaProps) {
  const id = useId();
  return (
    <Box id={id} label={label} hint={hint} error={error}>
      <textarea {...rest} {...described(id, { hint, error })} id={id} className={classes(styles.input, className)} />
    </Box>
  );
}
