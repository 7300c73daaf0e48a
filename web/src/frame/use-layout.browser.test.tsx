import { afterEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { show } from '../components.testing.tsx';
import { useLayout } from './use-layout.ts';

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

function Shown() {
  return <p data-testid="layout">{useLayout()}</p>;
}

test('a resized window changes the layout 200 ms after its last resize, not before (§123)', async () => {
  const width = vi.spyOn(window, 'innerWidth', 'get').mockReturnValue(1024);
  await show(<Shown />);
  const shown = page.getByTestId('layout');
  await expect.element(shown).toHaveTextContent('tablet');

  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const resizeTo = (pixels: number) => {
    width.mockReturnValue(pixels);
    window.dispatchEvent(new Event('resize'));
  };
  resizeTo(600);
  await vi.advanceTimersByTimeAsync(199);
  expect(shown.element().textContent).toBe('tablet');
  resizeTo(1400);
  await vi.advanceTimersByTimeAsync(199);
  expect(shown.element().textContent).toBe('tablet');
  await vi.advanceTimersByTimeAsync(1);
  expect(shown.element().textContent).toBe('desktop');
});
