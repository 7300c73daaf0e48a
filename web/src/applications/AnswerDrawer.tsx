import { Plural, Trans, useLingui } from '@lingui/react/macro';
import type { ApplicationRow, decideApplications } from '@vitrine/contract/applications.ts';
import type { DataOf } from '@vitrine/contract/endpoint.ts';
import { useState } from 'react';
import desk from '../consoles/Console.module.css';
import { CopyButton } from '../ui/CopyButton.tsx';
import { Drawer } from '../ui/Drawer.tsx';
import { Table } from '../ui/Table.tsx';
import { DecisionForm } from './DecisionForm.tsx';

type AnswerDrawerProps = { merchant: string; rows: readonly ApplicationRow[]; onClose: () => void };

/** Answers many at once; afterwards it says what became of each that couldn't be answered. */
export function AnswerDrawer({ merchant, rows: given, onClose }: AnswerDrawerProps) {
  const { t } = useLingui();
  const [outcomes, setOutcomes] = useState<DataOf<typeof decideApplications>>();
  const [rows] = useState(given);
  const failed = outcomes?.filter(({ message }) => message !== '') ?? [];
  const rowOf = (id: string) => rows.find((row) => row.id === id);
  const links = outcomes?.flatMap(({ application_id: id, invitation_url: url }) => {
    const row = rowOf(id);
    return row && url ? [{ row, url }] : [];
  });
  return (
    <Drawer title={t`Answer applications`} closeLabel={t`Close`} onClose={onClose}>
      {outcomes ? (
        <div className={desk.form}>
          <p role="status">
            <Plural
              value={outcomes.length - failed.length}
              one="# application was answered."
              other="# applications were answered."
            />
          </p>
          {failed.map(({ application_id: id, result }) => (
            <p key={id} className={desk.alert}>
              <NotAnswered name={rowOf(id)?.name ?? ''} isWithdrawn={result === 'withdrawn_before'} />
            </p>
          ))}
          {links && links.length > 0 ? <InvitationLinks links={links} /> : null}
        </div>
      ) : (
        <DecisionForm merchant={merchant} ids={rows.map(({ id }) => id)} onDone={setOutcomes} />
      )}
    </Drawer>
  );
}

function NotAnswered({ name, isWithdrawn }: { name: string; isWithdrawn: boolean }) {
  return isWithdrawn ? (
    <Trans>{name}: withdrew the application meanwhile.</Trans>
  ) : (
    <Trans>{name}: was already answered.</Trans>
  );
}

type LinkOf = { row: ApplicationRow; url: string };

/** What emails would contain if there were a mail server. */
function InvitationLinks({ links }: { links: readonly LinkOf[] }) {
  const { t } = useLingui();
  return (
    <>
      <p>
        <Trans>
          No mail server is set up, so no invitation was sent. Copy each link now and give it only to the person it
          belongs to. You won’t see these links again.
        </Trans>
      </p>
      <Table<LinkOf>
        caption={t`Invitation links`}
        rows={links}
        keyOf={({ row }) => row.id}
        columns={[
          {
            label: t`Name`,
            look: 'main',
            cell: ({ row }) => (
              <>
                {row.name}
                <span className={desk.under}>{row.email}</span>
              </>
            ),
          },
          {
            label: t`Link`,
            look: 'actions',
            cell: ({ url }) => (
              <CopyButton text={url} label={t`Copy link`} copiedLabel={t`Copied`} failedLabel={t`Couldn’t copy`} />
            ),
          },
        ]}
      />
    </>
  );
}
