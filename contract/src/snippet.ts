import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { id, whole } from './values/fields.ts';

export const readSnippet = endpoint({
  method: 'GET',
  path: '/brand/{merchant}/snippet',
  summary: 'The shop snippet as text to copy: script tag, tag-manager recipe, Shopify custom pixel and form field',
  access: ['brand'],
  scope: 'own_merchant',
  right: 'shop',
  params: z.strictObject({ merchant: id }),
  reply: z.strictObject({
    /** Of this version; it never changes. */
    address: z.string(),
    /** For the `integrity` attribute of a script. */
    integrity: z.string(),
    /** The parameter of landing addresses that has the click id. */
    parameter: z.string(),
    /** The attribution window. */
    days: whole,
    /** The domain that all of the brand’s hosts share; null if they share none. */
    domain: z.nullable(z.string()),
    tag: z.string(),
    tag_manager: z.string(),
    pixel: z.string(),
    form_field: z.string(),
  }),
  refusals: ['not_found'],
});
