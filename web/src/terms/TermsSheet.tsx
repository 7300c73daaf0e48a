import { Trans, useLingui } from '@lingui/react/macro';
import { IconPlus } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { useDates } from '../accounts/dates.ts';
import { Refused } from '../consoles/QueryStates.tsx';
import desk from '../consoles/Console.module.css';
import { Button } from '../ui/Button.tsx';
import { Drawer } from '../ui/Drawer.tsx';
import { TextArea } from '../ui/Field.tsx';
import { showToast } from '../ui/toasts.ts';
import { rateFields } from './rate-kinds.tsx';
import { ruleDraftOf, emptyRule, mistakesOf, refusedRules, type RuleDraft, writtenRule } from './rule-drafts.ts';
import { RuleFields } from './RuleFields.tsx';
import { useTermsMutation } from './terms.data.ts';
import type { Terms } from './terms-texts.ts';
import { TermsPreviewOf } from './TermsPreview.tsx';

type TermsSheetProps = { merchant: string; currency: string; held: Terms | undefined; onClose: () => void };

/** The form for the next version of the terms. It lists what the version changes before it is published. */
export function TermsSheet({ merchant, currency, held, onClose }: TermsSheetProps) {
  const { t } = useLingui();
  const { day } = useDates();
  const publish = useTermsMutation(merchant);
  const [drafts, setDrafts] = useState<readonly RuleDraft[]>(() => held?.rules.map(ruleDraftOf) ?? [emptyRule()]);
  const [note, setNote] = useState('');
  const [errors, setErrors] = useState<Record<string, string>>({});
  const written = drafts.flatMap((draft) => writtenRule(draft, currency) ?? []);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const bad = drafts.flatMap((draft) => mistakesOf(draft, currency));
    setErrors(Object.fromEntries(bad));
    if (bad.length > 0) return;
    publish.mutate(
      { rules: written, ...(note.trim() && { note: note.trim() }) },
      {
        onSuccess: (version) => {
          const [number, from] = [String(version.version), day(version.effective_at)];
          showToast(t`Version ${number} published. It takes effect on ${from}.`);
          onClose();
        },
        onError: (error) => setErrors(refusedRules(error, drafts)),
      },
    );
  };
  const change = (changed: RuleDraft) =>
    setDrafts(drafts.map((draft) => (draft.key === changed.key ? changed : draft)));
  return (
    <Drawer title={held ? t`New version` : t`Set commission rates`} closeLabel={t`Close`} onClose={onClose}>
      <form className={desk.form} onSubmit={submit} noValidate>
        <p className={desk.quiet}>
          <Trans>
            The most specific rule wins: a product’s rule beats its category’s, and both beat a rule for all products.
            If two rules cover the same thing, a creator’s own rule beats their group’s, and both beat a rule for
            everyone. A rule for new customers replaces one for all customers, and a rule with dates one without for
            that time. Days and months are in your time zone.
          </Trans>
        </p>
        <div>
          {drafts.map((draft, index) => (
            <RuleFields
              key={draft.key}
              merchant={merchant}
              draft={draft}
              number={index + 1}
              currency={currency}
              errorOf={(field) =>
                errors[`${draft.key} ${field}`] ?? (isRateField(draft, field) ? errors[draft.key] : undefined)
              }
              onChange={change}
              onRemove={drafts.length > 1 ? () => setDrafts(drafts.filter(({ key }) => key !== draft.key)) : undefined}
            />
          ))}
        </div>
        <Button look="quiet" onClick={() => setDrafts([...drafts, emptyRule()])}>
          <IconPlus size={18} aria-hidden="true" />
          <Trans>Add rule</Trans>
        </Button>
        <TextArea
          label={t`Note to your creators (optional)`}
          name="note"
          rows={2}
          maxLength={500}
          value={note}
          onChange={(event) => setNote(event.target.value)}
        />
        {written.length === drafts.length ? <TermsPreviewOf merchant={merchant} rules={written} /> : null}
        <Refused error={Object.keys(errors).length > 0 ? null : publish.error} />
        <Button type="submit" busy={publish.isPending}>
          <Trans>Publish</Trans>
        </Button>
      </form>
    </Drawer>
  );
}

/** The rate's fields also show what is wrong with the rule as a whole. */
function isRateField({ kind }: RuleDraft, field: string): boolean {
  return rateFields(kind).some(({ name }) => name === field);
}
