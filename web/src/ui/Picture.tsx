import { useState } from 'react';
import { classes } from './classes.ts';
import styles from './Picture.module.css';

type PictureProps = {
  src: string | undefined;
  name: string;
  arch?: boolean;
  eager?: boolean;
  className?: string | undefined;
};

/**
 * A picture, or the first letter of its name when there is none or it fails to load. The name is always written next to
 * it, so screen readers skip the picture.
 */
export function Picture({ src, name, arch = false, eager = false, className }: PictureProps) {
  const [broken, setBroken] = useState<string>();
  const shown = src !== undefined && src !== broken;
  return (
    <span className={classes(styles.frame, arch && styles.arch, className)} aria-hidden="true">
      {shown ? (
        <img
          className={styles.image}
          src={src}
          alt=""
          loading={eager ? 'eager' : 'lazy'}
          decoding="async"
          draggable={false}
          onError={() => setBroken(src)}
        />
      ) : (
        <span className={styles.letter}>{name.trim().charAt(0).toUpperCase()}</span>
      )}
    </span>
  );
}

export function Avatar({ src, name, className }: Omit<PictureProps, 'arch'>) {
  return <Picture src={src} name={name} eager className={classes(styles.avatar, className)} />;
}
