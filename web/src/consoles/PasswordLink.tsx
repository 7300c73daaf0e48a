import { Trans, useLingui } from '@lingui/react/macro';
import { useDates } from '../accounts/dates.ts';
import desk from './Console.module.css';
import { CopyButton } from '../ui/CopyButton.tsx';

type PasswordLinkProps = { email: string; link: { url: string; expires_at: string } };

/** The link with which somebody sets their first password, shown once because no email can be sent. */
export function PasswordLink({ email, link }: PasswordLinkProps) {
  const { t } = useLingui();
  const { moment } = useDates();
  const until = moment(link.expires_at);
  return (
    <>
      <p>
        <Trans>
          No mail server is set up, so no email was sent. Copy this link now and give it only to {email}. They set their
          password with it. It works once, until {until}.
        </Trans>
      </p>
      <code className={desk.code}>{link.url}</code>
      <CopyButton wide text={link.url} label={t`Copy link`} copiedLabel={t`Copied`} failedLabel={t`Couldn’t copy`} />
    </>
  );
}
