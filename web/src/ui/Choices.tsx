import { useId } from 'react';
import { Hidden } from './Hidden.tsx';
import styles from './Choices.module.css';

type ChoicesProps<Value extends string> = {
  label: string;
  value: Value;
  choices: readonly { value: Value; label: string; hint?: string }[];
  onChoose: (value: Value) => void;
};

/** Radio buttons, one per line, each with a hint. */
export function Choices<Value extends string>({ label, value, choices, onChoose }: ChoicesProps<Value>) {
  const name = useId();
  return (
    <fieldset className={styles.choices}>
      <legend>
        <Hidden>{label}</Hidden>
      </legend>
      {choices.map((choice) => (
        <label key={choice.value} className={styles.choice}>
          <input
            className={styles.input}
            type="radio"
            name={name}
            value={choice.value}
            checked={choice.value === value}
            onChange={() => onChoose(choice.value)}
          />
          <span className={styles.text}>
            {choice.label}
            {choice.hint ? <span className={styles.hint}>{choice.hint}</span> : null}
          </span>
        </label>
      ))}
    </fieldset>
  );
}
