import { beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { show } from '../components.testing.tsx';
import { Menu, MenuItem } from './Menu.tsx';

const chosen = vi.fn<(name: string) => void>();
const button = () => page.getByRole('button', { name: 'More' });
const item = (name: string) => page.getByRole('menuitem', { name });

beforeEach(async () => {
  chosen.mockReset();
  await show(
    <>
      <Menu
        label="Actions"
        trigger={(trigger) => (
          <button {...trigger} type="button">
            More
          </button>
        )}
      >
        <MenuItem onSelect={() => chosen('Rename')}>Rename</MenuItem>
        <MenuItem onSelect={() => chosen('Move up')} disabledReason="Already first">
          Move up
        </MenuItem>
        <MenuItem onSelect={() => chosen('Remove')}>Remove</MenuItem>
      </Menu>
      <button type="button">After</button>
    </>,
  );
});

test('says that it opens a menu, and whether it is open', async () => {
  await expect.element(button()).toHaveAttribute('aria-haspopup', 'menu');
  await expect.element(button()).toHaveAttribute('aria-expanded', 'false');
  await button().click();
  await expect.element(page.getByRole('menu', { name: 'Actions' })).toBeVisible();
  await expect.element(button()).toHaveAttribute('aria-expanded', 'true');
});

test.each([
  ['{ArrowDown}', 'Rename'],
  ['{Enter}', 'Rename'],
  [' ', 'Rename'],
  ['{ArrowUp}', 'Remove'],
])('the key %j opens it with the focus on %s', async (key, name) => {
  button().element().focus();
  await userEvent.keyboard(key);
  await expect.element(item(name)).toHaveFocus();
});

test('arrow keys go from item to item and stop at an item that cannot be chosen', async () => {
  button().element().focus();
  await userEvent.keyboard('{ArrowDown}');
  await expect.element(item('Rename')).toHaveFocus();
  await userEvent.keyboard('{ArrowDown}');
  await expect.element(item('Move up Already first')).toHaveFocus();
  await userEvent.keyboard('{End}');
  await expect.element(item('Remove')).toHaveFocus();
  await userEvent.keyboard('{Home}');
  await expect.element(item('Rename')).toHaveFocus();
});

test('typing the beginning of an item goes to it', async () => {
  button().element().focus();
  await userEvent.keyboard('{ArrowDown}');
  await expect.element(item('Rename')).toHaveFocus();
  await userEvent.keyboard('rem');
  await expect.element(item('Remove')).toHaveFocus();
});

test('choosing an item runs it once, closes the menu and gives the focus back to the button', async () => {
  await button().click();
  await item('Remove').click();
  expect(chosen.mock.calls).toEqual([['Remove']]);
  await expect.element(page.getByRole('menu')).not.toBeInTheDocument();
  await expect.element(button()).toHaveFocus();
});

test('an item that cannot be chosen says why and does nothing', async () => {
  await button().click();
  const disabled = item('Move up Already first');
  await expect.element(disabled).toHaveAttribute('aria-disabled', 'true');
  await disabled.click({ force: true });
  expect(chosen).not.toHaveBeenCalled();
  await expect.element(page.getByRole('menu')).toBeVisible();
});

test('Escape closes it and gives the focus back to the button', async () => {
  button().element().focus();
  await userEvent.keyboard('{ArrowDown}');
  await expect.element(item('Rename')).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByRole('menu')).not.toBeInTheDocument();
  await expect.element(button()).toHaveFocus();
});

test('Tab closes it and goes on from the button', async () => {
  button().element().focus();
  await userEvent.keyboard('{ArrowDown}');
  await expect.element(item('Rename')).toHaveFocus();
  await userEvent.keyboard('{Tab}');
  await expect.element(page.getByRole('button', { name: 'After' })).toHaveFocus();
  await expect.element(page.getByRole('menu')).not.toBeInTheDocument();
});

test('a click on the button closes it again', async () => {
  await button().click();
  await expect.element(page.getByRole('menu')).toBeVisible();
  await button().click();
  await expect.element(page.getByRole('menu')).not.toBeInTheDocument();
});
