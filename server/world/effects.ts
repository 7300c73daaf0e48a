import type { World } from './world.ts';

/** What an action left for others: audit entries, live events by audience, and queued emails. */
export type Effects = {
  audits: { action: string; actor: string | null; subject: string; details: unknown }[];
  events: { kind: string; to: string }[];
  mails: { kind: string; recipient: string; subject: string; text: string }[];
};

/** Runs an action and returns its answer with what it recorded, in order, without the password that the client gave. */
export async function effectsOf<Answer>(
  world: World,
  action: () => Promise<Answer>,
): Promise<Effects & { answer: Answer }> {
  const before = await counts(world);
  const answer = await action();
  const { audits, events, mails } = await world.ctx.database.as({ role: 'system' }, async (tx) => ({
    audits: await tx
      .selectFrom('audit_entries')
      .selectAll()
      .where('seq', '>', before.audit)
      .where('action', '!=', 'password.given_again')
      .orderBy('seq')
      .execute(),
    events: await tx.selectFrom('events').selectAll().where('seq', '>', before.event).orderBy('seq').execute(),
    mails: await tx.selectFrom('mails').selectAll().orderBy('created_at').orderBy('id').execute(),
  }));
  return {
    answer,
    audits: audits.map((entry) => ({
      action: entry.action,
      actor: entry.actor_id,
      subject: entry.subject_id,
      details: entry.details,
    })),
    events: events.map((event) => ({ kind: event.kind, to: event.audience_user ?? event.audience_merchant ?? '' })),
    mails: mails
      .filter((mail) => !before.mails.has(mail.id))
      .map(({ kind, recipient, subject, text }) => ({ kind, recipient, subject, text })),
  };
}

async function counts(world: World): Promise<{ audit: bigint; event: bigint; mails: Set<string> }> {
  return world.ctx.database.as({ role: 'system' }, async (tx) => {
    const last = async (table: 'audit_entries' | 'events') =>
      (await tx.selectFrom(table).select('seq').orderBy('seq', 'desc').limit(1).executeTakeFirst())?.seq ?? 0n;
    const mails = await tx.selectFrom('mails').select('id').execute();
    return {
      audit: await last('audit_entries'),
      event: await last('events'),
      mails: new Set(mails.map((mail) => mail.id)),
    };
  });
}
