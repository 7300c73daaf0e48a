import { Trans, useLingui } from '@lingui/react/macro';
import { useNavigate } from '@tanstack/react-router';
import type { AnnouncementDraft, DraftFields } from '@vitrine/contract/announcements.drafts.ts';
import { type Dispatch, type SetStateAction, useEffect, useRef, useState } from 'react';
import { ApiProblem } from '../api/problem.ts';
import desk from '../consoles/Console.module.css';
import { failureText } from '../format/refusals.ts';
import { LeaveQuestion } from '../navigation/LeaveQuestion.tsx';
import { TextField } from '../ui/Field.tsx';
import { Tick } from '../ui/Tick.tsx';
import { showToast } from '../ui/toasts.ts';
import { AudienceChooser } from './AudienceChooser.tsx';
import styles from './console.module.css';
import { DraftActions } from './DraftActions.tsx';
import { DraftPreview } from './DraftPreview.tsx';
import { useDraftMutations } from './drafts.data.ts';
import { PictureChooser } from './PictureChooser.tsx';
import { ProductChooser } from './ProductChooser.tsx';
import { RichEditor } from './RichEditor.tsx';

/** What is on the screen, with what a draft only refers to. */
export type DraftForm = Pick<AnnouncementDraft, 'title' | 'body' | 'picture' | 'products' | 'pinned'> & {
  audience: DraftFields['audience'];
};

const isFilled = (text: string) => text.trim() !== '';

function formOf(draft: AnnouncementDraft | undefined): DraftForm {
  if (!draft) return { title: '', body: '', picture: null, products: [], pinned: false, audience: { kind: 'all' } };
  const { title, body, picture, products, pinned, audience } = draft;
  return {
    title,
    body,
    picture,
    products,
    pinned,
    audience:
      audience.kind === 'groups' ? { kind: 'groups', group_ids: audience.groups.map(({ id }) => id) } : audience,
  };
}

const fieldsOf = ({ picture, products, ...form }: DraftForm): DraftFields => ({
  ...form,
  picture: picture?.path ?? null,
  picture_alt: picture?.alt ?? '',
  product_ids: products.map(({ id }) => id),
});

/** Puts the focus on the first field with an error after each attempt that failed. */
function useFirstInvalid(attempt: unknown) {
  const fields = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (attempt) fields.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [attempt]);
  return fields;
}

type DraftEditorProps = { merchant: string; draft: AnnouncementDraft | undefined };

export function DraftEditor({ merchant, draft: opened }: DraftEditorProps) {
  const { t } = useLingui();
  const navigate = useNavigate();
  // The revision that this screen began with or saved last: a colleague's save in between is not overwritten.
  const [draft, setDraft] = useState(opened);
  const [form, setForm] = useState<DraftForm>(() => formOf(opened));
  const [saved, setSaved] = useState(form);
  const [problem, setProblem] = useState<ApiProblem>();
  // How often somebody tried to publish it without a title or text.
  const [incomplete, setIncomplete] = useState(0);
  const fields = useFirstInvalid(problem ?? incomplete);
  const { save } = useDraftMutations(merchant);
  const isChanged = JSON.stringify(form) !== JSON.stringify(saved);

  const refuse = (error: unknown) => {
    if (error instanceof ApiProblem) setProblem(error);
    else showToast(t(failureText(error)));
  };
  /** Saves what changed; returns the draft as it is then, or nothing if it was refused. */
  const keep = async (): Promise<AnnouncementDraft | undefined> => {
    setProblem(undefined);
    if (draft && !isChanged) return draft;
    try {
      const next = await save.mutateAsync({ draft, fields: fieldsOf(form) });
      setDraft(next);
      setSaved(form);
      return next;
    } catch (error) {
      refuse(error);
      return undefined;
    }
  };
  /** The same for a draft to publish: one without a title or text isn't saved, and its fields say what is missing. */
  const keepComplete = async (): Promise<AnnouncementDraft | undefined> => {
    if (isFilled(form.title) && isFilled(form.body)) return keep();
    setProblem(undefined);
    setIncomplete((times) => times + 1);
    return undefined;
  };
  const saveNow = async () => {
    const next = await keep();
    if (!next) return;
    showToast(t`Draft saved.`);
    if (!draft)
      await navigate({
        to: '/brand/$merchant/announcements/drafts/$draft',
        params: { merchant, draft: next.id },
        replace: true,
        ignoreBlocker: true,
      });
  };
  return (
    <div className={styles.editor}>
      <LeaveQuestion isUnsaved={isChanged} />
      <div className={styles.fields} ref={fields}>
        <Refusal problem={problem} />
        <Fields
          merchant={merchant}
          form={form}
          errors={problem?.errors ?? {}}
          isChecked={incomplete > 0}
          onChange={setForm}
        />
        <DraftActions
          merchant={merchant}
          draft={draft}
          isChanged={isChanged}
          isSaving={save.isPending}
          keep={keep}
          keepComplete={keepComplete}
          onSave={() => void saveNow()}
          onDraft={setDraft}
          onRefused={refuse}
        />
      </div>
      <DraftPreview form={form} />
    </div>
  );
}

function Refusal({ problem }: { problem: ApiProblem | undefined }) {
  const { t } = useLingui();
  if (!problem) return null;
  const time = problem.errors['local_time']?.[0];
  return (
    <p role="alert" className={desk.alert}>
      {problem.code === 'conflict' ? problem.message : t(failureText(problem))}
      {time ? ` (${time})` : null}
    </p>
  );
}

type FieldsProps = {
  merchant: string;
  form: DraftForm;
  errors: ApiProblem['errors'];
  /** Title and text are needed now. */
  isChecked: boolean;
  onChange: Dispatch<SetStateAction<DraftForm>>;
};

function Fields({ merchant, form, errors, isChecked, onChange }: FieldsProps) {
  const { t } = useLingui();
  const set = (change: Partial<DraftForm>) => onChange((before) => ({ ...before, ...change }));
  const groups = Object.keys(errors).some((name) => name.startsWith('audience'));
  return (
    <>
      <TextField
        label={t`Title`}
        value={form.title}
        maxLength={140}
        error={errors['title'] || (isChecked && !isFilled(form.title)) ? t`Please enter a title.` : undefined}
        onChange={(event) => set({ title: event.target.value })}
      />
      <RichEditor
        value={form.body}
        error={(isChecked || errors['body']) && !isFilled(form.body) ? t`Please enter a text.` : errors['body']?.[0]}
        onChange={(body) => set({ body })}
      />
      <PictureChooser merchant={merchant} picture={form.picture} onChange={(picture) => set({ picture })} />
      <ProductChooser merchant={merchant} chosen={form.products} onChange={(products) => set({ products })} />
      <AudienceChooser
        merchant={merchant}
        audience={form.audience}
        error={
          groups
            ? form.audience.kind === 'tags'
              ? t`Choose at least one tag.`
              : t`Choose at least one group.`
            : undefined
        }
        onChange={(audience) => set({ audience })}
      />
      <Tick checked={form.pinned} onChange={(event) => set({ pinned: event.target.checked })}>
        <Trans>Pin to the top of your creators’ announcements</Trans>
      </Tick>
    </>
  );
}
