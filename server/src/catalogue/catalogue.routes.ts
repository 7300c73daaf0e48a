import {
  importProducts,
  listCatalogue,
  listImports,
  listShopProducts,
  syncProducts,
  undoImport,
} from '@vitrine/contract/catalogue.ts';
import {
  changeProductFeed,
  fetchProductFeed,
  previewProductFeed,
  readProductFeed,
  removeProductFeed,
  saveProductFeed,
} from '@vitrine/contract/catalogue.feeds.ts';
import { changeProduct, createProduct, listProductChanges, readProduct } from '@vitrine/contract/catalogue.products.ts';
import { type Routes, serve } from '../platform/http/serve.ts';
import { listCatalogueOf, listShopProductsOf } from './catalogue.service.ts';
import {
  changeProductFeedOf,
  fetchProductFeedOf,
  previewProductFeedOf,
  readProductFeedOf,
  removeProductFeedOf,
  saveProductFeedOf,
} from './feeds.service.ts';
import { importProductsOf, listImportsOf } from './imports.service.ts';
import { undoImportOf } from './imports.undo.ts';
import { changeProductOf, createProductFor } from './products.edit.ts';
import { listProductChangesOf, readProductOf } from './products.page.ts';
import { syncProductsOf } from './products.sync.ts';

export function registerCatalogue(routes: Routes): void {
  serve(routes, listCatalogue, (call, ctx) => listCatalogueOf(ctx, call.actor, call.params.merchant, call.query));
  serve(routes, listShopProducts, (call, ctx) => listShopProductsOf(ctx, call.actor, call.query));
  serve(routes, syncProducts, (call, ctx) => syncProductsOf(ctx, call.actor, call.body));
  serve(routes, importProducts, (call, ctx) => importProductsOf(ctx, call.actor, call.params.merchant, call.raw));
  serve(routes, listImports, (call, ctx) => listImportsOf(ctx, call.actor, call.params.merchant));
  serve(routes, undoImport, (call, ctx) => undoImportOf(ctx, call.actor, call.params.merchant, call.params.import_id));
  serve(routes, readProductFeed, (call, ctx) => readProductFeedOf(ctx, call.actor, call.params.merchant));
  serve(routes, previewProductFeed, (call, ctx) =>
    previewProductFeedOf(ctx, call.actor, call.params.merchant, call.body),
  );
  serve(routes, saveProductFeed, (call, ctx) => saveProductFeedOf(ctx, call.actor, call.params.merchant, call.body));
  serve(routes, changeProductFeed, (call, ctx) =>
    changeProductFeedOf(ctx, call.actor, call.params.merchant, call.body),
  );
  serve(routes, fetchProductFeed, (call, ctx) =>
    fetchProductFeedOf(ctx, call.actor, call.params.merchant, call.body.confirm ?? false),
  );
  serve(routes, removeProductFeed, (call, ctx) => removeProductFeedOf(ctx, call.actor, call.params.merchant));
  serve(routes, createProduct, (call, ctx) => createProductFor(ctx, call.actor, call.params.merchant, call.body));
  serve(routes, readProduct, (call, ctx) => readProductOf(ctx, call.actor, call.params));
  serve(routes, changeProduct, (call, ctx) => changeProductOf(ctx, call.actor, call.params, call.body));
  serve(routes, listProductChanges, (call, ctx) => listProductChangesOf(ctx, call.actor, call.params, call.query));
}
