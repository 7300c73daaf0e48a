import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { show } from '../components.testing.tsx';
import { Figure } from './Figure.tsx';
import { Popover } from './Popover.tsx';

const explanation = () => page.getByRole('dialog', { name: 'Conversion rate' });
const figure = () => page.getByRole('button', { name: 'Conversion rate: 2.4 %' });

const rate = <Figure name="Conversion rate" value="2.4" unit="%" meaning="Orders per click." asOf="As of 9:00 AM" />;

test('a figure is named with its value and unit, and explains itself with the time it was read at', async () => {
  await show(rate);
  await figure().click();
  await expect.element(explanation()).toBeVisible();
  await expect.element(explanation()).toHaveTextContent('Conversion rateOrders per click.As of 9:00 AM');
});

test('a key opens it, and Escape closes it and keeps the focus on its button', async () => {
  await show(rate);
  figure().element().focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(explanation()).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(explanation()).not.toBeInTheDocument();
  await expect.element(figure()).toHaveFocus();
});

test('a click elsewhere closes it', async () => {
  await show(
    <>
      {rate}
      <p style={{ marginTop: '20rem' }}>Elsewhere</p>
    </>,
  );
  await figure().click();
  await expect.element(explanation()).toBeVisible();
  await page.getByText('Elsewhere').click();
  await expect.element(explanation()).not.toBeInTheDocument();
});

test('its content can close it', async () => {
  await show(
    <Popover
      label="Conversion rate"
      trigger={(trigger) => (
        <button {...trigger} type="button">
          Why
        </button>
      )}
    >
      {(close) => (
        <button type="button" onClick={close}>
          Got it
        </button>
      )}
    </Popover>,
  );
  await page.getByRole('button', { name: 'Why' }).click();
  await page.getByRole('button', { name: 'Got it' }).click();
  await expect.element(explanation()).not.toBeInTheDocument();
});

test.each([
  ['at the bottom right', { bottom: 0, right: 0 }],
  ['at the top left', { top: 0, left: 0 }],
])('it stays inside the window when its button is %s', async (_where, corner) => {
  await show(<div style={{ position: 'fixed', ...corner }}>{rate}</div>);
  await figure().click();
  await expect.element(explanation()).toBeVisible();
  await expect
    .poll(() => {
      const { left, top, right, bottom } = explanation().element().getBoundingClientRect();
      return left >= 0 && top >= 0 && right <= window.innerWidth && bottom <= window.innerHeight;
    })
    .toBe(true);
});
