// Publishes drafts at their time. Each is one transaction, in which the draft becomes the announcement with its id: a run
// that is killed leaves the draft, and two nodes never publish it twice. Uses the system role to find what is due.
import type { Context } from '../context.ts';
import { anonymous } from '../platform/actor.ts';
import { audit } from '../platform/audit.ts';
import { deleteDraft, lockDueDraft, saveProblem } from './drafts.queries.ts';
import { publicationOf } from './drafts.publishing.ts';
import { publishIn } from './publishing.ts';

/** A run ends here; the next one continues. */
const mostAtOnce = 100;

/** Returns the id of the draft that was due, if any. One that can't be published says why, and is a draft again. */
async function publishNext(ctx: Context, failed: readonly string[], taken: (id: string) => void): Promise<boolean> {
  return ctx.database.as({ role: 'system' }, async (tx) => {
    const draft = await lockDueDraft(tx, ctx.clock.now(), failed);
    if (!draft) return false;
    taken(draft.id);
    const key = { merchantId: draft.merchant_id, id: draft.id };
    const problem = await publishIn(ctx, tx, anonymous, key.merchantId, publicationOf(draft, draft.saved_by));
    if (problem === undefined) {
      await deleteDraft(tx, key);
      return true;
    }
    await saveProblem(tx, key, problem);
    await audit(ctx, tx, anonymous, {
      action: 'announcement.not_published',
      merchantId: key.merchantId,
      subject: { kind: 'announcement', id: key.id },
      details: { problem },
    });
    return true;
  });
}

export async function publishDueAnnouncements(ctx: Context): Promise<void> {
  const failed: string[] = [];
  for (let count = 0; count < mostAtOnce; count += 1) {
    let current = '';
    try {
      const found = await publishNext(ctx, failed, (id) => {
        current = id;
      });
      if (!found) return;
    } catch (error) {
      if (current === '') throw error;
      // Its draft stays due, and the next run tries again.
      failed.push(current);
      ctx.log.error({ err: error, draft: current }, 'could not publish an announcement');
    }
  }
  await ctx.jobs.soon('publish_announcements');
}
