import { Trans, useLingui } from '@lingui/react/macro';
import { IconRefresh } from '@tabler/icons-react';
import type { DataOf } from '@vitrine/contract/endpoint.ts';
import type { readMail } from '@vitrine/contract/operators.ts';
import { useState } from 'react';
import desk from '../consoles/Console.module.css';
import { Refused } from '../consoles/QueryStates.tsx';
import { Button } from '../ui/Button.tsx';
import { showToast } from '../ui/toasts.ts';
import { useResend } from './operators.data.ts';

/** Sends an email again. For one that was sent, the operator confirms the address first. */
export function ResendMail({ mail }: { mail: DataOf<typeof readMail> }) {
  const { t } = useLingui();
  const resend = useResend(mail.id);
  const [isAsking, setAsking] = useState(false);
  const { recipient, resend_obstacle: obstacle } = mail;
  if (obstacle === 'waiting') return null;
  if (obstacle)
    return (
      <p className={desk.quiet}>
        {obstacle === 'link' ? (
          <Trans>It can’t be sent again, because its link is no longer stored. Request a new one.</Trans>
        ) : (
          <Trans>It can’t be sent again, because its text or address was deleted.</Trans>
        )}
      </p>
    );
  const send = () =>
    resend.mutate(undefined, {
      onSuccess: () => {
        setAsking(false);
        showToast(mail.sent_at ? t`A copy to ${recipient} is queued.` : t`We’ll try to send it again.`);
      },
    });
  return (
    <>
      {isAsking ? (
        <p>
          <Trans>
            Send this email again to <strong>{recipient}</strong>? Links in it that work only once may have expired.
          </Trans>
        </p>
      ) : null}
      <div className={desk.actions}>
        <Button small busy={resend.isPending} onClick={mail.sent_at && !isAsking ? () => setAsking(true) : send}>
          <IconRefresh size={16} aria-hidden="true" />
          <Trans>Send again</Trans>
        </Button>
        {isAsking ? (
          <Button small look="quiet" onClick={() => setAsking(false)}>
            <Trans>Cancel</Trans>
          </Button>
        ) : null}
      </div>
      <Refused error={resend.error} />
    </>
  );
}
