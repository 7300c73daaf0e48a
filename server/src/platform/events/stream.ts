import type { ServerResponse } from 'node:http';
import type { LiveEvent } from '@vitrine/contract/events.ts';
import type { Context } from '../../context.ts';
import type { Person } from '../actor.ts';
import type { Tx } from '../database/database.ts';
import { Refusal } from '../refusal.ts';
import { type AudienceName, lookBackMs, positionSince, startPositions } from './stream.positions.ts';
import type { Completion } from './stream.reads.ts';
import { type EventReader, sendText, SharedReads } from './stream.shared.ts';

/** An open stream of a user, with their storefronts. */
type Stream = EventReader & {
  isAllowed: () => Promise<boolean>;
  openedAt: number;
  accountIds: Set<string>;
};

const beatMs = 20_000;
const perPerson = 5;
/** An older stream may belong to a browser that is gone; a new one then replaces it instead of being refused. */
const pushedOutAfterMs = 60_000;

const rung = `data: ${JSON.stringify({ kind: 'notification-update' } satisfies LiveEvent)}\n\n`;

/** Who opens a stream, and whether their session is still valid. */
type Subscriber = { person: Person; isAllowed: () => Promise<boolean> };

/** A user's storefronts, and the audiences that they belong to now. */
async function audiencesOf(tx: Tx, userId: string): Promise<{ accountIds: Set<string>; names: AudienceName[] }> {
  const accounts = await tx
    .selectFrom('merchant_accounts')
    .select(['id', 'merchant_id'])
    .where('creator_id', '=', userId)
    .execute();
  const staff = await tx.selectFrom('merchant_staff').select('merchant_id').where('user_id', '=', userId).execute();
  return {
    accountIds: new Set(accounts.map((row) => row.id)),
    names: [
      `user ${userId}`,
      ...staff.map((row): AudienceName => `merchant ${row.merchant_id}`),
      ...accounts.map((row): AudienceName => `creators ${row.merchant_id}`),
    ],
  };
}

/** All live streams of this node. NOTIFY only says that there is something new; the content comes from the table. */
export class Streams {
  readonly #ctx: Context;
  readonly #streams = new Set<Stream>();
  readonly #reads: SharedReads;
  /** Number of streams being opened, by user. */
  readonly #opening = new Map<string, number>();
  /** Recent notices that are not stored. Any number of figure changes of a storefront is one notice. */
  readonly #moved = new Map<string, number>();
  /** The same for bells, by audience. */
  readonly #rung = new Map<string, number>();
  readonly #stops: (() => void)[] = [];
  readonly #beat: NodeJS.Timeout;

