import { Trans, useLingui } from '@lingui/react/macro';
import { IconGift, IconSearch } from '@tabler/icons-react';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { createLazyRoute, getRouteApi } from '@tanstack/react-router';
import { type BrandAdjustment, type AdjustmentKind } from '@vitrine/contract/adjustments.ts';
import { useState } from 'react';
import { useBrandRights } from '../accounts/brand-rights.ts';
import { useDates } from '../accounts/dates.ts';
import desk from '../consoles/Console.module.css';
import { QueryState } from '../consoles/QueryStates.tsx';
import { formatMoney } from '../format/money.ts';
import { useSearchBox } from '../navigation/search-box.ts';
import { Button } from '../ui/Button.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { TextField } from '../ui/Field.tsx';
import { Masthead } from '../ui/Masthead.tsx';
import { Select } from '../ui/Select.tsx';
import { ShowMore } from '../ui/ShowMore.tsx';
import { Table } from '../ui/Table.tsx';
import { adjustmentNames, adjustmentStates } from './adjustment-texts.ts';
import { brandAdjustmentsQuery } from './adjustments.data.ts';
import styles from './adjustments.module.css';
import { GiveAdjustments } from './GiveAdjustments.tsx';

export default createLazyRoute('/brand-frame/brand/$merchant/adjustments')({ component: AdjustmentsPage });

const route = getRouteApi('/brand-frame/brand/$merchant/adjustments');

function kindIn(text: string | undefined): AdjustmentKind | undefined {
  return text === 'bonus' || text === 'correction' ? text : undefined;
}

/** The bonuses and corrections of a brand. Who may pay may give them. */
function AdjustmentsPage() {
  const { t } = useLingui();
  const { merchant } = route.useParams();
  const { search = '', kind: sent, to } = route.useSearch();
  const navigate = route.useNavigate();
  const kind = kindIn(sent);
  const mayGive = useBrandRights(merchant)('payouts');
  const [isOpen, setOpen] = useState(false);
  const close = () => {
    setOpen(false);
    if (to) void navigate({ search: { ...(search && { search }), ...(sent && { kind: sent }) }, replace: true });
  };
  const { typed, setTyped } = useSearchBox(
    search,
    (rested) => void navigate({ search: (kept) => ({ ...kept, search: rested }), replace: true }),
  );
  return (
    <>
      <Masthead
        heading={t`Bonuses`}
        {...(mayGive && {
          controls: (
            <Button onClick={() => setOpen(true)}>
              <Trans>Give bonus</Trans>
            </Button>
          ),
        })}
      />
      <div className={desk.filters}>
        <TextField
          label={t`Creator`}
          type="search"
          value={typed}
          maxLength={50}
          lead={<IconSearch size={20} stroke={1.6} aria-hidden="true" />}
          onChange={(event) => setTyped(event.target.value)}
        />
        <Select
          label={t`Kind`}
          value={kind ?? ''}
          choices={[
            { value: '', label: t`Bonuses and corrections` },
            { value: 'bonus', label: t`Bonuses` },
            { value: 'correction', label: t`Corrections` },
          ]}
          onChoose={(chosen) => void navigate({ search: (kept) => ({ ...kept, kind: chosen }), replace: true })}
        />
      </div>
      {mayGive ? null : (
        <p className={desk.quiet}>
          <Trans>Owners and finance can give bonuses and make corrections.</Trans>
        </p>
      )}
      <Given merchant={merchant} search={search} kind={kind} />
      {mayGive && (isOpen || to) ? <GiveAdjustments merchant={merchant} to={to} onClose={close} /> : null}
    </>
  );
}

type GivenProps = { merchant: string; search: string; kind: AdjustmentKind | undefined };

function Given({ merchant, search, kind }: GivenProps) {
  const { t } = useLingui();
  const { moment } = useDates();
  const query = useInfiniteQuery({
    ...brandAdjustmentsQuery(merchant, { search, ...(kind && { kind }) }),
    placeholderData: keepPreviousData,
  });
  const rows = query.data?.pages.flatMap((page) => page.data) ?? [];
  if (query.data && rows.length === 0)
    return (
      <EmptyState
        icon={<IconGift size={28} stroke={1.4} />}
        title={search || kind ? t`Nothing found` : t`No bonuses yet`}
      >
        <Trans>
          Give creators a bonus or correct their balance, with a reason that they read. Each one appears here.
        </Trans>
      </EmptyState>
    );
  return (
    <>
      <QueryState query={query} loading={t`Loading bonuses`} failed={t`We couldn’t load the bonuses`} />
      {rows.length > 0 ? (
        <Table<BrandAdjustment>
          caption={t`Bonuses and corrections, newest first`}
          rows={rows}
          keyOf={(row) => row.id}
          busy={query.isPlaceholderData}
          columns={[
            { label: t`Creator`, look: 'main', cell: (row) => <Creator row={row} /> },
            { label: t`Amount`, look: 'number', phone: 'end', cell: (row) => formatMoney(row.amount) },
            {
              label: t`Kind`,
              phone: 'first',
              cell: (row) => <span className={styles.word}>{t(adjustmentNames[row.kind])}</span>,
            },
            { label: t`Reason`, cell: (row) => row.reason },
            { label: t`Status`, cell: (row) => t(adjustmentStates[row.state]) },
            { label: t`Given`, look: 'when', cell: (row) => <GivenAt row={row} at={moment(row.given_at)} /> },
          ]}
        />
      ) : null}
      <ShowMore query={query} />
    </>
  );
}

function Creator({ row: { creator, creator_display_name: name } }: { row: BrandAdjustment }) {
  return (
    <>
      {name}
      <span className={desk.under}>@{creator}</span>
    </>
  );
}

function GivenAt({ row: { given_by: name }, at }: { row: BrandAdjustment; at: string }) {
  return (
    <>
      {at}
      {name ? <span className={desk.under}>{name}</span> : null}
    </>
  );
}
