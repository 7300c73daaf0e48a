import { IconChevronDown } from '@tabler/icons-react';
import styles from './Select.module.css';

type SelectProps<Value extends string> = {
  label: string;
  value: Value;
  choices: readonly { value: Value; label: string }[];
  onChoose: (value: Value) => void;
};

/** A native select. */
export function Select<Value extends string>({ label, value, choices, onChoose }: SelectProps<Value>) {
  const choose = (chosen: string) => {
    const choice = choices.find((each) => each.value === chosen);
    if (choice) onChoose(choice.value);
  };
  return (
    <span className={styles.box}>
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
