import { Trans, useLingui } from '@lingui/react/macro';
import { IconUser } from '@tabler/icons-react';
import { useState } from 'react';
import { Button } from '../ui/Button.tsx';
import { Avatar } from '../ui/Picture.tsx';
import { AvatarChooser } from '../accounts/AvatarChooser.tsx';
import styles from './register.module.css';

type AvatarPickerProps = {
  name: string;
  /** A data address, or empty. */
  picture: string;
  /** A picture that the user has with Google. */
  offered: string | undefined;
  error: string | undefined;
  onPicture: (picture: string) => void;
};

/** An optional profile photo, cropped to a circle before it is uploaded. */
export function AvatarPicker({ name, picture, offered, error, onPicture }: AvatarPickerProps) {
  const { t } = useLingui();
  const [source, setSource] = useState<string>();
  const [isUnreadable, setUnreadable] = useState(false);
  const message = error ?? (isUnreadable ? t`We can’t read this file as a picture. Please choose another.` : undefined);
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
        <AvatarChooser
          label={t`Photo of you`}
          source={source}
          onSource={(chosen) => {
            setUnreadable(false);
            setSource(chosen);
          }}
          onUnreadable={() => setUnreadable(true)}
          onCut={onPicture}
        >
          {picture ? <Trans>Change photo</Trans> : <Trans>Add a photo</Trans>}
        </AvatarChooser>
        {offered && !picture ? (
          <Button look="plain" small onClick={() => setSource(offered)}>
            <Trans>Use your Google photo</Trans>
          </Button>
        ) : null}
        {message ? (
          <p role="alert" className={styles.photoError}>
            {message}
          </p>
        ) : null}
      </div>
    </div>
  );
}
