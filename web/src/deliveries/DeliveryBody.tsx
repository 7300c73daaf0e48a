import { Trans, useLingui } from '@lingui/react/macro';
import type { DataOf } from '@vitrine/contract/endpoint.ts';
import type { BodyFault, OrderVersion, readDeliveryBody } from '@vitrine/contract/repairs.ts';
import { useDates } from '../accounts/dates.ts';
import desk from '../consoles/Console.module.css';
import { formatMoney, isZero } from '../format/money.ts';
import { formatNumber } from '../format/numbers.ts';
import { type Column, Table } from '../ui/Table.tsx';
import styles from './deliveries.module.css';
import { expectedText } from './delivery-texts.ts';

type Body = DataOf<typeof readDeliveryBody>;

/** What is wrong with a body, that part of it first; the whole body folded. */
export function DeliveryBody({ body }: { body: Body }) {
  return (
    <>
      {body.faults.map((fault) => (
        <Fault key={fault.field} fault={fault} />
      ))}
      {body.conflict ? <Versions stored={body.conflict.stored} sent={body.conflict.sent} /> : null}
      <details className={desk.fold}>
        <summary>
          <Trans>Whole body</Trans>
        </summary>
        <pre className={styles.code}>{body.text}</pre>
        {body.is_cut ? (
          <p className={desk.quiet}>
            <Trans>The rest is too long to show.</Trans>
          </p>
        ) : null}
      </details>
    </>
  );
}

function Fault({ fault: { field, expected, value, part } }: { fault: BodyFault }) {
  const { t } = useLingui();
  const lines = part.lines.map((text, place) => ({ text, place, isMarked: place >= part.from && place < part.to }));
  return (
    <section className={desk.part} aria-label={field}>
      <h3>{field}</h3>
      <p>
        {value === null ? <Trans>The field is missing.</Trans> : <Trans>The shop sent {value}.</Trans>}{' '}
        {t(expectedText(expected))}
      </p>
      <pre className={styles.code}>
        {lines.map(({ text, place, isMarked }) =>
          isMarked ? <mark key={place}>{text}</mark> : <span key={place}>{text}</span>,
        )}
      </pre>
    </section>
  );
}

type Row = { name: string; stored: string; sent: string };

/** Two orders with one number: what is different, and the totals. */
function Versions({ stored, sent }: { stored: OrderVersion; sent: OrderVersion }) {
  const { t } = useLingui();
  const { moment } = useDates();
  const ids = [...new Set([...stored.lines, ...sent.lines].map(({ line_id: id }) => id))];
  const lineIn = (version: OrderVersion, id: string) => version.lines.find((line) => line.line_id === id);
  const rows: Row[] = [
    { name: t`Currency`, stored: stored.currency, sent: sent.currency },
    { name: t`Placed`, stored: moment(stored.placed_at), sent: moment(sent.placed_at) },
    { name: t`Click ID`, stored: stored.click_id ?? '—', sent: sent.click_id ?? '—' },
    {
      name: t`Discount codes`,
      stored: stored.discount_codes.join(', ') || '—',
      sent: sent.discount_codes.join(', ') || '—',
    },
    ...ids.map((id) => ({
      name: (lineIn(sent, id) ?? lineIn(stored, id))?.title ?? id,
      stored: lineText(lineIn(stored, id)),
      sent: lineText(lineIn(sent, id)),
    })),
  ].filter((row) => row.stored !== row.sent);
  const total = { name: t`Total`, stored: formatMoney(stored.total), sent: formatMoney(sent.total) };
  const columns: Column<Row>[] = [
    { label: t`Difference`, look: 'main', cell: ({ name }) => name },
    { label: t`Stored order`, phone: 'named', cell: (row) => row.stored },
    { label: t`This delivery`, phone: 'named', cell: (row) => row.sent },
  ];
  return (
    <section className={desk.part}>
      <h3>
        <Trans>Two versions of the order</Trans>
      </h3>
      <Table<Row>
        caption={t`The stored order and this delivery`}
        rows={[...rows, total]}
        keyOf={({ name }) => name}
        columns={columns}
      />
      <p className={desk.quiet}>
        <Trans>
          If you accept the new version, its lines replace the stored ones, and the difference in commission is posted.
          Who earns from the order stays as decided.
        </Trans>
      </p>
    </section>
  );
}

function lineText(line: OrderVersion['lines'][number] | undefined): string {
  if (!line) return '—';
  const discount = isZero(line.discount) ? '' : ` − ${formatMoney(line.discount)}`;
  return `${formatNumber(line.quantity)} × ${formatMoney(line.unit_price)}${discount}`;
}
