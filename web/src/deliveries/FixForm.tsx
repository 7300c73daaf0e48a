import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { Delivery } from '@vitrine/contract/deliveries.ts';
import { type FormEvent, useState } from 'react';
import { ApiProblem } from '../api/problem.ts';
import desk from '../consoles/Console.module.css';
import { Refused } from '../consoles/QueryStates.tsx';
import { Button } from '../ui/Button.tsx';
import { classes } from '../ui/classes.ts';
import { TextArea, TextField } from '../ui/Field.tsx';
import { Segments } from '../ui/Segments.tsx';
import { showToast } from '../ui/toasts.ts';
import styles from './deliveries.module.css';
import { deliveryBodyQuery, useFix } from './deliveries.data.ts';
import { emptyLine, type Faults, faultsOf, readTyped, type Typed, type TypedLine, typedFrom } from './fix-form.ts';

type FixFormProps = { merchant: string; delivery: Delivery; hasBody: boolean };
type Change = (part: Partial<Typed>) => void;
type PartProps = { typed: Typed; faults: Faults; onChange: Change };

const shortestReason = 5;

/** Staff enter what a delivery means. It is filled with what could be read of the body. */
export function FixForm({ merchant, delivery, hasBody }: FixFormProps) {
  const { t } = useLingui();
  const body = useQuery({ ...deliveryBodyQuery(merchant, delivery.id), enabled: hasBody });
  const fix = useFix(merchant);
  const [typed, setTyped] = useState(() => typedFrom(body.data?.draft, delivery.order_id));
  const [reason, setReason] = useState('');
  const [faults, setFaults] = useState<Faults>({});
  const change: Change = (part) => setTyped({ ...typed, ...part });
  const texts = {
    amount: t`Please enter an amount like 12.50.`,
    required: t`Please fill this in.`,
    quantity: t`Please enter a whole number, 1 or more.`,
    time: t`Please enter a date and a time.`,
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const read = readTyped(typed, texts);
    const noReason = reason.trim().length < shortestReason ? { reason: t`Please enter at least 5 characters.` } : {};
    const found = { ...('faults' in read ? read.faults : {}), ...noReason };
    setFaults(found);
    if ('faults' in read || 'reason' in found) return;
    fix.mutate(
      { id: delivery.id, body: { meaning: read.meaning, reason: reason.trim() } },
      {
        onSuccess: () => showToast(t`Saved. The delivery is fixed.`),
        onError: (error) =>
          setFaults(error instanceof ApiProblem ? faultsOf(error.errors, typed.currency.trim().toUpperCase()) : {}),
      },
    );
  };
  return (
    <form className={desk.form} onSubmit={submit} noValidate>
      <Segments
        label={t`What the delivery means`}
        value={typed.kind}
        choices={[
          { value: 'order', label: t`Order` },
          { value: 'refund', label: t`Refund` },
          { value: 'cancellation', label: t`Cancellation` },
        ]}
        onChoose={(kind) => change({ kind })}
      />
      <TextField
        label={t`Order number`}
        hint={t`As your shop sends it, so that later changes of the order are recognized.`}
        value={typed.orderId}
        maxLength={200}
        error={faults['order_id']}
        onChange={(event) => change({ orderId: event.target.value })}
      />
      {typed.kind === 'order' ? <OrderFields typed={typed} faults={faults} onChange={change} /> : null}
      {typed.kind === 'refund' ? <RefundFields typed={typed} faults={faults} onChange={change} /> : null}
      <TextArea
        label={t`Reason`}
        hint={t`Your colleagues see it with the delivery.`}
        rows={2}
        maxLength={1000}
        value={reason}
        error={faults['reason']}
        onChange={(event) => setReason(event.target.value)}
      />
      <Refused error={fix.error} />
      <div>
        <Button type="submit" busy={fix.isPending}>
          <Trans>Save fix</Trans>
        </Button>
      </div>
    </form>
  );
}

function OrderFields({ typed, faults, onChange }: PartProps) {
  const { t } = useLingui();
  return (
    <>
      <div className={classes(desk.pair, styles.wide)}>
        <TextField
          label={t`Currency`}
          value={typed.currency}
          maxLength={3}
          autoCapitalize="characters"
          placeholder="USD"
          error={faults['currency']}
          onChange={(event) => onChange({ currency: event.target.value })}
        />
        <TextField
          label={t`Placed`}
          type="datetime-local"
          value={typed.placedAt}
          error={faults['placed_at']}
          onChange={(event) => onChange({ placedAt: event.target.value })}
        />
      </div>
      <TextField
        label={t`Discount codes (optional)`}
        hint={t`Separate several with commas.`}
        value={typed.codes}
        error={faults['discount_codes']}
        onChange={(event) => onChange({ codes: event.target.value })}
      />
      <TextField
        label={t`Click ID (optional)`}
        value={typed.clickId}
        maxLength={200}
        error={faults['click_id']}
        onChange={(event) => onChange({ clickId: event.target.value })}
      />
      <Lines typed={typed} faults={faults} onChange={onChange} />
    </>
  );
}

