import 'react-easy-crop/react-easy-crop.css';
import { useState } from 'react';
import Cropper, { type Area } from 'react-easy-crop';
import styles from './PictureCrop.module.css';

export type Cut = Area;

type PictureCropProps = {
  source: string;
  zoomLabel: string;
  onCut: (cut: Cut) => void;
  onUnreadable: () => void;
};

/** Crops a picture to a circle. Its styles come from a file because the content security policy blocks injected styles. */
export function PictureCrop({ source, zoomLabel, onCut, onUnreadable }: PictureCropProps) {
  const [crop, setCrop] = useState({ x: 0, y: 0 });
  const [zoom, setZoom] = useState(1);
  return (
    <div className={styles.crop}>
      <div className={styles.place}>
        <Cropper
          image={source}
          crop={crop}
          zoom={zoom}
          aspect={1}
          // Smaller pictures fill the frame too.
          objectFit="cover"
          cropShape="round"
          showGrid={false}
          disableAutomaticStylesInjection
          onCropChange={setCrop}
          onZoomChange={setZoom}
          onCropComplete={(_portion, pixels) => onCut(pixels)}
          mediaProps={{ onError: onUnreadable, crossOrigin: 'anonymous' }}
        />
      </div>
      <label className={styles.zoom}>
        {zoomLabel}
        <input
          type="range"
          min={1}
          max={3}
          step={0.05}
          value={zoom}
          onChange={({ target }) => setZoom(Number(target.value))}
        />
      </label>
    </div>
  );
}
