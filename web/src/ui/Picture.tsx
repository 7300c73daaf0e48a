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
 * A picture that always fills its place: without one (or when it will not load) the first letter of the name stands
 * there. Its name is always written beside it, so to a screen reader it is decoration.
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