function RefundFields({ typed, faults, onChange }: PartProps) {
  const { t } = useLingui();
  return (
    <>
      <div className={desk.pair}>
        <TextField
          label={t`Refund ID`}
          value={typed.refundId}
          maxLength={200}
          error={faults['refund_id']}
          onChange={(event) => onChange({ refundId: event.target.value })}
        />
        <TextField
          label={t`Currency of amounts`}
          value={typed.currency}
          maxLength={3}
          autoCapitalize="characters"
          placeholder="USD"
          error={faults['currency']}
          onChange={(event) => onChange({ currency: event.target.value })}
        />
      </div>
      <Lines typed={typed} faults={faults} onChange={onChange} />
    </>
  );
}

function Lines({ typed, faults, onChange }: PartProps) {
  const { t } = useLingui();
  const { lines } = typed;
  const changeLine = (key: string, part: Partial<TypedLine>) =>
    onChange({ lines: lines.map((line) => (line.key === key ? { ...line, ...part } : line)) });
  return (
    <>
      {faults['lines'] ? (
        <p role="alert" className={desk.alert}>
          {faults['lines']}
        </p>
      ) : null}
      {lines.map((line, place) => {
        const number = place + 1;
        const own = { line, faults, at: `lines.${place}`, onChange: changeLine };
        return (
          <fieldset key={line.key} className={styles.line}>
            <legend className={desk.hiddenHeading}>{t`Line ${number}`}</legend>
            {typed.kind === 'order' ? <OrderLine {...own} /> : <RefundLine {...own} />}
            {lines.length > 1 ? (
              <div>
                <Button
                  look="plain"
                  small
                  onClick={() => onChange({ lines: lines.filter(({ key }) => key !== line.key) })}
                >
                  <Trans>Remove line {number}</Trans>
                </Button>
              </div>
            ) : null}
          </fieldset>
        );
      })}
      <div>
        <Button look="quiet" small onClick={() => onChange({ lines: [...lines, emptyLine()] })}>
          <Trans>Add a line</Trans>
        </Button>
      </div>
    </>
  );
}

type LineProps = {
  line: TypedLine;
  faults: Faults;
  at: string;
  onChange: (key: string, part: Partial<TypedLine>) => void;
};

function OrderLine({ line, faults, at, onChange }: LineProps) {
  const { t } = useLingui();
  return (
    <>
      <TextField
        label={t`Product`}
        value={line.title}
        maxLength={300}
        error={faults[`${at}.title`]}
        onChange={(event) => onChange(line.key, { title: event.target.value })}
      />
      <div className={desk.pair}>
        <TextField
          label={t`SKU (optional)`}
          value={line.sku}
          maxLength={200}
          error={faults[`${at}.sku`]}
          onChange={(event) => onChange(line.key, { sku: event.target.value })}
        />
        <TextField
          label={t`Line ID (optional)`}
          value={line.lineId}
          maxLength={200}
          error={faults[`${at}.line_id`]}
          onChange={(event) => onChange(line.key, { lineId: event.target.value })}
        />
      </div>
      <div className={desk.pair}>
        <QuantityField line={line} error={faults[`${at}.quantity`]} onChange={onChange} />
        <TextField
          label={t`Price of one`}
          inputMode="decimal"
          value={line.unitPrice}
          error={faults[`${at}.unit_price`]}
          onChange={(event) => onChange(line.key, { unitPrice: event.target.value })}
        />
        <TextField
          label={t`Discount on the line`}
          inputMode="decimal"
          value={line.discount}
          error={faults[`${at}.discount`]}
          onChange={(event) => onChange(line.key, { discount: event.target.value })}
        />
      </div>
    </>
  );
}

function RefundLine({ line, faults, at, onChange }: LineProps) {
  const { t } = useLingui();
  return (
    <div className={desk.pair}>
      <TextField
        label={t`Line ID`}
        value={line.lineId}
        maxLength={200}
        error={faults[`${at}.line_id`]}
        onChange={(event) => onChange(line.key, { lineId: event.target.value })}
      />
      <QuantityField line={line} error={faults[`${at}.quantity`]} onChange={onChange} />
      <TextField
        label={t`or an amount`}
        inputMode="decimal"
        value={line.amount}
        error={faults[`${at}.amount`] ?? faults[at]}
        onChange={(event) => onChange(line.key, { amount: event.target.value })}
      />
    </div>
  );
}

function QuantityField({
  line,
  error,
  onChange,
}: Pick<LineProps, 'line' | 'onChange'> & { error: string | undefined }) {
  const { t } = useLingui();
  return (
    <TextField
      label={t`Quantity`}
      inputMode="numeric"
      value={line.quantity}
      error={error}
      onChange={(event) => onChange(line.key, { quantity: event.target.value })}
    />
  );
}
