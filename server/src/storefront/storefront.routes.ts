import { changeAppearance, previewAppearance, readAppearance } from '@vitrine/contract/appearance.ts';
import {
  addPlacement,
  changeCollection,
  changePlacement,
  createCollection,
  fillCollection,
  findProductByAddress,
  listCollections,
  listPlacements,
  removeCollection,
  removePlacement,
  searchProducts,
} from '@vitrine/contract/storefront.ts';
import { type Routes, serve } from '../platform/http/serve.ts';
import { changeAppearanceOf, previewAppearanceOf, readAppearanceOf } from './appearance.service.ts';
import {
  changeCollectionOf,
  createCollectionOf,
  fillCollectionOf,
  listCollectionsOf,
  removeCollectionOf,
} from './collections.service.ts';
import {
  addPlacementTo,
  changePlacementOf,
  findByAddress,
  listPlacementsOf,
  removePlacementFrom,
  searchProductsFor,
} from './storefront.service.ts';

export function registerStorefront(routes: Routes): void {
  registerPlacements(routes);
  registerCollections(routes);
  serve(routes, readAppearance, (call, ctx) => readAppearanceOf(ctx, call.actor, call.params.merchant_account_id));
  serve(routes, changeAppearance, (call, ctx) =>
    changeAppearanceOf(ctx, call.actor, call.params.merchant_account_id, call.body),
  );
  serve(routes, previewAppearance, (call, ctx) =>
    previewAppearanceOf(ctx, call.actor, call.params.merchant_account_id, call.body),
  );
}

function registerPlacements(routes: Routes): void {
  serve(routes, listPlacements, (call, ctx) =>
    listPlacementsOf(ctx, call.actor, call.params.merchant_account_id, call.query),
  );
  serve(routes, searchProducts, (call, ctx) =>
    searchProductsFor(ctx, call.actor, call.params.merchant_account_id, call.query),
  );
  serve(routes, findProductByAddress, (call, ctx) =>
    findByAddress(ctx, call.actor, call.params.merchant_account_id, call.query.address),
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
}

function registerCollections(routes: Routes): void {
  serve(routes, listCollections, (call, ctx) => listCollectionsOf(ctx, call.actor, call.params.merchant_account_id));
  serve(routes, createCollection, (call, ctx) =>
    createCollectionOf(ctx, call.actor, call.params.merchant_account_id, call.body),
  );
  serve(routes, changeCollection, (call, ctx) =>
    changeCollectionOf(ctx, call.actor, call.params.merchant_account_id, call.params.collection_id, call.body),
  );
  serve(routes, fillCollection, (call, ctx) =>
    fillCollectionOf(ctx, call.actor, call.params.merchant_account_id, call.params.collection_id, call.body),
  );
  serve(routes, removeCollection, (call, ctx) =>
    removeCollectionOf(ctx, call.actor, call.params.merchant_account_id, call.params.collection_id, call.query),
  );
}
