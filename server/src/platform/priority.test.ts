import { expect, test, vi } from 'vitest';
import { lowerPriority } from './priority.ts';

const { getPriority, setPriority } = vi.hoisted(() => ({ getPriority: vi.fn(), setPriority: vi.fn() }));
vi.mock('node:os', () => ({ getPriority, setPriority }));

test('the priority is lowered', () => {
  getPriority.mockReturnValue(0);
  lowerPriority();
  expect(setPriority.mock.calls).toEqual([[5]]);
});

test('a priority that is lower already stays, because raising it needs a right', () => {
  setPriority.mockReset();
  getPriority.mockReturnValue(10);
  lowerPriority();
  expect(setPriority).not.toHaveBeenCalled();
});

test('a system that refuses the change is no failure', () => {
  getPriority.mockReturnValue(0);
  setPriority.mockImplementation(() => {
    throw new Error('uv_os_setpriority returned EPERM');
  });
  expect(lowerPriority).not.toThrow();
  expect(setPriority).toHaveBeenCalled();
});