  constructor(ctx: Context, completions: readonly Completion[] = []) {
    this.#ctx = ctx;
    this.#reads = new SharedReads(ctx, completions);
    this.#stops.push(ctx.notices.listen('events', (audience) => this.#reads.wake(audience as AudienceName)));
    this.#stops.push(ctx.notices.listen('figures', (ids) => this.#figures(ids)));
    this.#stops.push(ctx.notices.listen('bells', (audience) => this.#ring(audience as AudienceName)));
    this.#stops.push(
      ctx.notices.listen('sessions', (sessionId) => this.#end((stream) => stream.person.sessionId === sessionId)),
    );
    this.#stops.push(
      ctx.notices.listen('staff', (userId) => {
        for (const stream of this.#streams) if (stream.person.userId === userId) void this.#noteAudiences(stream);
      }),
    );
    this.#stops.push(ctx.notices.onReconnect(() => this.#reads.wakeAll()));
    this.#beat = setInterval(() => {
      void this.beat();
    }, beatMs);
  }

  get counts(): { open: number; wakes: number; reads: number } {
    return { open: this.#streams.size, ...this.#reads.counts };
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
      const stream = await this.#streamOf(subscriber, lastEventId, response);
      if (response.destroyed) return;
      this.#streams.add(stream);
      response.on('close', () => this.#forget(stream));
      await this.#begin(stream);
    } finally {
      const left = (this.#opening.get(userId) ?? 1) - 1;
      if (left > 0) this.#opening.set(userId, left);
      else this.#opening.delete(userId);
    }
  }

  #makeRoom(userId: string): void {
    const own = [...this.#streams].filter((stream) => stream.person.userId === userId);
    if (own.length + (this.#opening.get(userId) ?? 0) < perPerson) return;
    const [oldest] = own;
    if (!oldest || this.#ctx.clock.now().getTime() - oldest.openedAt < pushedOutAfterMs)
      throw new Refusal('rate_limited', {
        message: `You can have at most ${perPerson} live streams open. Close one, or try again in a minute.`,
      });
    this.#forget(oldest);
    oldest.response.end();
  }

  #forget(stream: Stream): void {
    this.#streams.delete(stream);
    this.#reads.remove(stream);
  }

  async #begin(stream: Stream): Promise<void> {
    const { response } = stream;
    response.writeHead(200, {
      'Content-Type': 'text/event-stream; charset=utf-8',
      'Cache-Control': 'no-store',
      'X-Accel-Buffering': 'no',
      'X-Content-Type-Options': 'nosniff',
    });
    response.write(`retry: 2000\nid: ${stream.last}\nevent: ready\ndata: {}\n\n`);
    const since = this.#ctx.clock.now().getTime() - lookBackMs;
    const moved = [...stream.accountIds].filter((id) => (this.#moved.get(id) ?? 0) >= since);
    if (moved.length > 0) this.#sendMoved(stream, moved);
    if ([...stream.positions.keys()].some((name) => (this.#rung.get(name) ?? 0) >= since)) sendText(stream, rung);
    await this.#reads.add(stream);
    // The session may have ended while the stream was opening, before it could be found among the open ones.
    await this.#keep(stream);
  }

  async #streamOf(
    { person, isAllowed }: Subscriber,
    lastEventId: string | undefined,
    response: ServerResponse,
  ): Promise<Stream> {
    return this.#ctx.database.as({ role: 'system' }, async (tx) => {
      const { accountIds, names } = await audiencesOf(tx, person.userId);
      const openedAt = this.#ctx.clock.now().getTime();
      return {
        person,
        isAllowed,
        openedAt,
        response,
        accountIds,
        ...(await startPositions(tx, names, lastEventId, openedAt)),
        isBehind: true,
        again: false,
      };
    });
  }

  #figures(payload: string): void {
    const ids = payload.split(',');
    const now = this.#ctx.clock.now().getTime();
    for (const id of ids) this.#moved.set(id, now);
    for (const stream of this.#streams) {
      const own = ids.filter((id) => stream.accountIds.has(id));
      if (own.length > 0) this.#sendMoved(stream, own);
    }
  }

  #sendMoved(stream: Stream, accountIds: string[]): void {
    const event: LiveEvent = { kind: 'figures-update', merchant_account_ids: accountIds };
    sendText(stream, `data: ${JSON.stringify(event)}\n\n`);
  }

  #ring(name: AudienceName): void {
    this.#rung.set(name, this.#ctx.clock.now().getTime());
    for (const stream of this.#streams) if (stream.positions.has(name)) sendText(stream, rung);
  }

  #forgetMoved(): void {
    const since = this.#ctx.clock.now().getTime() - lookBackMs;
    for (const kept of [this.#moved, this.#rung]) for (const [id, at] of kept) if (at < since) kept.delete(id);
  }

  /** Ends the streams whose session expired or ended or whose user was suspended; sends a heartbeat to the others. */
  async beat(): Promise<void> {
    this.#forgetMoved();
    await Promise.all([...this.#streams].map((stream) => this.#keep(stream)));
    this.#reads.wakeAll();
  }

  async #keep(stream: Stream): Promise<void> {
    // While the database is unavailable, nothing that comes from it is sent, and the stream stays open.
    if (!(await stream.isAllowed().catch(() => true))) {
      stream.response.end();
      return;
    }
    sendText(stream, ': still here\n\n');
    await this.#noteAudiences(stream);
  }

  /** A user can join or leave a brand, as its creator or its staff, while their stream is open. */
  async #noteAudiences(stream: Stream): Promise<void> {
    const since = this.#ctx.clock.now().getTime() - beatMs;
    await this.#ctx.database
      .as({ role: 'system' }, async (tx) => {
        const { accountIds, names } = await audiencesOf(tx, stream.person.userId);
        stream.accountIds = accountIds;
        for (const name of stream.positions.keys()) if (!names.includes(name)) this.#reads.leave(stream, name);
        for (const name of names) {
          if (stream.positions.has(name)) continue;
          this.#reads.follow(stream, name, await positionSince(tx, name, since));
          this.#reads.wake(name);
        }
      })
      .catch(() => undefined);
  }

  #end(which: (stream: Stream) => boolean): void {
    for (const stream of this.#streams) if (which(stream)) stream.response.end();
  }

  stop(): void {
    clearInterval(this.#beat);
    this.#stops.forEach((stop) => stop());
    this.#end(() => true);
  }
}
