import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { TermsChoice, TermsTargetKind } from '@vitrine/contract/terms.ts';
import { type KeyboardEvent, useId, useState } from 'react';
import { useDebounced } from '../ui/debounced.ts';
import { TextField } from '../ui/Field.tsx';
import { targetsQuery } from './terms.data.ts';
import styles from './picker.module.css';

type TargetPickerProps = {
  merchant: string;
  kind: TermsTargetKind;
  label: string;
  chosen: TermsChoice | undefined;
  error: string | undefined;
  onChoose: (target: TermsChoice | undefined) => void;
};

/** Finds a creator, group, category or product while one types. */
export function TargetPicker({ merchant, kind, label, chosen, error, onChoose }: TargetPickerProps) {
  const { t } = useLingui();
  const id = useId();
  const [typed, setTyped] = useState<string>();
  const [active, setActive] = useState(0);
  const search = useDebounced(typed ?? '');
  const isOpen = typed !== undefined;
  const query = useQuery({ ...targetsQuery(merchant, kind, search), enabled: isOpen });
  const found = isOpen ? (query.data ?? []) : [];
  const choose = (target: TermsChoice) => {
    onChoose(target);
    setTyped(undefined);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const moves: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 };
    const move = moves[event.key];
    if (move !== undefined) {
      event.preventDefault();
      if (!isOpen) setTyped('');
      setActive(Math.min(Math.max(active + move, 0), Math.max(found.length - 1, 0)));
    }
    const target = found[active];
    if (event.key === 'Enter' && isOpen) {
      event.preventDefault();
      if (target) choose(target);
    }
    if (event.key === 'Escape' && isOpen) {
      event.stopPropagation();
      event.preventDefault();
      setTyped(undefined);
    }
  };
  return (
    <div className={styles.picker}>
      <TextField
        label={label}
        role="combobox"
        aria-expanded={isOpen}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        {...(found[active] && { 'aria-activedescendant': `${id}-${active}` })}
        autoComplete="off"
        placeholder={t`Type to search`}
        value={typed ?? chosen?.name ?? ''}
        error={error}
        onFocus={(event) => event.target.select()}
        onChange={(event) => {
          setTyped(event.target.value);
          setActive(0);
        }}
        onClick={() => setTyped(typed ?? '')}
        onBlur={() => setTyped(undefined)}
        onKeyDown={onKeyDown}
      />
      {isOpen ? (
        <div id={`${id}-list`} role="listbox" aria-label={label} className={styles.list}>
          {found.map((target, index) => (
            <button
              type="button"
              tabIndex={-1}
              key={target.value}
              id={`${id}-${index}`}
              role="option"
              aria-selected={index === active}
              className={styles.option}
              // Before the field loses its focus and closes the list.
              onPointerDown={(event) => event.preventDefault()}
              onClick={() => choose(target)}
            >
              {target.name}
            </button>
          ))}
          {found.length === 0 ? (
            <p className={styles.nothing}>
              {query.isPending ? (
                <Trans>Searching</Trans>
              ) : query.isError ? (
                <Trans>Couldn’t search</Trans>
              ) : (
                <Trans>Nothing found</Trans>
              )}
            </p>
          ) : null}
        </div>
      ) : null}
    </div>
  );
}
