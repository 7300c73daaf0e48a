import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { type ClearableField, importProducts, listImports, undoImport } from '@vitrine/contract/catalogue.ts';
import { call } from '../api/call.ts';
import { useApiMutation } from '../api/mutation.ts';
import type { ImportFile } from './import-file.ts';

export function importsQuery(merchant: string) {
  return queryOptions({
    queryKey: ['brand', merchant, 'imports'],
    queryFn: async ({ signal }) => (await call(listImports, { params: { merchant } }, signal)).data,
  });
}

type Wanted = { file: ImportFile; clear: readonly ClearableField[] };

/** The mutations of an import: preview, run and undo. */
export function useImports(merchant: string) {
  const queryClient = useQueryClient();
  const onSettled = () => queryClient.invalidateQueries({ queryKey: ['brand', merchant] });
  const send = async ({ file, clear }: Wanted, preview: boolean) =>
    (await call(importProducts, { params: { merchant }, body: { ...file, clear: [...clear], preview } })).data;
  const preview = useApiMutation({ mutationFn: (wanted: Wanted) => send(wanted, true) });
  const run = useApiMutation({ mutationFn: (wanted: Wanted) => send(wanted, false), onSettled });
  const undo = useApiMutation({
    mutationFn: async (id: string) => (await call(undoImport, { params: { merchant, import_id: id } })).data,
    onSettled,
  });
  return { preview, run, undo };
}
