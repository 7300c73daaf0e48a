import { Trans, useLingui } from '@lingui/react/macro';
import type { Installation, MailTest } from '@vitrine/contract/installation.ts';
import { isEmail } from '@vitrine/contract/values/email.ts';
import { type FormEvent, useState } from 'react';
import { useUser } from '../accounts/accounts.data.ts';
import desk from '../consoles/Console.module.css';
import { Refused } from '../consoles/QueryStates.tsx';
import { Button } from '../ui/Button.tsx';
import { TextField } from '../ui/Field.tsx';
import { useTestMail } from './installation.data.ts';
import { classes } from '../ui/classes.ts';
import styles from './installation.module.css';

const exampleSetting = 'SMTP_URL=smtp://user:password@mail.example.com:587';

/** Whether emails are sent, and a test email. */
export function MailSettings({ installation }: { installation: Installation }) {
  const { server, sender } = installation.mail;
  return (
    <section className={classes(desk.section, styles.section)} aria-labelledby="mail-settings">
      <h2 id="mail-settings">
        <Trans>Email</Trans>
      </h2>
      {server === null ? (
        <>
          <p>
            <Trans>
              No mail server is set up, so no emails are sent. When you invite someone, you see their link once and give
              it to them yourself. All emails are kept under Emails.
            </Trans>
          </p>
          <p>
            <Trans>To send emails, set this on the server and restart it:</Trans>
          </p>
          <code className={desk.code}>{exampleSetting}</code>
        </>
      ) : (
        <>
          <dl className={desk.facts}>
            <div>
              <dt>
                <Trans>Mail server</Trans>
              </dt>
              <dd>{server}</dd>
            </div>
            <div>
              <dt>
                <Trans>Sender</Trans>
              </dt>
              <dd>{sender}</dd>
            </div>
          </dl>
          <TestMailForm />
        </>
      )}
    </section>
  );
}

function TestMailForm() {
  const { t } = useLingui();
  const user = useUser();
  const testing = useTestMail();
  const [to, setTo] = useState(user.email ?? '');
  const [isTried, setTried] = useState(false);
  const isSound = isEmail(to.trim());
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (isSound) testing.mutate(to.trim());
  };
  return (
    <form className={desk.form} onSubmit={submit} noValidate aria-label={t`Send test email`}>
      <TextField
        label={t`Send a test email to`}
        name="to"
        type="email"
        inputMode="email"
        autoCapitalize="none"
        spellCheck={false}
        value={to}
        onChange={({ target }) => setTo(target.value)}
        error={isTried && !isSound ? t`Please enter an email address like name@example.com.` : undefined}
      />
      <Refused error={testing.error} />
      {testing.data ? <TestResult test={testing.data} /> : null}
      <div className={desk.actions}>
        <Button type="submit" look="quiet" busy={testing.isPending}>
          <Trans>Send test email</Trans>
        </Button>
      </div>
    </form>
  );
}

function TestResult({ test: { result, response } }: { test: MailTest }) {
  return (
    <>
      {result === 'sent' ? (
        <p role="status">
          <Trans>The mail server accepted the test email. Check that it arrives. The server’s response:</Trans>
        </p>
      ) : (
        <p role="alert" className={desk.alert}>
          <Trans>The test email wasn’t sent. The mail server’s response:</Trans>
        </p>
      )}
      {response ? <code className={desk.code}>{response}</code> : null}
    </>
  );
}
