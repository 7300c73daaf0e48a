import type { CallOf, Endpoint } from '@vitrine/contract/endpoint.ts';
import { send } from './call.ts';

/** Makes a call that returns a file, and saves it under the name the server gave it. */
export async function download<E extends Endpoint & { gives: string }>(
  endpoint: E,
  request: CallOf<E> = {},
): Promise<void> {
  const answer = await send(endpoint, request);
  const name = /filename="([^"]+)"/.exec(answer.headers.get('content-disposition') ?? '')?.[1] ?? 'file';
  const address = URL.createObjectURL(await answer.file());
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
