import { Vitrine, VitrineError } from '@vitrine/sdk';

/** Only route handlers import this file: a page would send the key to the browser. */
export function vitrine(): Vitrine {
  return new Vitrine({ url: process.env['VITRINE'] ?? '', key: process.env['KEY'] ?? '' });
}

/** A refusal as a response of this shop; everything else is a fault of the shop. */
export function refused(error: unknown): Response {
  if (!(error instanceof VitrineError)) throw error;
  const { code, errors, isTemporary } = error;
  return Response.json({ code, errors }, { status: isTemporary ? 503 : 422 });
}
