import * as z from 'zod/mini';
import { shopSource } from './connections.ts';
import { endpoint } from './endpoint.ts';
import { cursorMeta, cursorQuery, id, instant, whole } from './values/fields.ts';

/**
 * What a shop asked about its shoppers' data. `data_request`: a shopper wants to know what is stored about them; the brand
 * passes the file on. `customer_redaction`: a shopper was erased. `shop_redaction`: all shoppers were erased, because the
 * app was removed in the shop.
 */
export const privacyRequest = z.strictObject({
  id: z.string(),
  source: shopSource,
  kind: z.enum(['data_request', 'customer_redaction', 'shop_redaction']),
  /** The shop’s own address, like glow-lab.myshopify.com. */
  shop_domain: z.string(),
  received_at: instant,
  /** Until when it must be done, 30 days after it came. */
  due_at: instant,
  /** When the data was erased, or the brand marked the request as answered. */
  done_at: z.nullable(instant),
  /** How many orders and stored webhooks were erased or, of a request for data, found. */
  orders: whole,
  deliveries: whole,
});
export type PrivacyRequest = z.output<typeof privacyRequest>;

const merchantParams = { merchant: id };
const requestParams = z.strictObject({ ...merchantParams, request_id: id });

export const listPrivacyRequests = endpoint({
  method: 'GET',
  path: '/brand/{merchant}/privacy-requests',
  summary: 'What a brand’s shop asked about its shoppers’ data and what was done, newest first',
  access: ['brand'],
  scope: 'own_merchant',
  right: 'shop',
  params: z.strictObject(merchantParams),
  query: z.strictObject({ ...cursorQuery }),
  reply: z.array(privacyRequest),
  meta: cursorMeta,
  refusals: ['not_found'],
});

export const downloadShopperData = endpoint({
  method: 'GET',
  path: '/brand/{merchant}/privacy-requests/{request_id}/data',
  summary: 'All that is stored about the shopper of a request for data, as a file to pass on',
  access: ['brand'],
  scope: 'own_merchant',
  right: 'shop',
  params: requestParams,
  reply: z.string(),
  gives: 'application/json',
  refusals: ['not_found'],
});

export const answerPrivacyRequest = endpoint({
  method: 'POST',
  path: '/brand/{merchant}/privacy-requests/{request_id}/answered',
  summary: 'Mark a request for data as answered, after the file was passed on to the shopper',
  access: ['brand'],
  scope: 'own_merchant',
  right: 'shop',
  params: requestParams,
  reply: privacyRequest,
  refusals: ['not_found'],
});
