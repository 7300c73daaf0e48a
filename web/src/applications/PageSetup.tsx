import { Trans, useLingui } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import type { ApplicationPageSettings } from '@vitrine/contract/applications.ts';
import { useState } from 'react';
import { ApiProblem } from '../api/problem.ts';
import { ProductPicture } from '../catalogue/ProductPicture.tsx';
import desk from '../consoles/Console.module.css';
import { Refused } from '../consoles/QueryStates.tsx';
import { failureText } from '../format/refusals.ts';
import { GroupChoice } from '../groups/GroupChoice.tsx';
import { LeaveQuestion } from '../navigation/LeaveQuestion.tsx';
import { Button } from '../ui/Button.tsx';
import { CopyButton } from '../ui/CopyButton.tsx';
import { TextArea, TextField } from '../ui/Field.tsx';
import { showToast } from '../ui/toasts.ts';
import { useApplicationMutations } from './applications.data.ts';
import { QuestionEditor } from './QuestionEditor.tsx';
import { RuleEditor } from './RuleEditor.tsx';

type PageSetupProps = { merchant: string; page: ApplicationPageSettings; mayChange: boolean };

type PageForm = Pick<ApplicationPageSettings, 'headline' | 'body' | 'questions' | 'rules'> & {
  group: string;
  /** Nothing: the picture stays as it is. */
  picture: { path: string | null; url: string | null } | undefined;
};

/** Whether the application page is open, and the form for what it contains. */
export function PageSetup({ merchant, page, mayChange }: PageSetupProps) {
  const [form, setForm] = useState<PageForm>(() => {
    const { headline, body, questions, rules, group } = page;
    return { headline, body, questions, rules, group: group ?? '', picture: undefined };
  });
  const [saved, setSaved] = useState(form);
  const isUnsaved = JSON.stringify(form) !== JSON.stringify(saved);
  return (
    <>
      <LeaveQuestion isUnsaved={isUnsaved} />
      <OpenState merchant={merchant} page={page} mayChange={mayChange} isUnsaved={isUnsaved} />
      {mayChange ? (
        <Editor
          merchant={merchant}
          page={page}
          form={form}
          onChange={(change) => setForm((before) => ({ ...before, ...change }))}
          onSaved={() => setSaved(form)}
        />
      ) : null}
    </>
  );
}

type OpenStateProps = PageSetupProps & { isUnsaved: boolean };

/** Opening makes the saved page public, so unsaved changes are saved first. */
function OpenState({ merchant, page, mayChange, isUnsaved }: OpenStateProps) {
  const { t } = useLingui();
  const { change } = useApplicationMutations(merchant);
  return (
    <section className={desk.section} aria-label={t`Status`}>
      <p>
        {page.open ? (
          <Trans>Your page is open. Creators can apply.</Trans>
        ) : (
          <Trans>Your page is closed. Visitors see that you aren’t taking applications.</Trans>
        )}
      </p>
      <code className={desk.code}>{page.url}</code>
      <div className={desk.actions}>
        {mayChange ? (
          <Button
            {...(page.open && { look: 'quiet' as const })}
            busy={change.isPending}
            disabled={!page.open && (isUnsaved || page.missing_step !== null)}
            onClick={() => change.mutate({ open: !page.open })}
          >
            {page.open ? <Trans>Close page</Trans> : <Trans>Open page</Trans>}
          </Button>
        ) : null}
        <CopyButton text={page.url} label={t`Copy link`} copiedLabel={t`Copied`} failedLabel={t`Couldn’t copy`} />
      </div>
      {isUnsaved ? (
        <p className={desk.quiet} role="status">
          {page.open ? (
            <Trans>You have unsaved changes. Creators see them once you save the page.</Trans>
          ) : (
            <Trans>You have unsaved changes. Save the page before you open it.</Trans>
          )}
        </p>
      ) : null}
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

type EditorProps = {
  merchant: string;
  page: ApplicationPageSettings;
  form: PageForm;
  onChange: (change: Partial<PageForm>) => void;
  onSaved: () => void;
};

function Editor({ merchant, page, form, onChange, onSaved }: EditorProps) {
  const { t } = useLingui();
  const { change } = useApplicationMutations(merchant);
  const { headline, body, group, questions, rules, picture } = form;
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
      {
        onSuccess: () => {
          onSaved();
          showToast(page.open ? t`Saved. It’s live.` : t`Saved.`);
        },
      },
    );
  return (
    <section className={desk.section} aria-label={t`Content`}>
      <div className={desk.form}>
        <TextField
          label={t`Headline`}
          maxLength={120}
          value={headline}
          onChange={({ target }) => onChange({ headline: target.value })}
        />
        <TextArea
          label={t`Text`}
          rows={6}
          maxLength={4000}
          value={body}
          onChange={({ target }) => onChange({ body: target.value })}
        />
        <ProductPicture
          merchant={merchant}
          title={headline}
          url={picture ? picture.url : page.picture}
          refused={error?.errors['picture']?.[0]}
          onChange={(next) => onChange({ picture: next ?? { path: null, url: null } })}
        />
        <GroupChoice merchant={merchant} value={group} onChoose={(chosen) => onChange({ group: chosen })} />
        <QuestionEditor questions={questions} onChange={(next) => onChange({ questions: next })} />
        <RuleEditor questions={questions} rules={rules} onChange={(next) => onChange({ rules: next })} />
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
