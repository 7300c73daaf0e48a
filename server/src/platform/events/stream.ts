import type { ServerResponse } from 'node:http';
import type { ExpressionBuilder } from 'kysely';
import type { LiveEvent } from '@vitrine/contract/events.ts';
import type { Context } from '../../context.ts';
import type { Person } from '../actor.ts';
import type { Tx } from '../database/database.ts';
import type { Tables } from '../database/tables.ts';

/** One open stream: its person, their brands and storefronts, and how far they have read. */
type Reader = {
  person: Person;
  response: ServerResponse;
  merchantIds: string[];
  accountIds: Set<string>;
  last: bigint;
  reading: boolean;
  again: boolean;
};

type Audience = Pick<Reader, 'person' | 'merchantIds'>;

const concerns =
  ({ person, merchantIds }: Audience) =>
  (where: ExpressionBuilder<Tables, 'events'>) =>
    where.or([
      where('audience_user', '=', person.userId),
      ...(merchantIds.length > 0 ? [where('audience_merchant', 'in', [...merchantIds])] : []),
    ]);

const beatMs = 20_000;
/** A stream that starts anew tells what happened this long before: a page asks for its figures first, then for this. */
const lookBackMs = 15_000;
/** A browser that does not read is let go; it comes back with the last id it saw. */
const mostBuffered = 1_000_000;
const perPerson = 5;

/** All live streams of this node. NOTIFY only says that there is something; what there is comes from the table. */
export class Streams {
  readonly #ctx: Context;
  readonly #readers = new Set<Reader>();
  /** Hints of the last moments, which nobody keeps; moved figures of a storefront are one hint however often. */
  readonly #moved = new Map<string, number>();
  readonly #stops: (() => void)[] = [];
  readonly #beat: NodeJS.Timeout;

