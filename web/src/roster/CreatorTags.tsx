import { Trans, useLingui } from '@lingui/react/macro';
import { IconX } from '@tabler/icons-react';
import type { CreatorProfile } from '@vitrine/contract/roster.ts';
import { type FormEvent, useState } from 'react';
import { useBrandRights } from '../accounts/brand-rights.ts';
import { Refused } from '../consoles/QueryStates.tsx';
import { Button, IconButton } from '../ui/Button.tsx';
import { TextField } from '../ui/Field.tsx';
import { useCreatorMutations } from './roster.data.ts';
import styles from './roster.module.css';

const most = 10;

/** The tags of a creator; who may change creators adds and removes them. */
export function CreatorTags({ merchant, creator }: { merchant: string; creator: CreatorProfile }) {
  const { t } = useLingui();
  const mayChange = useBrandRights(merchant)('creators');
  const { tag, untag } = useCreatorMutations(merchant, creator.merchant_account_id);
  const [typed, setTyped] = useState('');
  const add = (event: FormEvent) => {
    event.preventDefault();
    const name = typed.trim();
    if (name) tag.mutate(name, { onSuccess: () => setTyped('') });
  };
  return (
    <>
      {creator.tags.length > 0 ? (
        <ul className={styles.tags} aria-label={t`Tags`}>
          {creator.tags.map((name) => (
            <li key={name} className={styles.tag}>
              {name}
              {mayChange ? (
                <IconButton label={t`Remove tag ${name}`} onClick={() => untag.mutate(name)}>
                  <IconX size={16} stroke={1.8} aria-hidden="true" />
                </IconButton>
              ) : null}
            </li>
          ))}
        </ul>
      ) : null}
      {mayChange && creator.tags.length < most ? (
        <form className={styles.inline} onSubmit={add} noValidate>
          <TextField
            label={t`New tag`}
            value={typed}
            maxLength={40}
            onChange={(event) => setTyped(event.target.value)}
          />
          <Button type="submit" look="quiet" busy={tag.isPending}>
            <Trans>Add tag</Trans>
          </Button>
        </form>
      ) : null}
      <Refused error={tag.error ?? untag.error} />
    </>
  );
}
