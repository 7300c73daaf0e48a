import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { show } from '../components.testing.tsx';
import { BarList } from './BarList.tsx';
import { DataTable } from './DataTable.tsx';
import { type Column, Table } from './Table.tsx';

const columns = [
  { name: 'link' as const, label: 'Link', isText: true },
  { name: 'clicks' as const, label: 'Clicks' },
];
const rows = [
  { key: 'a', cells: { link: 'Night Balm', clicks: '1,204' } },
  { key: 'b', cells: { link: 'Serum', clicks: '3' } },
];
const header = (name: string) => page.getByRole('columnheader', { name });

test('a table of figures says which column sorts it, and in which direction', async () => {
  const sort = vi.fn<(name: string) => void>();
  const sorted = (isUp: boolean) => (
    <DataTable caption="Clicks" columns={columns} rows={rows} sorting={{ by: 'clicks', isUp, onSort: sort }} />
  );
  const screen = await show(sorted(false));
  await expect.element(header('Clicks')).toHaveAttribute('aria-sort', 'descending');
  await expect.element(header('Link')).not.toHaveAttribute('aria-sort');
  await page.getByRole('button', { name: 'Link' }).click();
  expect(sort.mock.calls).toEqual([['link']]);
  await screen.unmount();
  await show(sorted(true));
  await expect.element(header('Clicks')).toHaveAttribute('aria-sort', 'ascending');
});

test('without sorting it has no buttons', async () => {
  await show(<DataTable caption="Clicks" columns={columns} rows={rows} />);
  await expect.element(page.getByRole('button')).not.toBeInTheDocument();
});

test('its first column names the row', async () => {
  await show(<DataTable caption="Clicks" columns={columns} rows={rows} />);
  await expect.element(page.getByRole('rowheader', { name: 'Night Balm' })).toBeVisible();
  await expect.element(page.getByRole('cell', { name: '1,204' })).toBeVisible();
});

test('on a narrow window it scrolls by keyboard while the first column stays', async () => {
  await page.viewport(320, 500);
  const wide = Array.from({ length: 9 }, (_, nth) => ({ name: `c${nth}`, label: `A long heading ${nth}` }));
  const cells = Object.fromEntries(wide.map(({ name }) => [name, `value of ${name}`]));
  await show(<DataTable caption="Clicks" columns={wide} rows={[{ key: 'a', cells }]} />);
  const region = page.getByRole('region', { name: 'Clicks' });
  await userEvent.tab();
  await expect.element(region).toHaveFocus();
  const first = page.getByRole('rowheader');
  const before = first.element().getBoundingClientRect().left;
  region.element().scrollLeft = 300;
  expect(region.element().scrollLeft).toBe(300);
  expect(first.element().getBoundingClientRect().left).toBeCloseTo(before, 0);
});

type Key = { name: string; used: string };
const keyColumns: Column<Key>[] = [
  { label: 'Name', look: 'main', cell: ({ name }) => name },
  { label: 'Last used', look: 'when', phone: 'named', cell: ({ used }) => used },
  { label: 'Revoke', look: 'actions', cell: ({ name }) => <button type="button">Revoke {name}</button> },
];
const keys: Key[] = [
  { name: 'Shop', used: 'Nov 22, 2026' },
  { name: 'Warehouse', used: '—' },
];

test('the heading of a row’s actions is for screen readers, and the table says when it loads', async () => {
  await show(<Table caption="API keys" columns={keyColumns} rows={keys} keyOf={({ name }) => name} busy />);
  await expect.element(header('Revoke')).toBeInTheDocument();
  await expect.element(page.getByRole('table', { name: 'API keys' })).toHaveAttribute('aria-busy', 'true');
});

test('on a phone an empty cell is left out and a value that says nothing alone is named', async () => {
  await page.viewport(390, 844);
  await show(<Table caption="API keys" columns={keyColumns} rows={keys} keyOf={({ name }) => name} />);
  await expect.element(page.getByText('—')).not.toBeVisible();
  const named = page.getByText('Nov 22, 2026').element();
  expect(getComputedStyle(named, '::before').content).toContain('Last used');
  // The separator before the value has room of its own.
  expect(getComputedStyle(named).paddingInlineStart).toBe('16px');
});

test('the bar of the largest value is full, and a list of zeros has none', async () => {
  const list = (values: number[]) => (
    <BarList
      label="Top links"
      rows={values.map((value, nth) => ({ key: `${nth}`, label: `Link ${nth}`, value, text: `${value}` }))}
    />
  );
  const shares = () =>
    page
      .getByRole('listitem')
      .elements()
      .map((row) => (row as HTMLElement).style.getPropertyValue('--share'));
  const screen = await show(list([40, 10]));
  expect(shares()).toEqual(['100%', '25%']);
  await screen.unmount();
  await show(list([0, 0]));
  expect(shares()).toEqual(['0%', '0%']);
});

test('on a phone an empty cell leaves no separator in the line below the name', async () => {
  await page.viewport(390, 500);
  const sparse: Column<Key>[] = [
    { label: 'Name', look: 'main', cell: ({ name }) => name },
    { label: 'Reason', cell: () => null },
    { label: 'Used', cell: ({ used }) => used },
  ];
  await show(
    <Table caption="Keys" columns={sparse} rows={[{ name: 'Shop', used: 'Today' }]} keyOf={({ name }) => name} />,
  );
  const places = [...document.querySelectorAll('td')].map((cell) => getComputedStyle(cell).display === 'none');
  expect(places).toEqual([false, true, false]);
});
