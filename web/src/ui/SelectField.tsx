import { IconChevronDown } from '@tabler/icons-react';
import { type ComponentProps, useId } from 'react';
import { classes } from './classes.ts';
import styles from './Field.module.css';
import own from './SelectField.module.css';

type SelectFieldProps = Omit<ComponentProps<'select'>, 'id'> & {
  label: string;
  choices: readonly { value: string; label: string }[];
  hint?: string;
};

/** A native select as a form field. */
export function SelectField({ label, choices, hint, className, ...rest }: SelectFieldProps) {
  const id = useId();
  return (
    <div className={styles.field}>
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
      <div className={styles.box}>
        <select
          {...rest}
          {...(hint && { 'aria-describedby': `${id}-hint` })}
          id={id}
          className={classes(styles.input, own.select, className)}
        >
          {choices.map((choice) => (
            <option key={choice.value} value={choice.value}>
              {choice.label}
            </option>
          ))}
        </select>
        <IconChevronDown className={own.icon} size={18} stroke={1.6} aria-hidden="true" />
      </div>
      {hint ? (
        <span id={`${id}-hint`} className={styles.hint}>
          {hint}
        </span>
      ) : null}
    </div>
  );
}
