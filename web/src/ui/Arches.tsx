import { classes } from './classes.ts';
import styles from './Arches.module.css';
import { Picture } from './Picture.tsx';

type ArchesProps = { pictures: readonly { src: string | undefined; name: string }[]; className?: string | undefined };

/** Decoration: pictures in a row of arches, the middle one the tallest. */
export function Arches({ pictures, className }: ArchesProps) {
  return (
    <div className={classes(styles.arches, className)} aria-hidden="true">
      {pictures.map(({ src, name }, index) => (
        <Picture key={`${index} ${name}`} src={src} name={name} arch eager className={styles.arch} />
      ))}
    </div>
  );
}
