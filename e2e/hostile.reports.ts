import type { ApiCaller } from './calls.ts';
import type { HostileFill } from './hostile.people.ts';
import { isName } from './hostile.texts.ts';

type Sides = { anyone: ApiCaller; operator: ApiCaller; creator: ApiCaller; accountId: string; handle: string };

async function idOf(operator: ApiCaller, reference: string): Promise<string> {
  const { data } = await operator('get', `/operator/reports?search=${reference}`);
  return String(data[0].id);
}

/** Reports with hostile texts and addresses, and a link that is taken down and countered with them. */
export async function complain(
  { anyone, operator, creator, accountId, handle }: Sides,
  { texts, tag }: HostileFill,
): Promise<{ reports: string[]; code: string }> {
  const { data: link } = await creator('post', `/merchant-accounts/${accountId}/links`, {
    destination: 'https://hostile.example/taken-down',
    title: texts.next(120, isName),
  });
  const reporter = () => ({ name: texts.next(120, isName), email: `reporter-${tag}@hostile.test` });
  const reports: string[] = [];
  for (const address of [`/@${handle}`, 'javascript:ran()', texts.next(120)]) {
    const statement = texts.pack(4_000);
    const body = { kind: 'abuse', address, ...reporter(), category: 'harmful', statement };
    reports.push(await idOf(operator, (await anyone('post', '/reports', body)).data.reference));
  }
  const notice = {
    postal_address: texts.next(500),
    phone: texts.next(50),
    work: texts.pack(4_000),
    good_faith: true,
    accurate: true,
    signature: texts.next(120, isName),
  };
  const { data: sent } = await anyone('post', '/reports', {
    kind: 'copyright',
    address: link.short_url,
    ...reporter(),
    notice,
  });
  const id = await idOf(operator, sent.reference);
  await operator('post', `/operator/reports/${id}/take-down`, {
    category: 'copyright',
    reason: texts.pack(1_000),
    note: texts.pack(1_000),
  });
  const { data: own } = await creator('get', '/takedowns');
  await creator('post', `/takedowns/${own[0].id}/counter-notice`, {
    name: texts.next(120, isName),
    postal_address: texts.next(500),
    phone: texts.next(50),
    statement: texts.pack(4_000),
    mistake: true,
    jurisdiction: true,
    signature: texts.next(120, isName),
  });
  await operator('post', `/operator/reports/${id}/forward`);
  return { reports: [...reports, id], code: String(link.code) };
}
