// Style sheets and QR codes. Both depend only on their address, so they are cached forever.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { FastifyReply } from 'fastify';
import { linkCode } from '@vitrine/contract/links.ts';
import { hexColour } from '@vitrine/contract/values/colour.ts';
import { linkExists } from '../links/links.service.ts';
import type { Routes } from '../platform/http/serve.ts';
import { accentRules } from './look.ts';
import { drawPng, drawSvg } from '../platform/qr.ts';

const assets = new URL('../../assets/', import.meta.url);
/** One sheet per page: a second one would delay the first paint by another round trip. */
const sheet = ['shop.css', 'storefront.css', 'storefront.finder.css']
  .map((name) => readFileSync(new URL(name, assets), 'utf8'))
  .join('');
const version = createHash('sha256').update(sheet).digest('hex').slice(0, 8);

/** The address of the style sheet for an accent color; it contains a hash of the sheet. */
export function sheetPath(accent: string | null): string {
  return `/media/storefront.css?v=${version}${accent === null ? '' : `&accent=${accent.slice(1)}`}`;
}

export function sheetOf(accent: string | null): string {
  return accent === null ? sheet : `${sheet}${accentRules(accent)}`;
}

const kept = 'public, max-age=31536000, immutable';
const qrPolicy = "default-src 'none'; style-src 'unsafe-inline'; sandbox";

async function sendQr(reply: FastifyReply, address: string, ending: string): Promise<FastifyReply> {
  void reply.headers({ 'Cache-Control': kept, 'Content-Security-Policy': qrPolicy });
  if (ending === 'svg') return reply.type('image/svg+xml').send(await drawSvg(address));
  return reply.type('image/png').send(drawPng(address));
}

export function registerShopperMedia({ app, ctx }: Routes): void {
  app.get<{ Querystring: { accent?: unknown } }>(
    '/media/storefront.css',
    { config: { policy: 'public' } },
    async (request, reply) => {
      const { accent } = request.query;
      const colour = typeof accent === 'string' && hexColour.test(`#${accent}`) ? `#${accent}` : null;
      return reply.type('text/css; charset=utf-8').header('Cache-Control', kept).send(sheetOf(colour));
    },
  );
  app.get<{ Params: { file: string } }>(
    '/media/qr/:file',
    { config: { policy: 'public', rateLimit: { max: 120, timeWindow: 60_000 } } },
    async (request, reply) => {
      const [, code = '', ending = ''] = /^(.*)\.(svg|png)$/.exec(request.params.file) ?? [];
      if (!linkCode.test(code) || !(await linkExists(ctx, code))) return reply.callNotFound();
      return sendQr(reply, `${ctx.config.publicUrl}/s/${code}`, ending);
    },
  );
}
