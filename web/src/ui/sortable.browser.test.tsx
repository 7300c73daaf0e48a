import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { show } from '../components.testing.tsx';
import { useSortable } from './sortable.ts';

const moved = vi.fn<(id: string, place: number) => void>();

function Collections({ names }: { names: readonly string[] }) {
  const [ids, setIds] = useState(names);
  const [said, setSaid] = useState('');
  const sortable = useSortable({
    ids,
    onMove: (id, place) => {
      moved(id, place);
      setIds(ids.filter((each) => each !== id).toSpliced(place, 0, id));
    },
    announce: (id, place) => setSaid(`${id}: position ${place + 1} of ${ids.length}`),
  });
  return (
    <>
      <ul ref={sortable.list}>
        {ids.map((id) => (
          <li key={id} {...sortable.item(id)} style={{ height: 60 }}>
            <button {...sortable.handle(id)} type="button">
              Move {id}
            </button>
          </li>
        ))}
      </ul>
      <p data-said="">{said}</p>
    </>
  );
}

const handle = (id: string) => page.getByRole('button', { name: `Move ${id}` });
const order = () =>
  page
    .getByRole('listitem')
    .elements()
    .map((item) => item.textContent);
const said = () => document.querySelector('[data-said]')?.textContent;

async function showList(names = ['Morning', 'Evening', 'Travel']) {
  moved.mockReset();
  await show(<Collections names={names} />);
}

test.each([
  ['Morning', '{ArrowDown}', ['Move Evening', 'Move Morning', 'Move Travel'], 'Morning: position 2 of 3'],
  ['Morning', '{ArrowRight}', ['Move Evening', 'Move Morning', 'Move Travel'], 'Morning: position 2 of 3'],
  ['Travel', '{ArrowUp}', ['Move Morning', 'Move Travel', 'Move Evening'], 'Travel: position 2 of 3'],
  ['Travel', '{ArrowLeft}', ['Move Morning', 'Move Travel', 'Move Evening'], 'Travel: position 2 of 3'],
])('%s moves with %s, keeps the focus and is announced', async (id, key, wanted, text) => {
  await showList();
  handle(id).element().focus();
  await userEvent.keyboard(key);
  await expect.poll(order).toEqual(wanted);
  expect(said()).toBe(text);
  await expect.element(handle(id)).toHaveFocus();
});

test('moves on with each press, as the focus moves along', async () => {
  await showList();
  handle('Morning').element().focus();
  await userEvent.keyboard('{ArrowDown}');
  await expect.poll(order).toEqual(['Move Evening', 'Move Morning', 'Move Travel']);
  await expect.element(handle('Morning')).toHaveFocus();
  await userEvent.keyboard('{ArrowDown}');
  await expect.poll(order).toEqual(['Move Evening', 'Move Travel', 'Move Morning']);
});

test.each([
  ['Morning', '{ArrowUp}'],
  ['Travel', '{ArrowDown}'],
])('%s stays where it is with %s, and nothing is saved or announced', async (id, key) => {
  await showList();
  handle(id).element().focus();
  await userEvent.keyboard(key);
  expect(moved).not.toHaveBeenCalled();
  expect(said()).toBe('');
});

test('a single item has nothing to drag', async () => {
  await showList(['Morning']);
  await expect.element(handle('Morning')).toHaveAttribute('data-sort-handle', '');
  handle('Morning').element().focus();
  await userEvent.keyboard('{ArrowDown}');
  expect(moved).not.toHaveBeenCalled();
});

test('the pointer drags an item to another place, which is announced on the way and saved once', async () => {
  await showList();
  await expect.element(handle('Morning')).toHaveAttribute('data-sort-handle', 'draggable');
  await handle('Morning').dropTo(handle('Travel'), { steps: 12 });
  await expect.poll(() => moved.mock.calls).toEqual([['Morning', 2]]);
  await expect.poll(order).toEqual(['Move Evening', 'Move Travel', 'Move Morning']);
  expect(said()).toBe('Morning: position 3 of 3');
});

test('an id with quotes and brackets moves like any other', async () => {
  await showList(['a"]\\b', 'Evening']);
  page.getByRole('button').first().element().focus();
  await userEvent.keyboard('{ArrowDown}');
  await expect.poll(order).toEqual(['Move Evening', 'Move a"]\\b']);
  await expect.element(page.getByRole('button').last()).toHaveFocus();
});
