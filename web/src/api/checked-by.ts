import type { FieldValues, Resolver, ResolverOptions, ResolverResult } from 'react-hook-form';
import type * as z from 'zod/mini';
import { loadChunk } from './chunk.ts';

/**
 * Checks a form by the body of the call it makes. The contract's schemas and the library behind them are fetched with
 * the first check, so that no page waits for them. What is sent is what was typed; the server reads it by the same
 * rules, and alone where the schemas cannot be had.
 */
export function checkedBy(loadBody: () => Promise<z.ZodMiniType<unknown, FieldValues>>) {
  const load = () =>
    Promise.all([loadChunk(() => import('@hookform/resolvers/standard-schema')), loadChunk(loadBody)] as const);
  return async <Values extends FieldValues>(
    values: Values,
    context: unknown,
    options: ResolverOptions<Values>,
  ): Promise<ResolverResult<Values>> => {
    const parts = await load().catch(() => undefined);
    if (!parts) return { values, errors: {} };
    const [{ standardSchemaResolver }, body] = parts;
    // A body may leave out what a form always has: the form's values are the narrower type.
    const check = standardSchemaResolver(body, undefined, { raw: true }) as Resolver<Values, unknown>;
    return await check(values, context, options);
  };
}
