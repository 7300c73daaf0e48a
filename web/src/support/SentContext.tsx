import { Trans } from '@lingui/react/macro';
import type { TicketContext } from '@vitrine/contract/support.ts';

/** The details that are sent with a report: the page, the version, the browser. */
export function SentContext({
  context: { route, version, browser },
  className,
}: {
  context: TicketContext;
  className?: string | undefined;
}) {
  return (
    <dl className={className}>
      <dt>
        <Trans>Page</Trans>
      </dt>
      <dd>{route}</dd>
      <dt>
        <Trans>Version</Trans>
      </dt>
      <dd>{version}</dd>
      <dt>
        <Trans>Browser</Trans>
      </dt>
      <dd>{browser}</dd>
    </dl>
  );
}
