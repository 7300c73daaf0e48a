import { Trans, useLingui } from '@lingui/react/macro';
import { IconCamera, IconUser } from '@tabler/icons-react';
import { type ChangeEvent, lazy, Suspense, useRef, useState } from 'react';
import { loadChunk } from '../api/chunk.ts';
import { Button } from '../ui/Button.tsx';
import { hiddenClass } from '../ui/Hidden.tsx';
import { Avatar } from '../ui/Picture.tsx';
import styles from './register.module.css';

const AvatarCrop = lazy(() =>
  loadChunk(() => import('./AvatarCrop.tsx')).then((part) => ({ default: part.AvatarCrop })),
);

type AvatarPickerProps = {
  name: string;
  /** A data address, or empty. */
  picture: string;
  /** A picture that the person has elsewhere. */
  offered: string | undefined;
  error: string | undefined;
  onPicture: (picture: string) => void;
};

/** A picture of oneself, cut to a circle before it goes anywhere. It may be left for later. */
export function AvatarPicker({ name, picture, offered, error, onPicture }: AvatarPickerProps) {
  const { t } = useLingui();
  const input = useRef<HTMLInputElement>(null);
  const [source, setSource] = useState<string>();
  const [isUnreadable, setUnreadable] = useState(false);
  const choose = (event: ChangeEvent<HTMLInputElement>) => {
    const [file] = event.target.files ?? [];
    event.target.value = '';
    if (!file) return;
    setUnreadable(false);
    const reader = new FileReader();
    reader.addEventListener('load', () => setSource(String(reader.result)));
    reader.readAsDataURL(file);
  };
  const message =
    error ?? (isUnreadable ? t`This file is not a picture that can be read. Please choose another.` : undefined);
  return (
    <div className={styles.avatar}>
      {picture || name ? (
        <Avatar src={picture || undefined} name={name} className={styles.photo} />
      ) : (
        <span className={styles.nobody} aria-hidden="true">
          <IconUser size={32} stroke={1.2} />
        </span>
      )}
      <div>
        <input
          ref={input}
          type="file"
          accept="image/jpeg,image/png,image/webp,image/gif"
          className={hiddenClass}
          tabIndex={-1}
          aria-label={t`Photo of you`}
          onChange={choose}
        />
        <Button look="quiet" small onClick={() => input.current?.click()}>
          <IconCamera size={18} stroke={1.6} aria-hidden="true" />
          {picture ? <Trans>Change photo</Trans> : <Trans>Add a photo</Trans>}
        </Button>
        {offered && !picture ? (
          <Button look="plain" small onClick={() => setSource(offered)}>
            <Trans>Take that of Google</Trans>
          </Button>
        ) : null}
        {message ? (
          <p role="alert" className={styles.photoError}>
            {message}
          </p>
        ) : null}
      </div>
      {source ? (
        <Suspense>
          <AvatarCrop
            source={source}
            onClose={() => setSource(undefined)}
            onUnreadable={() => {
              setSource(undefined);
              setUnreadable(true);
            }}
            onCut={(cut) => {
              setSource(undefined);
              onPicture(cut);
            }}
          />
        </Suspense>
      ) : null}
    </div>
  );
}
