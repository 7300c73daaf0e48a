import type { ReactNode } from 'react';
import { formatBadge } from '../format/numbers.ts';
import { classes } from '../ui/classes.ts';
import styles from './Navigation.module.css';

type CountButtonProps = {
  label: string;
  count: number;
  /** A dot for what is unread besides. */
  hasMore?: boolean;
  /** What is unread, in words, as a part of the button's name. */
  unread: readonly string[];
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
  hasMore = false,
  unread,
  icon,
  named = false,
  current,
  opensDrawer,
  className,
  onPress,
}: CountButtonProps) {
  return (
    <button
      type="button"
      className={classes(className ?? styles.iconButton)}
      aria-label={[label, ...unread].join(', ')}
      aria-haspopup={opensDrawer ? 'dialog' : undefined}
      aria-current={current ? 'page' : undefined}
      {...(named ? {} : { title: label })}
      onClick={onPress}
    >
      <span className={styles.counted}>
        {icon}
        {count > 0 ? <span className={styles.badge} aria-hidden="true" data-count={formatBadge(count)} /> : null}
        {hasMore ? <span className={styles.dot} aria-hidden="true" data-dot="" /> : null}
      </span>
      {named ? <span className={styles.placeName}>{label}</span> : null}
    </button>
  );
}
