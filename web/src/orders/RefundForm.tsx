import { Trans, useLingui } from '@lingui/react/macro';
import type { OrderDetail } from '@vitrine/contract/orders.ts';
import { parsePrice } from '@vitrine/contract/values/prices.ts';
import { type FormEvent, useState } from 'react';
import { ApiProblem } from '../api/problem.ts';
import { refundReason } from '../brand/reason-texts.ts';
import { difference, formatMoney, isZero } from '../format/money.ts';
import { Refused } from '../consoles/QueryStates.tsx';
import desk from '../consoles/Console.module.css';
import { Button } from '../ui/Button.tsx';
import { TextField } from '../ui/Field.tsx';
import { showToast } from '../ui/toasts.ts';
import styles from './orders.module.css';
import { useRefund } from './orders.data.ts';

type Line = OrderDetail['lines'][number];
type Part = { quantity: string; amount: string };
type RefundLine = { line_id: string; quantity?: number; amount?: { amount: string; currency: string } };

function isOpen(line: Line): boolean {
  return !isZero(difference(line.net, line.refunded));
}

/** The part in the shape of the contract; undefined if nothing was entered, null if it isn't a valid amount. */
function readPart(line: Line, part: Part | undefined): RefundLine | undefined | null {
  if (part?.quantity) return { line_id: line.line_id, quantity: Number(part.quantity) };
  if (!part?.amount.trim()) return undefined;
  const { currency } = line.net;
  const amount = parsePrice(part.amount, currency);
  return amount === undefined || amount <= 0n
    ? null
    : { line_id: line.line_id, amount: { amount: amount.toString(), currency } };
}

/** Records a refund by quantity or by amount. It goes through the same intake as a refund that the shop reports. */
export function RefundForm({ merchant, sheet }: { merchant: string; sheet: OrderDetail }) {
  const { t } = useLingui();
  const refund = useRefund(merchant);
  const [parts, setParts] = useState<Record<string, Part>>({});
  const [note, setNote] = useState('');
  const [refundId] = useState(() => `console-${crypto.randomUUID()}`);
  const [errors, setErrors] = useState<Record<string, string>>({});
  const open = sheet.lines.filter(isOpen);
  if (open.length === 0) return null;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const read = open.map((line) => [line, readPart(line, parts[line.line_id])] as const);
    const bad = read
      .filter(([, part]) => part === null)
      .map(([line]) => [line.line_id, t`Please enter an amount like 12.50.`]);
    const lines = read.flatMap(([, part]) => part ?? []);
    setErrors(
      Object.fromEntries(
        lines.length === 0 && bad.length === 0 ? [['', t`Please enter a quantity or an amount.`]] : bad,
      ),
    );
    if (bad.length > 0 || lines.length === 0) return;
    const body = { refund_id: refundId, lines, ...(note.trim() && { note: note.trim() }) };
    refund.mutate(
      { orderId: sheet.order_id, body },
      {
        onSuccess: ({ data }) => {
          const [back, reversed] = [formatMoney(data.refunded), formatMoney(data.reversed)];
          showToast(t`${back} refunded, ${reversed} of commission reversed.`);
        },
        onError: (error) => setErrors(refusedLines(error, lines, sheet.net.currency)),
      },
    );
  };
  return (
    <details className={desk.fold}>
      <summary>
        <Trans>Record a refund</Trans>
      </summary>
      <form className={desk.form} onSubmit={submit} noValidate>
        <p className={desk.quiet}>
          <Trans>
            Enter what your shop refunded. This doesn’t move any money; it reduces the commissions by the same share.
          </Trans>
        </p>
        {open.map((line) => (
          <RefundLineFields
            key={line.line_id}
            line={line}
            part={parts[line.line_id] ?? { quantity: '', amount: '' }}
            error={errors[line.line_id]}
            onChange={(part) => setParts({ ...parts, [line.line_id]: part })}
          />
        ))}
        <TextField
          label={t`Note (optional)`}
          name="note"
          value={note}
          maxLength={300}
          hint={t`For your own records.`}
          onChange={(event) => setNote(event.target.value)}
        />
        {errors[''] ? (
          <p role="alert" className={desk.alert}>
            {errors['']}
          </p>
        ) : null}
        <Refused error={Object.keys(errors).length > 0 ? null : refund.error} />
        <Button type="submit" busy={refund.isPending}>
          <Trans>Record refund</Trans>
        </Button>
      </form>
    </details>
  );
}

/** Maps refusals like `lines.0.quantity` to the lines they belong to. */
function refusedLines(error: Error, lines: readonly RefundLine[], currency: string): Record<string, string> {
  if (!(error instanceof ApiProblem)) return {};
  return Object.fromEntries(
    Object.entries(error.errors).flatMap(([field, reasons]) => {
      const line = lines[Number(/^lines\.(\d+)/.exec(field)?.[1])];
      return line ? [[line.line_id, reasons.map((reason) => refundReason(reason, currency)).join('; ')]] : [];
    }),
  );
}

type FieldsProps = { line: Line; part: Part; error: string | undefined; onChange: (part: Part) => void };

function RefundLineFields({ line, part, error, onChange }: FieldsProps) {
  const { t } = useLingui();
  const { title } = line;
  const [left, pieces] = [formatMoney(difference(line.net, line.refunded)), line.quantity - line.refunded_quantity];
  return (
    <fieldset className={styles.refundLine}>
      <legend className={desk.hiddenHeading}>{title}</legend>
      <p className={styles.lineHead} aria-hidden="true">
        <span>{title}</span>
        <span>
          <Trans>{left} left</Trans>
        </span>
      </p>
      <div className={desk.pair}>
        <TextField
          label={t`Quantity (of ${pieces})`}
          type="number"
          inputMode="numeric"
          min={1}
          max={pieces}
          step={1}
          value={part.quantity}
          disabled={pieces === 0}
          onChange={(event) => onChange({ quantity: event.target.value, amount: '' })}
        />
        <TextField
          label={t`or an amount in ${line.net.currency}`}
          inputMode="decimal"
          value={part.amount}
          error={error}
          onChange={(event) => onChange({ quantity: '', amount: event.target.value })}
        />
      </div>
    </fieldset>
  );
}
