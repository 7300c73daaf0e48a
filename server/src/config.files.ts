import * as z from 'zod/mini';
import { faultOfS3Address, parseS3Address, type S3Address } from './platform/files/s3.address.ts';

export const filesVariables = {
  FILES: z.optional(
    z.string().check(
      z.refine((text) => faultOfS3Address(text) === undefined, {
        error: ({ input }) => faultOfS3Address(String(input)) ?? '',
      }),
    ),
  ),
};

export function filesAddressOf({ FILES }: { FILES?: string | undefined }): S3Address | undefined {
  return FILES === undefined ? undefined : parseS3Address(FILES);
}
