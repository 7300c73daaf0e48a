import { type KeyboardEvent, lazy, type MouseEvent, type ReactNode, type Ref, Suspense, useRef, useState } from 'react';
import { loadChunk } from '../api/chunk.ts';
import styles from './Menu.module.css';

export const menuItemClass = styles.item;

// The library comes when a menu is about to be opened, so that no page waits for it.
const loadPopup = () => import('./MenuPopup.tsx');
const load = () => loadChunk(loadPopup);
const preload = () => void load().catch(() => undefined);
const MenuPopup = lazy(async () => ({ default: (await load()).MenuPopup }));
/** A choice in a `Menu`: an action, or a link in `render`. The menu closes when it is chosen. */
export const MenuItem = lazy(async () => ({ default: (await load()).MenuPopupItem }));

/** What has the focus when the menu opens: the menu itself after a click, an item after a key. */
export type MenuFocus = 'container' | 'first' | 'last';
type Trigger = {
  ref: Ref<HTMLButtonElement>;
  'aria-haspopup': 'menu';
  'aria-expanded': boolean;
  onClick: (event: MouseEvent) => void;
  onKeyDown: (event: KeyboardEvent) => void;
  onPointerEnter: () => void;
  onPointerDown: () => void;
  onFocus: () => void;
};
type MenuProps = { label: string; trigger: (props: Trigger) => ReactNode; children: ReactNode };

/** A list of actions or links next to its button, with the keyboard behavior of a menu. */
export function Menu({ label, trigger, children }: MenuProps) {
  const button = useRef<HTMLButtonElement>(null);
  const [focus, setFocus] = useState<MenuFocus>('container');
  const [isOpen, setOpen] = useState(false);
  const [isNeeded, setNeeded] = useState(false);
  const open = (on: MenuFocus) => {
    setFocus(on);
    setNeeded(true);
    setOpen(true);
  };
  return (
    <>
      {trigger({
        ref: button,
        'aria-haspopup': 'menu',
        'aria-expanded': isOpen,
        onClick: (event) => {
          if (isOpen) setOpen(false);
          // A click made with a key has no click count.
          else open(event.detail === 0 ? 'first' : 'container');
        },
        onKeyDown: (event) => {
          const on = { ArrowDown: 'first', ArrowUp: 'last' }[event.key] as MenuFocus | undefined;
          if (!on) return;
          event.preventDefault();
          open(on);
        },
        onPointerEnter: preload,
        onPointerDown: preload,
        onFocus: preload,
      })}
      {isNeeded ? (
        <Suspense>
          <MenuPopup label={label} button={button} isOpen={isOpen} focus={focus} onClose={() => setOpen(false)}>
            {children}
          </MenuPopup>
        </Suspense>
      ) : null}
    </>
  );
}
