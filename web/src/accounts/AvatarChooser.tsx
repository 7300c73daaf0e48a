import { IconCamera } from '@tabler/icons-react';
import { type ChangeEvent, lazy, type ReactNode, Suspense, useRef } from 'react';
import { pictureTypes } from '@vitrine/contract/pictures.ts';
import { loadChunk } from '../api/chunk.ts';
import { Button } from '../ui/Button.tsx';
import { hiddenClass } from '../ui/Hidden.tsx';

const AvatarCrop = lazy(() =>
  loadChunk(() => import('./AvatarCrop.tsx')).then((part) => ({ default: part.AvatarCrop })),
);

type AvatarChooserProps = {
  /** The label of the file input. */
  label: string;
  busy?: boolean;
  /** The picture being cropped: a chosen file, or an address that the caller offers. */
  source: string | undefined;
  onSource: (source: string | undefined) => void;
  onUnreadable: () => void;
  /** The cropped picture, as a data address. */
  onCut: (picture: string) => void;
  children: ReactNode;
};

/** The button for a profile photo, and the drawer in which it is cropped. */
export function AvatarChooser({ label, busy, source, onSource, onUnreadable, onCut, children }: AvatarChooserProps) {
  const input = useRef<HTMLInputElement>(null);
  const choose = (event: ChangeEvent<HTMLInputElement>) => {
    const [file] = event.target.files ?? [];
    event.target.value = '';
    if (!file) return;
    const reader = new FileReader();
    reader.addEventListener('load', () => onSource(String(reader.result)));
    reader.readAsDataURL(file);
  };
  return (
    <>
      <input
        ref={input}
        type="file"
        accept={pictureTypes.join(',')}
        className={hiddenClass}
        tabIndex={-1}
        aria-label={label}
        onChange={choose}
      />
      <Button look="quiet" small busy={busy ?? false} onClick={() => input.current?.click()}>
        <IconCamera size={18} stroke={1.6} aria-hidden="true" />
        {children}
      </Button>
      {source ? (
        <Suspense>
          <AvatarCrop
            source={source}
            onClose={() => onSource(undefined)}
            onUnreadable={() => {
              onSource(undefined);
              onUnreadable();
            }}
            onCut={(cut) => {
              onSource(undefined);
              onCut(cut);
            }}
          />
        </Suspense>
      ) : null}
    </>
  );
}
