import type { CSSProperties, ReactNode } from 'react';
import { classes } from './classes.ts';
import styles from './Skeleton.module.css';
import { Hidden } from './Hidden.tsx';

type BoneProps = { wide?: string; tall?: string; arch?: boolean; className?: string | undefined };

/** A place where something will stand, in its measure. */
export function Bone({ wide, tall, arch = false, className }: BoneProps) {
  // Custom properties are set through the object model, which the content policy allows; CSSProperties does not know them.
  const style = { ...(wide && { '--wide': wide }), ...(tall && { '--tall': tall }) } as CSSProperties;
  return <span className={classes(styles.bone, arch && styles.arch, className)} style={style} />;
}

/** Says once that something is coming; the bones themselves are silent. */
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
