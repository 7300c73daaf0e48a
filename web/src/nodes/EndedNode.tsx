import { Plural, Trans, useLingui } from '@lingui/react/macro';
import type { InstallationNode } from '@vitrine/contract/nodes.ts';
import { useState } from 'react';
import { useDates } from '../accounts/dates.ts';
import desk from '../consoles/Console.module.css';
import { Refused } from '../consoles/QueryStates.tsx';
import { Button } from '../ui/Button.tsx';
import { showToast } from '../ui/toasts.ts';
import { useForgetNode } from './nodes.data.ts';
import styles from './nodes.module.css';

/** What to do about a node that has ended: start it again, or give it up. */
export function EndedNode({ node }: { node: InstallationNode }) {
  const { t } = useLingui();
  const forget = useForgetNode();
  const [isAsking, setAsking] = useState(false);
  const { id, name, held } = node;
  const send = () =>
    forget.mutate(id, {
      onSuccess: () => showToast(t`${name} is off the list`),
    });
  return (
    <div className={styles.ended}>
      <p className={styles.finding}>
        <Ending node={node} />
      </p>
      {isAsking ? (
        <p>
          {held?.hits ? (
            <Plural
              value={held.hits}
              one="Forget it, and give up # click? Nobody earns from it."
              other="Forget it, and give up # clicks? Nobody earns from them."
            />
          ) : (
            <Trans>Forget it? Clicks from after its last report may be lost.</Trans>
          )}
        </p>
      ) : null}
      <div className={desk.actions}>
        <Button
          small
          look={isAsking ? 'solid' : 'quiet'}
          busy={forget.isPending}
          onClick={isAsking ? send : () => setAsking(true)}
        >
          {isAsking ? <Trans>Forget {name}</Trans> : <Trans>Forget this node</Trans>}
        </Button>
        {isAsking ? (
          <Button small look="quiet" onClick={() => setAsking(false)}>
            <Trans>Cancel</Trans>
          </Button>
        ) : null}
      </div>
      <Refused error={forget.error} />
    </div>
  );
}

function Ending({ node: { name, host, state, held, last_seen_at: seen } }: { node: InstallationNode }) {
  const { moment } = useDates();
  const since = moment(seen);
  const hits = held?.hits ?? 0;
  return (
    <>
      {state === 'silent' ? (
        <Trans>
          <strong>{name}</strong> on {host} has been silent since {since}.
        </Trans>
      ) : (
        <Trans>
          <strong>{name}</strong> on {host} stopped at {since}.
        </Trans>
      )}{' '}
      {held ? (
        <>
          {hits > 0 ? (
            <Plural
              value={hits}
              one="According to its last report, it holds # click."
              other="According to its last report, it holds # clicks."
            />
          ) : (
            <Trans>According to its last report, it holds no clicks.</Trans>
          )}{' '}
          <Trans>Start it again on its data folder, and what it holds is stored.</Trans>
        </>
      ) : (
        <Trans>It holds no clicks. Start it again, or forget it.</Trans>
      )}
    </>
  );
}
