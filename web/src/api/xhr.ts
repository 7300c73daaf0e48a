type Request = { method: string; headers: Record<string, string>; body?: string | Blob; signal?: AbortSignal };

/** Sends a request like fetch, which can't report how much of a body has been sent. Only door.ts uses it. */
export function sendWithProgress(
  address: string,
  { method, headers, body, signal }: Request,
  onProgress: (share: number) => void,
): Promise<Response> {
  return new Promise((resolve, reject) => {
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
