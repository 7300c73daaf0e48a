import { queryOptions, useQueryClient } from '@tanstack/react-query';
import {
  type ClearableField,
  importProducts,
  listImports,
  type ProductFile,
  undoImport,
} from '@vitrine/contract/catalogue.ts';
import type { PriceFormat } from '@vitrine/contract/values/prices.ts';
import { call } from '../api/call.ts';
import { useApiMutation } from '../api/mutation.ts';
import type { ImportFile } from './import-file.ts';

export function importsQuery(merchant: string) {
  return queryOptions({
    queryKey: ['brand', merchant, 'imports'],
    queryFn: async ({ signal }) => (await call(listImports, { params: { merchant } }, signal)).data,
  });
}

/** A file and what the user chose for it. */
export type ImportChoices = {
  file: ImportFile;
  clear: readonly ClearableField[];
  columns: ProductFile['columns'];
  format: PriceFormat | undefined;
};

function bodyOf({ file, clear, columns, format }: ImportChoices) {
  if (file.source === 'shopify') return { ...file, clear: [...clear] };
  return { ...file, clear: [...clear], columns, ...(format && { price_format: format }) };
}

/** The mutations of an import: preview, run and undo. */
export function useImports(merchant: string) {
  const queryClient = useQueryClient();
  const onSettled = () => queryClient.invalidateQueries({ queryKey: ['brand', merchant] });
  const send = async (choices: ImportChoices, preview: boolean) =>
    (await call(importProducts, { params: { merchant }, body: { ...bodyOf(choices), preview } })).data;
  const preview = useApiMutation({ mutationFn: (choices: ImportChoices) => send(choices, true) });
  const run = useApiMutation({ mutationFn: (choices: ImportChoices) => send(choices, false), onSettled });
  const undo = useApiMutation({
    mutationFn: async (id: string) => (await call(undoImport, { params: { merchant, import_id: id } })).data,
    onSettled,
  });
  return { preview, run, undo };
}
