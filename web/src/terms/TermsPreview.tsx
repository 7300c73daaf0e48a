import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { TermsPreview } from '@vitrine/contract/terms.ts';
import { useDates } from '../accounts/dates.ts';
import desk from '../consoles/Console.module.css';
import { Refused } from '../consoles/QueryStates.tsx';
import { Button } from '../ui/Button.tsx';
import { useDebounced } from '../ui/debounced.ts';
import { rateTexts } from './rate-kinds.tsx';
import { type TermsBody, termsPreviewQuery } from './terms.data.ts';
import styles from './terms.module.css';
import { TermsSimulationOf } from './TermsSimulation.tsx';

/** What a new version would change, by creator and product, before it is published. */
export function TermsPreviewOf({ merchant, rules }: { merchant: string; rules: TermsBody['rules'] }) {
  const { t } = useLingui();
  const typed = JSON.stringify(rules);
  const rested = useDebounced(typed);
  const query = useInfiniteQuery(termsPreviewQuery(merchant, rested));
  const first = query.data?.pages[0]?.data;
  return (
    <section className={desk.part} aria-label={t`What changes`} aria-busy={query.isFetching || typed !== rested}>
      <h3>
        <Trans>What changes</Trans>
      </h3>
      {query.error ? <Refused error={query.error} /> : null}
      {query.isPending ? (
        <p className={desk.quiet}>
          <Trans>Comparing with your current terms</Trans>
        </p>
      ) : null}
      {first ? <Summary preview={first} /> : null}
      <ul className={styles.changes}>
        {query.data?.pages.flatMap(({ data }) =>
          data.changes.map((each) => <CreatorChanges key={each.creator} changes={each} />),
        )}
      </ul>
      {query.hasNextPage ? (
        <Button look="quiet" busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
          <Trans>Show more creators</Trans>
        </Button>
      ) : null}
      <TermsSimulationOf key={rested} merchant={merchant} rules={rules} />
    </section>
  );
}

function Summary({ preview: { creators, effective_at: at } }: { preview: TermsPreview }) {
  const { day } = useDates();
  const from = day(at);
  return (
    <>
      <p>
        {creators.lose + creators.gain + creators.unchanged === 0 ? (
          <Trans>No creators yet, so nobody’s rate changes.</Trans>
        ) : (
          <Tally creators={creators} />
        )}
      </p>
      <p className={desk.quiet}>
        {creators.lose > 0 ? (
          <Trans>
            It takes effect on {from}. Everyone who earns less gets an email and a notification when you publish. Clicks
            before then keep the old rates.
          </Trans>
        ) : (
          <Trans>It takes effect on {from}.</Trans>
        )}
      </p>
    </>
  );
}

function Tally({ creators }: Pick<TermsPreview, 'creators'>) {
  return (
    <>
      <Plural value={creators.lose} one="# creator earns less" other="# creators earn less" />
      {', '}
      <Plural value={creators.gain} one="# earns more" other="# earn more" />
      {', '}
      <Plural value={creators.unchanged} one="# stays the same" other="# stay the same" />
    </>
  );
}

function CreatorChanges({ changes }: { changes: TermsPreview['changes'][number] }) {
  const { t } = useLingui();
  const { day } = useDates();
  const label = (rate: TermsPreview['changes'][number]['products'][number]['before']) =>
    rate ? rateTexts(rate).label() : t`nothing`;
  const { more } = changes;
  return (
    <li>
      <strong>{changes.display_name}</strong>
      <ul>
        {changes.products.map(({ product, before, after, from, is_cut: isCut, new_customers: isOfNew }, index) => {
          const what = product ?? t`All other products`;
          const name = isOfNew ? t`${what}, new customers` : what;
          const [was, is, since] = [label(before), label(after), day(from)];
          return (
            <li key={index} data-cut={isCut || undefined}>
              <Trans>
                {name}: {was} → {is} from {since}
              </Trans>
            </li>
          );
        })}
        {more > 0 ? (
          <li>
            <Plural value={more} one="and # more product" other="and # more products" />
          </li>
        ) : null}
      </ul>
    </li>
  );
}
