import type { LinkTakedown } from '@vitrine/contract/values/link-takedown.ts';
import styles from './takedowns.module.css';
import { WhyLink } from './WhyLink.tsx';

/** Why a link is taken down; shown to its creator in place of what shares it. */
export function LinkTakedownNote({ takedown }: { takedown: LinkTakedown }) {
  return (
    <p className={styles.note}>
      {takedown.reason} <WhyLink />
    </p>
  );
}
