import { Trans, useLingui } from '@lingui/react/macro';
import type { InstallationNode } from '@vitrine/contract/nodes.ts';
import type { ReactNode } from 'react';
import { useDates } from '../accounts/dates.ts';
import desk from '../consoles/Console.module.css';
import { formatNumber } from '../format/numbers.ts';
import { Table } from '../ui/Table.tsx';
import { EndedNode } from './EndedNode.tsx';
import styles from './nodes.module.css';

/** A node that has ended and may still have clicks in its journal. */
function needsAttention({ state, held }: InstallationNode): boolean {
  return state === 'silent' || (state === 'stopped' && (held?.hits ?? 0) > 0);
}

/** The processes of the installation as they report themselves, first what an operator should do about them. */
export function Nodes({ nodes }: { nodes: readonly InstallationNode[] }) {
  const { t } = useLingui();
  const { moment } = useDates();
  const duplicates = Map.groupBy(
    nodes.filter(({ is_duplicate: isDuplicate }) => isDuplicate),
    ({ name }) => name,
  );
  return (
    <section className={desk.section} aria-labelledby="nodes">
      <h2 id="nodes">
        <Trans>Nodes</Trans>
      </h2>
      {nodes.filter(needsAttention).map((node) => (
        <EndedNode key={node.id} node={node} />
      ))}
      {[...duplicates].map(([name, ofName]) => (
        <p key={name} className={styles.finding}>
          <DuplicateNodes name={name} nodes={ofName} />
        </p>
      ))}
      {nodes.length === 0 ? (
        <p className={desk.quiet}>
          <Trans>No node has reported yet.</Trans>
        </p>
      ) : (
        <Table<InstallationNode>
          caption={t`Nodes of this installation`}
          rows={nodes}
          keyOf={({ id }) => id}
          columns={[
            { label: t`Node`, look: 'main', cell: ({ name }) => name },
            { label: t`State`, phone: 'end', cell: (node) => <NodeState node={node} /> },
            { label: t`Roles`, look: 'quiet', phone: 'first', cell: ({ roles }) => roles.join(', ') },
            { label: t`Machine`, look: 'quiet', cell: ({ host }) => host },
            { label: t`Version`, look: 'quiet', phone: 'named', cell: ({ version }) => version },
            {
              label: t`Clicks not stored yet`,
              look: 'number',
              phone: 'named',
              cell: ({ held }) => (held ? formatNumber(held.hits) : '—'),
            },
            {
              label: t`Last report`,
              look: 'when',
              phone: 'named',
              cell: ({ last_seen_at: seen }) => moment(seen),
            },
          ]}
        />
      )}
    </section>
  );
}

function NodeState({ node: { state, is_duplicate: isDuplicate, held } }: { node: InstallationNode }) {
  const isFine = state === 'running' ? !isDuplicate : state === 'stopped' && !held?.hits;
  const texts: Record<typeof state, ReactNode> = {
    running: isDuplicate ? <Trans>Running twice</Trans> : <Trans>Running</Trans>,
    stopped: <Trans>Stopped</Trans>,
    silent: <Trans>Silent</Trans>,
  };
  return (
    <span className={desk.mark} data-look={!isFine ? 'bad' : state === 'running' ? 'good' : undefined}>
      {texts[state]}
    </span>
  );
}

function DuplicateNodes({ name, nodes }: { name: string; nodes: readonly InstallationNode[] }) {
  const places = nodes.map(({ host, process_id: id }) => `${host} (${id})`).join(', ');
  return (
    <Trans>
      <strong>{name}</strong> runs more than once: {places}. The number is the process. Their figures can’t be told
      apart. Give each its own NODE_ID and restart it.
    </Trans>
  );
}