  constructor(ctx: Context) {
    this.#ctx = ctx;
    this.#stops.push(ctx.notices.listen('events', (audience) => this.#wake(audience)));
    this.#stops.push(ctx.notices.listen('figures', (ids) => this.#figures(ids)));
    this.#stops.push(
      ctx.notices.listen('sessions', (sessionId) => this.#end((reader) => reader.person.sessionId === sessionId)),
    );
    this.#stops.push(ctx.notices.onReconnect(() => this.#readers.forEach((reader) => void this.#read(reader))));
    this.#beat = setInterval(() => {
      this.#forgetMoved();
      this.#readers.forEach((reader) => void this.#keep(reader));
    }, beatMs);
  }

  get open(): number {
    return this.#readers.size;
  }

  /** Starts a stream after `lastEventId` (or from a moment ago). The response is taken over until either side ends it. */
  async start(person: Person, lastEventId: string | undefined, response: ServerResponse): Promise<void> {
    const own = [...this.#readers].filter((reader) => reader.person.userId === person.userId);
    if (own.length >= perPerson) own[0]?.response.end();
    const reader = await this.#readerOf(person, lastEventId, response);
    this.#readers.add(reader);
    response.on('close', () => this.#readers.delete(reader));
    response.writeHead(200, {
      'Content-Type': 'text/event-stream; charset=utf-8',
      'Cache-Control': 'no-store',
      'X-Accel-Buffering': 'no',
      'X-Content-Type-Options': 'nosniff',
    });
    response.write(`retry: 2000\nid: ${reader.last}\nevent: ready\ndata: {}\n\n`);
    const since = this.#ctx.clock.now().getTime() - lookBackMs;
    const moved = [...reader.accountIds].filter((id) => (this.#moved.get(id) ?? 0) >= since);
    if (moved.length > 0) this.#sendMoved(reader, moved);
    await this.#read(reader);
  }

  async #readerOf(person: Person, lastEventId: string | undefined, response: ServerResponse): Promise<Reader> {
    return this.#ctx.database.as({ role: 'system' }, async (tx) => {
      const accounts = await tx
        .selectFrom('merchant_accounts')
        .select('id')
        .where('creator_id', '=', person.userId)
        .execute();
      const staff = await tx
        .selectFrom('merchant_staff')
        .select('merchant_id')
        .where('user_id', '=', person.userId)
        .execute();
      const head = await tx
        .selectFrom('events')
        .select((of) => of.fn.max('seq').as('seq'))
        .executeTakeFirst();
      const newest = head?.seq ?? 0n;
      const merchantIds = staff.map((row) => row.merchant_id);
      const asked = /^\d{1,18}$/.test(lastEventId ?? '')
        ? BigInt(lastEventId ?? '0')
        : await this.#aMomentAgo(tx, { person, merchantIds }, newest);
      return {
        person,
        response,
        merchantIds,
        accountIds: new Set(accounts.map((row) => row.id)),
        last: asked < newest ? asked : newest,
        reading: false,
        again: false,
      };
    });
  }

  async #aMomentAgo(tx: Tx, audience: Audience, newest: bigint): Promise<bigint> {
    const rows = await tx
      .selectFrom('events')
      .select(['seq', 'at'])
      .where(concerns(audience))
      .orderBy('seq', 'desc')
      .limit(200)
      .execute();
    const since = this.#ctx.clock.now().getTime() - lookBackMs;
    const first = rows.findLast(({ at }) => at.getTime() >= since);
    return first ? first.seq - 1n : newest;
  }

  #wake(audience: string): void {
    for (const reader of this.#readers) {
      if (audience === `user ${reader.person.userId}` || reader.merchantIds.some((id) => audience === `merchant ${id}`))
        void this.#read(reader);
    }
  }

  /** Reads on from where the reader stands; a wake-up during a read makes it look once more. */
  async #read(reader: Reader): Promise<void> {
    reader.again = true;
    if (reader.reading) return;
    reader.reading = true;
    try {
      while (reader.again) {
        reader.again = false;
        const rows = await this.#after(reader);
        for (const row of rows) {
          this.#send(
            reader,
            `id: ${row.seq}\ndata: ${JSON.stringify({ kind: row.kind, ...(row.payload as object) })}\n\n`,
          );
          reader.last = row.seq;
        }
        if (rows.length === 200) reader.again = true;
      }
    } catch (error) {
      this.#ctx.log.warn({ err: error }, 'live stream could not read; the next notice or beat tries again');
    } finally {
      reader.reading = false;
    }
  }

  #after(reader: Reader) {
    return this.#ctx.database.as({ role: 'system' }, (tx) =>
      tx
        .selectFrom('events')
        .select(['seq', 'kind', 'payload'])
        .where('seq', '>', reader.last)
        .where(concerns(reader))
        .orderBy('seq')
        .limit(200)
        .execute(),
    );
  }

  #figures(payload: string): void {
    const ids = payload.split(',');
    const now = this.#ctx.clock.now().getTime();
    for (const id of ids) this.#moved.set(id, now);
    for (const reader of this.#readers) {
      const own = ids.filter((id) => reader.accountIds.has(id));
      if (own.length > 0) this.#sendMoved(reader, own);
    }
  }

  #sendMoved(reader: Reader, accountIds: string[]): void {
    const event: LiveEvent = { kind: 'figures-update', merchant_account_ids: accountIds };
    this.#send(reader, `data: ${JSON.stringify(event)}\n\n`);
  }

  #forgetMoved(): void {
    const since = this.#ctx.clock.now().getTime() - lookBackMs;
    for (const [id, at] of this.#moved) if (at < since) this.#moved.delete(id);
  }

  #send(reader: Reader, text: string): void {
    if (reader.response.writableLength > mostBuffered) reader.response.destroy();
    else reader.response.write(text);
  }

  async #keep(reader: Reader): Promise<void> {
    this.#send(reader, ': still here\n\n');
    await this.#read(reader);
  }

  #end(which: (reader: Reader) => boolean): void {
    for (const reader of this.#readers) if (which(reader)) reader.response.end();
  }

  stop(): void {
    clearInterval(this.#beat);
    this.#stops.forEach((stop) => stop());
    this.#end(() => true);
  }
}
