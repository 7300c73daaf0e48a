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
  /** False draws it unseen, so that opening it has only to show it. */
  isOpen?: boolean;
  onClose: () => void;
  children: ReactNode;
  foot?: ReactNode;
};

/**
 * Open as long as it is mounted, but for one that is drawn ahead. The browser's own modal dialog: the page behind it is
 * inert, Escape closes, and focus goes back to where it was.
 */
export function Drawer({ title, side = 'end', closeLabel, isOpen = true, onClose, children, foot }: DrawerProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const id = useId();
  useLayoutEffect(() => {
    const element = dialog.current;
    if (!element || !isOpen) return undefined;
    return openOver(element, () => {
      // Its title is what one should hear first, unless a field asks for the cursor.
      (element.querySelector<HTMLElement>('[data-start-here]') ?? heading.current)?.focus();
    });
  }, [isOpen]);
  const closeOnBackdrop = (event: MouseEvent) => {
    if (event.target === dialog.current) onClose();
  };
  return (
    <dialog
      ref={dialog}
      aria-labelledby={id}
      className={classes(styles.drawer, styles[side], !isOpen && styles.ahead)}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      // Modal, it hears of Escape by its cancel; until it is, there is none.
      onKeyDown={(event) => {
        if (event.key === 'Escape' && !event.currentTarget.matches(':modal')) onClose();
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

/**
 * Shows it, and in the frame after that makes it modal: a page of five hundred elements that becomes inert has the style
 * of each computed anew, which is a third of what a phone does for a tap, and for one frame nobody reaches it anyway.
 * Returns what closes it. The browser would then lead the focus back to where it was when the dialog became modal, which
 * is within it: so it is led back here.
 */
function openOver(dialog: HTMLDialogElement, focusWithin: () => void): () => void {
  const opener = document.activeElement;
  dialog.popover = 'manual';
  dialog.showPopover();
  focusWithin();
  let afterPaint: ReturnType<typeof setTimeout> | undefined;
  const frame = requestAnimationFrame(() => {
    afterPaint = setTimeout(() => {
      const focused = document.activeElement;
      dialog.popover = null;
      dialog.showModal();
      if (focused instanceof HTMLElement && dialog.contains(focused)) focused.focus({ preventScroll: true });
      else focusWithin();
    });
  });
  return () => {
    cancelAnimationFrame(frame);
    clearTimeout(afterPaint);
    dialog.popover = null;
    dialog.close();
    if (opener instanceof HTMLElement) opener.focus({ preventScroll: true });
  };
}
