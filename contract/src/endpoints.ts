import * as accounts from './accounts.ts';
import * as catalogue from './catalogue.ts';
import * as commissions from './commissions.ts';
import type { Endpoint } from './endpoint.ts';
import * as events from './events.ts';
import * as links from './links.ts';
import * as merchants from './merchants.ts';
import * as orders from './orders.ts';
import * as overview from './overview.ts';
import * as storefront from './storefront.ts';

function isEndpoint(value: unknown): value is Endpoint {
  return typeof value === 'object' && value !== null && 'path' in value && 'access' in value;
}

/** Every call of the product by its name, as the server must serve it and the OpenAPI document lists it. */
export const endpoints: ReadonlyMap<string, Endpoint> = new Map(
  [accounts, catalogue, commissions, events, links, merchants, orders, overview, storefront]
    .flatMap((domain) => Object.entries(domain))
    .flatMap(([name, value]) => (isEndpoint(value) ? [[name, value] as const] : [])),
);
