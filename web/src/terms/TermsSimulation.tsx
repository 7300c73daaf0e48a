import { Plural, Trans } from '@lingui/react/macro';
import type { TermsSimulation } from '@vitrine/contract/terms.ts';
import { useDates } from '../accounts/dates.ts';
import desk from '../consoles/Console.module.css';
import { Refused } from '../consoles/QueryStates.tsx';
import { formatMoney } from '../format/money.ts';
import { Button } from '../ui/Button.tsx';
import { type TermsBody, useTermsSimulation } from './terms.data.ts';
import styles from './terms.module.css';

/** What last month's orders earned, and what they would have earned under new rules. */
export function TermsSimulationOf({ merchant, rules }: { merchant: string; rules: TermsBody['rules'] }) {
  const simulate = useTermsSimulation(merchant);
  return (
    <div>
      <Button look="quiet" busy={simulate.isPending} onClick={() => simulate.mutate({ rules })}>
        <Trans>Try it on last month’s orders</Trans>
      </Button>
      <Refused error={simulate.error} />
      {simulate.data ? <Result simulation={simulate.data} /> : null}
    </div>
  );
}

function Result({ simulation }: { simulation: TermsSimulation }) {
  const { month } = useDates();
  const { orders, creators, more } = simulation;
  const [name, was, now] = [month(simulation.from), formatMoney(simulation.was), formatMoney(simulation.would_be)];
  if (orders === 0)
    return (
      <p className={desk.quiet}>
        <Trans>No orders of your creators in {name}.</Trans>
      </p>
    );
  return (
    <>
      <p>
        <Plural value={orders} one="# order" other="# orders" />
        {': '}
        <Trans>
          {was} in {name}, {now} with these terms
        </Trans>
      </p>
      <ul className={styles.changes}>
        {creators.map((each) => (
          <li key={each.creator} data-cut={BigInt(each.would_be.amount) < BigInt(each.was.amount) || undefined}>
            <strong>{each.display_name}</strong>: {formatMoney(each.was)} → {formatMoney(each.would_be)}
          </li>
        ))}
        {more > 0 ? (
          <li>
            <Plural value={more} one="and # more creator" other="and # more creators" />
          </li>
        ) : null}
      </ul>
      <p className={desk.quiet}>
        <Trans>Before refunds. It applies these rules to the clicks of that month.</Trans>
      </p>
    </>
  );
}
