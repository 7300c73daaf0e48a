// An operator gives brands their names and hosts. What could be mistaken for somebody else's is refused once, and accepted
// when they confirm that they mean it; a name that looks the same as another brand's, and what can be no shop, never is.
import type { Context } from '../context.ts';
import { judgeNewHost } from '../merchants/brand.hosts.ts';
import { judgeName } from '../merchants/brand.names.ts';
import type { Tx } from '../platform/database/database.ts';
import { invalid } from '../platform/refusal.ts';

type Wanted = {
  /** Null for a brand that is not there yet. */
  merchantId: string | null;
  /** Undefined: it stays. */
  name: string | undefined;
  /** New ones, with the fields that name them. */
  hosts: readonly { host: string; field: string }[];
  isDeliberate: boolean;
};

const confirm = 'or confirm that you mean it (is_deliberate)';

export async function checkIdentity(ctx: Context, tx: Tx, wanted: Wanted): Promise<void> {
  const { merchantId, name, hosts, isDeliberate } = wanted;
  if (name !== undefined) {
    const concern = await judgeName(ctx, tx, { ...(merchantId !== null && { merchantId }), name });
    if (concern && !isDeliberate && concern.concern === 'reserved')
      throw invalid(
        'display_name',
        `must not read as if it spoke for this portal: “${name}” has “${concern.word}”. Choose another name, ${confirm}`,
      );
    if (concern && !isDeliberate && concern.concern === 'similar')
      throw invalid(
        'display_name',
        `must not be close to the name of another brand: “${name}” is close to “${concern.other.name}”. Choose another name, ${confirm}`,
      );
  }
  for (const { host, field } of hosts) {
    const judged = await judgeNewHost(ctx, tx, merchantId, host);
    if ('refusal' in judged) {
      if (judged.isFirm || !isDeliberate)
        throw invalid(field, judged.isFirm ? judged.refusal : `${judged.refusal}. Enter another one, ${confirm}`);
    } else if (!isDeliberate && judged.other) {
      const { brand, host: theirs } = judged.other;
      throw invalid(
        field,
        `must not be taken for another brand’s: ${host} is ${judged.concern === 'shared' ? 'of the same site as' : 'close to'} ${theirs} of ${brand}. Enter another one, ${confirm}`,
      );
    }
  }
}
