// Records views of public storefront pages. They are classified by the same rules as clicks, collected in memory and
// stored once a second, so a killed node loses the views of its last second. A view only means that the page was
// requested; a browser that shows it again from its cache within a minute is not counted.
import type { FastifyRequest } from 'fastify';
import type { Context } from '../context.ts';
import { agentOf } from '../hits/agent.ts';
import { classOf, classRulesVersion } from '../hits/classify.ts';
import { cleanCountry, type Countries, openCountries } from '../hits/countries.ts';
import { previewParameter } from '../redirector/location.ts';
import { createProxies } from '../platform/http/proxies.ts';
import { isOwnPage, referrerOf } from '../hits/referrer.ts';
import { countryOf, purposeOf } from '../hits/visit.headers.ts';
import { hashBrowserMark } from '../platform/browser.mark.ts';
import { newId } from '../platform/ids.ts';
import { storeViews, type View } from './views.queries.ts';

const flushEveryMs = 1_000;
const mostAtOnce = 5_000;
/** While the database is not available, about this many views are kept in memory; later ones are lost. */
const mostWaiting = 50_000;

/** A view whose IP address is not resolved yet; it is not kept after the batch. */
type Waiting = View & { address: string };

export type ViewRecorder = {
  record(accountId: string, request: FastifyRequest): void;
  flush(): Promise<void>;
  stop(): Promise<void>;
};

export function createViewRecorder(ctx: Context): ViewRecorder {
  const proxies = createProxies(ctx.config.trustProxy);
  const publicHost = URL.parse(ctx.config.publicUrl)?.host ?? '';
  let countries: Promise<Countries> | undefined;
  let waiting: Waiting[] = [];
  let lost = 0;
  let timer: NodeJS.Timeout | undefined;
  let flushing: Promise<void> = Promise.resolve();

  const store = async (): Promise<void> => {
    while (waiting.length > 0) {
      const batch = waiting.slice(0, mostAtOnce);
      countries ??= openCountries(ctx.config.geoDatabase, ctx.log);
      const countryAt = await countries;
      const views = batch.map(({ address, ...view }) => ({ ...view, country: view.country || countryAt(address) }));
      await ctx.database.as({ role: 'redirect' }, (tx) => storeViews(tx, views, classRulesVersion));
      waiting = waiting.slice(batch.length);
    }
  };
  const flush = (): Promise<void> => {
    flushing = flushing.then(store);
    return flushing;
  };
  const later = (): void => {
    timer ??= setTimeout(() => {
      timer = undefined;
      flush().catch((error: unknown) => {
        flushing = Promise.resolve();
        ctx.log.warn(
          { error: String(error), waiting: waiting.length, lost },
          'storefront views are waiting to be stored',
        );
        later();
      });
    }, flushEveryMs);
    timer.unref();
  };

  return {
    record(accountId, request) {
      if (waiting.length >= mostWaiting) {
        lost += 1;
        return;
      }
      waiting.push(viewOf(accountId, request, { ctx, proxies, publicHost }));
      later();
    },
    flush,
    stop: async () => {
      clearTimeout(timer);
      await flush().catch((error: unknown) => ctx.log.warn({ error: String(error) }, 'storefront views were lost'));
    },
  };
}

type Surroundings = { ctx: Context; proxies: ReturnType<typeof createProxies>; publicHost: string };

function viewOf(accountId: string, { raw }: FastifyRequest, { ctx, proxies, publicHost }: Surroundings): Waiting {
  const { headers, socket, method = 'GET', url = '' } = raw;
  const at = ctx.clock.now();
  const agent = agentOf((headers['user-agent'] ?? '').slice(0, 512));
  const referrer = referrerOf((headers.referer ?? '').slice(0, 1_024));
  const mark = ctx.browserMarks.read(headers.cookie, at.getTime());
  const verdict = classOf({
    method,
    purpose: purposeOf(headers),
    agent,
    isMarkedPreview: url.includes(previewParameter),
    isFromOwnPages: isOwnPage(referrer, [publicHost, (headers.host ?? '').toLowerCase()]),
    isOwnBrowser: false,
  });
  return {
    id: newId(at),
    at,
    accountId,
    ...verdict,
    browser: mark === undefined ? '' : hashBrowserMark(mark.id),
    country: proxies.trusts(socket.remoteAddress ?? '') ? cleanCountry(countryOf(headers)) : '',
    device: agent.device,
    referrerHost: referrer.host,
    address: proxies.clientOf(raw),
  };
}
