import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { show } from '../components.testing.tsx';
import { type ChartColumn, ColumnChart } from './ColumnChart.tsx';
import { LineChart } from './LineChart.tsx';

const days: ChartColumn[] = [
  { key: '1', label: 'Nov 20', value: 4, text: '4 clicks' },
  { key: '2', label: 'Nov 21', value: 0, text: '0 clicks', state: 'none' },
  {
    key: '3',
    label: 'Nov 22',
    value: 9,
    text: '9 clicks',
    state: 'open',
    before: { value: 6, text: '6 the week before' },
  },
];
const texts = {
  label: 'Clicks per day. Use the arrow keys.',
  summary: '13 clicks in total',
  table: 'View as table',
  none: 'No data',
  open: 'so far',
  hatched: 'Striped: still in progress.',
  before: 'Line: the week before.',
};
const table = <p>the table</p>;
const slider = () => page.getByRole('slider', { name: texts.label });
const press = async (...keys: string[]) => {
  for (const key of keys) await userEvent.keyboard(`{${key}}`);
};

async function showColumns(columns: readonly ChartColumn[] = days) {
  const screen = await show(
    <ColumnChart columns={columns} texts={texts} formatTick={String}>
      {table}
    </ColumnChart>,
  );
  slider().element().focus();
  return screen;
}

describe('a bar chart, by keyboard', () => {
  test('says its total, and as many steps as it has', async () => {
    await showColumns();
    await expect.element(slider()).toHaveAttribute('aria-valuetext', '13 clicks in total');
    await expect.element(slider()).toHaveAttribute('aria-valuemax', '3');
  });

  test.each([
    [['ArrowRight'], 'Nov 20, 4 clicks', '1'],
    [['ArrowLeft'], 'Nov 22, 9 clicks so far · 6 the week before', '3'],
    [['Home'], 'Nov 20, 4 clicks', '1'],
    [['End'], 'Nov 22, 9 clicks so far · 6 the week before', '3'],
    [['Home', 'ArrowRight'], 'Nov 21, No data', '2'],
    [['Home', 'ArrowLeft'], 'Nov 20, 4 clicks', '1'],
    [['End', 'ArrowRight'], 'Nov 22, 9 clicks so far · 6 the week before', '3'],
    [['End', 'Escape'], '13 clicks in total', '3'],
  ])('%j says “%s”', async (keys, text, now) => {
    await showColumns();
    await press(...keys);
    await expect.element(slider()).toHaveAttribute('aria-valuetext', text);
    await expect.element(slider()).toHaveAttribute('aria-valuenow', now);
  });

  test('it says its total again when the focus leaves', async () => {
    await showColumns();
    await press('Home', 'Tab');
    await expect.element(slider()).toHaveAttribute('aria-valuetext', '13 clicks in total');
  });

  test('keys that it does not use still scroll the page', async () => {
    await showColumns();
    const event = new KeyboardEvent('keydown', { key: 'PageDown', bubbles: true, cancelable: true });
    slider().element().dispatchEvent(event);
    expect(event.defaultPrevented).toBe(false);
  });
});

test('the pointer shows the value of the step below it, and the total after it left', async () => {
  const { container } = await showColumns();
  const readout = () => container.querySelector('figcaption')?.textContent;
  await expect.poll(() => container.querySelector('svg')).not.toBeNull();
  const chart = slider();
  const { width } = chart.element().getBoundingClientRect();
  await chart.hover({ position: { x: width - 20, y: 100 } });
  await expect.poll(readout).toBe('9 clicks so far Nov 22 · 6 the week before');
  await chart.hover({ position: { x: 60, y: 100 } });
  await expect.poll(readout).toBe('4 clicks Nov 20');
  await chart.unhover();
  await expect.poll(readout).toBe('13 clicks in total');
});

test('it explains stripes and the line only where they are', async () => {
  await showColumns();
  await expect.element(page.getByText('Striped: still in progress. Line: the week before.')).toBeVisible();
});

test('it explains nothing where there is nothing to explain', async () => {
  await showColumns(days.slice(0, 2));
  await expect.element(page.getByText(/Striped|Line:/)).not.toBeInTheDocument();
});

test('the same figures can be opened as a table', async () => {
  await showColumns();
  await expect.element(page.getByText('the table')).not.toBeVisible();
  await page.getByText('View as table').click();
  await expect.element(page.getByText('the table')).toBeVisible();
});

test.each([
  ['only zeros', [{ key: '1', label: 'Nov 20', value: 0, text: '0 clicks' }]],
  ['a single bar', [{ key: '1', label: 'Nov 20', value: 7, text: '7 clicks' }]],
  ['no bars', []],
] as [string, ChartColumn[]][])('%s are drawn with sound numbers', async (_what, columns) => {
  const { container } = await showColumns(columns);
  await expect.poll(() => container.querySelectorAll('svg line').length).toBeGreaterThan(0);
  expect(container.querySelector('svg')?.outerHTML).not.toMatch(/NaN|Infinity/);
});

test('a window of 320 pixels has no labels that overlap', async () => {
  await page.viewport(320, 600);
  const month = Array.from({ length: 30 }, (_, day) => ({
    key: String(day),
    label: `November ${day + 1}, 2026`,
    tick: `Nov ${day + 1}`,
    value: day,
    text: `${day} clicks`,
  }));
  const { container } = await showColumns(month);
  const edges = () =>
    [...container.querySelectorAll('svg > text')].map((text) => {
      const { left, right } = text.getBoundingClientRect();
      return { left, right };
    });
  await expect.poll(() => edges().length).toBeGreaterThan(1);
  const sorted = edges().toSorted((one, other) => one.left - other.left);
  expect(sorted.every(({ right }, index) => right <= (sorted[index + 1]?.left ?? Number.POSITIVE_INFINITY))).toBe(true);
});

describe('a line chart', () => {
  const points = [
    { key: '1', label: 'Nov 20', value: 48_200, text: '48,200 followers' },
    { key: '2', label: 'Nov 21', value: null, text: 'No figure' },
    { key: '3', label: 'Nov 22', value: 48_900, text: '48,900 followers' },
  ];
  const showLine = async (some: typeof points) => {
    const screen = await show(
      <LineChart points={some} texts={{ ...texts, summary: '48,900 followers' }} formatTick={String}>
        {table}
      </LineChart>,
    );
    slider().element().focus();
    return screen;
  };

  test('says of a day without a figure that there is none', async () => {
    await showLine(points);
    await press('Home', 'ArrowRight');
    await expect.element(slider()).toHaveAttribute('aria-valuetext', 'Nov 21, No figure');
  });

  test('days without neighbors are dots, and no line runs across a gap', async () => {
    const { container } = await showLine(points);
    await expect.poll(() => container.querySelectorAll('circle').length).toBe(3);
    expect(container.querySelectorAll('polyline').length).toBe(0);
  });

  test('days without any figure are drawn with sound numbers', async () => {
    const { container } = await showLine([{ key: '1', label: 'Nov 20', value: null, text: 'No figure' }]);
    await expect.poll(() => container.querySelector('svg')).not.toBeNull();
    expect(container.querySelector('svg')?.outerHTML).not.toMatch(/NaN|Infinity/);
  });
});
