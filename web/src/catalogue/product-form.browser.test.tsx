import { beforeAll, expect, test } from 'vitest';
import { ApiProblem } from '../api/problem.ts';
import { activateLocale } from '../locales/texts.ts';
import { productFaultsOf, readTypedProduct, typedProduct } from './product-form.ts';

beforeAll(() => activateLocale('en'));

test('an empty form names everything that is missing at once', () => {
  const read = readTypedProduct(typedProduct(undefined), 'EUR');
  expect('faults' in read && Object.keys(read.faults).toSorted()).toEqual(['price', 'sku', 'title', 'url']);
});

const refused = (errors: Record<string, string[]>) =>
  productFaultsOf(new ApiProblem({ code: 'validation_failed', status: 422, message: '', errors }));

test.each([
  [
    { url: ['must lead to shop.example or www.shop.example'] },
    { url: 'Please enter an address of shop.example or www.shop.example.' },
  ],
  [{ sku: ['belongs to “Serum” already'] }, { sku: '“Serum” has this SKU already.' }],
  [
    { sku: ['belongs to an archived product; restore it instead'] },
    { sku: 'An archived product has this SKU. Restore that one.' },
  ],
  [{ 'price.amount': ['is too large'] }, { price: 'is too large' }],
])('the server’s %j reads %j', (errors, faults) => {
  expect(refused(errors)).toEqual(faults);
});
