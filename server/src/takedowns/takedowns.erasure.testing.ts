import type { World } from '../../world/world.ts';
import type { Tx } from '../platform/database/database.ts';
import { newId } from '../platform/ids.ts';

type Mark = (name: string) => string;

/** Plants what reports, take-downs and counter-notices say about Ava. `mark` returns a string that occurs nowhere else. */
export async function plantTakedowns(world: World, tx: Tx, mark: Mark): Promise<void> {
  await plantTakedown(world, tx, mark, await plantReports(world, tx, mark));
}

/** A report about her and one of her own. Returns the id of the first. */
async function plantReports(world: World, tx: Tx, mark: Mark): Promise<string> {
  const { ava: creator_id, operator } = world.people.users;
  const at = world.clock.now();
  const report = (reference: string) => ({
    id: newId(at),
    reference,
    kind: 'copyright',
    category: 'copyright',
    state: 'countered',
    received_at: at,
    locale: 'en',
    subject_kind: null,
    subject_id: null,
    merchant_id: null,
    decided_by: operator,
    decided_at: at,
  });
  const about = report('R-ABOUT');
  const { email } = await tx.selectFrom('users').select('email').where('id', '=', creator_id).executeTakeFirstOrThrow();
  await tx
    .insertInto('reports')
    .values([
      {
        ...about,
        creator_id,
        address: `https://vitrine.test/@${mark('reported address')}`,
        reporter_name: 'A photographer',
        reporter_email: 'photographer@example.com',
        statement: mark('statement of a report'),
        notice: JSON.stringify({ work: mark('work in a notice') }),
        answer: mark('answer to a report'),
      },
      {
        ...report('R-OWN'),
        creator_id: null,
        address: mark('address in an own report'),
        reporter_name: mark('name in an own report'),
        reporter_email: email,
        statement: mark('own report'),
        notice: JSON.stringify({ phone: mark('phone in an own report') }),
        answer: null,
      },
    ])
    .execute();
  return about.id;
}

async function plantTakedown(world: World, tx: Tx, mark: Mark, reportId: string): Promise<void> {
  const { ava: creator_id, operator } = world.people.users;
  const at = world.clock.now();
  const takedownId = newId(at);
  await tx
    .insertInto('takedowns')
    .values({
      id: takedownId,
      subject_kind: 'creator',
      subject_id: creator_id,
      creator_id,
      merchant_id: null,
      category: 'copyright',
      report_id: reportId,
      picture_hash: null,
      taken_down_at: at,
      taken_down_by: operator,
      lifted_at: at,
      lifted_by: operator,
      lift_reason: mark('reason to restore'),
      address: mark('address of a take-down'),
      reason: mark('reason of a take-down'),
      note: mark('note of a take-down'),
    })
    .execute();
  await tx
    .insertInto('counter_notices')
    .values({
      takedown_id: takedownId,
      report_id: reportId,
      user_id: creator_id,
      name: mark('name in a counter-notice'),
      postal_address: mark('postal address'),
      phone: mark('phone'),
      statement: mark('counter-notice'),
      signature: mark('signature'),
      received_at: at,
      forwarded_at: null,
      court_at: at,
      court_note: mark('note of a court action'),
    })
    .execute();
}
