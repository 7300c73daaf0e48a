import type { Transport } from './door.ts';

/**
 * Sends a request like fetch, which can't report how much of a body has been sent: from 0 to 1. Only for the door, which
 * handles the answer.
 */
export function reportingProgress(onProgress: (share: number) => void): Transport {
  return (address, { method, headers, body, signal }) =>
    new Promise((resolve, reject) => {
      const request = new XMLHttpRequest();
      const fail = () => reject(new TypeError('No answer'));
      signal?.addEventListener('abort', () => request.abort());
      request.upload.addEventListener('progress', ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0));
      request.addEventListener('error', fail);
      request.addEventListener('abort', fail);
      request.addEventListener('load', () => {
        const { status, statusText, responseText } = request;
        const type = request.getResponseHeader('content-type');
        resolve(new Response(responseText, { status, statusText, ...(type && { headers: { 'content-type': type } }) }));
      });
      request.open(method, address);
      request.withCredentials = true;
      for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
      request.send(body);
    });
}
