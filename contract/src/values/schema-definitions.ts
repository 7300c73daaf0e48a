import type * as z from 'zod/mini';

/** What a schema is made of. Which of these it has depends on its kind. */
export type Definition = {
  type: string;
  format?: string;
  pattern?: RegExp;
  checks?: { _zod: { def: CheckDefinition } }[];
  innerType?: z.ZodMiniType;
  in?: z.ZodMiniType;
  out?: z.ZodMiniType;
  shape?: Record<string, z.ZodMiniType>;
  element?: z.ZodMiniType;
  options?: z.ZodMiniType[];
  items?: z.ZodMiniType[];
  entries?: Record<string, string>;
  values?: unknown[];
  keyType?: z.ZodMiniType;
  valueType?: z.ZodMiniType;
};
export type CheckDefinition = {
  check: string;
  format?: string;
  pattern?: RegExp;
  minimum?: number;
  maximum?: number;
  value?: number | bigint;
  inclusive?: boolean;
};

export function definitionOf(schema: z.ZodMiniType): Definition {
  // The definition of a schema is public, but its type depends on the kind, which only the definition tells.
  return schema._zod.def;
}
