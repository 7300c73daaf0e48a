import type { ReactNode } from 'react';
import { classes } from './classes.ts';
import styles from './Menu.module.css';
import { Popover } from './Popover.tsx';

export const menuItemClass = styles.item;

type MenuProps = {
  label: string;
  trigger: Parameters<typeof Popover>[0]['trigger'];
  children: (close: () => void) => ReactNode;
};

/** A short list of actions or links next to its button. Tab moves through it, Escape closes it. */
export function Menu({ label, trigger, children }: MenuProps) {
  return (
    <Popover label={label} trigger={trigger} className={styles.menu}>
      {children}
    </Popover>
  );
}

type MenuButtonProps = {
  icon: ReactNode;
  onSelect: () => void;
  less?: boolean;
  disabledReason?: string | undefined;
  children: ReactNode;
};

export function MenuButton({ icon, onSelect, less = false, disabledReason, children }: MenuButtonProps) {
  return (
    <button
      type="button"
      className={classes(styles.item, less && styles.less)}
      disabled={disabledReason !== undefined}
      onClick={onSelect}
    >
      {icon}
      <span>
        {children}
        {disabledReason ? <span className={styles.why}>{disabledReason}</span> : null}
      </span>
    </button>
  );
}
