import { type UploadedPicture, type PicturePurpose, uploadPicture } from '@vitrine/contract/pictures.ts';
import { authorization, base } from './call.ts';
import { ApiProblem, problemOf } from './problem.ts';

/**
 * Uploads a picture and reports its progress from 0 to 1. The only call not made by fetch, which can't report upload
 * progress.
 */
export function uploadWithProgress(
  file: Blob,
  query: { purpose: PicturePurpose; merchant?: string },
  onProgress: (share: number) => void,
  signal: AbortSignal,
): Promise<UploadedPicture> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const offline = () => reject(new ApiProblem({ code: 'offline', status: 0, message: 'No answer' }));
    signal.addEventListener('abort', () => request.abort());
    request.upload.addEventListener('progress', ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0));
    request.addEventListener('error', offline);
    request.addEventListener('abort', offline);
    request.addEventListener('load', () => {
      const { status, statusText, responseText } = request;
      if (status < 300) resolve((JSON.parse(responseText) as { data: UploadedPicture }).data);
      else void problemOf(new Response(responseText, { status, statusText })).then(reject);
    });
    request.open(uploadPicture.method, `${base}${uploadPicture.path}?${new URLSearchParams(query)}`);
    request.withCredentials = true;
    for (const [name, value] of Object.entries({
      ...authorization(),
      'Content-Type': file.type,
      Accept: 'application/json',
    }))
      request.setRequestHeader(name, value);
    request.send(file);
  });
}
