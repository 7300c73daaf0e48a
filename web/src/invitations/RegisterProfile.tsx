import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import type { GoogleTicket } from '@vitrine/contract/google.ts';
import { handleOf, isReservedHandle, isHandle } from '@vitrine/contract/values/handle.ts';
import { refusalText } from '../format/refusals.ts';
import { unseenFault } from '../format/unseen.ts';
import { Button } from '../ui/Button.tsx';
import { TextField } from '../ui/Field.tsx';
import { useDebounced } from '../ui/debounced.ts';
import { AvatarPicker } from './AvatarPicker.tsx';
import { GoogleButton } from '../google/GoogleButton.tsx';
import { handleQuery } from '../accounts/handle.data.ts';
import { portalQuery } from '../accounts/portal.data.ts';
import styles from './register.module.css';
import type { FieldErrors } from './Registration.tsx';
import type { Draft } from './registration-draft.ts';

const longestName = 80;

type RegisterProfileProps = {
  draft: Draft;
  change: (part: Partial<Draft>) => void;
  errors: FieldErrors;
  clear: (field: keyof FieldErrors) => void;
  ticket: GoogleTicket | undefined;
  returnError: string | undefined;
  onDone: () => void;
};

/** Name, handle and picture. The handle follows the name until the user changes it. */
export function RegisterProfile({ draft, change, errors, clear, ticket, returnError, onDone }: RegisterProfileProps) {
  const { t } = useLingui();
  const form = useRef<HTMLFormElement>(null);
  const [isTried, setTried] = useState(false);
  const { data: portal } = useQuery(portalQuery());
  const handle = useHandle(draft.handle);
  const name = draft.displayName.trim();
  const isTooLong = name.length > longestName;
  const unseen = unseenFault(name);
  const nameError =
    errors.displayName ??
    (isTooLong ? t`Please enter a name of at most 80 characters.` : undefined) ??
    unseen ??
    (isTried && !name ? t`Please enter your name.` : undefined);
  const handleError =
    errors.handle ?? handle.error ?? (isTried && !draft.handle ? t`Please choose a handle.` : undefined);
  const takeHandle = (chosen: string) => {
    clear('handle');
    change({ handle: chosen, isHandleChosen: true });
    form.current?.querySelector<HTMLInputElement>('[name=handle]')?.focus();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    const missing = !name || isTooLong || unseen ? 'displayName' : !draft.handle || handleError ? 'handle' : undefined;
    if (missing) form.current?.querySelector<HTMLInputElement>(`[name=${missing}]`)?.focus();
    else onDone();
  };
  return (
    <form ref={form} className={styles.form} onSubmit={submit} noValidate>
      {returnError ? (
        <p role="alert" className={styles.alert}>
          {t(refusalText(returnError))}
        </p>
      ) : null}
      {portal?.google && !ticket ? (
        <>
          <GoogleButton intent="register" />
          <p className={styles.or}>
            <Trans>or enter your details</Trans>
          </p>
        </>
      ) : null}
      <TextField
        label={t`Your name`}
        name="displayName"
        autoComplete="name"
        maxLength={200}
        value={draft.displayName}
        onChange={({ target: { value } }) => {
          clear('displayName');
          change({ displayName: value, ...(draft.isHandleChosen ? {} : { handle: handleOf(value) }) });
        }}
        error={nameError}
        autoFocus={!draft.displayName}
      />
      <TextField
        label={t`Handle`}
        name="handle"
        lead="@"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={30}
        value={draft.handle}
        onChange={({ target: { value } }) => {
          clear('handle');
          change({ handle: value.replace(/^@/, '').toLowerCase(), isHandleChosen: value !== '' });
        }}
        error={handleError}
        hint={
          handle.suggestion ? (
            <FreeHandle handle={handle.suggestion} onTake={takeHandle} />
          ) : (
            <HandleHint handle={draft.handle} isFree={handle.isFree && !handleError} />
          )
        }
      />
      <AvatarPicker
        name={draft.displayName}
        picture={draft.avatar}
        offered={ticket?.picture ?? undefined}
        error={errors.avatar}
        onPicture={(avatar) => {
          clear('avatar');
          change({ avatar });
        }}
      />
      <Button type="submit" wide>
        <Trans>Continue</Trans>
      </Button>
    </form>
  );
}

function HandleHint({ handle, isFree }: { handle: string; isFree: boolean }) {
  const address = `/@${handle || '…'}`;
  return (
    <span aria-live="polite">
      {isFree ? (
        <span className={styles.free}>
          <Trans>{address} is available.</Trans>
        </span>
      ) : (
        <Trans>Your address will be {address}</Trans>
      )}
    </span>
  );
}

/** Suggests a similar handle that is available. */
function FreeHandle({ handle, onTake }: { handle: string; onTake: (handle: string) => void }) {
  return (
    <button type="button" className={styles.take} onClick={() => onTake(handle)}>
      <Trans>Use @{handle}, it’s available</Trans>
    </button>
  );
}

type HandleState = { isFree: boolean; error: string | undefined; suggestion?: string | null };

/** Whether a handle is available: its format is checked at once, the rest by the server after a pause in typing. */
function useHandle(handle: string): HandleState {
  const { t } = useLingui();
  const isSound = isHandle(handle) && !isReservedHandle(handle);
  const rested = useDebounced(handle);
  const { data } = useQuery({ ...handleQuery(rested), enabled: isSound && rested === handle });
  const state = data?.handle === handle ? data.state : undefined;
  if (handle === '') return { isFree: false, error: undefined };
  if (!/^[a-z0-9_]*$/.test(handle))
    return { isFree: false, error: t`Use only lowercase letters, digits and underscores.` };
  if (handle.length < 2) return { isFree: false, error: undefined };
  if (!isSound || state === 'not_allowed')
    return { isFree: false, error: t`This handle is reserved. Please choose another.` };
  if (state === 'taken') {
    const error = t`This handle is taken. Please choose another.`;
    return { isFree: false, error, suggestion: data?.suggestion ?? null };
  }
  return { isFree: state === 'free', error: undefined };
}
