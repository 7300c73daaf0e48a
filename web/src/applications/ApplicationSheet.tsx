import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { Application } from '@vitrine/contract/applications.ts';
import { useState } from 'react';
import { useBrandRights } from '../accounts/brand-rights.ts';
import { useDates } from '../accounts/dates.ts';
import desk from '../consoles/Console.module.css';
import { QueryState } from '../consoles/QueryStates.tsx';
import { InvitationLink } from '../invitations/InvitationLink.tsx';
import { Address } from '../ui/Address.tsx';
import { Drawer } from '../ui/Drawer.tsx';
import { showToast } from '../ui/toasts.ts';
import { reasonTexts, stateTexts, testTexts } from './application-texts.ts';
import { applicationQuery } from './applications.data.ts';
import { DecisionForm } from './DecisionForm.tsx';

type ApplicationSheetProps = { merchant: string; id: string; onClose: () => void };

/** One application with its answers, and the form to answer it. */
export function ApplicationSheet({ merchant, id, onClose }: ApplicationSheetProps) {
  const { t } = useLingui();
  const mayDecide = useBrandRights(merchant)('creators');
  const query = useQuery(applicationQuery(merchant, id));
  const [invitationUrl, setInvitationUrl] = useState<string | null>(null);
  const found = query.data;
  return (
    <Drawer title={found?.name ?? t`Application`} closeLabel={t`Close`} onClose={onClose}>
      <QueryState
        query={query}
        rows={4}
        loading={t`Loading the application`}
        failed={t`We couldn’t load this application`}
      />
      {found ? (
        <div className={desk.form}>
          <Facts found={found} />
          {invitationUrl === null ? null : <InvitationLink url={invitationUrl} email={found.email} />}
          {found.state === 'waiting' && mayDecide && invitationUrl === null ? (
            <DecisionForm
              merchant={merchant}
              ids={[found.id]}
              onDone={([outcome]) => {
                if (outcome?.invitation_url) setInvitationUrl(outcome.invitation_url);
                else {
                  showToast(
                    outcome?.message ? t`This application was withdrawn or answered meanwhile.` : t`Answer sent.`,
                  );
                  onClose();
                }
              }}
            />
          ) : null}
        </div>
      ) : null}
    </Drawer>
  );
}

function Facts({ found }: { found: Application }) {
  const { t } = useLingui();
  const { moment } = useDates();
  const { rule, reason } = found;
  const number = rule?.number ?? 0;
  return (
    <>
      <p className={desk.quiet}>
        <Address>{found.email}</Address> · {t(stateTexts[found.state])} · {moment(found.decided_at ?? found.created_at)}
      </p>
      {reason ? <p>{t(reasonTexts[reason])}</p> : null}
      {found.message ? <blockquote>{found.message}</blockquote> : null}
      {rule ? (
        <p className={desk.quiet}>
          <Trans>Answered by rule {number}:</Trans> {rule.label} {t(testTexts[rule.test])} {rule.value}
        </p>
      ) : null}
      <dl className={desk.facts}>
        {found.answers.map(({ label, kind, answer }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{kind === 'social_link' ? <ProfileLink address={answer} /> : answer}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}

/** The server stores http addresses only; anything else is shown as text. */
function ProfileLink({ address }: { address: string }) {
  if (!/^https?:\/\//.test(address)) return address;
  return (
    <a href={address} target="_blank" rel="noopener noreferrer nofollow">
      {address}
    </a>
  );
}
