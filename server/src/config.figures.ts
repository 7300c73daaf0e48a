import * as z from 'zod/mini';
import { type EngineAddress, faultOfEngineAddress, parseEngineAddress } from './figures/clickhouse/engine.address.ts';

export const figuresVariables = {
  FIGURES: z.optional(
    z.string().check(
      z.refine((text) => faultOfEngineAddress(text) === undefined, {
        error: ({ input }) => faultOfEngineAddress(String(input)) ?? '',
      }),
    ),
  ),
};

export function figuresAddressOf({ FIGURES }: { FIGURES?: string | undefined }): EngineAddress | undefined {
  return FIGURES === undefined ? undefined : parseEngineAddress(FIGURES);
}
