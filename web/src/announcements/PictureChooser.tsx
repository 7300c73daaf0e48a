import { Trans, useLingui } from '@lingui/react/macro';
import { type AnnouncementDraft } from '@vitrine/contract/announcements.drafts.ts';
import { pictureTypes } from '@vitrine/contract/pictures.ts';
import { useState } from 'react';
import { ApiProblem } from '../api/problem.ts';
import desk from '../consoles/Console.module.css';
import { imageSource } from '../format/images.ts';
import { failureText } from '../format/refusals.ts';
import { Button } from '../ui/Button.tsx';
import { TextField } from '../ui/Field.tsx';
import { FilePicker } from '../ui/FilePicker.tsx';
import styles from './console.module.css';
import { useDraftMutations } from './drafts.data.ts';

const mostBytes = 10 * 1024 * 1024;

type PictureChooserProps = {
  merchant: string;
  picture: AnnouncementDraft['picture'];
  onChange: (picture: AnnouncementDraft['picture']) => void;
};

/** The picture of an announcement. It is uploaded when chosen, and saved with the draft. */
export function PictureChooser({ merchant, picture, onChange }: PictureChooserProps) {
  const { t } = useLingui();
  const { upload } = useDraftMutations(merchant);
  const [wrong, setWrong] = useState<string>();
  const take = (file: File) => {
    if (!pictureTypes.some((type) => type === file.type)) return setWrong(t`Choose a JPEG, PNG, WebP or GIF picture.`);
    if (file.size > mostBytes) return setWrong(t`Choose a picture of at most 10 MB.`);
    setWrong(undefined);
    return upload.mutate(file, {
      onSuccess: (uploaded) => onChange({ ...uploaded, alt: '' }),
      onError: (error) => {
        const isPicture = error instanceof ApiProblem && error.errors['picture'];
        setWrong(isPicture ? t`We can’t read this file as a picture. Choose another one.` : t(failureText(error)));
      },
    });
  };
  return (
    <div className={desk.part}>
      <FilePicker
        label={t`Picture (optional)`}
        choose={<Trans>Choose a picture</Trans>}
        chooseAnother={<Trans>Change picture</Trans>}
        name=""
        accept={pictureTypes.join(',')}
        busy={upload.isPending}
        onChoose={take}
      />
      {picture ? (
        <>
          <img
            className={styles.photo}
            src={imageSource(picture.url)}
            width={picture.width}
            height={picture.height}
            alt={picture.alt}
          />
          <TextField
            label={t`What the picture shows (optional)`}
            hint={t`Read to creators who don’t see it, and shown where pictures are blocked.`}
            maxLength={300}
            value={picture.alt}
            onChange={({ target }) => onChange({ ...picture, alt: target.value })}
          />
          <p>
            <Button small look="plain" onClick={() => onChange(null)}>
              <Trans>Remove picture</Trans>
            </Button>
          </p>
        </>
      ) : null}
      {wrong ? (
        <p role="alert" className={desk.alert}>
          {wrong}
        </p>
      ) : null}
    </div>
  );
}
