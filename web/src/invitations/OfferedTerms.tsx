import { Plural, Trans, useLingui } from '@lingui/react/macro';
import type { Invitation, OfferedRule } from '@vitrine/contract/invitations.ts';
import { formatCalendarDate } from '../format/dates.ts';
import { currentRegion } from '../format/locale.ts';
import { rateTexts } from '../terms/rate-kinds.tsx';
import { figureClass } from '../ui/Figure.tsx';
import styles from './start-invite.module.css';

const shown = 4;

/** Whether it is for everything, and without an end. */
export function isGeneral(rule: OfferedRule): boolean {
  return rule.category === null && rule.product === null && rule.ends_on === null;
}

/** What the brand pays, with the general rule as a large figure. */
export function OfferedTerms({
  invitation: { merchant, offer },
}: {
  invitation: Pick<Invitation, 'merchant' | 'offer'>;
}) {
  const general = offer.rules.find(isGeneral);
  if (offer.rules.length === 0) return <NoTerms brand={merchant.display_name} />;
  return (
    <section className={styles.offer} aria-labelledby="offer">
      <h2 id="offer" className={styles.kicker}>
        <Trans>Your commission</Trans>
      </h2>
      {general ? (
        <p className={styles.portion}>
          <span className={figureClass}>{rateTexts(general).figure()}</span>
          <span className={styles.of}>{rateTexts(general).paidFor()}</span>
        </p>
      ) : null}
      <OtherRates rules={offer.rules} />
    </section>
  );
}

/** The rules beside the general one. */
export function OtherRates({ rules }: { rules: readonly OfferedRule[] }) {
  const { t } = useLingui();
  const general = rules.find(isGeneral);
  const others = rules.filter((rule) => rule !== general);
  const more = others.length - shown;
  if (others.length === 0) return null;
  return (
    <>
      <ul className={styles.others}>
        {others.slice(0, shown).map((rule) => (
          <li key={`${rule.category} ${rule.product} ${rule.new_customers_only} ${rule.ends_on}`}>
            {rateTexts(rule).on(rule.product ?? rule.category ?? t`everything`)} <Until rule={rule} />
          </li>
        ))}
      </ul>
      {more > 0 ? (
        <p className={styles.small}>
          <Plural value={more} one="and # more rule" other="and # more rules" />
        </p>
      ) : null}
    </>
  );
}

/** The last day of a rule, after what it pays. */
function Until({ rule: { ends_on: last } }: { rule: OfferedRule }) {
  if (last === null) return null;
  const day = formatCalendarDate(last, currentRegion());
  return <Trans>until {day}</Trans>;
}

function NoTerms({ brand }: { brand: string }) {
  return (
    <p className={styles.note}>
      <Trans>
        {brand} hasn’t set its commission rates yet, so this invitation doesn’t include an offer. You won’t earn
        anything on sales until it does.
      </Trans>
    </p>
  );
}
