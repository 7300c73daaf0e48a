import { Trans, useLingui } from '@lingui/react/macro';
import { IconPhoto, IconPhotoPlus, IconTrash } from '@tabler/icons-react';
import { type ChangeEvent, useId, useRef, useState } from 'react';
import { type UploadedPicture, pictureTypes } from '@vitrine/contract/pictures.ts';
import { ApiProblem } from '../api/problem.ts';
import { imageSource } from '../format/images.ts';
import { failureText } from '../format/refusals.ts';
import { Button } from '../ui/Button.tsx';
import { hiddenClass } from '../ui/Hidden.tsx';
import styles from './appearance.module.css';
import { useAppearanceMutations } from './appearance.data.ts';

const mostBytes = 10 * 1024 * 1024;

type BannerFieldProps = {
  accountId: string;
  url: string | undefined;
  refused: string | undefined;
  onChange: (picture: UploadedPicture | undefined) => void;
};

/** The banner picture. It is uploaded when chosen, and applied when the form is saved. */
export function BannerField({ accountId, url, refused, onChange }: BannerFieldProps) {
  const { t } = useLingui();
  const { upload } = useAppearanceMutations(accountId);
  const input = useRef<HTMLInputElement>(null);
  const [wrong, setWrong] = useState<string>();
  const errorId = useId();
  const take = (event: ChangeEvent<HTMLInputElement>) => {
    const file = event.target.files?.[0];
    event.target.value = '';
    if (!file) return;
    const isKnown = pictureTypes.some((type) => type === file.type);
    if (!isKnown) return setWrong(t`Please choose a JPEG, PNG, WebP or GIF picture.`);
    if (file.size > mostBytes) return setWrong(t`Please choose a picture of at most 10 MB.`);
    setWrong(undefined);
    return upload.mutate(file, {
      onSuccess: onChange,
      onError: (error) => {
        const isPicture = error instanceof ApiProblem && error.errors['picture'];
        setWrong(isPicture ? t`We can’t read this file as a picture. Please choose another.` : t(failureText(error)));
      },
    });
  };
  const shown = imageSource(url);
  const error = wrong ?? refused;
  return (
    <section className={styles.part}>
      <h2 className={styles.label}>
        <Trans>Banner</Trans>
      </h2>
      <div className={styles.banner}>
        {shown ? <img src={shown} alt={t`Your banner`} /> : <IconPhoto size={32} stroke={1.2} aria-hidden="true" />}
      </div>
      <div className={styles.row}>
        <Button small look="quiet" busy={upload.isPending} onClick={() => input.current?.click()}>
          <IconPhotoPlus size={18} stroke={1.6} aria-hidden="true" />
          {shown ? <Trans>Change picture</Trans> : <Trans>Choose a picture</Trans>}
        </Button>
        {shown ? (
          <Button small look="plain" onClick={() => onChange(undefined)}>
            <IconTrash size={18} stroke={1.6} aria-hidden="true" />
            <Trans>Remove banner</Trans>
          </Button>
        ) : null}
        <input
          ref={input}
          type="file"
          className={hiddenClass}
          tabIndex={-1}
          accept={pictureTypes.join(',')}
          aria-label={t`Banner picture`}
          aria-describedby={error ? errorId : undefined}
          onChange={take}
        />
      </div>
      {error ? (
        <p role="alert" id={errorId} className={styles.alert}>
          {error}
        </p>
      ) : (
        <p className={styles.hint}>
          <Trans>Wide pictures work best: about three times as wide as tall. We crop it to fit.</Trans>
        </p>
      )}
    </section>
  );
}
