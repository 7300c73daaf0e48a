import { useState } from 'react';
import { describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { show } from '../components.testing.tsx';
import { Choices } from './Choices.tsx';
import { Segments } from './Segments.tsx';
import { Select } from './Select.tsx';
import { Switch } from './Switch.tsx';
import { Tick } from './Tick.tsx';

const themes = [
  { value: 'system', label: 'Match device' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
] as const;
type Theme = (typeof themes)[number]['value'];
const chosen = vi.fn<(theme: Theme) => void>();

function Themes({ of: Control }: { of: typeof Segments<Theme> }) {
  const [theme, setTheme] = useState<Theme>('light');
  const choose = (next: Theme) => {
    chosen(next);
    setTheme(next);
  };
  return <Control label="Theme" value={theme} choices={themes} onChoose={choose} />;
}

describe.each([
  ['segments', Segments<Theme>],
  ['choices', Choices<Theme>],
])('%s', (_name, Control) => {
  const radio = (name: string) => page.getByRole('radio', { name });

  test('are one group with one choice, and one stop for Tab', async () => {
    await show(<Themes of={Control} />);
    await expect.element(page.getByRole('group', { name: 'Theme' })).toBeVisible();
    await userEvent.tab();
    await expect.element(radio('Light')).toHaveFocus();
    await userEvent.tab();
    await expect.element(radio('Dark')).not.toHaveFocus();
  });

  test('arrow keys choose, and go around', async () => {
    chosen.mockReset();
    await show(<Themes of={Control} />);
    await userEvent.tab();
    await userEvent.keyboard('{ArrowRight}');
    await expect.element(radio('Dark')).toBeChecked();
    await userEvent.keyboard('{ArrowRight}');
    await expect.element(radio('Match device')).toBeChecked();
    expect(chosen.mock.calls.flat()).toEqual(['dark', 'system']);
  });
});

test('two groups of the same choices do not disturb each other', async () => {
  await show(
    <>
      <Themes of={Segments<Theme>} />
      <Themes of={Segments<Theme>} />
    </>,
  );
  await page.getByRole('radio', { name: 'Dark' }).first().click();
  await expect.element(page.getByRole('radio', { name: 'Dark' }).first()).toBeChecked();
  await expect.element(page.getByRole('radio', { name: 'Light' }).last()).toBeChecked();
});

test('segments that are wider than the window show the one that is chosen', async () => {
  await page.viewport(320, 600);
  const many = Array.from({ length: 12 }, (_, nth) => ({ value: `${nth}`, label: `A long segment ${nth}` }));
  await show(<Segments label="Period" value="11" choices={many} onChoose={() => undefined} />);
  const group = page.getByRole('group', { name: 'Period' });
  await expect.poll(() => group.element().scrollLeft).toBeGreaterThan(0);
  await expect.element(page.getByText('A long segment 11')).toBeInViewport();
});

test('a select says its name and tells the chosen value', async () => {
  chosen.mockReset();
  await show(<Themes of={Select<Theme>} />);
  const select = page.getByRole('combobox', { name: 'Theme' });
  await select.selectOptions('Dark');
  await expect.element(select).toHaveValue('dark');
  expect(chosen.mock.calls).toEqual([['dark']]);
});

describe('a switch', () => {
  const turned = vi.fn<(on: boolean) => void>();
  const control = () => page.getByRole('switch', { name: 'Payouts' });

  test('is named, described by its hint, and says what it is turned to', async () => {
    turned.mockReset();
    await show(<Switch label="Payouts" hint="An email when a payout is paid." on={false} onTurn={turned} />);
    await expect.element(control()).toHaveAccessibleDescription('An email when a payout is paid.');
    await expect.element(control()).not.toBeChecked();
    control().element().focus();
    await userEvent.keyboard(' ');
    expect(turned.mock.calls).toEqual([[true]]);
  });

  test('its label turns it, and off it stays as long as it is disabled', async () => {
    turned.mockReset();
    const screen = await show(<Switch label="Payouts" on onTurn={turned} />);
    await page.getByText('Payouts').click();
    expect(turned.mock.calls).toEqual([[false]]);
    await screen.unmount();
    await show(<Switch label="Payouts" on={false} disabled onTurn={turned} />);
    await expect.element(control()).toBeDisabled();
  });
});

test('a checkbox is described by its error', async () => {
  await show(<Tick error="Please accept the terms to continue.">I accept the terms</Tick>);
  const box = page.getByRole('checkbox', { name: 'I accept the terms' });
  await expect.element(box).toHaveAttribute('aria-invalid', 'true');
  await expect.element(box).toHaveAccessibleDescription('Please accept the terms to continue.');
});
