import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { Button } from '../ui/Button.tsx';
import { Drawer } from '../ui/Drawer.tsx';
import { type Cut, PictureCrop } from '../ui/PictureCrop.tsx';

type AvatarCropProps = {
  source: string;
  onClose: () => void;
  onUnreadable: () => void;
  onCut: (picture: string) => void;
};

const side = 512;

/** The part of the picture inside the circle, as a JPEG of at most a few dozen kilobytes. */
async function cutOut(source: string, cut: Cut): Promise<string> {
  const image = new Image();
  image.crossOrigin = 'anonymous';
  image.src = source;
  await image.decode();
  const canvas = document.createElement('canvas');
  canvas.width = side;
  canvas.height = side;
  const pen = canvas.getContext('2d');
  if (!pen) throw new Error('no canvas');
  // Transparent pixels become white, because JPEG has no transparency.
  pen.fillStyle = '#fff';
  pen.fillRect(0, 0, side, side);
  pen.drawImage(image, cut.x, cut.y, cut.width, cut.height, 0, 0, side, side);
  return canvas.toDataURL('image/jpeg', 0.86);
}

export function AvatarCrop({ source, onClose, onUnreadable, onCut }: AvatarCropProps) {
  const { t } = useLingui();
  const [cut, setCut] = useState<Cut>();
  const take = () => {
    if (cut) cutOut(source, cut).then(onCut, onUnreadable);
  };
  return (
    <Drawer
      title={t`Crop your photo`}
      closeLabel={t`Close`}
      onClose={onClose}
      foot={
        <Button wide onClick={take} disabled={!cut}>
          <Trans>Use this photo</Trans>
        </Button>
      }
    >
      <PictureCrop source={source} zoomLabel={t`Zoom`} onCut={setCut} onUnreadable={onUnreadable} />
    </Drawer>
  );
}
