import { Trans } from '@lingui/react/macro';
import type { OrderSource } from '@vitrine/contract/connections.ts';
import { shopNames } from './shop-texts.ts';

/** The guide to a way in which orders come. */
export function GuideLink({ way }: { way: OrderSource }) {
  if (way === 'api')
    return (
      <a href="/docs/quickstart" target="_blank" rel="noopener">
        <Trans>Quickstart for developers</Trans>
      </a>
    );
  if (way === 'file')
    return (
      <a href="/docs/file" target="_blank" rel="noopener">
        <Trans>Guide to files</Trans>
      </a>
    );
  const name = shopNames[way];
  return (
    <a href={`/docs/${way}`} target="_blank" rel="noopener">
      <Trans>Guide to {name}</Trans>
    </a>
  );
}
