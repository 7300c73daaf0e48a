import { IconX } from '@tabler/icons-react';
import { type MouseEvent, type ReactNode, useId, useLayoutEffect, useRef } from 'react';
import { IconButton } from './Button.tsx';
import { classes } from './classes.ts';
import styles from './Drawer.module.css';

type DrawerProps = {
  title: ReactNode;
  /**
   * Where it comes from. `end` is for reading and doing (on a phone it comes up from below); `start` is for menus;
   * `full` takes a phone's whole width; `wide` takes 90 % of any window.
   */
  side?: 'start' | 'end' | 'full' | 'wide';
  closeLabel: string;
  onClose: () => void;
  children: ReactNode;
  foot?: ReactNode;
};

/**
 * Open as long as it is mounted. The browser's own modal dialog: the page behind it is inert, Escape closes, and focus
 * goes back to where it was.
 */
export function Drawer({ title, side = 'end', closeLabel, onClose, children, foot }: DrawerProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const id = useId();
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    // Its title is what one should hear first, unless a field asks for the cursor.
    (element?.querySelector<HTMLElement>('[data-start-here]') ?? heading.current)?.focus();
    return () => element?.close();
  }, []);
  const closeOnBackdrop = (event: MouseEvent) => {
    if (event.target === dialog.current) onClose();
  };
  return (
    <dialog
      ref={dialog}
      aria-labelledby={id}
      className={classes(styles.drawer, styles[side])}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClick={closeOnBackdrop}
    >
      <div className={styles.head}>
        <h2 ref={heading} id={id} tabIndex={-1} className={styles.title}>
          {title}
        </h2>
        <IconButton label={closeLabel} onClick={onClose}>
          <IconX size={22} stroke={1.6} aria-hidden="true" />
        </IconButton>
      </div>
      <div className={styles.body} tabIndex={0}>
        {children}
      </div>
      {foot ? <div className={styles.foot}>{foot}</div> : null}
    </dialog>
  );
}
