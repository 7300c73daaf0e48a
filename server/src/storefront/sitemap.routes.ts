// /sitemap.xml and /robots.txt. The sitemap has all public pages with products; with many creators it is an index of
// files (sitemaps.org).
import type { FastifyReply } from 'fastify';
import type { Context } from '../context.ts';
import { type Html, html } from '../platform/http/html.ts';
import type { Routes } from '../platform/http/serve.ts';
import { countPublicCreators, creatorsPerFile, type ListedCreator, listedCreators } from './sitemap.views.ts';

const namespace = 'http://www.sitemaps.org/schemas/sitemap/0.9';
const declaration = '<?xml version="1.0" encoding="UTF-8"?>\n';
const limits = { policy: 'public', rateLimit: { max: 60, timeWindow: 60_000 } } as const;

function address(location: string, changedOn: string): Html {
  return html`<url><loc>${location}</loc><lastmod>${changedOn}</lastmod></url>
`;
}

function pagesOf(publicUrl: string, { handle, storefronts }: ListedCreator): Html[] {
  const home = `${publicUrl}/@${handle}`;
  const days = storefronts.map(({ changed_on: day }) => day).toSorted();
  return [
    address(home, days.at(-1) ?? ''),
    ...storefronts.map(({ slug, changed_on: day }) => address(`${home}/${encodeURIComponent(slug)}`, day)),
  ];
}

function fileOf(publicUrl: string, creators: readonly ListedCreator[]): string {
  const pages = creators.flatMap((creator) => pagesOf(publicUrl, creator));
  return `${declaration}${html`<urlset xmlns="${namespace}">
${pages}</urlset>
`.toString()}`;
}

function indexOf(publicUrl: string, files: number): string {
  const places = Array.from({ length: files }, (_, index) => `${publicUrl}/sitemap/${index + 1}.xml`);
  return `${declaration}${html`<sitemapindex xmlns="${namespace}">
${places.map(
  (place) => html`<sitemap><loc>${place}</loc></sitemap>
`,
)}</sitemapindex>
`.toString()}`;
}

function sendXml(reply: FastifyReply, markup: string): FastifyReply {
  return reply
    .type('application/xml; charset=utf-8')
    .headers({ 'Cache-Control': 'public, max-age=3600', 'X-Content-Type-Options': 'nosniff' })
    .send(markup);
}

const filesOf = (ctx: Context) =>
  ctx.database
    .as({ role: 'public' }, countPublicCreators)
    .then((creators) => Math.max(1, Math.ceil(creators / creatorsPerFile)));

const creatorsOf = (ctx: Context, file: number) =>
  ctx.database.as({ role: 'public' }, (tx) => listedCreators(tx, file));

export function registerSitemap({ app, ctx }: Routes): void {
  const { publicUrl } = ctx.config;
  app.get('/sitemap.xml', { config: limits }, async (_request, reply) => {
    const files = await filesOf(ctx);
    return sendXml(reply, files > 1 ? indexOf(publicUrl, files) : fileOf(publicUrl, await creatorsOf(ctx, 1)));
  });
  app.get<{ Params: { file: string } }>('/sitemap/:file', { config: limits }, async (request, reply) => {
    const file = Number(/^([1-9]\d{0,5})\.xml$/.exec(request.params.file)?.[1]);
    if (!(file <= (await filesOf(ctx))))
      return reply.code(404).type('text/plain; charset=utf-8').send('There is no such file of the sitemap.\n');
    return sendXml(reply, fileOf(publicUrl, await creatorsOf(ctx, file)));
  });
  app.get('/robots.txt', { config: { policy: 'public' } }, async (_request, reply) =>
    reply
      .type('text/plain; charset=utf-8')
      .header('Cache-Control', 'public, max-age=3600')
      .send(
        `User-agent: *\nAllow: /@\nDisallow: /api/\nDisallow: /s/\nDisallow: /brand\nDisallow: /operator\n\nSitemap: ${publicUrl}/sitemap.xml\n`,
      ),
  );
}
