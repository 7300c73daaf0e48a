import { useLingui } from '@lingui/react/macro';
import { useEffect, useRef, useState } from 'react';
import { type UploadedPicture, pictureTypes } from '@vitrine/contract/pictures.ts';
import { ApiProblem } from '../api/problem.ts';
import { uploadWithProgress } from '../api/upload.ts';
import { type FailureCode, refusalText } from '../format/refusals.ts';
import type { ConversationSide } from './sides.ts';

export const mostPictures = 5;
const largestBytes = 10 * 1024 * 1024;
const previewPx = 160;

export type PictureDraft = {
  key: string;
  file: File;
  preview?: string;
  progress: number;
  picture?: UploadedPicture;
  failed?: FailureCode;
  /** Cancels the upload. */
  abort: AbortController;
};

/** A thumbnail as a data address, the only kind of local picture that the content security policy allows. */
async function previewOf(file: File): Promise<string> {
  const bitmap = await createImageBitmap(file);
  const scale = previewPx / Math.min(bitmap.width, bitmap.height);
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(bitmap.width * scale);
  canvas.height = Math.round(bitmap.height * scale);
  canvas.getContext('2d')?.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  bitmap.close();
  return canvas.toDataURL('image/webp', 0.8);
}

function isFitting({ type, size }: File): boolean {
  return pictureTypes.some((known) => known === type) && size <= largestBytes;
}

/** The uploads that are under way, which end with the component. */
function useRunningUploads() {
  const uploads = useRef(new Set<AbortController>());
  useEffect(() => {
    const running = uploads.current;
    return () => running.forEach((each) => each.abort());
  }, []);
  return uploads;
}

export type PictureDrafts = ReturnType<typeof usePictureDrafts>;

/** Pictures of the message being written, uploaded as soon as they are chosen. */
export function usePictureDrafts(conversationSide: ConversationSide) {
  const { t } = useLingui();
  const [list, setList] = useState<readonly PictureDraft[]>([]);
  const [complaint, setComplaint] = useState<string>();
  const uploads = useRunningUploads();
  const set = (key: string, change: Partial<PictureDraft>) =>
    setList((drafts) => drafts.map((draft) => (draft.key === key ? { ...draft, ...change } : draft)));
  /** Another try with the same file can't succeed. */
  const refuse = (key: string, { name }: File) => {
    setList((drafts) => drafts.filter((draft) => draft.key !== key));
    setComplaint(t`We can’t read ${name} as a picture. Please choose another.`);
  };
  const upload = ({ key, file, abort }: PictureDraft) => {
    uploads.current.add(abort);
    const query = {
      purpose: 'message' as const,
      ...(conversationSide.side === 'brand' && { merchant: conversationSide.merchant }),
    };
    uploadWithProgress(file, query, (progress) => set(key, { progress }), abort.signal)
      .then(
        (picture) => set(key, { picture, progress: 1 }),
        (error: unknown) => {
          if (error instanceof ApiProblem && error.errors['picture']) refuse(key, file);
          else set(key, { failed: error instanceof ApiProblem ? error.code : 'internal' });
        },
      )
      .finally(() => uploads.current.delete(abort));
  };
  const add = (files: readonly File[]) => {
    const fitting = files.filter(isFitting);
    const taken = fitting.slice(0, mostPictures - list.length);
    setComplaint(
      fitting.length < files.length
        ? t`Pictures must be JPEG, PNG, WebP or GIF and at most 10 MB.`
        : taken.length < fitting.length
          ? t`You can add up to ${mostPictures} pictures to a message.`
          : undefined,
    );
    const drafts = taken.map((file): PictureDraft => {
      const key = crypto.randomUUID();
      return { key, file, progress: 0, abort: new AbortController() };
    });
    setList((before) => [...before, ...drafts]);
    for (const draft of drafts) {
      upload(draft);
      previewOf(draft.file).then(
        (preview) => set(draft.key, { preview }),
        () => undefined,
      );
    }
  };
  const again = (key: string) => {
    const draft = list.find((each) => each.key === key);
    if (!draft) return;
    const fresh = { abort: new AbortController(), progress: 0 };
    setList((drafts) =>
      drafts.map((each) => {
        if (each.key !== key) return each;
        const { failed: _failed, ...rest } = each;
        return { ...rest, ...fresh };
      }),
    );
    upload({ ...draft, ...fresh });
  };
  const remove = (key: string) => {
    list.find((draft) => draft.key === key)?.abort.abort();
    setList((drafts) => drafts.filter((draft) => draft.key !== key));
  };
  const clear = () => {
    setList([]);
    setComplaint(undefined);
  };
  const ready = list.flatMap(({ picture }) => (picture ? [picture] : []));
  const isUploading = list.some(({ picture, failed }) => !picture && failed === undefined);
  const failed = list.find((draft) => draft.failed)?.failed;
  const reason = complaint ?? (failed && t(refusalText(failed)));
  return { list, ready, isUploading, complaint: reason, add, again, remove, clear };
}
