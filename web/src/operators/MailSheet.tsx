import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { DataOf } from '@vitrine/contract/endpoint.ts';
import type { readMail } from '@vitrine/contract/operators.ts';
import { useDates } from '../accounts/dates.ts';
import { formatNumber } from '../format/numbers.ts';
import desk from '../consoles/Console.module.css';
import { QueryState } from '../consoles/QueryStates.tsx';
import { Address } from '../ui/Address.tsx';
import { Drawer } from '../ui/Drawer.tsx';
import { Segments } from '../ui/Segments.tsx';
import { HandOverLink } from './HandOverLink.tsx';
import { mailStateName } from './mail-texts.ts';
import { mailQuery } from './operators.data.ts';
import { ResendMail } from './ResendMail.tsx';
import styles from './operators.module.css';

type MailSheetProps = { mailId: string; isSending: boolean; onClose: () => void };

/** An email as it was written. Its HTML is shown in a sandboxed frame without scripts, requests or working links. */
export function MailSheet({ mailId, isSending, onClose }: MailSheetProps) {
  const { t } = useLingui();
  const { moment } = useDates();
  const query = useQuery(mailQuery(mailId));
  const mail = query.data;
  const when = mail?.sent_at ? moment(mail.sent_at) : '';
  return (
    <Drawer title={mail?.subject ?? t`Email`} closeLabel={t`Close`} onClose={onClose}>
      <QueryState query={query} loading={t`Loading the email`} failed={t`We couldn’t load this email`} />
      {mail ? (
        <div className={desk.section}>
          <dl className={desk.facts}>
            <div>
              <dt>
                <Trans>To</Trans>
              </dt>
              <dd>
                <Address>{mail.recipient}</Address>
              </dd>
            </div>
            <div>
              <dt>
                <Trans>Created</Trans>
              </dt>
              <dd>{moment(mail.created_at)}</dd>
            </div>
            <div>
              <dt>
                <Trans>Status</Trans>
              </dt>
              <dd>{mail.sent_at ? <Trans>Sent, {when}</Trans> : t(mailStateName(mail.state, isSending))}</dd>
            </div>
            <div>
              <dt>
                <Trans>Attempts</Trans>
              </dt>
              <dd>{formatNumber(mail.attempts)}</dd>
            </div>
          </dl>
          {mail.failure ? <p className={desk.alert}>{mail.failure}</p> : null}
          {mail.text ? <ResendMail mail={mail} /> : null}
          <HandOverLink mail={mail} />
          {mail.text ? (
            <Content mail={mail} />
          ) : (
            <p className={desk.quiet}>
              <Trans>The text of this email was deleted because of its age.</Trans>
            </p>
          )}
        </div>
      ) : null}
    </Drawer>
  );
}

function Content({ mail }: { mail: DataOf<typeof readMail> }) {
  const { t } = useLingui();
  const [part, setPart] = useState<'text' | 'html'>('text');
  return (
    <>
      <Segments
        label={t`View`}
        value={part}
        choices={[
          { value: 'text', label: t`Text` },
          { value: 'html', label: t`Preview` },
        ]}
        onChoose={setPart}
      />
      {part === 'text' ? (
        <pre className={styles.text}>{mail.text}</pre>
      ) : (
        <iframe className={styles.page} sandbox="" title={t`Email preview`} src={mail.html_url} />
      )}
    </>
  );
}
