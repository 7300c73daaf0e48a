import { Trans, useLingui } from '@lingui/react/macro';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import desk from '../consoles/Console.module.css';
import { Button, IconButton } from '../ui/Button.tsx';
import { TextField } from '../ui/Field.tsx';
import { canAddTier, type TypedRate, withoutTier, withTier } from './rate-fields.ts';
import { tierRows } from './rate-kinds.tsx';
import type { RuleDraft } from './rule-drafts.ts';
import styles from './terms.module.css';

type RuleTiersProps = {
  draft: RuleDraft;
  currency: string;
  errorOf: (field: string) => string | undefined;
  onChange: (typed: TypedRate) => void;
};

/** The tiers of a rule: from how much on it pays which percentage. Nothing for kinds without tiers. */
export function RuleTiers({ draft: { kind, typed }, currency, errorOf, onChange }: RuleTiersProps) {
  const { t } = useLingui();
  const rows = tierRows(kind, typed);
  if (rows.length === 0) return null;
  const set = (name: string, text: string) => onChange({ ...typed, [name]: text });
  return (
    <div className={styles.tiers}>
      {rows.map(({ from, rate }, place) => {
        const number = place + 1;
        return (
          <div key={from.name} role="group" aria-label={t`Tier ${number}`} className={styles.tier}>
            {[from, rate].map(({ name, label }) => (
              <TextField
                key={name}
                label={label(currency)}
                inputMode="decimal"
                value={typed[name] ?? ''}
                error={errorOf(name)}
                onChange={(event) => set(name, event.target.value)}
              />
            ))}
            {rows.length > 1 ? (
              <IconButton label={t`Remove tier ${number}`} onClick={() => onChange(withoutTier(typed, place))}>
                <IconTrash size={20} stroke={1.6} aria-hidden="true" />
              </IconButton>
            ) : null}
          </div>
        );
      })}
      {canAddTier(typed) ? (
        <Button look="quiet" small onClick={() => onChange(withTier(typed))}>
          <IconPlus size={18} aria-hidden="true" />
          <Trans>Add tier</Trans>
        </Button>
      ) : null}
      <p className={desk.quiet}>
        <Trans>
          Each calendar month starts at the first percentage. An order earns by what the creator had reached before it,
          as a whole. Later orders and refunds don’t change it.
        </Trans>
      </p>
    </div>
  );
}
