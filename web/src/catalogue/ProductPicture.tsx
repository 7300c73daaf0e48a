import { Trans, useLingui } from '@lingui/react/macro';
import { IconPhotoPlus, IconTrash } from '@tabler/icons-react';
import { pictureTypes } from '@vitrine/contract/pictures.ts';
import { type ChangeEvent, useId, useRef, useState } from 'react';
import { ApiProblem } from '../api/problem.ts';
import desk from '../consoles/Console.module.css';
import { imageSource } from '../format/images.ts';
import { failureText } from '../format/refusals.ts';
import { Button } from '../ui/Button.tsx';
import { hiddenClass } from '../ui/Hidden.tsx';
import { Picture } from '../ui/Picture.tsx';
import styles from './product.module.css';
import { useProductMutations } from './products.data.ts';

const mostBytes = 10 * 1024 * 1024;

type ProductPictureProps = {
  merchant: string;
  title: string;
  /** The picture that is shown now. */
  url: string | null;
  refused: string | undefined;
  /** The path to save and the address to show; nothing removes the picture. */
  onChange: (picture: { path: string; url: string } | undefined) => void;
};

/** The picture of a product. It is uploaded when chosen, and saved with the form. */
export function ProductPicture({ merchant, title, url, refused, onChange }: ProductPictureProps) {
  const { t } = useLingui();
  const { upload } = useProductMutations(merchant);
  const input = useRef<HTMLInputElement>(null);
  const [wrong, setWrong] = useState<string>();
  const errorId = useId();
  const take = (event: ChangeEvent<HTMLInputElement>) => {
    const file = event.target.files?.[0];
    event.target.value = '';
    if (!file) return;
    if (!pictureTypes.some((type) => type === file.type)) return setWrong(t`Choose a JPEG, PNG, WebP or GIF picture.`);
    if (file.size > mostBytes) return setWrong(t`Choose a picture of at most 10 MB.`);
    setWrong(undefined);
    return upload.mutate(file, {
      onSuccess: onChange,
      onError: (error) => {
        const isPicture = error instanceof ApiProblem && error.errors['picture'];
        setWrong(isPicture ? t`We can’t read this file as a picture. Choose another one.` : t(failureText(error)));
      },
    });
  };
  const error = wrong ?? refused;
  return (
    <div className={styles.pictureField}>
      <Picture src={imageSource(url)} name={title || '?'} className={styles.chosenPicture} />
      <div className={desk.part}>
        <span className={desk.label}>
          <Trans>Picture</Trans>
        </span>
        <div className={desk.actions}>
          <Button small look="quiet" busy={upload.isPending} onClick={() => input.current?.click()}>
            <IconPhotoPlus size={18} stroke={1.6} aria-hidden="true" />
            {url ? <Trans>Change picture</Trans> : <Trans>Choose a picture</Trans>}
          </Button>
          {url ? (
            <Button small look="plain" onClick={() => onChange(undefined)}>
              <IconTrash size={18} stroke={1.6} aria-hidden="true" />
              <Trans>Remove picture</Trans>
            </Button>
          ) : null}
        </div>
        <input
          ref={input}
          type="file"
          className={hiddenClass}
          tabIndex={-1}
          accept={pictureTypes.join(',')}
          aria-label={t`Picture of the product`}
          aria-describedby={error ? errorId : undefined}
          onChange={take}
        />
        {error ? (
          <p role="alert" id={errorId} className={desk.alert}>
            {error}
          </p>
        ) : null}
      </div>
    </div>
  );
}
