import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { show } from '../components.testing.tsx';
import { ReadCount } from './ReadCount.tsx';

test.each([
  [0, 41, 'It went to 41 creators. Read by none of them yet.'],
  [0, 1, 'It went to 1 creator, who hasn’t read it yet.'],
  [3, 41, 'It went to 41 creators, and 3 of them read it in the portal or marked it as read.'],
])('%i of %i creators read it', async (reads, readers, sentence) => {
  await show(<ReadCount reads={reads} readers={readers} />);
  await expect.element(page.getByText(sentence)).toBeVisible();
});
