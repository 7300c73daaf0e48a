import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { show } from '../components.testing.tsx';
import { RegisterTerms } from '../invitations/RegisterTerms.tsx';

// The variant is read once, when the page starts.
vi.hoisted(() => {
  const meta = document.createElement('meta');
  meta.name = 'variant';
  meta.content = JSON.stringify({
    key: 'beauty',
    name: 'Vitrine Beauty',
    manageLabel: { en: 'Storefront' },
    privacyUrl: 'https://www.glowlab.example/privacy',
    termsUrl: 'https://www.glowlab.example/terms',
  });
  document.head.append(meta);
});

test('§5: who accepts an invitation of the retailer finds links to its own texts (S24)', async () => {
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
          rules: [],
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
  await expect
    .element(page.getByRole('link', { name: 'The retailer’s terms of use' }))
    .toHaveAttribute('href', 'https://www.glowlab.example/terms');
  await expect
    .element(page.getByRole('link', { name: 'The retailer’s privacy policy' }))
    .toHaveAttribute('href', 'https://www.glowlab.example/privacy');
});
