import { Menu, MenuItem as Item, useMenuContext, useMenuStore } from '@ariakit/react';
import { type ReactElement, type ReactNode, type RefObject, useLayoutEffect } from 'react';
import { classes } from './classes.ts';
import type { MenuFocus } from './Menu.tsx';
import styles from './Menu.module.css';

type MenuPopupProps = {
  label: string;
  button: RefObject<HTMLButtonElement | null>;
  isOpen: boolean;
  focus: MenuFocus;
  onClose: () => void;
  children: ReactNode;
};

const gap = 8;
const edge = 12;

/** The list of a `Menu`. The focus returns to the button when it closes. */
export function MenuPopup({ label, button, isOpen, focus, onClose, children }: MenuPopupProps) {
  const menu = useMenuStore({
    open: isOpen,
    setOpen: (open) => {
      if (!open) onClose();
    },
    placement: 'bottom-start',
  });
  useLayoutEffect(() => {
    menu.setDisclosureElement(button.current);
    menu.setAnchorElement(button.current);
    menu.setInitialFocus(focus);
    menu.setAutoFocusOnShow(isOpen);
  }, [menu, button, focus, isOpen]);
  return (
    <Menu
      store={menu}
      className={styles.menu}
      aria-label={label}
      portal
      // Otherwise the library adds hidden elements that take the focus. Tab goes on from the button instead.
      preserveTabOrder={false}
      onKeyDown={(event) => {
        if (event.key === 'Tab') button.current?.focus();
      }}
      unmountOnHide
      gutter={gap}
      overflowPadding={edge}
    >
      {children}
    </Menu>
  );
}

type MenuItemProps = {
  icon?: ReactNode;
  onSelect?: () => void;
  less?: boolean;
  /** Says why the item can't be chosen now. */
  disabledReason?: string | undefined;
  /** A link to show as this item. */
  render?: ReactElement;
  children: ReactNode;
};

export function MenuPopupItem({ icon, onSelect, less = false, disabledReason, render, children }: MenuItemProps) {
  const menu = useMenuContext();
  const select = () => {
    // What the action opens returns the focus to what had it before: the button, since the item is gone by then.
    menu?.getState().disclosureElement?.focus();
    onSelect?.();
  };
  return (
    <Item
      className={classes(styles.item, less && styles.less)}
      disabled={disabledReason !== undefined}
      accessibleWhenDisabled
      onClick={select}
      {...(render && { render })}
    >
      {icon}
      <span>
        {children}
        {disabledReason ? <span className={styles.why}>{disabledReason}</span> : null}
      </span>
    </Item>
  );
}
