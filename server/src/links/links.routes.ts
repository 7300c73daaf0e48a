import {
  changeLink,
  checkLinkCode,
  createLink,
  listLinks,
  listShopLinks,
  readLinkHits,
} from '@vitrine/contract/links.ts';
import { type Routes, serve } from '../platform/http/serve.ts';
import { changeLinkOf, checkCodeFor, createLinkFor, listLinksOf, readHitsOf } from './links.service.ts';
import { listShopLinksOf } from './links.shop.ts';

export function registerLinks(routes: Routes): void {
  serve(routes, listShopLinks, (call, ctx) => listShopLinksOf(ctx, call.actor, call.query));
  serve(routes, listLinks, (call, ctx) => listLinksOf(ctx, call.actor, call.params.merchant_account_id, call.query));
  serve(routes, checkLinkCode, (call, ctx) =>
    checkCodeFor(ctx, call.actor, call.params.merchant_account_id, call.query.code),
  );
  serve(routes, createLink, (call, ctx) => createLinkFor(ctx, call.actor, call.params.merchant_account_id, call.body));
  serve(routes, changeLink, (call, ctx) =>
    changeLinkOf(ctx, call.actor, call.params.merchant_account_id, call.params.link_id, call.body),
  );
  serve(routes, readLinkHits, (call, ctx) =>
    readHitsOf(ctx, call.actor, call.params.merchant_account_id, call.params.link_id),
  );
}
