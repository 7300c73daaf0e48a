import {
  archiveProduct,
  importProducts,
  listCatalogue,
  listImports,
  listShopProducts,
  syncProducts,
  undoImport,
} from '@vitrine/contract/catalogue.ts';
import { type Routes, serve } from '../platform/http/serve.ts';
import { archiveProductOf, listCatalogueOf, listShopProductsOf } from './catalogue.service.ts';
import { importProductsOf, listImportsOf } from './imports.service.ts';
import { syncProductsOf } from './products.sync.ts';
import { undoImportOf } from './imports.undo.ts';

export function registerCatalogue(routes: Routes): void {
  serve(routes, listCatalogue, (call, ctx) => listCatalogueOf(ctx, call.actor, call.params.merchant, call.query));
  serve(routes, listShopProducts, (call, ctx) => listShopProductsOf(ctx, call.actor, call.query));
  serve(routes, syncProducts, (call, ctx) => syncProductsOf(ctx, call.actor, call.body));
  serve(routes, importProducts, (call, ctx) => importProductsOf(ctx, call.actor, call.params.merchant, call.body));
  serve(routes, listImports, (call, ctx) => listImportsOf(ctx, call.actor, call.params.merchant));
  serve(routes, undoImport, (call, ctx) => undoImportOf(ctx, call.actor, call.params.merchant, call.params.import_id));
  serve(routes, archiveProduct, (call, ctx) =>
    archiveProductOf(ctx, call.actor, call.params.merchant, call.params.product_id, call.body.archived),
  );
}
