import type { FieldValues, Resolver, ResolverOptions, ResolverResult } from 'react-hook-form';
import type * as z from 'zod/mini';
import { loadChunk } from './chunk.ts';

const loadResolver = () => import('@hookform/resolvers/standard-schema');

/**
 * Validates a form with the body schema of its call. The schemas and their library are fetched with the first check, so
 * that no page waits for them. The form sends what was typed; the server validates it by the same rules, and alone if
 * the schemas can't be loaded.
 */
export function checkedBy(loadBody: () => Promise<z.ZodMiniType<unknown, FieldValues>>) {
  const load = () => Promise.all([loadChunk(loadResolver), loadChunk(loadBody)] as const);
  return async <Values extends FieldValues>(
    values: Values,
    context: unknown,
    options: ResolverOptions<Values>,
  ): Promise<ResolverResult<Values>> => {
    const parts = await load().catch(() => undefined);
    if (!parts) return { values, errors: {} };
    const [{ standardSchemaResolver }, body] = parts;
    // A body may omit what a form always has, so the form's values are the narrower type.
    const check = standardSchemaResolver(body, undefined, { raw: true }) as Resolver<Values, unknown>;
    return await check(values, context, options);
  };
}
