import type { OfferedRule } from '@vitrine/contract/invitations.ts';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { show } from '../components.testing.tsx';
import { RegisterTerms } from './RegisterTerms.tsx';

const rule = (rate: number, category: string | null, last: string | null = null): OfferedRule => ({
  kind: 'percentage',
  rate,
  amount: null,
  category,
  product: null,
  ends_on: last,
});

test('who accepts an offer sees the rates of all its products', async () => {
  await show(
    <RegisterTerms
      draft={{
        invitation: 'vti_1',
        displayName: 'Iris Vale',
        handle: 'iris',
        isHandleChosen: true,
        email: '',
        avatar: '',
        step: 'terms',
      }}
      invitation={{
        merchant: { display_name: 'Glow Lab', slug: 'glow-lab', brand_logo: null },
        note: '',
        state: 'open',
        expires_at: '2026-12-01T12:00:00Z',
        email: null,
        offer: {
          rules: [rule(1_200, null), rule(300, 'Devices'), rule(500, 'Devices', '2026-12-24')],
          return_days: 0,
          window_days: 14,
          payout_minimum: { amount: '2500', currency: 'USD' },
        },
        products: [],
      }}
      ticket={undefined}
      isBusy={false}
      alert={undefined}
      onDropGoogle={undefined}
      onBack={() => undefined}
      onDone={() => undefined}
    />,
  );
  await expect.element(page.getByText('Glow Lab offers you 12% of every sale from your links.')).toBeVisible();
  await expect.element(page.getByRole('listitem').first()).toHaveTextContent('3% on Devices');
  await expect.element(page.getByRole('listitem').last()).toMatchTextContent('5% on Devices until December 24, 2026');
});
