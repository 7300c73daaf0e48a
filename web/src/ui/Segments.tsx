import { useEffect, useId, useRef } from 'react';
import { classes } from './classes.ts';
import { sidewaysClass } from './sideways.ts';
import styles from './Segments.module.css';

type SegmentsProps<Value extends string> = {
  label: string;
  value: Value;
  choices: readonly { value: Value; label: string }[];
  onChoose: (value: Value) => void;
};

/** Radio buttons as a segmented control. */
export function Segments<Value extends string>({ label, value, choices, onChoose }: SegmentsProps<Value>) {
  const name = useId();
  const set = useRef<HTMLFieldSetElement>(null);
  // Scrolls the selected choice into view. An observer measures after layout; measuring here would force an extra one.
  useEffect(() => {
    const place = set.current;
    const chosen = place?.querySelector<HTMLElement>(`label:has([value="${CSS.escape(value)}"])`);
    if (!place || !chosen) return undefined;
    const observer = new IntersectionObserver(
      ([seen]) => {
        observer.disconnect();
        if (!seen?.rootBounds || seen.intersectionRatio >= 1) return;
        const [box, mark] = [seen.rootBounds, seen.boundingClientRect];
        place.scrollLeft += mark.left + mark.width / 2 - (box.left + box.width / 2);
      },
      { root: place },
    );
    observer.observe(chosen);
    return () => observer.disconnect();
  }, [value]);
  return (
    <fieldset ref={set} className={classes(styles.segments, sidewaysClass)}>
      <legend className={styles.legend}>{label}</legend>
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
          {choice.label}
        </label>
      ))}
    </fieldset>
  );
}
