import { Trans, useLingui } from '@lingui/react/macro';
import { IconScale } from '@tabler/icons-react';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { createLazyRoute, getRouteApi, Link } from '@tanstack/react-router';
import { type BrandObjection, type ObjectionState } from '@vitrine/contract/objections.ts';
import { useDates } from '../accounts/dates.ts';
import desk from '../consoles/Console.module.css';
import { QueryState } from '../consoles/QueryStates.tsx';
import { formatMoney } from '../format/money.ts';
import { EmptyState } from '../ui/EmptyState.tsx';
import { Masthead } from '../ui/Masthead.tsx';
import { Select } from '../ui/Select.tsx';
import { ShowMore } from '../ui/ShowMore.tsx';
import { Table } from '../ui/Table.tsx';
import { PauseObjections } from '../suspensions/PauseObjections.tsx';
import { isObjectionState, objectionLooks, objectionNames } from './objection-texts.ts';
import { objectionsQuery } from './objections.data.ts';

export default createLazyRoute('/brand-frame/brand/$merchant/objections')({ component: ObjectionsPage });

const route = getRouteApi('/brand-frame/brand/$merchant/objections');

/** What creators say against declined commissions, with the date until which the brand must answer. */
function ObjectionsPage() {
  const { t } = useLingui();
  const { merchant } = route.useParams();
  const { state: sent } = route.useSearch();
  const navigate = route.useNavigate();
  const state = isObjectionState(sent) ? sent : undefined;
  return (
    <>
      <Masthead heading={t`Objections`} />
      <div className={desk.filters}>
        <Select
          label={t`Status`}
          value={state ?? ''}
          choices={[
            { value: '', label: t`All objections` },
            ...Object.entries(objectionNames).map(([value, name]) => ({ value, label: t(name) })),
          ]}
          onChoose={(chosen) => void navigate({ search: { state: chosen }, replace: true })}
        />
      </div>
      <div className={desk.sections}>
        <PauseObjections merchant={merchant} state={state} />
        <div>
          <Objections merchant={merchant} state={state} />
        </div>
      </div>
    </>
  );
}

function Objections({ merchant, state }: { merchant: string; state: ObjectionState | undefined }) {
  const { t } = useLingui();
  const { moment } = useDates();
  const query = useInfiniteQuery({ ...objectionsQuery(merchant, state), placeholderData: keepPreviousData });
  const rows = query.data?.pages.flatMap((page) => page.data) ?? [];
  if (query.data && rows.length === 0)
    return (
      <EmptyState
        icon={<IconScale size={28} stroke={1.4} />}
        title={state ? t`No objections with this status` : t`No objections`}
      >
        <Trans>
          When you decline a commission, its creator can object within 30 days. You have 7 days to answer; after that,
          the commission is credited again.
        </Trans>
      </EmptyState>
    );
  return (
    <>
      <QueryState query={query} loading={t`Loading objections`} failed={t`We couldn’t load the objections`} />
      {rows.length > 0 ? (
        <Table<BrandObjection>
          caption={t`Objections, newest first`}
          rows={rows}
          keyOf={(row) => row.id}
          busy={query.isPlaceholderData}
          columns={[
            { label: t`Order`, look: 'main', cell: (row) => <OrderOf merchant={merchant} row={row} /> },
            { label: t`Declined`, look: 'number', phone: 'end', cell: (row) => formatMoney(row.amount) },
            {
              label: t`Status`,
              phone: 'first',
              cell: (row) => (
                <span className={desk.mark} data-look={objectionLooks[row.state]}>
                  {t(objectionNames[row.state])}
                </span>
              ),
            },
            { label: t`Creator`, cell: (row) => `@${row.creator}` },
            { label: t`Sent`, look: 'when', phone: 'named', cell: (row) => moment(row.created_at) },
            { label: t`Answer by`, look: 'when', phone: 'named', cell: (row) => moment(row.due_at) },
          ]}
        />
      ) : null}
      <ShowMore query={query} />
    </>
  );
}

/** Opens the order, where the objection is answered. */
function OrderOf({ merchant, row }: { merchant: string; row: BrandObjection }) {
  return (
    <>
      <Link to="/brand/$merchant/orders" params={{ merchant }} search={{ order: row.order_id }} className={desk.open}>
        {row.reference ?? row.order_id}
      </Link>
      <span className={desk.under}>{row.product_title}</span>
    </>
  );
}
