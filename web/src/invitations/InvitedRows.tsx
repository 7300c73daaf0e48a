import { Plural, Trans, useLingui } from '@lingui/react/macro';
import type { InvitedRow, InvitedRowResult } from '@vitrine/contract/invitations.ts';
import desk from '../consoles/Console.module.css';
import { CopyButton } from '../ui/CopyButton.tsx';
import { Table } from '../ui/Table.tsx';

type InvitedRowsProps = { rows: readonly InvitedRow[]; isPreview: boolean };

/** What became of each row of a list, or would become of it. */
export function InvitedRows({ rows, isPreview }: InvitedRowsProps) {
  const { t } = useLingui();
  const textOf = useResultText(isPreview);
  return (
    <Table<InvitedRow>
      caption={t`Rows`}
      rows={rows}
      keyOf={(row) => `${row.row}`}
      columns={[
        {
          label: t`Email`,
          look: 'main',
          cell: (row) => (
            <>
              {row.email || '–'}
              {row.name || row.group ? (
                <span className={desk.under}>{[row.name, row.group].filter(Boolean).join(' · ')}</span>
              ) : null}
            </>
          ),
        },
        { label: t`Row`, look: 'number', phone: 'named', cell: (row) => row.row },
        {
          label: t`Result`,
          cell: (row) => (
            <span className={desk.mark} data-look={lookOf(row.result)}>
              {textOf(row)}
            </span>
          ),
        },
        ...(rows.some(({ url }) => url !== null)
          ? [{ label: t`Link`, look: 'actions' as const, cell: (row: InvitedRow) => <RowLink url={row.url} /> }]
          : []),
      ]}
    />
  );
}

function RowLink({ url }: { url: string | null }) {
  const { t } = useLingui();
  if (url === null) return null;
  return <CopyButton text={url} label={t`Copy link`} copiedLabel={t`Copied`} failedLabel={t`Couldn’t copy`} />;
}

function lookOf(result: InvitedRowResult): string {
  if (result === 'invited') return 'good';
  return result === 'already_invited' || result === 'already_creator' || result === 'duplicate' ? 'part' : 'bad';
}

function useResultText(isPreview: boolean) {
  const { t } = useLingui();
  return ({ result, duplicate_of: first }: InvitedRow) => {
    const texts: Record<InvitedRowResult, string> = {
      invited: isPreview ? t`Will be invited` : t`Invited`,
      already_invited: t`Already invited`,
      already_creator: t`Already a creator here`,
      duplicate: t`Same address as row ${first}`,
      not_an_email: t`Not an email address`,
      unknown_group: t`You have no group with this name`,
      too_long: t`Name or note is too long`,
      broken_row: t`This row can’t be read`,
    };
    return texts[result];
  };
}

/** How many will be invited, and how many rows are left out. */
export function InvitedTally({ rows, isPreview }: InvitedRowsProps) {
  const invited = rows.filter(({ result }) => result === 'invited').length;
  const left = rows.length - invited;
  return (
    <p>
      {isPreview ? (
        <Plural value={invited} one="# creator will be invited." other="# creators will be invited." />
      ) : (
        <Plural value={invited} one="# creator was invited." other="# creators were invited." />
      )}{' '}
      {left > 0 ? (
        <Plural value={left} one="# row is left out." other="# rows are left out." />
      ) : (
        <Trans>No row is left out.</Trans>
      )}
    </p>
  );
}
