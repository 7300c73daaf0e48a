import { changeLink, createLink, listLinks, readLinkHits } from '@vitrine/contract/links.ts';
import {
  addPlacement,
  changePlacement,
  listPlacements,
  removePlacement,
  searchProducts,
} from '@vitrine/contract/storefront.ts';
import { type Routes, serve } from '../platform/http/serve.ts';
import { changeLinkOf, createLinkFor, listLinksOf, readHitsOf } from './shortlinks.service.ts';
import {
  addPlacementTo,
  changePlacementOf,
  listPlacementsOf,
  removePlacementFrom,
  searchProductsFor,
} from './storefront.service.ts';

export function registerStorefront(routes: Routes): void {
  serve(routes, listPlacements, (call, ctx) => listPlacementsOf(ctx, call.actor, call.params.merchant_account_id));
  serve(routes, searchProducts, (call, ctx) =>
    searchProductsFor(ctx, call.actor, call.params.merchant_account_id, call.query),
  );
  serve(routes, addPlacement, (call, ctx) =>
    addPlacementTo(ctx, call.actor, call.params.merchant_account_id, call.body),
  );
  serve(routes, changePlacement, (call, ctx) =>
    changePlacementOf(ctx, call.actor, call.params.merchant_account_id, call.params.placement_id, call.body),
  );
  serve(routes, removePlacement, (call, ctx) =>
    removePlacementFrom(ctx, call.actor, call.params.merchant_account_id, call.params.placement_id),
  );
  serve(routes, listLinks, (call, ctx) => listLinksOf(ctx, call.actor, call.params.merchant_account_id));
  serve(routes, createLink, (call, ctx) => createLinkFor(ctx, call.actor, call.params.merchant_account_id, call.body));
  serve(routes, changeLink, (call, ctx) =>
    changeLinkOf(ctx, call.actor, call.params.merchant_account_id, call.params.link_id, call.body),
  );
  serve(routes, readLinkHits, (call, ctx) =>
    readHitsOf(ctx, call.actor, call.params.merchant_account_id, call.params.link_id),
  );
}
