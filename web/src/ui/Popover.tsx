import { type ReactNode, type RefObject, useId, useRef } from 'react';
import { classes } from './classes.ts';
import styles from './Popover.module.css';

const gap = 8;
const edge = 12;

/** Places it below the anchor, or above it without room, within the window. It scrolls with the page. */
function placeBeside(anchor: Element, floating: HTMLElement): void {
  const from = anchor.getBoundingClientRect();
  const { offsetWidth: width, offsetHeight: height } = floating;
  const below = from.bottom + gap;
  const above = from.top - gap - height;
  const fits = below + height <= window.innerHeight - edge;
  const top = !fits && above > edge ? above : below;
  const left = Math.max(edge, Math.min(from.left, document.documentElement.clientWidth - width - edge));
  floating.style.top = `${top + window.scrollY}px`;
  floating.style.left = `${left + window.scrollX}px`;
}

type Trigger = { ref: RefObject<HTMLButtonElement | null>; popoverTarget: string };
type PopoverProps = {
  trigger: (props: Trigger) => ReactNode;
  label: string;
  className?: string | undefined;
  /** Phrasing content only (spans, links, buttons), because a popover can be inside a sentence. */
  children: ReactNode | ((close: () => void) => ReactNode);
};

/** A native popover: in the top layer, closed by Escape or a click elsewhere, and the focus returns to its button. */
export function Popover({ trigger, label, className, children }: PopoverProps) {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const floating = useRef<HTMLSpanElement>(null);
  const close = () => floating.current?.hidePopover();
  const place = () => {
    if (button.current && floating.current) placeBeside(button.current, floating.current);
  };
  return (
    <>
      {trigger({ ref: button, popoverTarget: id })}
      <span
        ref={floating}
        id={id}
        popover="auto"
        role="dialog"
        aria-label={label}
        className={classes(styles.popover, className)}
        // In the next frame it can be measured, still before it is painted.
        onBeforeToggle={(event) => {
          if (event.newState === 'open') requestAnimationFrame(place);
        }}
      >
        {typeof children === 'function' ? children(close) : children}
      </span>
    </>
  );
}
