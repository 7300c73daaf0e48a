// A frame can't send a bearer token, so the address of an email's HTML part contains an encrypted permission for this email
// that is valid for a minute. The document can't run scripts, load anything or navigate.
import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { isId } from '../platform/ids.ts';
import { Refusal } from '../platform/refusal.ts';
import { findMail } from './mails.views.ts';

const path = '/api/v1/operator/mail-parts/';
const holdsMs = 60_000;
const purpose = 'mail-part';

export function previewAddress(ctx: Context, mailId: string): string {
  const until = ctx.clock.now().getTime() + holdsMs;
  return `${path}${ctx.sealer.seal(`${purpose} ${mailId} ${until}`).toString('base64url')}`;
}

function mailIn(ctx: Context, leave: string): string {
  let text: string;
  try {
    text = ctx.sealer.open(Buffer.from(leave, 'base64url'));
  } catch {
    throw new Refusal('not_found');
  }
  const [kind, mailId = '', until = ''] = text.split(' ');
  if (kind !== purpose || !isId(mailId) || Number(until) < ctx.clock.now().getTime()) throw new Refusal('not_found');
  return mailId;
}

export function registerMailParts(app: FastifyInstance, ctx: Context): void {
  app.get<{ Params: { leave: string } }>(`${path}:leave`, { config: { policy: 'public' } }, async (request, reply) => {
    const mailId = mailIn(ctx, request.params.leave);
    const mail = await ctx.database.as({ role: 'system' }, (tx) => findMail(tx, mailId));
    if (!mail) throw new Refusal('not_found');
    return reply
      .header(
        'Content-Security-Policy',
        "default-src 'none'; style-src 'unsafe-inline'; sandbox; frame-ancestors 'self'",
      )
      .header('X-Frame-Options', 'SAMEORIGIN')
      .header('Cache-Control', 'no-store')
      .type('text/html; charset=utf-8')
      .send(mail.html);
  });
}
