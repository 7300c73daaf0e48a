import { IconX } from '@tabler/icons-react';
import { type MouseEvent, type ReactNode, useId, useLayoutEffect, useRef, useState } from 'react';
import { IconButton } from './Button.tsx';
import { classes } from './classes.ts';
import { DiscardQuestion } from './DiscardQuestion.tsx';
import styles from './Drawer.module.css';
import { useTyped } from './typed.ts';

type DrawerProps = {
  title: ReactNode;
  /**
   * The edge it opens from. `end` is for content and forms (on a phone, from the bottom); `start` is for menus; `full`
   * takes a phone's whole width; `wide` takes 90% of any window.
   */
  side?: 'start' | 'end' | 'full' | 'wide';
  closeLabel: string;
  /** Buttons beside the one that closes it. */
  actions?: ReactNode;
  /** False mounts it hidden, so that it opens faster. */
  isOpen?: boolean;
  /** True while it has unsaved work that isn't in its text fields, like what was typed in an earlier step. */
  isUnsaved?: boolean;
  onClose: () => void;
  children: ReactNode;
  foot?: ReactNode;
};

/**
 * A native modal dialog, open while mounted unless `isOpen` is false: the page behind it is inert, Escape closes it, and
 * the focus returns to where it was. If something was typed in it, closing it asks first; a form that was saved calls
 * `onClose` itself.
 */
export function Drawer({
  title,
  side = 'end',
  closeLabel,
  actions,
  isOpen = true,
  isUnsaved,
  onClose,
  children,
  foot,
}: DrawerProps) {
  const { noteStart, isTyped } = useTyped();
  const [isAsking, setAsking] = useState(false);
  const dialog = useRef<HTMLDialogElement>(null);
  const isShown = useRef(false);
  const id = useId();
  useLayoutEffect(() => {
    const element = dialog.current;
    if (!element || !isOpen) return undefined;
    const hide = openOver(element, () => {
      // Screen readers start at the title, unless a field asks for the focus.
      (element.querySelector<HTMLElement>('[data-start-here]') ?? element.querySelector('h2'))?.focus();
    });
    isShown.current = true;
    return () => {
      isShown.current = false;
      hide();
    };
  }, [isOpen]);
  const close = () => {
    // What is being sent isn't discarded by closing.
    if ((isUnsaved || isTyped()) && !dialog.current?.querySelector('button[aria-busy=true]')) setAsking(true);
    else onClose();
  };
  const closeOnBackdrop = (event: MouseEvent) => {
    // The second click of a double click on what opened it lands on the backdrop.
    if (event.target === dialog.current && event.detail < 2) close();
  };
  return (
    <>
      <dialog
        ref={dialog}
        onFocus={noteStart}
        aria-labelledby={id}
        className={classes(styles.drawer, styles[side], !isOpen && styles.ahead)}
        onCancel={(event) => {
          // A file picker inside sends one, too.
          if (event.target !== event.currentTarget) return;
          event.preventDefault();
          // The browser closes it anyway if nothing but Escape was pressed since the last one.
          if (event.cancelable) close();
        }}
        onClose={({ currentTarget, target }) => {
          if (target !== currentTarget || !isShown.current || currentTarget.matches('[open], :popover-open')) return;
          currentTarget.showModal();
          close();
        }}
        // A modal dialog gets a cancel event for Escape; before it is modal, it only gets the key.
        onKeyDown={(event) => {
          if (event.key === 'Escape' && !event.currentTarget.matches(':modal')) close();
        }}
        onClick={closeOnBackdrop}
      >
        <div className={styles.head}>
          <h2 id={id} tabIndex={-1} className={styles.title}>
            {title}
          </h2>
          {actions}
          <IconButton label={closeLabel} onClick={close}>
            <IconX size={22} stroke={1.6} aria-hidden="true" />
          </IconButton>
        </div>
        <div className={styles.body} tabIndex={0}>
          {children}
        </div>
        {foot ? <div className={styles.foot}>{foot}</div> : null}
      </dialog>
      {isAsking ? (
        <DiscardQuestion
          onKeep={() => setAsking(false)}
          onDiscard={() => {
            setAsking(false);
            onClose();
          }}
        />
      ) : null}
    </>
  );
}

/**
 * Shows the dialog as a popover and makes it modal one frame later: making the page inert recalculates the style of every
 * element, which is a third of the work for a tap on a phone. Returns the function that closes it. That one also restores
 * the focus, because the browser would return it to where it was when the dialog became modal, which is inside it.
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
