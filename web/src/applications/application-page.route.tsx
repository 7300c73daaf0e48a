import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { createLazyRoute, getRouteApi, Link } from '@tanstack/react-router';
import type { ApplicationPageSettings } from '@vitrine/contract/applications.ts';
import { useState } from 'react';
import { useBrandRights } from '../accounts/brand-rights.ts';
import { ApiProblem } from '../api/problem.ts';
import { ProductPicture } from '../catalogue/ProductPicture.tsx';
import desk from '../consoles/Console.module.css';
import { QueryState, Refused } from '../consoles/QueryStates.tsx';
import { failureText } from '../format/refusals.ts';
import { GroupChoice } from '../groups/GroupChoice.tsx';
import { Button, buttonClass } from '../ui/Button.tsx';
import { CopyButton } from '../ui/CopyButton.tsx';
import { TextArea, TextField } from '../ui/Field.tsx';
import { Masthead } from '../ui/Masthead.tsx';
import { showToast } from '../ui/toasts.ts';
import { applicationPageQuery, useApplicationMutations } from './applications.data.ts';
import { QuestionEditor } from './QuestionEditor.tsx';
import { RuleEditor } from './RuleEditor.tsx';

export default createLazyRoute('/brand-frame/brand/$merchant/application-page')({ component: SetUpPage });

const route = getRouteApi('/brand-frame/brand/$merchant/application-page');

/** The brand's application page: whether it is open, its text, picture, questions and rules. */
function SetUpPage() {
  const { t } = useLingui();
  const { merchant } = route.useParams();
  const query = useQuery(applicationPageQuery(merchant));
  const mayChange = useBrandRights(merchant)('creators');
  return (
    <>
      <Masthead
        heading={t`Application page`}
        controls={
          <Link to="/brand/$merchant/applications" params={{ merchant }} className={buttonClass({ look: 'quiet' })}>
            <Trans>Applications</Trans>
          </Link>
        }
      />
      <div className={desk.sections}>
        <QueryState query={query} loading={t`Loading your page`} failed={t`We couldn’t load your page`} />
        {query.data ? <OpenState merchant={merchant} page={query.data} mayChange={mayChange} /> : null}
        {query.data && mayChange ? <Editor merchant={merchant} page={query.data} /> : null}
      </div>
    </>
  );
}

type PageProps = { merchant: string; page: ApplicationPageSettings };

function OpenState({ merchant, page, mayChange }: PageProps & { mayChange: boolean }) {
  const { t } = useLingui();
  const { change } = useApplicationMutations(merchant);
  return (
    <section className={desk.section} aria-label={t`Status`}>
      <p>
        {page.open ? (
          <Trans>Your page is open. Creators can apply.</Trans>
        ) : (
          <Trans>Your page is closed. Visitors read that you take no applications.</Trans>
        )}
      </p>
      <code className={desk.code}>{page.url}</code>
      <div className={desk.actions}>
        {mayChange ? (
          <Button
            busy={change.isPending}
            disabled={!page.open && page.missing_step !== null}
            onClick={() => change.mutate({ open: !page.open })}
          >
            {page.open ? <Trans>Close page</Trans> : <Trans>Open page</Trans>}
          </Button>
        ) : null}
        <CopyButton text={page.url} label={t`Copy link`} copiedLabel={t`Copied`} failedLabel={t`Couldn’t copy`} />
      </div>
      {page.missing_step ? <MissingStep merchant={merchant} step={page.missing_step.step} /> : null}
      {change.error ? (
        <p role="alert" className={desk.alert}>
          {t(failureText(change.error))}
        </p>
      ) : null}
    </section>
  );
}

function MissingStep({ merchant, step }: { merchant: string; step: 'terms_missing' | 'host_missing' }) {
  return (
    <p className={desk.alert}>
      {step === 'terms_missing' ? (
        <Link to="/brand/$merchant/terms" params={{ merchant }}>
          <Trans>Set a commission rate for all creators under Terms first.</Trans>
        </Link>
      ) : (
        <Link to="/brand/$merchant/settings" params={{ merchant }}>
          <Trans>Add your shop’s host under Settings first.</Trans>
        </Link>
      )}
    </p>
  );
}

function Editor({ merchant, page }: PageProps) {
  const { t } = useLingui();
  const { change } = useApplicationMutations(merchant);
  const [headline, setHeadline] = useState(page.headline);
  const [body, setBody] = useState(page.body);
  const [group, setGroup] = useState(page.group ?? '');
  const [questions, setQuestions] = useState(page.questions);
  const [rules, setRules] = useState(page.rules);
  const [picture, setPicture] = useState<{ path: string | null; url: string | null }>();
  const error = change.error instanceof ApiProblem ? change.error : undefined;
  const save = () =>
    change.mutate(
      {
        headline,
        body,
        group: group || null,
        questions,
        rules: rules.filter((rule) => questions.some(({ id }) => id === rule.question)),
        ...(picture && { picture: picture.path }),
      },
      { onSuccess: () => showToast(page.open ? t`Saved. It’s live.` : t`Saved.`) },
    );
  return (
    <section className={desk.section} aria-label={t`Content`}>
      <div className={desk.form}>
        <TextField
          label={t`Headline`}
          maxLength={120}
          value={headline}
          onChange={({ target }) => setHeadline(target.value)}
        />
        <TextArea
          label={t`Text`}
          rows={6}
          maxLength={4000}
          value={body}
          onChange={({ target }) => setBody(target.value)}
        />
        <ProductPicture
          merchant={merchant}
          title={headline}
          url={picture ? picture.url : page.picture}
          refused={error?.errors['picture']?.[0]}
          onChange={(next) => setPicture(next ?? { path: null, url: null })}
        />
        <GroupChoice merchant={merchant} value={group} onChoose={setGroup} />
        <QuestionEditor questions={questions} onChange={setQuestions} />
        <RuleEditor questions={questions} rules={rules} onChange={setRules} />
        <Refused error={change.error} />
        <div className={desk.actions}>
          <Button busy={change.isPending} onClick={save}>
            <Trans>Save page</Trans>
          </Button>
        </div>
      </div>
    </section>
  );
}
