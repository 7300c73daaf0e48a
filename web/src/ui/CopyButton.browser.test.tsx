import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { show } from '../components.testing.tsx';
import { CopyButton } from './CopyButton.tsx';

const copied = vi.fn<() => void>();
const button = () => page.getByRole('button');
const clipboard = () => vi.spyOn(navigator.clipboard, 'writeText');

beforeEach(async () => {
  copied.mockReset();
  await show(
    <CopyButton
      text="https://glow.example/s/ava"
      label="Copy link"
      copiedLabel="Copied"
      failedLabel="Couldn’t copy"
      onCopied={copied}
    />,
  );
});
afterEach(() => vi.restoreAllMocks());

test('copies the text and announces it', async () => {
  clipboard().mockResolvedValue();
  await button().click();
  await expect.element(button()).toHaveTextContent('Copied');
  expect(button().element().querySelector('[aria-live="polite"]')?.textContent).toBe('Copied');
  expect(navigator.clipboard.writeText).toHaveBeenCalledWith('https://glow.example/s/ava');
  expect(copied).toHaveBeenCalledTimes(1);
});

test('copies from a selection where the page has no clipboard, and leaves nothing behind', async () => {
  clipboard().mockRejectedValue(new DOMException('not allowed'));
  let selected = '';
  vi.spyOn(document, 'execCommand').mockImplementation(() => {
    selected = (document.activeElement as HTMLTextAreaElement).value;
    return true;
  });
  await button().click();
  await expect.element(button()).toHaveTextContent('Copied');
  expect(selected).toBe('https://glow.example/s/ava');
  await expect.element(button()).toHaveFocus();
  expect(document.querySelector('textarea')).toBeNull();
});

test('says when it could not copy', async () => {
  clipboard().mockRejectedValue(new DOMException('not allowed'));
  vi.spyOn(document, 'execCommand').mockReturnValue(false);
  await button().click();
  await expect.element(button()).toHaveTextContent('Couldn’t copy');
  expect(copied).not.toHaveBeenCalled();
});
