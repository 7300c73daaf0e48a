import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { show } from '../components.testing.tsx';
import { Drawer } from './Drawer.tsx';

const closed = vi.fn<() => void>();

/** A page with a button that opens a drawer. */
function Page({ startsAt = 'title' }: { startsAt?: 'title' | 'field' }) {
  const [isOpen, setOpen] = useState(false);
  const close = () => {
    closed();
    setOpen(false);
  };
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Open
      </button>
      {isOpen ? (
        <Drawer title="Bank details" closeLabel="Close" onClose={close} foot={<button type="submit">Save</button>}>
          <input aria-label="IBAN" {...(startsAt === 'field' && { 'data-start-here': true })} />
        </Drawer>
      ) : null}
    </>
  );
}

const opener = () => page.getByRole('button', { name: 'Open', includeHidden: true });
const dialog = () => page.getByRole('dialog', { name: 'Bank details' });

async function openDrawer(startsAt: 'title' | 'field' = 'title') {
  closed.mockReset();
  await show(<Page startsAt={startsAt} />);
  opener().element().focus();
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => dialog().element().matches(':modal')).toBe(true);
}

test('a screen reader starts at its title', async () => {
  await openDrawer();
  await expect.element(page.getByRole('heading', { name: 'Bank details' })).toHaveFocus();
});

test('a field that asks for the focus has it when the drawer opens, and after it became modal', async () => {
  await openDrawer('field');
  await expect.element(page.getByRole('textbox', { name: 'IBAN' })).toHaveFocus();
});

test('the page behind it cannot be reached', async () => {
  await openDrawer();
  opener().element().focus();
  await expect.element(opener()).not.toHaveFocus();
  await expect.element(page.getByRole('heading', { name: 'Bank details' })).toHaveFocus();
});

test('Escape closes it once and gives the focus back to what opened it', async () => {
  await openDrawer();
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog()).not.toBeInTheDocument();
  expect(closed).toHaveBeenCalledTimes(1);
  await expect.element(opener()).toHaveFocus();
});

test('the close button and a click beside it close it, a click inside does not', async () => {
  await openDrawer();
  await page.getByRole('textbox', { name: 'IBAN' }).click();
  expect(closed).not.toHaveBeenCalled();
  dialog()
    .element()
    .dispatchEvent(new MouseEvent('click', { bubbles: true }));
  expect(closed).toHaveBeenCalledTimes(1);
  await opener().click();
  await page.getByRole('button', { name: 'Close' }).click();
  expect(closed).toHaveBeenCalledTimes(2);
  await expect.element(dialog()).not.toBeInTheDocument();
});

test('what was typed stays while it turns modal', async () => {
  closed.mockReset();
  await show(<Page startsAt="field" />);
  await opener().click();
  await userEvent.keyboard('FR76');
  await expect.poll(() => dialog().element().matches(':modal')).toBe(true);
  await userEvent.keyboard('3000');
  await expect.element(page.getByRole('textbox', { name: 'IBAN' })).toHaveValue('FR763000');
});

test('one that is mounted ahead is not there for anyone until it opens', async () => {
  const part = (isOpen: boolean) => (
    <Drawer title="Bank details" closeLabel="Close" isOpen={isOpen} onClose={closed}>
      Text
    </Drawer>
  );
  const screen = await show(part(false));
  await expect.element(dialog()).not.toBeInTheDocument();
  expect(screen.container.querySelector('dialog')?.open).toBe(false);
});
