import { IconChevronDown } from '@tabler/icons-react';
import { classes } from './classes.ts';
import styles from './Select.module.css';

type SelectProps<Value extends string> = {
  label: string;
  value: Value;
  choices: readonly { value: Value; label: string }[];
  onChoose: (value: Value) => void;
  /** As wide as its longest choice, which is our own text and so has an end. */
  wide?: boolean;
};

/** A native select. */
export function Select<Value extends string>({ label, value, choices, onChoose, wide = false }: SelectProps<Value>) {
  const choose = (chosen: string) => {
    const choice = choices.find((each) => each.value === chosen);
    if (choice) onChoose(choice.value);
  };
  return (
    <span className={classes(styles.box, wide && styles.wide)}>
      <select
        className={styles.select}
        aria-label={label}
        value={value}
        onChange={(event) => choose(event.target.value)}
      >
        {choices.map((choice) => (
          <option key={choice.value} value={choice.value}>
            {choice.label}
          </option>
        ))}
      </select>
      <IconChevronDown className={styles.icon} size={18} stroke={1.6} aria-hidden="true" />
    </span>
  );
}
