// Nodes belong to no brand, so they are read with the system role.
import type { InstallationNode } from '@vitrine/contract/nodes.ts';
import type { Context } from '../context.ts';
import { accessInstallation } from '../operators/operators.access.ts';
import type { Actor } from '../platform/actor.ts';
import { audit } from '../platform/audit.ts';
import { isId } from '../platform/ids.ts';
import { Refusal } from '../platform/refusal.ts';
import { deleteNode, hasNode, listNodes, type NodeRow } from './nodes.queries.ts';

function presentNode(row: NodeRow): InstallationNode {
  const { id, name, roles, version, host, process_id, state, is_duplicate } = row;
  return {
    id,
    name,
    roles,
    version,
    host,
    process_id,
    state,
    is_duplicate,
    started_at: row.started_at.toISOString(),
    last_seen_at: row.last_seen_at.toISOString(),
    held:
      row.folder === null
        ? null
        : {
            hits: Number(row.held_hits),
            bytes: Number(row.held_bytes),
            oldest_at: row.oldest_hit_at?.toISOString() ?? null,
          },
  };
}

export async function readNodes({ database }: Pick<Context, 'database'>): Promise<InstallationNode[]> {
  return (await database.as({ role: 'system' }, (tx) => listNodes(tx))).map(presentNode);
}

export async function forgetNodeFor(ctx: Context, actor: Actor, id: string): Promise<{ name: string }> {
  const operator = accessInstallation(actor);
  if (!isId(id)) throw new Refusal('not_found');
  return ctx.database.as({ role: 'system' }, async (tx) => {
    const forgotten = await deleteNode(tx, id);
    if (forgotten === undefined) {
      if (!(await hasNode(tx, id))) throw new Refusal('not_found');
      throw new Refusal('conflict', { message: 'This node is running. Stop it before you forget it.' });
    }
    const { name, held } = forgotten;
    const details = { node: name, clicks_lost: Number(held) };
    await audit(ctx, tx, operator, { action: 'node.forgotten', subject: { kind: 'node', id }, details });
    return { name };
  });
}
