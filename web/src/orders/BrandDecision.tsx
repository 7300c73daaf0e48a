import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { QueryState } from '../consoles/QueryStates.tsx';
import desk from '../consoles/Console.module.css';
import { LineSum } from './Arithmetic.tsx';
import { brandDecisionQuery } from './explanation.data.ts';
import { Candidates, Steps } from './OrderExplanation.tsx';
import { outcomeText } from './outcome-texts.ts';
import { RevisionNote } from './RevisionNote.tsx';

/** The decision on a brand's order, for an operator. The texts are those that the brand reads. */
export function BrandDecision({ merchantId, orderId }: { merchantId: string; orderId: string }) {
  const { t } = useLingui();
  const query = useQuery(brandDecisionQuery(merchantId, orderId));
  const explanation = query.data;
  const who = explanation?.credited_to?.who;
  return (
    <section className={desk.story}>
      <QueryState
        query={query}
        rows={2}
        loading={t`Loading the decision`}
        failed={t`We couldn’t load the decision on this order`}
      />
      {explanation ? (
        <>
          <div className={desk.part}>
            <h3>
              <Trans>Decision, as the brand sees it</Trans>
            </h3>
            <p>{who ? <Trans>Credited to @{who}.</Trans> : outcomeText(explanation, 'brand')}</p>
          </div>
          <RevisionNote explanation={explanation} />
          {explanation.lines.map((line) => (
            <LineSum key={line.line_id} line={line} explanation={explanation} reader="brand" />
          ))}
          <Steps explanation={explanation} reader="brand" />
          <Candidates explanation={explanation} reader="brand" />
        </>
      ) : null}
    </section>
  );
}
