import { type PicturePurpose, type UploadedPicture, uploadPicture } from '@vitrine/contract/pictures.ts';
import { call } from './call.ts';
import { reportingProgress } from './xhr.ts';

/** Uploads a picture and reports its progress from 0 to 1. */
export async function uploadWithProgress(
  file: Blob,
  query: { purpose: PicturePurpose; merchant?: string },
  onProgress: (share: number) => void,
  signal: AbortSignal,
): Promise<UploadedPicture> {
  return (await call(uploadPicture, { query, file, transport: reportingProgress(onProgress) }, signal)).data;
}
