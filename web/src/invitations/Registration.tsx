import { useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { GoogleTicket } from '@vitrine/contract/google.ts';
import { type Invitation, register } from '@vitrine/contract/invitations.ts';
import { legalVersions } from '@vitrine/contract/legal.ts';
import { handleOf } from '@vitrine/contract/values/handle.ts';
import { call } from '../api/call.ts';
import { useApiMutation } from '../api/mutation.ts';
import { ApiProblem } from '../api/problem.ts';
import { failureText } from '../format/refusals.ts';
import { ProgressLine } from '../ui/ProgressLine.tsx';
import type { useGoogleReturn } from '../google/google-return.ts';
import { forgetInvitationCode, keepInvitationCode } from './invitation-code.ts';
import { InvitationClosed } from './InvitationClosed.tsx';
import { RegisterAccess } from './RegisterAccess.tsx';
import { RegisterProfile } from './RegisterProfile.tsx';
import { RegisterTerms } from './RegisterTerms.tsx';
import { type Draft, emptyDraft, forgetDraft, keepDraft, readDraft } from './registration-draft.ts';
import { forgetGoogleRegistration, noteStepTwo, readStepTwo } from '../google/registration-flags.ts';
import { adoptSession } from '../sessions/session.ts';

type Step = Draft['step'];
/** The server's error for a field, until the field is changed. */
export type FieldErrors = Readonly<Partial<Record<'displayName' | 'handle' | 'email' | 'password' | 'avatar', string>>>;
type Coming = ReturnType<typeof useGoogleReturn>;

const stepOfField: Record<keyof FieldErrors, Step> = {
  displayName: 'profile',
  handle: 'profile',
  avatar: 'profile',
  email: 'access',
  password: 'access',
};

/** The Google ticket of this sign-in, or of one before a reload. */
function startingTicket(coming: Coming): GoogleTicket | undefined {
  if (coming.state === 'back' && coming.result.outcome === 'ticket') {
    noteStepTwo(coming.result.ticket);
    return coming.result.ticket;
  }
  return readStepTwo();
}

/**
 * The stored draft, of this invitation or an earlier one. It is stored again at once, so that the redirect to Google
 * and back works in any tab.
 */
function startingDraft(code: string, ticket: GoogleTicket | undefined): Draft {
  const draft = { ...emptyDraft(code), ...readDraft(), invitation: code };
  const named =
    ticket && !draft.displayName ? { ...draft, displayName: ticket.name, handle: handleOf(ticket.name) } : draft;
  // A password is never stored, so it is asked for again after a reload.
  const started: Draft = named.step === 'terms' && !ticket ? { ...named, step: 'access' } : named;
  keepDraft(started);
  return started;
}

/** Registration in steps; the draft survives a reload, a closed tab and the redirect to Google. */
export function Registration({ code, invitation, coming }: { code: string; invitation: Invitation; coming: Coming }) {
  const { t } = useLingui();
  const [ticket, setTicket] = useState(() => startingTicket(coming));
  const [draft, setDraft] = useState(() => startingDraft(code, ticket));
  const [password, setPassword] = useState('');
  const [errors, setErrors] = useState<FieldErrors>({});
  const isEmailKnown = invitation.email !== null || (ticket?.email ?? null) !== null;
  const steps: Step[] = ticket && isEmailKnown ? ['profile', 'terms'] : ['profile', 'access', 'terms'];
  const step = steps.includes(draft.step) ? draft.step : 'profile';
  const change = (part: Partial<Draft>) => {
    const next = { ...draft, ...part };
    setDraft(next);
    keepDraft(next);
    keepInvitationCode(code);
  };
  const go = (by: 1 | -1) => change({ step: steps[steps.indexOf(step) + by] ?? step });
  const registering = useRegistering({ code, draft, password, ticket, isBound: invitation.email !== null }, (found) => {
    setErrors(found);
    const [first] = Object.keys(found).flatMap((field) => {
      const at = stepOfField[field as keyof FieldErrors];
      return steps.includes(at) ? [at] : [];
    });
    if (first) change({ step: first });
  });
  const { error } = registering;
  const failure = error instanceof ApiProblem ? error.code : undefined;
  const closed = /^invitation_(used|expired|revoked)$/.exec(failure ?? '')?.[1];
  if (closed === 'used' || closed === 'expired' || closed === 'revoked')
    return <InvitationClosed why={closed} brand={invitation.merchant.display_name} isLoggedIn={false} />;
  const dropGoogle = () => {
    forgetGoogleRegistration();
    setTicket(undefined);
    registering.reset();
    change({ step: 'access' });
  };
  const names = { profile: t`Profile`, access: t`Login`, terms: t`Terms` } satisfies Record<Step, string>;
  const shared = { draft, change, errors, clear: (field: keyof FieldErrors) => setErrors(without(errors, field)) };
  return (
    <>
      <ProgressLine
        label={t`Steps of your registration`}
        steps={steps.map((each) => names[each])}
        at={steps.indexOf(step)}
        doneLabel={t`(done)`}
      />
      {step === 'profile' ? (
        <RegisterProfile {...shared} ticket={ticket} returnError={returnError(coming)} onDone={() => go(1)} />
      ) : null}
      {step === 'access' ? (
        <RegisterAccess
          {...shared}
          boundTo={invitation.email}
          ticket={ticket}
          password={password}
          onPassword={setPassword}
          onBack={() => go(-1)}
          onDone={() => go(1)}
        />
      ) : null}
      {step === 'terms' ? (
        <RegisterTerms
          draft={draft}
          invitation={invitation}
          ticket={ticket}
          isBusy={registering.isPending || registering.isSuccess}
          alert={error && failure !== 'validation_failed' ? t(failureText(error)) : undefined}
          onDropGoogle={failure === 'sign_in_refused' ? dropGoogle : undefined}
          onBack={() => go(-1)}
          onDone={() => registering.mutate()}
        />
      ) : null}
    </>
  );
}

function without(errors: FieldErrors, field: keyof FieldErrors): FieldErrors {
  const { [field]: _gone, ...rest } = errors;
  return rest;
}

function returnError(coming: Coming): string | undefined {
  if (coming.state !== 'failed') return undefined;
  return coming.error instanceof ApiProblem ? coming.error.code : 'internal';
}

type Registering = {
  code: string;
  draft: Draft;
  password: string;
  ticket: GoogleTicket | undefined;
  isBound: boolean;
};

function useRegistering(
  { code, draft, password, ticket, isBound }: Registering,
  onFields: (found: FieldErrors) => void,
) {
  const { t } = useLingui();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const [, picture] = draft.avatar.split(',');
  const email = draft.email.trim();
  return useApiMutation({
    mutationFn: () =>
      call(register, {
        body: {
          invitation: code,
          display_name: draft.displayName,
          user_handle: draft.handle,
          ...(!isBound && email && { email }),
          ...(ticket ? { google_ticket: ticket.ticket } : { password }),
          ...(picture && { avatar: picture }),
          accepted: { terms_of_use: legalVersions['terms-of-use'], privacy_policy: legalVersions['privacy-policy'] },
          locale: navigator.language,
          time_zone: new Intl.DateTimeFormat().resolvedOptions().timeZone,
        },
      }),
    onSuccess: async ({ data }) => {
      forgetDraft();
      forgetGoogleRegistration();
      forgetInvitationCode();
      adoptSession(queryClient, data);
      await navigate({ to: '/', replace: true });
    },
    onError: (error) => {
      if (!(error instanceof ApiProblem) || error.code !== 'validation_failed') return;
      const { errors: given } = error;
      const isTaken = given['user_handle']?.[0]?.includes('taken') ?? false;
      const hasAccount = given['email']?.[0]?.includes('account') ?? false;
      onFields({
        ...(given['display_name'] && { displayName: t`Please enter a name of at most 80 characters.` }),
        ...(given['user_handle'] && {
          handle: isTaken
            ? t`This handle is taken. Please choose another.`
            : t`This handle isn’t available. Please choose another.`,
        }),
        ...(given['email'] && {
          email: hasAccount
            ? t`There’s already an account with this email. Log in to accept the invitation.`
            : t`Please enter an email address like name@example.com.`,
        }),
        ...(given['password'] && {
          password: t`That password is too easy to guess. Don’t use your name or the name of a brand; try three unrelated words.`,
        }),
        ...(given['avatar'] && { avatar: t`We can’t use this picture. Please choose another.` }),
      });
    },
  });
}
