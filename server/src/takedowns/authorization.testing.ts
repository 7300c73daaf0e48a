import sharp from 'sharp';
import { uploadPicture } from '@vitrine/contract/pictures.ts';
import {
  createReport,
  listOwnTakedowns,
  listReports,
  sendCounterNotice,
  takeDown,
  takeDownReported,
} from '@vitrine/contract/takedowns.ts';
import type { Client } from '../../world/client.ts';
import { granted } from '../../world/shelves.ts';
import type { World } from '../../world/world.ts';

// What the access matrix needs: a report in each state for the operator, and a take-down that its owner can answer.

const notice = {
  postal_address: '1 Photo Street',
  phone: '555 0100',
  work: 'A photo of mine',
  good_faith: true,
  accurate: true,
  signature: 'Rita Holder',
} as const;
const reporter = { name: 'Rita Holder', email: 'rita@holder.test' };
const reason = 'It belongs to someone else.';

export const counterNotice = {
  name: 'The Owner',
  postal_address: '2 Garden Road',
  phone: '555 0101',
  statement: 'I took this photo myself.',
  mistake: true,
  jurisdiction: true,
  signature: 'The Owner',
} as const;

let drawn = 0;

/** A picture of its own for each report. */
async function picture(owner: Client, merchant?: string): Promise<string> {
  drawn += 1;
  const size = { width: 8 + drawn, height: 8, channels: 3, background: '#c86' } as const;
  const bytes = await sharp({ create: size }).png().toBuffer();
  const query = merchant === undefined ? ({ purpose: 'banner' } as const) : ({ purpose: 'logo', merchant } as const);
  return granted(await owner.call(uploadPicture, { query, file: { type: 'image/png', bytes } })).path;
}

async function report(world: World, operator: Client, address: string): Promise<string> {
  const body = { kind: 'copyright', address, ...reporter, notice } as const;
  const { reference } = granted(await world.anonymous.call(createReport, { body }));
  return granted(await operator.call(listReports, { query: { search: reference } }))[0]?.id ?? '';
}

async function takenDown(world: World, operator: Client, address: string): Promise<string> {
  const id = await report(world, operator, address);
  granted(
    await operator.call(takeDownReported, { params: { report_id: id }, body: { category: 'copyright', reason } }),
  );
  return id;
}

/** A take-down of this owner's own that can be answered by a counter-notice. */
export async function answerableTakedown(world: World, owner: Client, merchant?: string): Promise<string> {
  const operator = await world.signIn('operator@vitrine.test');
  const path = await picture(owner, merchant);
  await takenDown(world, operator, path);
  return granted(await owner.call(listOwnTakedowns)).find(({ address }) => address.endsWith(path))?.id ?? '';
}

/** Reports and a take-down for the operator's calls, each in the state that its call needs. */
export async function idsOfReports(world: World): Promise<Record<string, string>> {
  const operator = await world.signIn('operator@vitrine.test');
  const ava = await world.signIn('ava@creators.test');
  const countered = async () => {
    const path = await picture(ava);
    const id = await takenDown(world, operator, path);
    const own = granted(await ava.call(listOwnTakedowns)).find(({ address }) => address.endsWith(path));
    granted(await ava.call(sendCounterNotice, { params: { takedown_id: own?.id ?? '' }, body: counterNotice }));
    return id;
  };
  const body = { address: await picture(ava), category: 'terms', reason } as const;
  const open = async () => report(world, operator, await picture(ava));
  return {
    report_id: await open(),
    'declineReport.report_id': await open(),
    'forwardCounterNotice.report_id': await countered(),
    'recordCourtAction.report_id': await countered(),
    'restoreReported.report_id': await countered(),
    takedown_id: granted(await operator.call(takeDown, { body })).id,
    free_picture: await picture(ava),
  };
}
