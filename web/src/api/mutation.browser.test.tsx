import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { show } from '../components.testing.tsx';
import { useApiMutation } from './mutation.ts';

type Answer = (brand: string) => void;

/** A button for each of the names creates a brand of that name. */
function CreateBrands({ names, calls, told }: { names: string[]; calls: Answer[]; told: string[] }) {
  const create = useApiMutation({
    mutationFn: (_brand: { name: string }) => new Promise<string>((answer) => void calls.push(answer)),
  });
  return names.map((name, index) => (
    <button key={index} onClick={() => create.mutate({ name }, { onSuccess: (brand) => void told.push(brand) })}>
      Create {name}
    </button>
  ));
}

/** Without waiting for the button, as the second click of a double click. */
function click(index: number): void {
  page
    .getByRole('button')
    .nth(index)
    .element()
    .dispatchEvent(new MouseEvent('click', { bubbles: true }));
}

test('a double click sends a call once, and its result is reported once', async () => {
  const [calls, told]: [Answer[], string[]] = [[], []];
  await show(<CreateBrands names={['Seabright']} calls={calls} told={told} />);
  click(0);
  click(0);
  await expect.poll(() => calls.length).toBe(1);
  calls[0]?.('Seabright');
  await expect.poll(() => told).toEqual(['Seabright']);
  click(0);
  await expect.poll(() => calls.length).toBe(2);
});

test('calls with different values run side by side, also if the first one is wanted again', async () => {
  const [calls, told]: [Answer[], string[]] = [[], []];
  await show(<CreateBrands names={['Seabright', 'Glow Lab']} calls={calls} told={told} />);
  click(0);
  click(1);
  click(0);
  await expect.poll(() => calls.length).toBe(3);
});
