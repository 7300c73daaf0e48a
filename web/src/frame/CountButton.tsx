import { useId, type ReactNode } from 'react';
import { formatBadge } from '../format/numbers.ts';
import { classes } from '../ui/classes.ts';
import styles from './Navigation.module.css';

type CountButtonProps = {
  label: string;
  count: number;
  /** The count in words, for screen readers. */
  description: string;
  icon: ReactNode;
  /** Shows the label next to the icon. */
  named?: boolean;
  className?: string | undefined;
  current?: boolean;
  opensDrawer: boolean;
  onPress: () => void;
};

/** A button with an unread badge: 9+ above 9 (S08). */
export function CountButton({
  label,
  count,
  description,
  icon,
  named = false,
  current,
  opensDrawer,
  className,
  onPress,
}: CountButtonProps) {
  const id = useId();
  return (
    <>
      <button
        type="button"
        className={classes(className ?? styles.iconButton)}
        aria-label={label}
        aria-describedby={count > 0 ? id : undefined}
        aria-haspopup={opensDrawer ? 'dialog' : undefined}
        aria-current={current ? 'page' : undefined}
        {...(named ? {} : { title: label })}
        onClick={onPress}
      >
        <span className={styles.counted}>
          {icon}
          {count > 0 ? <span className={styles.badge} aria-hidden="true" data-count={formatBadge(count)} /> : null}
        </span>
        {named ? <span className={styles.placeName}>{label}</span> : null}
      </button>
      {count > 0 ? (
        <span id={id} hidden>
          {description}
        </span>
      ) : null}
    </>
  );
}
