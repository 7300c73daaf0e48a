import { Trans, useLingui } from '@lingui/react/macro';
import { IconMailOff } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { buttonClass } from '../ui/Button.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import styles from './start-invite.module.css';

export type Closed = 'used' | 'expired' | 'revoked' | 'unknown';

/** An invitation that leads nowhere any more: why, and what to do. */
export function InvitationClosed({ why, brand }: { why: Closed; brand?: string }) {
  const { t } = useLingui();
  const who = brand ?? t`the brand`;
  const words = {
    used: {
      title: t`This invitation has been accepted`,
      text: t`It was for one person. If that was you, log in and you are where you left off. If not, ask ${who} for another one.`,
    },
    expired: {
      title: t`This invitation has run out`,
      text: t`Invitations hold for a few days. Ask ${who} to send you a new one; it takes them a moment.`,
    },
    revoked: {
      title: t`This invitation was taken back`,
      text: t`A newer one may have been sent to you: look for the latest mail. Otherwise, ask ${who}.`,
    },
    unknown: {
      title: t`There is no such invitation`,
      text: t`The address may have been cut off on its way. Open the link from the mail itself, or copy all of it.`,
    },
  } satisfies Record<Closed, { title: string; text: string }>;
  return (
    <>
      <h1 className={styles.plainHeading}>
        <Trans>Invite</Trans>
      </h1>
      <EmptyState
        icon={<IconMailOff size={28} stroke={1.4} />}
        title={words[why].title}
        deed={
          <Link to="/login" className={buttonClass()}>
            <Trans>Log in</Trans>
          </Link>
        }
      >
        {words[why].text}
      </EmptyState>
    </>
  );
}
