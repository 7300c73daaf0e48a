import { Trans } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import { buttonClass } from '../ui/Button.tsx';

/** Links an empty list to the commissions. */
export function ToCommissions() {
  return (
    <Link to="/earnings" resetScroll={false} className={buttonClass({ look: 'quiet' })}>
      <Trans>View all commissions</Trans>
    </Link>
  );
}
