import type { CSSProperties, ReactNode } from 'react';
import { classes } from './classes.ts';
import styles from './Skeleton.module.css';
import { Hidden } from './Hidden.tsx';

type BoneProps = { wide?: string; tall?: string; arch?: boolean; className?: string | undefined };

/** A placeholder with the size of the content to come. */
export function Bone({ wide, tall, arch = false, className }: BoneProps) {
  // React sets custom properties through the CSSOM, which the content security policy allows; CSSProperties lacks them.
  const style = { ...(wide && { '--wide': wide }), ...(tall && { '--tall': tall }) } as CSSProperties;
  return <span className={classes(styles.bone, arch && styles.arch, className)} style={style} />;
}

/** Announces once that something is loading; the placeholders themselves are silent. */
export function Loading({
  label,
  className,
  children,
}: {
  label: string;
  className?: string | undefined;
  children: ReactNode;
}) {
  return (
    <div role="status" className={className}>
      <Hidden>{label}</Hidden>
      {children}
    </div>
  );
}
