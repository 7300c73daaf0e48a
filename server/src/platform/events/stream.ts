import type { ServerResponse } from 'node:http';
import type { ExpressionBuilder } from 'kysely';
import type { LiveEvent } from '@vitrine/contract/events.ts';
import type { Context } from '../../context.ts';
import type { Person } from '../actor.ts';
import type { Tx } from '../database/database.ts';
import type { Tables } from '../database/tables.ts';
import { Refusal } from '../refusal.ts';

/**
 * An open stream: its user, their brands and storefronts, and how far it has read. `brandIds` are the brands that the
 * user creates for. Events for all creators of a brand are numbered under another lock, so they have a position of their
 * own, and are read only when there can be one.
 */
type Reader = {
  person: Person;
  isAllowed: () => Promise<boolean>;
  openedAt: number;
  response: ServerResponse;
  merchantIds: string[];
  brandIds: string[];
  accountIds: Set<string>;
  last: bigint;
  lastForCreators: bigint;
  forCreators: boolean;
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

const concernsCreatorsOf = (brandIds: readonly string[]) => (where: ExpressionBuilder<Tables, 'events'>) =>
  where('audience_creators', 'in', [...brandIds]);

const beatMs = 20_000;
/** A new stream starts with events from this long before: a page fetches its figures first, then opens the stream. */
const lookBackMs = 15_000;
/** No transaction takes this long, so an event with a later number is not older than this. */
const longestTransactionMs = 60_000;
/** Events of one read. */
const mostAtOnce = 200;
/** A browser that doesn't read is disconnected; it reconnects with the last id it received. */
const mostBuffered = 1_000_000;
const perPerson = 5;
/** An older stream may belong to a browser that is gone; a new one then replaces it instead of being refused. */
const pushedOutAfterMs = 60_000;

/** Who opens a stream, and whether their session is still valid. */
type Subscriber = { person: Person; isAllowed: () => Promise<boolean> };

async function accountsOf(tx: Tx, userId: string) {
  const accounts = tx.selectFrom('merchant_accounts').select(['id', 'merchant_id']).where('creator_id', '=', userId);
  return accounts.execute();
}

/** The position before the first event of an audience since a time. */
async function recentPosition(
  tx: Tx,
  audience: ReturnType<typeof concerns>,
  since: number,
  newest: bigint,
): Promise<bigint> {
  const rows = await tx
    .selectFrom('events')
    .select(['seq', 'at'])
    .where(audience)
    .orderBy('seq', 'desc')
    .limit(mostAtOnce)
    .execute();
  const first = rows.findLast(({ at }) => at.getTime() >= since);
  return first ? first.seq - 1n : newest;
}

/** When the event with this number, or the last before it, was recorded. */
async function timeOf(tx: Tx, seq: bigint): Promise<number | undefined> {
  const found = await tx
    .selectFrom('events')
    .select('at')
    .where('seq', '<=', seq)
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst();
  return found?.at.getTime();
}

/** All live streams of this node. NOTIFY only says that there is something new; the content comes from the table. */
export class Streams {
  readonly #ctx: Context;
  readonly #readers = new Set<Reader>();
  /** Number of streams being opened, by user. */
  readonly #opening = new Map<string, number>();
  /** Recent notices that are not stored. Any number of figure changes of a storefront is one notice. */
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
    this.#stops.push(ctx.notices.onReconnect(() => this.#readers.forEach((reader) => void this.#readAll(reader))));
    this.#beat = setInterval(() => {
      void this.beat();
    }, beatMs);
  }

  get open(): number {
    return this.#readers.size;
  }

  /**
   * Starts a stream after `lastEventId` (or from a moment ago). Streams are counted, and refused if a user has too
   * many, before anything asynchronous happens. `takeOver` returns the response, which stays open until either side
   * closes it.
   */
  async start(subscriber: Subscriber, lastEventId: string | undefined, takeOver: () => ServerResponse): Promise<void> {
    const { userId } = subscriber.person;
    this.#makeRoom(userId);
    const opening = this.#opening.get(userId) ?? 0;
    this.#opening.set(userId, opening + 1);
    const response = takeOver();
    try {
      const reader = await this.#readerOf(subscriber, lastEventId, response);
      if (response.destroyed) return;
      this.#readers.add(reader);
      response.on('close', () => this.#readers.delete(reader));
      await this.#begin(reader);
    } finally {
      const left = (this.#opening.get(userId) ?? 1) - 1;
      if (left > 0) this.#opening.set(userId, left);
      else this.#opening.delete(userId);
    }
  }

  #makeRoom(userId: string): void {
    const own = [...this.#readers].filter((reader) => reader.person.userId === userId);
    if (own.length + (this.#opening.get(userId) ?? 0) < perPerson) return;
    const [oldest] = own;
    if (!oldest || this.#ctx.clock.now().getTime() - oldest.openedAt < pushedOutAfterMs)
      throw new Refusal('rate_limited', {
        message: `You can have at most ${perPerson} live streams open. Close one, or try again in a minute.`,
      });
    this.#readers.delete(oldest);
    oldest.response.end();
  }

  async #begin(reader: Reader): Promise<void> {
    const { response } = reader;
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
    // The session may have ended while the stream was opening, before it could be found among the open ones.
    await this.#keep(reader);
  }

  async #readerOf(
    { person, isAllowed }: Subscriber,
    lastEventId: string | undefined,
    response: ServerResponse,
  ): Promise<Reader> {
    return this.#ctx.database.as({ role: 'system' }, async (tx) => {
      const accounts = await accountsOf(tx, person.userId);
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
      const brandIds = accounts.map((row) => row.merchant_id);
      const given = /^\d{1,18}$/.test(lastEventId ?? '') ? BigInt(lastEventId ?? '0') : undefined;
      const since = this.#ctx.clock.now().getTime() - lookBackMs;
      const start = given ?? (await recentPosition(tx, concerns({ person, merchantIds }), since, newest));
      const received = given === undefined ? undefined : await timeOf(tx, given);
      const sinceForCreators = received === undefined ? since : received - longestTransactionMs;
      return {
        person,
        isAllowed,
        openedAt: this.#ctx.clock.now().getTime(),
        response,
        merchantIds,
        brandIds,
        accountIds: new Set(accounts.map((row) => row.id)),
        last: start < newest ? start : newest,
        lastForCreators:
          brandIds.length > 0
            ? await recentPosition(tx, concernsCreatorsOf(brandIds), sinceForCreators, newest)
            : newest,
        forCreators: true,
        reading: false,
        again: false,
      };
    });
  }

  #wake(audience: string): void {
    for (const reader of this.#readers) {
      if (reader.brandIds.some((id) => audience === `creators ${id}`)) void this.#readAll(reader);
      else if (
        audience === `user ${reader.person.userId}` ||
        reader.merchantIds.some((id) => audience === `merchant ${id}`)
      )
        void this.#read(reader);
    }
  }

  async #readAll(reader: Reader): Promise<void> {
    reader.forCreators = true;
    await this.#read(reader);
  }

  /** Reads from the reader's position; a wake-up during a read causes another one. */
  async #read(reader: Reader): Promise<void> {
    reader.again = true;
    if (reader.reading) return;
    reader.reading = true;
    try {
      while (reader.again) {
        reader.again = false;
        const rows = await this.#after(reader.last, concerns(reader));
        for (const row of rows) {
          this.#send(
            reader,
            `id: ${row.seq}\ndata: ${JSON.stringify({ kind: row.kind, ...(row.payload as object) })}\n\n`,
          );
          reader.last = row.seq;
        }
        if (rows.length === mostAtOnce) reader.again = true;
        if (reader.forCreators) await this.#sendForCreators(reader);
      }
    } catch (error) {
      this.#ctx.log.warn({ err: error }, 'live stream could not read events; it will retry');
    } finally {
      reader.reading = false;
    }
  }

  #after(seq: bigint, audience: ReturnType<typeof concerns>) {
    return this.#ctx.database.as({ role: 'system' }, (tx) =>
      tx
        .selectFrom('events')
        .select(['seq', 'kind', 'payload'])
        .where('seq', '>', seq)
        .where(audience)
        .orderBy('seq')
        .limit(mostAtOnce)
        .execute(),
    );
  }

  /** They have no id: a browser resumes from the last event of its own, and hears these again. */
  async #sendForCreators(reader: Reader): Promise<void> {
    reader.forCreators = false;
    if (reader.brandIds.length === 0) return;
    const rows = await this.#after(reader.lastForCreators, concernsCreatorsOf(reader.brandIds));
    for (const { seq, kind, payload } of rows) {
      this.#send(reader, `data: ${JSON.stringify({ kind, ...(payload as object) })}\n\n`);
      reader.lastForCreators = seq;
    }
    if (rows.length === mostAtOnce) {
      reader.forCreators = true;
      reader.again = true;
    }
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

  /** Ends the streams whose session expired or ended or whose user was suspended; sends a heartbeat to the others. */
  async beat(): Promise<void> {
    this.#forgetMoved();
    await Promise.all([...this.#readers].map((reader) => this.#keep(reader)));
  }

  async #keep(reader: Reader): Promise<void> {
    // While the database is unavailable, nothing that comes from it is sent, and the stream stays open.
    if (!(await reader.isAllowed().catch(() => true))) {
      reader.response.end();
      return;
    }
    this.#send(reader, ': still here\n\n');
    await this.#noteAccounts(reader);
    await this.#readAll(reader);
  }

  /** A creator can join a brand while their stream is open. */
  async #noteAccounts(reader: Reader): Promise<void> {
    if (reader.person.principal !== 'creator') return;
    const accounts = await this.#ctx.database
      .as({ role: 'system' }, (tx) => accountsOf(tx, reader.person.userId))
      .catch(() => undefined);
    if (!accounts) return;
    reader.brandIds = accounts.map((row) => row.merchant_id);
    reader.accountIds = new Set(accounts.map((row) => row.id));
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
