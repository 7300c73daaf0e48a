import { Trans, useLingui } from '@lingui/react/macro';
import { type FormEvent, useState } from 'react';
import type { GoogleTicket } from '@vitrine/contract/google.ts';
import type { Invitation } from '@vitrine/contract/invitations.ts';
import { legalVersions } from '@vitrine/contract/legal.ts';
import { formatDay } from '../format/dates.ts';
import { currentRegion } from '../format/locale.ts';
import { RetailerTexts } from '../theme/RetailerTexts.tsx';
import { Button } from '../ui/Button.tsx';
import { Avatar } from '../ui/Picture.tsx';
import { Tick } from '../ui/Tick.tsx';
import { rateTexts } from '../terms/rate-kinds.tsx';
import { isGeneral, OtherRates } from './OfferedTerms.tsx';
import styles from './register.module.css';
import type { Draft } from './registration-draft.ts';

type RegisterTermsProps = {
  draft: Draft;
  invitation: Invitation;
  ticket: GoogleTicket | undefined;
  isBusy: boolean;
  alert: string | undefined;
  onDropGoogle: (() => void) | undefined;
  onBack: () => void;
  onDone: () => void;
};

/** The last step: a summary of the profile and the offer, and the terms to accept. */
export function RegisterTerms({
  draft,
  invitation,
  ticket,
  isBusy,
  alert,
  onDropGoogle,
  onBack,
  onDone,
}: RegisterTermsProps) {
  const { t } = useLingui();
  const [isAccepted, setAccepted] = useState(false);
  const [isTried, setTried] = useState(false);
  const { display_name: brand, slug } = invitation.merchant;
  const general = invitation.offer.rules.find(isGeneral);
  const version = formatDay(`${legalVersions['terms-of-use']}T12:00:00Z`, new Date(), {
    locale: currentRegion(),
    timeZone: 'UTC',
  });
  const login = ticket?.email;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (isAccepted) onDone();
  };
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      {alert ? (
        <p role="alert" className={styles.alert}>
          {alert}
        </p>
      ) : null}
      {onDropGoogle ? (
        <button type="button" className={styles.plain} onClick={onDropGoogle}>
          <Trans>Use a password instead</Trans>
        </button>
      ) : null}
      <div className={styles.card}>
        <Avatar src={draft.avatar || undefined} name={draft.displayName} className={styles.photo} />
        <div>
          <p className={styles.name}>{draft.displayName}</p>
          <p className={styles.address}>
            /@{draft.handle}/{slug}
          </p>
          {login ? <p className={styles.address}>{login}</p> : null}
        </div>
      </div>
      {general ? <p>{rateTexts(general).offer(brand)}</p> : null}
      <OtherRates rules={invitation.offer.rules} />
      <Tick
        name="accepted"
        checked={isAccepted}
        onChange={({ target }) => setAccepted(target.checked)}
        error={isTried && !isAccepted ? t`Please accept the terms to continue.` : undefined}
      >
        <Trans>
          I accept the{' '}
          <a href="/pages/terms-of-use" target="_blank" rel="noopener">
            terms of use
          </a>{' '}
          and the{' '}
          <a href="/pages/privacy-policy" target="_blank" rel="noopener">
            privacy policy
          </a>{' '}
          dated {version}.
        </Trans>
      </Tick>
      <RetailerTexts />
      <div className={styles.buttons}>
        <Button look="quiet" onClick={onBack} disabled={isBusy}>
          <Trans>Back</Trans>
        </Button>
        <Button type="submit" busy={isBusy}>
          <Trans>Open my storefront</Trans>
        </Button>
      </div>
    </form>
  );
}
