import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconSearch, IconWebhook } from '@tabler/icons-react';
import type { Delivery } from '@vitrine/contract/deliveries.ts';
import type { ReactNode } from 'react';
import { useDates } from '../accounts/dates.ts';
import desk from '../consoles/Console.module.css';
import { formatNumber } from '../format/numbers.ts';
import { OrderIdBelow } from '../orders/OrderName.tsx';
import type { Translate } from '../locales/translate.ts';
import { Button } from '../ui/Button.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { TextField } from '../ui/Field.tsx';
import { Select } from '../ui/Select.tsx';
import { type Column, Table } from '../ui/Table.tsx';
import styles from './deliveries.module.css';
import { closedNames, deliveryOutcomes, outcomeLook, topicName } from './delivery-texts.ts';

type SearchFieldProps = { typed: string; onType: (typed: string) => void };

export function DeliverySearch({ typed, onType }: SearchFieldProps) {
  const { t } = useLingui();
  return (
    <TextField
      label={t`Order number or delivery ID`}
      type="search"
      value={typed}
      maxLength={200}
      lead={<IconSearch size={20} stroke={1.6} aria-hidden="true" />}
      onChange={(event) => onType(event.target.value)}
    />
  );
}

type OutcomeSelectProps = { value: string; onChoose: (outcome: string) => void };

export function OutcomeSelect({ value, onChoose }: OutcomeSelectProps) {
  const { t } = useLingui();
  return (
    <Select
      label={t`Result`}
      value={value}
      choices={[
        { value: '', label: t`All results` },
        { value: 'problem', label: t`Any open problem` },
        { value: 'closed', label: t`Fixed or dismissed` },
        ...Object.entries(deliveryOutcomes).map(([name, label]) => ({ value: name, label: t(label) })),
      ]}
      onChoose={onChoose}
    />
  );
}

type DeliveryListProps = {
  deliveries: readonly Delivery[];
  busy: boolean;
  hasBrands?: boolean;
  /** A link to the delivery's details. */
  linkTo: (delivery: Delivery, name: string) => ReactNode;
};

export function DeliveryList({ deliveries, busy, hasBrands = false, linkTo }: DeliveryListProps) {
  const { t } = useLingui();
  const { moment } = useDates();
  const brand: Column<Delivery> = { label: t`Brand`, cell: (each) => each.brand?.display_name ?? '—' };
  return (
    <Table<Delivery>
      caption={t`Deliveries, newest first`}
      rows={deliveries}
      keyOf={(each) => each.id}
      busy={busy}
      columns={[
        { label: t`Event`, look: 'main', cell: (each) => linkTo(each, deliveryName(each, t)) },
        ...(hasBrands ? [brand] : []),
        { label: t`Result`, phone: 'first', cell: (each) => <Outcome delivery={each} /> },
        { label: t`Order`, phone: 'named', cell: orderOf },
        { label: t`Received`, look: 'when', cell: (each) => moment(each.last_received_at ?? each.received_at) },
      ]}
    />
  );
}

/** On a phone, where it is in a line with the rest, only the reference. */
function orderOf({ order_id: orderId, order_reference: reference }: Delivery): ReactNode {
  if (orderId === null) return '—';
  return (
    <>
      {reference ?? orderId}
      <span className={styles.orderId}>
        <OrderIdBelow orderId={orderId} reference={reference} />
      </span>
    </>
  );
}

/** What it is about; of those with a wrong signature, how many there were. */
function deliveryName({ topic, count }: Delivery, t: Translate): string {
  if (topic !== null) return topicName(topic, t);
  const many = formatNumber(count);
  return plural(count, { one: `${many} delivery`, other: `${many} deliveries` });
}

function Outcome({ delivery: { outcome, closed } }: { delivery: Delivery }) {
  const { t } = useLingui();
  if (closed) return <span className={desk.mark}>{t(closedNames[closed.as])}</span>;
  return (
    <span className={desk.mark} data-look={outcomeLook(outcome)}>
      {t(deliveryOutcomes[outcome])}
    </span>
  );
}

export function NoDeliveries({ isFiltered, onClear }: { isFiltered: boolean; onClear: () => void }) {
  const { t } = useLingui();
  return (
    <EmptyState
      icon={isFiltered ? <IconSearch size={28} stroke={1.4} /> : <IconWebhook size={28} stroke={1.4} />}
      title={isFiltered ? t`No deliveries found` : t`No deliveries yet`}
      action={
        isFiltered ? (
          <Button look="quiet" onClick={onClear}>
            <Trans>Show all deliveries</Trans>
          </Button>
        ) : null
      }
    >
      {isFiltered ? (
        <Trans>Enter the start of an order number or of the shop’s delivery ID.</Trans>
      ) : (
        <Trans>Every webhook from a shop appears here, with what we did with it.</Trans>
      )}
    </EmptyState>
  );
}
