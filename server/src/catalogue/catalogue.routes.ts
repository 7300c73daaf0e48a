import { archiveProduct, importProducts, listCatalogue } from '@vitrine/contract/catalogue.ts';
import { type Routes, serve } from '../platform/http/serve.ts';
import { archiveProductOf, importProductsOf, listCatalogueOf } from './catalogue.service.ts';

export function registerCatalogue(routes: Routes): void {
  serve(routes, listCatalogue, (call, ctx) => listCatalogueOf(ctx, call.actor, call.params.merchant, call.query));
  serve(routes, importProducts, (call, ctx) => importProductsOf(ctx, call.actor, call.params.merchant, call.body));
  serve(routes, archiveProduct, (call, ctx) =>
    archiveProductOf(ctx, call.actor, call.params.merchant, call.params.product_id, call.body.archived),
  );
}
