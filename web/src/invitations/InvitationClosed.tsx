import { Trans, useLingui } from '@lingui/react/macro';
import { IconMailOff } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { buttonClass } from '../ui/Button.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import styles from './start-invite.module.css';

export type Closed = 'used' | 'expired' | 'revoked' | 'unknown' | 'brand_paused' | 'brand_closed';

type InvitationClosedProps = { why: Closed; brand?: string; isLoggedIn: boolean };

/** An invitation that can no longer be accepted: why, and what to do. */
export function InvitationClosed({ why, brand, isLoggedIn }: InvitationClosedProps) {
  const { t } = useLingui();
  const who = brand ?? t`the brand`;
  const texts = {
    used: {
      title: t`This invitation has already been accepted`,
      text: isLoggedIn
        ? t`It was for one person. If that wasn’t you, ask ${who} for a new one.`
        : t`It was for one person. If you accepted it, log in. If not, ask ${who} for a new one.`,
    },
    expired: {
      title: t`This invitation has expired`,
      text: t`Invitations are valid for a few days. Ask ${who} for a new one.`,
    },
    revoked: {
      title: t`This invitation was revoked`,
      text: t`Check your email for a newer invitation, or ask ${who} for one.`,
    },
    unknown: {
      title: t`We couldn’t find this invitation`,
      text: t`The link may be incomplete. Open it straight from the email, or copy the whole link.`,
    },
    brand_paused: {
      title: t`This brand is paused`,
      text: t`It isn’t taking new creators right now. Keep your invitation and open it again later.`,
    },
    brand_closed: {
      title: t`This brand is closed`,
      text: t`It no longer works with creators here, so the invitation can’t be accepted.`,
    },
  } satisfies Record<Closed, { title: string; text: string }>;
  return (
    <>
      <h1 className={styles.plainHeading}>
        <Trans>Invite</Trans>
      </h1>
      <EmptyState
        icon={<IconMailOff size={28} stroke={1.4} />}
        title={texts[why].title}
        action={<NextPage isLoggedIn={isLoggedIn} />}
      >
        {texts[why].text}
      </EmptyState>
    </>
  );
}

/** The button of a page without a valid invitation. */
export function NextPage({ isLoggedIn }: { isLoggedIn: boolean }) {
  return isLoggedIn ? (
    <Link to="/" className={buttonClass()}>
      <Trans>Go to the portal</Trans>
    </Link>
  ) : (
    <Link to="/login" className={buttonClass()}>
      <Trans>Log in</Trans>
    </Link>
  );
}
