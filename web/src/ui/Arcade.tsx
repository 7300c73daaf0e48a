import { classes } from './classes.ts';
import styles from './Arcade.module.css';

type Opening = { x: number; width: number; top: number; look: 'far' | 'near' | 'lit' };

const openings: readonly Opening[] = [
  { x: 0, width: 120, top: 210, look: 'far' },
  { x: 136, width: 150, top: 90, look: 'near' },
  { x: 302, width: 190, top: 0, look: 'lit' },
  { x: 508, width: 132, top: 150, look: 'near' },
];

/** Decoration: a row of shop windows, one of them lit. */
export function Arcade({ className }: { className?: string | undefined }) {
  return (
    <svg
      className={classes(styles.arcade, className)}
      viewBox="0 0 640 420"
      preserveAspectRatio="xMaxYMax meet"
      aria-hidden="true"
    >
      {openings.map(({ x, width, top, look }) => (
        <rect key={x} x={x} y={top} width={width} height={640} rx={width / 2} className={styles[look]} />
      ))}
      <path d="M346 236 397 330l51-94" className={styles.sign} />
    </svg>
  );
}
