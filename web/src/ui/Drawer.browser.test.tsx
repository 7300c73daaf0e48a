import { Activity, useState } from 'react';
import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { show } from '../components.testing.tsx';
import { Button } from './Button.tsx';
import { Drawer } from './Drawer.tsx';

const closed = vi.fn<() => void>();

/** A page with a button that opens a drawer. */
function Page({ startsAt = 'title', isUnsaved = false }: { startsAt?: 'title' | 'field'; isUnsaved?: boolean }) {
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
        <Drawer
          title="Bank details"
          closeLabel="Close"
          isUnsaved={isUnsaved}
          onClose={close}
          foot={
            <button type="button" onClick={close}>
              Save
            </button>
          }
        >
          <input aria-label="IBAN" {...(startsAt === 'field' && { 'data-start-here': true })} />
          <input aria-label="Search" type="search" />
          <input aria-label="Proof" type="file" />
        </Drawer>
      ) : null}
    </>
  );
}

const opener = () => page.getByRole('button', { name: 'Open', includeHidden: true });
const dialog = () => page.getByRole('dialog', { name: 'Bank details' });

const field = () => page.getByRole('textbox', { name: 'IBAN' });
const question = () => page.getByRole('alertdialog', { name: 'Discard what you typed?' });

const clickBackdrop = (detail = 0) =>
  dialog()
    .element()
    .dispatchEvent(new MouseEvent('click', { bubbles: true, detail }));

const waysToClose = [
  ['Escape', () => userEvent.keyboard('{Escape}')],
  ['a click beside it', () => clickBackdrop()],
  ['its close button', () => page.getByRole('button', { name: 'Close' }).click()],
] as const;

async function openDrawer(startsAt: 'title' | 'field' = 'title', isUnsaved = false) {
  closed.mockReset();
  await show(<Page startsAt={startsAt} isUnsaved={isUnsaved} />);
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
  clickBackdrop();
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

test('the second click of a double click on its opener, which lands on the backdrop, leaves it open', async () => {
  await openDrawer();
  clickBackdrop(2);
  expect(closed).not.toHaveBeenCalled();
  clickBackdrop(1);
  expect(closed).toHaveBeenCalledTimes(1);
});

test.each(waysToClose)(
  '%s asks before it discards what was typed, and nothing is lost by going back',
  async (_, close) => {
    await openDrawer();
    await field().fill('FR76');
    await close();
    await expect.element(question()).toBeVisible();
    await expect.element(page.getByRole('button', { name: 'Keep editing' })).toHaveFocus();
    await page.getByRole('button', { name: 'Keep editing' }).click();
    await expect.element(question()).not.toBeInTheDocument();
    await expect.element(field()).toHaveValue('FR76');
    await expect.element(dialog()).toBeVisible();
    expect(closed).not.toHaveBeenCalled();
  },
);

test('it closes once the question is answered with “Discard”, and what opened it has the focus', async () => {
  await openDrawer('field');
  await userEvent.keyboard('FR76');
  await userEvent.keyboard('{Escape}');
  await page.getByRole('button', { name: 'Discard', exact: true }).click();
  await expect.element(dialog()).not.toBeInTheDocument();
  expect(closed).toHaveBeenCalledTimes(1);
  await expect.element(opener()).toHaveFocus();
});

test('however often Escape is pressed, what was typed stays', async () => {
  await openDrawer('field');
  await userEvent.keyboard('FR76');
  for (const asks of [true, false, true, false, true]) {
    await userEvent.keyboard('{Escape}');
    if (asks) await expect.element(question()).toBeVisible();
    else await expect.element(question()).not.toBeInTheDocument();
  }
  expect(closed).not.toHaveBeenCalled();
  await page.getByRole('button', { name: 'Keep editing' }).click();
  await expect.element(field()).toHaveValue('FR76');
  expect(dialog().element().matches(':modal')).toBe(true);
});

test.each(waysToClose)('%s asks nothing if what was typed was taken back, or only searched for', async (_, close) => {
  await openDrawer();
  await page.getByRole('searchbox', { name: 'Search' }).fill('serum');
  await field().fill('FR76');
  await field().fill('');
  await close();
  await expect.element(dialog()).not.toBeInTheDocument();
  expect(closed).toHaveBeenCalledTimes(1);
});

test('a form that was saved closes at once', async () => {
  await openDrawer('field');
  await userEvent.keyboard('FR76');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect.element(dialog()).not.toBeInTheDocument();
  expect(closed).toHaveBeenCalledTimes(1);
});

test('a form that is being sent closes at once, because its result is shown anyway', async () => {
  closed.mockReset();
  await show(
    <Drawer title="Bank details" closeLabel="Close" onClose={closed}>
      <input aria-label="IBAN" />
      <Button busy>Save</Button>
    </Drawer>,
  );
  await field().fill('FR76');
  await userEvent.keyboard('{Escape}');
  await expect.poll(() => closed.mock.calls.length).toBe(1);
});

test('what was typed in an earlier step counts, too', async () => {
  await openDrawer('title', true);
  await userEvent.keyboard('{Escape}');
  await expect.element(question()).toBeVisible();
  expect(closed).not.toHaveBeenCalled();
});

test('a file picker that is canceled leaves it open', async () => {
  await openDrawer();
  page
    .getByLabelText('Proof')
    .element()
    .dispatchEvent(new Event('cancel', { bubbles: true }));
  expect(closed).not.toHaveBeenCalled();
});

const used = vi.fn<() => void>();

/** A drawer whose button has React hide the part of the page that it belongs to, as a navigation may. */
function HiddenPart() {
  const [isHidden, setHidden] = useState(false);
  return (
    <>
      <button type="button" onClick={used}>
        Elsewhere
      </button>
      <Activity mode={isHidden ? 'hidden' : 'visible'}>
        <Drawer title="Bank details" closeLabel="Close" onClose={closed}>
          <button type="button" onClick={() => setHidden(true)}>
            Hide
          </button>
        </Drawer>
      </Activity>
    </>
  );
}

test('one that is open on a page that React hides leaves the rest usable', async () => {
  used.mockReset();
  await show(<HiddenPart />);
  await expect.poll(() => dialog().element().matches(':modal')).toBe(true);
  await page.getByRole('button', { name: 'Hide' }).click();
  await page.getByRole('button', { name: 'Elsewhere' }).click();
  expect(used).toHaveBeenCalledTimes(1);
});
