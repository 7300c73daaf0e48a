import { plural } from '@lingui/core/macro';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { CallOf } from '@vitrine/contract/endpoint.ts';
import type { tagCreators } from '@vitrine/contract/roster.ts';
import { type FormEvent, useId, useState } from 'react';
import desk from '../consoles/Console.module.css';
import { Refused } from '../consoles/QueryStates.tsx';
import { Button } from '../ui/Button.tsx';
import { Choices } from '../ui/Choices.tsx';
import { Drawer } from '../ui/Drawer.tsx';
import { TextField } from '../ui/Field.tsx';
import { showToast } from '../ui/toasts.ts';
import { rosterFiltersQuery, useTagMutation } from './roster.data.ts';

type Change = 'add' | 'remove';
type Whom = Omit<NonNullable<CallOf<typeof tagCreators>['body']>, 'tag' | 'change'>;
type TagCreatorsProps = { merchant: string; count: number; whom: Whom; onClose: () => void };

/** Adds a tag to the creators who were chosen or found, or removes it from them. */
export function TagCreators({ merchant, count, whom, onClose }: TagCreatorsProps) {
  const { t } = useLingui();
  const id = useId();
  const { data } = useQuery(rosterFiltersQuery(merchant));
  const [change, setChange] = useState<Change>('add');
  const [typed, setTyped] = useState('');
  const [isMissing, setMissing] = useState(false);
  const tagging = useTagMutation(merchant);
  const send = (event: FormEvent) => {
    event.preventDefault();
    const tag = typed.trim();
    setMissing(tag === '');
    if (tag === '') return;
    tagging.mutate(
      { ...whom, tag, change },
      {
        onSuccess: ({ changed, full }) => {
          const done =
            change === 'add'
              ? t`${plural(changed, { one: '# creator got the tag.', other: '# creators got the tag.' })}`
              : t`${plural(changed, { one: 'Removed from # creator.', other: 'Removed from # creators.' })}`;
          const rest = t`${plural(full, { one: '# has the most tags already.', other: '# have the most tags already.' })}`;
          showToast(full > 0 ? `${done} ${rest}` : done);
          onClose();
        },
      },
    );
  };
  return (
    <Drawer title={t`Change tags`} closeLabel={t`Close`} onClose={onClose}>
      <form className={desk.form} onSubmit={send} noValidate>
        <p className={desk.quiet}>
          <Plural
            value={count}
            one="For # creator. Creators don’t see tags."
            other="For # creators. They don’t see tags."
          />
        </p>
        <Choices
          label={t`Add or remove`}
          value={change}
          choices={[
            { value: 'add', label: t`Add a tag` },
            { value: 'remove', label: t`Remove a tag` },
          ]}
          onChoose={setChange}
        />
        <TextField
          label={t`Tag`}
          value={typed}
          maxLength={40}
          list={id}
          autoComplete="off"
          error={isMissing ? t`Please enter a tag.` : undefined}
          onChange={({ target }) => setTyped(target.value)}
        />
        <datalist id={id}>
          {data?.tags.map((tag) => (
            <option key={tag}>{tag}</option>
          ))}
        </datalist>
        <Refused error={tagging.error} />
        <div className={desk.actions}>
          <Button type="submit" busy={tagging.isPending}>
            {change === 'add' ? <Trans>Add tag</Trans> : <Trans>Remove tag</Trans>}
          </Button>
        </div>
      </form>
    </Drawer>
  );
}
