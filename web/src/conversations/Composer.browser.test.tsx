import type { Message } from '@vitrine/contract/conversations.ts';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { show } from '../components.testing.tsx';
import { ApiProblem } from '../api/problem.ts';
import { uploadWithProgress } from '../api/upload.ts';
import { Composer } from './Composer.tsx';

vi.mock('../api/upload.ts', () => ({ uploadWithProgress: vi.fn() }));

const sent = vi.fn<(body: string, pictures: Message['pictures']) => void>();
const field = () => page.getByRole('textbox', { name: 'Message to Glow Lab' });
const send = () => page.getByRole('button', { name: 'Send' });
const open = (account = 'ma_1') =>
  show(<Composer conversationSide={{ side: 'creator', account }} name="Glow Lab" onSend={sent} />);
/** Pastes a text, because typing thousands of letters takes seconds. */
const put = (text: string) => field().fill(text);

beforeEach(() => {
  sent.mockReset();
});

describe('a message', () => {
  test('is sent by Enter without the space around it, and the field is empty and ready for the next', async () => {
    await open();
    await field().click();
    await userEvent.keyboard('  Hello!  {Enter}');
    expect(sent.mock.calls).toEqual([['Hello!', []]]);
    await expect.element(field()).toHaveValue('');
    await expect.element(field()).toHaveFocus();
  });

  test('can have several lines', async () => {
    await open();
    await field().click();
    await userEvent.keyboard('one{Shift>}{Enter}{/Shift}two{Enter}');
    expect(sent.mock.calls).toEqual([['one\ntwo', []]]);
  });

  test('is not sent by the Enter that ends the composition of a letter', async () => {
    await open();
    await put('こんにちは');
    field()
      .element()
      .dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', isComposing: true, bubbles: true }));
    expect(sent).not.toHaveBeenCalled();
  });

  test.each(['', '   ', '\n\n'])('of nothing (%j) is not sent', async (text) => {
    await open();
    await put(text);
    await expect.element(send()).toHaveAttribute('aria-disabled', 'true');
    await send().click({ force: true });
    expect(sent).not.toHaveBeenCalled();
  });
});

describe('a long message', () => {
  test.each([
    [3600, null],
    [3601, '399 characters left'],
    [3999, '1 character left'],
    [4000, '0 characters left'],
    [4001, 'Too long by 1 character.'],
    [4002, 'Too long by 2 characters.'],
    [5200, 'Too long by 1,200 characters.'],
  ])('of %d characters says %j', async (length, text) => {
    await open();
    await put('x'.repeat(length));
    if (text === null) await expect.element(page.getByText(/characters/)).not.toBeInTheDocument();
    else await expect.element(page.getByText(text)).toBeVisible();
  });

  test('is not sent and not lost', async () => {
    await open();
    await put('x'.repeat(4001));
    await expect.element(field()).toHaveAttribute('aria-invalid', 'true');
    await field().click();
    await userEvent.keyboard('{Enter}');
    expect(sent).not.toHaveBeenCalled();
    await expect.element(field()).toHaveValue('x'.repeat(4001));
  });
});

describe('a draft', () => {
  test('is there after the page was left, and only in its conversation', async () => {
    const screen = await open();
    await put('Not finished');
    await screen.unmount();
    const other = await open('ma_2');
    await expect.element(field()).toHaveValue('');
    await other.unmount();
    await open();
    await expect.element(field()).toHaveValue('Not finished');
  });

  test('is gone once it is sent', async () => {
    const screen = await open();
    await put('Finished');
    await send().click();
    await screen.unmount();
    await open();
    await expect.element(field()).toHaveValue('');
  });
});

describe('a picture', () => {
  const file = (name: string, type: string, size = 10) => new File([new Uint8Array(size)], name, { type });
  /** Chooses a file within the page; sending 11 MB to the browser takes seconds. */
  const choose = (picked: File) => {
    const input = page.getByLabelText('Add pictures').element() as HTMLInputElement;
    const chosen = new DataTransfer();
    chosen.items.add(picked);
    input.files = chosen.files;
    input.dispatchEvent(new Event('change', { bubbles: true }));
  };

  test.each([
    ['a PDF', file('terms.pdf', 'application/pdf')],
    ['one of 11 MB', file('big.png', 'image/png', 11 * 1024 * 1024)],
  ])('that is %s is refused with what would be right', async (_what, picked) => {
    await open();
    choose(picked);
    await expect
      .element(page.getByRole('alert'))
      .toHaveTextContent('Pictures must be JPEG, PNG, WebP or GIF and at most 10 MB.');
    await expect.element(page.getByRole('list', { name: 'Pictures in this message' })).not.toBeInTheDocument();
  });

  test('that the server refuses says why, and is offered again only if that can help', async () => {
    const upload = vi.mocked(uploadWithProgress);
    const problem = { status: 422, message: 'Not a picture' };
    upload.mockRejectedValueOnce(
      new ApiProblem({ ...problem, code: 'validation_failed', errors: { picture: ['must be a picture'] } }),
    );
    await open();
    choose(file('fake.png', 'image/png'));
    const alert = page.getByRole('alert');
    await expect.element(alert).toHaveTextContent('We can’t read fake.png as a picture. Please choose another.');
    await expect.element(page.getByRole('button', { name: 'Try again' })).not.toBeInTheDocument();

    upload.mockRejectedValueOnce(new ApiProblem({ code: 'offline', status: 0, message: 'No answer' }));
    choose(file('real.png', 'image/png'));
    await expect.element(page.getByRole('button', { name: 'Try again' })).toBeVisible();
    await expect.element(alert).toHaveTextContent('We can’t reach the server. Check your connection and try again.');
  });
});
