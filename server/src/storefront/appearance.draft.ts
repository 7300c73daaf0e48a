// The preview of a storefront before it is saved. The draft is encrypted in the preview's address; only its owner can
// create one, so that nobody can put text on someone else's page.
import * as z from 'zod/mini';
import { appearance } from '@vitrine/contract/appearance.ts';
import type { Context } from '../context.ts';

const goodForMs = 3_600_000;

const draft = z.strictObject({
  account: z.string(),
  until: z.number(),
  look: z.extend(z.omit(appearance, { banner: true }), { banner: z.nullable(z.string()) }),
});
export type DraftLook = z.output<typeof draft>['look'];

export function sealDraft(ctx: Context, accountId: string, look: DraftLook): string {
  const until = ctx.clock.now().getTime() + goodForMs;
  return ctx.sealer.seal(JSON.stringify({ account: accountId, until, look })).toString('base64url');
}

function opened(ctx: Context, sealed: string): unknown {
  try {
    return JSON.parse(ctx.sealer.open(Buffer.from(sealed, 'base64url')));
  } catch {
    return undefined;
  }
}

/** The draft of this storefront; nothing if it is for another one, has expired, or is not valid. */
export function openDraft(ctx: Context, accountId: string, sealed: string): DraftLook | undefined {
  const read = draft.safeParse(opened(ctx, sealed));
  if (!read.success || read.data.account !== accountId) return undefined;
  return read.data.until >= ctx.clock.now().getTime() ? read.data.look : undefined;
}
