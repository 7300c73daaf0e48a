import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ApplicationPage, ApplicationQuestion } from '@vitrine/contract/applications.ts';
import { isEmail } from '@vitrine/contract/values/email.ts';
import { type FormEvent, useRef, useState } from 'react';
import { userQuery } from '../accounts/accounts.data.ts';
import { ApiProblem } from '../api/problem.ts';
import { readToken } from '../api/token.ts';
import { failureText } from '../format/refusals.ts';
import { unseenFault } from '../format/unseen.ts';
import { RetailerTexts } from '../theme/RetailerTexts.tsx';
import { Button } from '../ui/Button.tsx';
import { TextArea, TextField } from '../ui/Field.tsx';
import { SelectField } from '../ui/SelectField.tsx';
import { Tick } from '../ui/Tick.tsx';
import { useApply } from './apply.data.ts';
import styles from './apply.module.css';

/** The form of the application page. A logged-in creator needs neither name nor email. */
export function ApplyForm({ page }: { page: ApplicationPage }) {
  const { t } = useLingui();
  const { brand, questions } = page;
  const { display_name: name } = brand;
  const person = useQuery({ ...userQuery(), enabled: readToken() !== undefined }).data;
  const creator = person?.role === 'creator' ? person : undefined;
  const { send, sendAsCreator } = useApply(brand.slug);
  const form = useRef<HTMLFormElement>(null);
  const [own, setOwn] = useState({ name: '', email: '', website: '' });
  const [answers, setAnswers] = useState<Record<string, string>>({});
  const [isAccepted, setAccepted] = useState(false);
  const [isTried, setTried] = useState(false);
  const { error } = creator ? sendAsCreator : send;
  const refused = error instanceof ApiProblem ? error : undefined;
  const answerOf = (question: ApplicationQuestion) => (answers[question.id] ?? '').trim();
  const isMissing = (question: ApplicationQuestion) => isTried && question.required && answerOf(question) === '';
  const faultOf = (question: ApplicationQuestion) => {
    if (isMissing(question)) return t`Please answer this question.`;
    if (!refused?.errors[`answers.${question.id}`]) return undefined;
    return question.kind === 'social_link'
      ? t`Please enter the address of a profile, like https://instagram.com/you.`
      : t`Please shorten your answer.`;
  };
  const isNamed = creator !== undefined || (own.name.trim() !== '' && isEmail(own.email));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    const isComplete = questions.every((question) => !question.required || answerOf(question) !== '');
    if (!isNamed || !isComplete || !isAccepted) return;
    const given = questions
      .map((question) => ({ question: question.id, answer: answerOf(question) }))
      .filter(({ answer }) => answer !== '');
    if (creator) sendAsCreator.mutate({ answers: given, accepted: true });
    else send.mutate({ ...own, answers: given, accepted: true, locale: document.documentElement.lang });
  };
  if (sendAsCreator.isSuccess)
    return (
      <p role="status">
        <Trans>{name} got your application. We’ll email you the answer.</Trans>
      </p>
    );
  if (send.isSuccess) return <CheckMail email={own.email} />;
  return (
    <form ref={form} className={styles.form} onSubmit={submit} noValidate>
      {creator ? (
        <p>
          <Trans>You apply with your account: {creator.email}</Trans>
        </p>
      ) : (
        <>
          <TextField
            label={t`Your name`}
            maxLength={80}
            autoComplete="name"
            value={own.name}
            onChange={({ target }) => setOwn({ ...own, name: target.value })}
            error={isTried && own.name.trim() === '' ? t`Please enter your name.` : unseenFault(own.name)}
          />
          <TextField
            label={t`Your email`}
            type="email"
            maxLength={254}
            autoComplete="email"
            value={own.email}
            onChange={({ target }) => setOwn({ ...own, email: target.value })}
            error={isTried && !isEmail(own.email) ? t`Please enter an email address like name@example.com.` : undefined}
            hint={t`We’ll send you a link to confirm it.`}
          />
          <div className={styles.trap} aria-hidden="true">
            <input
              name="website"
              tabIndex={-1}
              autoComplete="off"
              value={own.website}
              onChange={({ target }) => setOwn({ ...own, website: target.value })}
            />
          </div>
        </>
      )}
      {questions.map((question) => (
        <Question
          key={question.id}
          question={question}
          value={answers[question.id] ?? ''}
          fault={faultOf(question)}
          onAnswer={(answer) => setAnswers({ ...answers, [question.id]: answer })}
        />
      ))}
      <Tick
        checked={isAccepted}
        onChange={({ target }) => setAccepted(target.checked)}
        error={isTried && !isAccepted ? t`Please agree, so that we can keep your application.` : undefined}
      >
        <Trans>
          {name} can keep my answers to decide on my application. <PrivacyLink />
        </Trans>
      </Tick>
      {refused && refused.code !== 'validation_failed' ? (
        <p role="alert" className={styles.alert}>
          {refused.code === 'conflict' ? (
            <Trans>You already applied to {name}, or already work with it.</Trans>
          ) : (
            t(failureText(refused))
          )}
        </p>
      ) : null}
      {error && !refused ? (
        <p role="alert" className={styles.alert}>
          {t(failureText(error))}
        </p>
      ) : null}
      <RetailerTexts />
      <Button type="submit" wide busy={send.isPending || sendAsCreator.isPending}>
        <Trans>Send application</Trans>
      </Button>
    </form>
  );
}

function PrivacyLink() {
  return (
    <Link to="/pages/$slug" params={{ slug: 'privacy-policy' }}>
      <Trans>Privacy policy</Trans>
    </Link>
  );
}

function CheckMail({ email }: { email: string }) {
  return (
    <div role="status" className={styles.part}>
      <h2>
        <Trans>Check your email</Trans>
      </h2>
      <p>
        <Trans>
          We’re sending an email to {email}. Open the link in it, and your application is on its way. If many people
          apply at once, it can take some hours.
        </Trans>
      </p>
    </div>
  );
}

type QuestionProps = {
  question: ApplicationQuestion;
  value: string;
  fault: string | undefined;
  onAnswer: (answer: string) => void;
};

function Question({ question, value, fault, onAnswer }: QuestionProps) {
  const { t } = useLingui();
  const { label: asked, kind, required, choices } = question;
  const label = required ? asked : t`${asked} (optional)`;
  const shared = {
    label,
    value,
    error: fault,
    onChange: ({ target }: { target: { value: string } }) => onAnswer(target.value),
  };
  if (kind === 'long_text') return <TextArea {...shared} rows={5} maxLength={4000} />;
  if (kind === 'choice')
    return (
      <div className={styles.part}>
        <SelectField
          label={label}
          value={value}
          choices={[{ value: '', label: t`Choose…` }, ...choices.map((each) => ({ value: each, label: each }))]}
          onChange={shared.onChange}
        />
        {fault ? (
          <p role="alert" className={styles.alert}>
            {fault}
          </p>
        ) : null}
      </div>
    );
  if (kind === 'social_link') return <TextField {...shared} inputMode="url" maxLength={500} placeholder="https://" />;
  return <TextField {...shared} maxLength={200} />;
}
