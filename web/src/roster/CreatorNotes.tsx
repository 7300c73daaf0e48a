import { Trans, useLingui } from '@lingui/react/macro';
import type { CreatorProfile } from '@vitrine/contract/roster.ts';
import { type FormEvent, useState } from 'react';
import { useBrandRights } from '../accounts/brand-rights.ts';
import { useDates } from '../accounts/dates.ts';
import desk from '../consoles/Console.module.css';
import { Refused } from '../consoles/QueryStates.tsx';
import { Button } from '../ui/Button.tsx';
import { TextArea } from '../ui/Field.tsx';
import { useCreatorMutations } from './roster.data.ts';
import styles from './roster.module.css';

/** What the staff wrote down about a creator, who can't read it. */
export function CreatorNotes({ merchant, creator }: { merchant: string; creator: CreatorProfile }) {
  const { t } = useLingui();
  const { moment } = useDates();
  const mayWrite = useBrandRights(merchant)('creators');
  const { addNote, deleteNote } = useCreatorMutations(merchant, creator.merchant_account_id);
  const [typed, setTyped] = useState('');
  const add = (event: FormEvent) => {
    event.preventDefault();
    const body = typed.trim();
    if (body) addNote.mutate(body, { onSuccess: () => setTyped('') });
  };
  return (
    <section className={desk.section} aria-labelledby="notes">
      <h2 id="notes">
        <Trans>Notes</Trans>
      </h2>
      <p className={desk.quiet}>
        <Trans>Only your team reads them.</Trans>
      </p>
      {mayWrite ? (
        <form className={desk.form} onSubmit={add} noValidate>
          <TextArea
            label={t`New note`}
            rows={2}
            maxLength={2000}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
          <div>
            <Button type="submit" look="quiet" busy={addNote.isPending}>
              <Trans>Add note</Trans>
            </Button>
          </div>
        </form>
      ) : null}
      <Refused error={addNote.error ?? deleteNote.error} />
      {creator.notes.length === 0 && !mayWrite ? (
        <p className={desk.quiet}>
          <Trans>Nobody has written a note yet.</Trans>
        </p>
      ) : null}
      <ul className={styles.list}>
        {creator.notes.map((note) => (
          <li key={note.id}>
            <p className={styles.note}>{note.body}</p>
            <p className={`${desk.quiet} ${styles.line}`}>
              <span>
                {note.written_by ?? t`Somebody who left the team`} · {moment(note.written_at)}
              </span>
              {note.mine && mayWrite ? (
                <Button look="plain" small onClick={() => deleteNote.mutate(note.id)}>
                  <Trans>Delete note</Trans>
                </Button>
              ) : null}
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}
