import { Trans } from '@lingui/react/macro';
import { legalAddress } from './variant.ts';

/** Links to the retailer's own legal texts, in a variant that has them (S24). They apply besides this installation's. */
export function RetailerTexts({ className }: { className?: string | undefined }) {
  const [terms, privacy] = [legalAddress('terms-of-use'), legalAddress('privacy-policy')];
  if (!terms && !privacy) return null;
  return (
    <p className={className}>
      <Trans>The retailer’s own texts also apply:</Trans>{' '}
      {terms ? (
        <a href={terms} target="_blank" rel="noopener">
          <Trans>The retailer’s terms of use</Trans>
        </a>
      ) : null}
      {terms && privacy ? ' · ' : null}
      {privacy ? (
        <a href={privacy} target="_blank" rel="noopener">
          <Trans>The retailer’s privacy policy</Trans>
        </a>
      ) : null}
    </p>
  );
}
