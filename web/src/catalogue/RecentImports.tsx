import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { IconHistory } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { listImports } from '@vitrine/contract/catalogue.ts';
import type { DataOf } from '@vitrine/contract/endpoint.ts';
import { useDates } from '../accounts/dates.ts';
import { formatNumber } from '../format/numbers.ts';
import desk from '../consoles/Console.module.css';
import { QueryState, Refused } from '../consoles/QueryStates.tsx';
import { Button } from '../ui/Button.tsx';
import { Drawer } from '../ui/Drawer.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import styles from './catalogue.module.css';
import { importSources } from './import-texts.ts';
import { UndoResult } from './ImportResult.tsx';
import { importsQuery, useImports } from './imports.data.ts';

type RecentImport = DataOf<typeof listImports>[number];

/** The newest imports that changed something; those that are recent enough can be undone. */
export function RecentImports({ merchant, onClose }: { merchant: string; onClose: () => void }) {
  const { t } = useLingui();
  const query = useQuery(importsQuery(merchant));
  return (
    <Drawer title={t`Recent imports`} closeLabel={t`Close`} onClose={onClose}>
      <QueryState query={query} loading={t`Loading imports`} failed={t`We couldn’t load your imports`} rows={3} />
      {query.data?.length === 0 ? (
        <EmptyState icon={<IconHistory size={28} stroke={1.4} />} title={t`No imports yet`}>
          <Trans>Imports that change your catalog are listed here, and you can undo them for 30 days.</Trans>
        </EmptyState>
      ) : null}
      <ul className={styles.imports}>
        {query.data?.map((entry) => (
          <ImportEntry key={entry.id} merchant={merchant} entry={entry} />
        ))}
      </ul>
    </Drawer>
  );
}

function ImportEntry({ merchant, entry }: { merchant: string; entry: RecentImport }) {
  const { t } = useLingui();
  const { moment } = useDates();
  const { undo } = useImports(merchant);
  const [when, who] = [moment(entry.created_at), entry.created_by];
  const source = t(importSources[entry.source]);
  return (
    <li>
      <p>
        <strong>{when}</strong>
        <span className={desk.under}>{who ? t`${source}, by ${who}` : source}</span>
      </p>
      <p className={desk.quiet}>
        <Counts entry={entry} />
      </p>
      {undo.data ? <UndoResult undone={undo.data} /> : null}
      <Refused error={undo.error} />
      {entry.undo === 'possible' && entry.source === 'feed' ? (
        <p className={desk.quiet}>
          <Trans>Undoing it also pauses the product feed.</Trans>
        </p>
      ) : null}
      {entry.undo === 'possible' ? (
        <div>
          <Button
            look="quiet"
            small
            busy={undo.isPending}
            aria-label={t`Undo import from ${when}`}
            onClick={() => undo.mutate(entry.id)}
          >
            <Trans>Undo import</Trans>
          </Button>
        </div>
      ) : (
        <p className={desk.quiet}>
          <UndoState entry={entry} />
        </p>
      )}
    </li>
  );
}

function Counts({ entry: { created, updated, refused } }: { entry: RecentImport }) {
  const [added, changed, bad] = [created, updated, refused].map((count) => formatNumber(count));
  return (
    <>
      <Plural value={created} one="# product added" other={`${added} products added`} />
      {', '}
      <Plural value={updated} one="# changed" other={`${changed} changed`} />
      {refused > 0 ? (
        <>
          {', '}
          <Plural value={refused} one="# row rejected" other={`${bad} rows rejected`} />
        </>
      ) : null}
    </>
  );
}

function UndoState({ entry }: { entry: RecentImport }) {
  const { moment } = useDates();
  if (!entry.undone_at) return <Trans>Too old to undo</Trans>;
  const [at, by] = [moment(entry.undone_at), entry.undone_by];
  return by ? (
    <Trans>
      Undone {at}, by {by}
    </Trans>
  ) : (
    <Trans>Undone {at}</Trans>
  );
}
