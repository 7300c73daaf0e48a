import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { CallOf } from '@vitrine/contract/endpoint.ts';
import type { moveCreators } from '@vitrine/contract/roster.ts';
import { useState } from 'react';
import { useDates } from '../accounts/dates.ts';
import desk from '../consoles/Console.module.css';
import { Refused } from '../consoles/QueryStates.tsx';
import { Button } from '../ui/Button.tsx';
import { Choices } from '../ui/Choices.tsx';
import { Drawer } from '../ui/Drawer.tsx';
import { showToast } from '../ui/toasts.ts';
import { rosterFiltersQuery, useMoveMutation } from './roster.data.ts';

type Whom = Omit<NonNullable<CallOf<typeof moveCreators>['body']>, 'group_id'>;
type MoveCreatorsProps = { merchant: string; count: number; whom: Whom; onClose: () => void; onMoved?: () => void };

const noGroup = '';

/** Moves one creator or many to a group, and says from when. */
export function MoveCreators({ merchant, count, whom, onClose, onMoved }: MoveCreatorsProps) {
  const { t } = useLingui();
  const { day } = useDates();
  const { data } = useQuery(rosterFiltersQuery(merchant));
  const [group, setGroup] = useState<string>();
  const move = useMoveMutation(merchant);
  const groups = data?.groups ?? [];
  const send = () =>
    move.mutate(
      { ...whom, group_id: group || null },
      {
        onSuccess: ({ moved, effective }) => {
          const later = effective.filter(({ effective_at: at }) => new Date(at) > new Date());
          const until = later[0] ? day(later[0].effective_at) : '';
          showToast(
            moved === 0
              ? t`Everyone was in this group already.`
              : later.length > 0
                ? t`Moved. Those who would earn less move on ${until}.`
                : t`Moved, from now on.`,
          );
          onMoved?.();
          onClose();
        },
      },
    );
  return (
    <Drawer title={t`Move to a group`} closeLabel={t`Close`} onClose={onClose}>
      <div className={desk.form}>
        <p className={desk.quiet}>
          <Plural
            value={count}
            one="# creator moves. They are told by email. If they would earn less in the group, they move when your notice period is over."
            other="# creators move. They are told by email. Those who would earn less in the group move when your notice period is over."
          />
        </p>
        {data && groups.length === 0 ? (
          <p>
            <Trans>There is no group yet.</Trans>
          </p>
        ) : (
          <Choices
            label={t`Group`}
            value={group ?? 'unchosen'}
            choices={[
              ...groups.map(({ id, name }) => ({ value: id, label: name })),
              { value: noGroup, label: t`In no group` },
            ]}
            onChoose={setGroup}
          />
        )}
        <Refused error={move.error} />
        <div className={desk.actions}>
          <Button busy={move.isPending} disabled={group === undefined} onClick={send}>
            <Trans>Move</Trans>
          </Button>
        </div>
      </div>
    </Drawer>
  );
}
