import { type OrderDetail, refundOrder } from '@vitrine/contract/orders.ts';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { refusal, answerCalls } from '../calls.testing.ts';
import { show } from '../components.testing.tsx';
import { RefundForm } from './RefundForm.tsx';

const money = (amount: string, currency = 'USD') => ({ amount, currency });
const line = (changed: Partial<OrderDetail['lines'][number]>) => ({
  line_id: '1',
  title: 'Night Balm',
  quantity: 3,
  net: money('9000'),
  refunded_quantity: 0,
  refunded: money('0'),
  ...changed,
});

function sheetOf(lines: OrderDetail['lines']): OrderDetail {
  return {
    order_id: 'GL-1',
    reference: '#1001',
    source: 'api',
    state: 'decided',
    waits_for: null,
    total: money('9000'),
    net: money('9000'),
    refunded: money('0'),
    commission: null,
    is_held: false,
    lines,
    edits: [],
    refunds: [],
    commissions: [],
    flags: [],
    explanation: null,
  };
}

const balm = line({});
const serum = line({ line_id: '2', title: 'Serum', quantity: 1, net: money('4800') });
const group = (name: string) => page.getByRole('group', { name });
const quantity = (name: string) => group(name).getByRole('spinbutton');
const amount = (name: string) => group(name).getByRole('textbox');
const record = () => page.getByRole('button', { name: 'Record refund' }).click();
const reply = {
  data: { refund_id: 'r', order_id: 'GL-1', refunded: money('3000'), reversed: money('450'), lines: [] },
};

async function open(...lines: OrderDetail['lines']) {
  const screen = await show(<RefundForm merchant="glow-lab" sheet={sheetOf(lines)} />);
  screen.container.querySelector('details')?.setAttribute('open', '');
  return screen;
}

test('an order that was refunded whole has no form', async () => {
  const { container } = await open(line({ refunded: money('9000'), refunded_quantity: 3 }));
  expect(container.querySelector('form')).toBeNull();
});

test('offers only what is left of each line', async () => {
  await open(
    line({ refunded: money('3000'), refunded_quantity: 1 }),
    line({ line_id: '2', title: 'Serum', refunded: money('9000') }),
  );
  await expect.element(page.getByText('$60.00 left')).toBeVisible();
  await expect.element(quantity('Night Balm')).toHaveAttribute('max', '2');
  await expect.element(group('Serum')).not.toBeInTheDocument();
});

test('a line with all pieces refunded but money left takes an amount only', async () => {
  await open(line({ refunded: money('8000'), refunded_quantity: 3 }));
  await expect.element(quantity('Night Balm')).toBeDisabled();
  await expect.element(amount('Night Balm')).toBeEnabled();
});

test('nothing entered is said, and nothing is sent', async () => {
  await open(balm);
  await record();
  await expect.element(page.getByRole('alert')).toHaveTextContent('Please enter a quantity or an amount.');
});

test.each(['twelve', '0', '-5', '1.234', '12.505'])('the amount “%s” is refused at its line', async (typed) => {
  await open(balm, serum);
  await amount('Serum').fill(typed);
  await record();
  await expect.element(amount('Serum')).toHaveAccessibleDescription('Please enter an amount like 12.50.');
  await expect.element(amount('Night Balm')).not.toHaveAttribute('aria-invalid');
});

test('a quantity takes the place of an amount, and the other way round', async () => {
  await open(balm);
  await amount('Night Balm').fill('12.50');
  await quantity('Night Balm').fill('2');
  await expect.element(amount('Night Balm')).toHaveValue('');
  await amount('Night Balm').fill('12.50');
  await expect.element(quantity('Night Balm')).toHaveValue(null);
});

test('sends one refund of several lines with its note, and says what it reversed', async () => {
  const calls = answerCalls(refundOrder, () => reply);
  await open(balm, serum);
  await quantity('Night Balm').fill('1');
  await amount('Serum').fill('12,50');
  await page.getByRole('textbox', { name: 'Note (optional)' }).fill(' broken pump ');
  await record();
  await expect.element(page.getByText('$30.00 refunded, $4.50 of commission reversed.')).toBeVisible();
  expect(calls.map(({ body }) => body)).toEqual([
    {
      refund_id: expect.stringMatching(/^console-/),
      lines: [
        { line_id: '1', quantity: 1 },
        { line_id: '2', amount: money('1250') },
      ],
      note: 'broken pump',
    },
  ]);
});

test('a refusal is said at the line it names, and a second try keeps the refund’s id', async () => {
  const calls = answerCalls(refundOrder, ({ body }) =>
    body.lines[0]?.quantity === 9
      ? refusal('validation_failed', { 'lines.0.quantity': ['must not be above 1'] })
      : reply,
  );
  await open(balm, serum);
  await quantity('Serum').fill('9');
  await record();
  await expect.element(amount('Serum')).toHaveAccessibleDescription('must not be above 1');
  await quantity('Serum').fill('1');
  await record();
  await expect.poll(() => calls.length).toBe(2);
  expect(calls[0]?.body.refund_id).toBe(calls[1]?.body.refund_id);
});
