import { sql } from 'kysely';
import type { Context } from '../../context.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { Span } from '../../platform/days.ts';
import type { Asked, CountedKeys } from '../counts.asked.ts';
import { clicksByLink, clicksByValue, type FigureDimension, type LinkClicks, type Valued } from '../counts.ts';
import { countLong, isLong } from './answers.ts';

// What clickhouse can say instead of the figures of PostgreSQL, with the same answer. Only while the hits of the whole
// range are kept: the figures know also what is older.

type Engines = Pick<Context, 'figures' | 'clock' | 'log'>;

export async function longClicksByValue(
  ctx: Engines,
  tx: Tx,
  account: string,
  dimensions: readonly FigureDimension[],
  span: Span,
): Promise<Valued[]> {
  const counted = await countKept(ctx, tx, { of: 'hits', account, span, filters: {}, by: { dimensions } });
  return counted ? valuedOf(counted) : clicksByValue(tx, [account], dimensions, span);
}

export async function longClicksByLink(
  ctx: Engines,
  tx: Tx,
  account: string,
  span: Span,
  most?: number,
): Promise<LinkClicks[]> {
  const counted = await countKept(ctx, tx, { of: 'hits', account, span, filters: {}, by: 'link' });
  return counted ? mostClicked(counted, most) : clicksByLink(tx, account, span, most);
}

async function countKept(ctx: Engines, tx: Tx, asked: Asked): Promise<CountedKeys | undefined> {
  if (!ctx.figures || !isLong(asked.span) || asked.span.from < (await keptFrom(tx))) return undefined;
  return countLong(ctx, tx, asked);
}

/** Hits from before are deleted. */
export async function keptFrom(tx: Tx): Promise<Date> {
  const { rows } = await sql<{ at: Date }>`select hits_kept_from() as at`.execute(tx);
  return rows[0]?.at ?? new Date(0);
}

export function valuedOf(counted: CountedKeys): Valued[] {
  return [...counted].map(([key, times]) => {
    const split = key.indexOf(':');
    return { dimension: key.slice(0, split) as FigureDimension, value: key.slice(split + 1), counted: BigInt(times) };
  });
}

export function mostClicked(counted: CountedKeys, most?: number): LinkClicks[] {
  return [...counted]
    .map(([link_id, clicks]) => ({ link_id, clicks: BigInt(clicks) }))
    .sort((one, other) => Number(other.clicks - one.clicks) || (one.link_id < other.link_id ? -1 : 1))
    .slice(0, most);
}
