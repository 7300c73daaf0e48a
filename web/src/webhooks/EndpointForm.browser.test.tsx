import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { ApiProblem } from '../api/problem.ts';
import { show } from '../components.testing.tsx';
import { activateLocale, loadTexts } from '../locales/texts.ts';
import { EndpointForm } from './EndpointForm.tsx';

const refused = new ApiProblem({
  code: 'validation_failed',
  status: 422,
  message: '',
  errors: { url: ['must begin with https://, not http://'] },
});

test.each([
  ['en', 'This address must begin with https://, not http://.'],
  ['es', 'Esta dirección debe empezar por https://, no por http://.'],
] as const)('a refused address says why in the user’s language (%s)', async (locale, text) => {
  await loadTexts('brand', 'webhooks');
  await activateLocale(locale);
  await show(
    <EndpointForm
      label="Endpoint"
      submit="Save"
      initial={{ url: 'http://shop.example', description: '', events: [] }}
      error={refused}
      busy={false}
      onSubmit={() => undefined}
    />,
  );
  await expect.element(page.getByText(text)).toBeVisible();
});
