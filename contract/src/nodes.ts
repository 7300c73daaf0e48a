import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { id, instant, whole } from './values/fields.ts';

/** `silent`: it has not reported for 20 seconds and did not stop in order. */
export const nodeStates = ['running', 'stopped', 'silent'] as const;

/** A process of the installation, as it reported itself. */
export const installationNode = z.strictObject({
  id: z.string(),
  /** NODE_ID. */
  name: z.string(),
  roles: z.array(z.string()),
  version: z.string(),
  host: z.string(),
  process_id: whole,
  started_at: instant,
  last_seen_at: instant,
  state: z.enum(nodeStates),
  /** Another running process has the same NODE_ID. */
  is_duplicate: z.boolean(),
  /** The clicks in its journal that the database doesn't have, as of its last report; null without the role redirect. */
  held: z.nullable(z.strictObject({ hits: whole, bytes: whole, oldest_at: z.nullable(instant) })),
});
export type InstallationNode = z.output<typeof installationNode>;

export const forgetNode = endpoint({
  method: 'POST',
  path: '/operator/nodes/{node_id}/forget',
  summary: 'Take a node that will not come back off the list, with the clicks that it held',
  access: ['operator'],
  scope: 'installation',
  params: z.strictObject({ node_id: id }),
  reply: z.strictObject({ name: z.string() }),
  refusals: ['not_found', 'conflict'],
});
