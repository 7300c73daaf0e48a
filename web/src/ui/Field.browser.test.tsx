import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { show } from '../components.testing.tsx';
import { TextArea, TextField } from './Field.tsx';
import { PasswordField } from './PasswordField.tsx';
import { SelectField } from './SelectField.tsx';

test.each([
  ['TextField', TextField],
  ['TextArea', TextArea],
])('a %s is described by its error first and then by its hint', async (_name, Field) => {
  await show(<Field label="Amount" hint="Leave blank for everything." error="Please enter an amount." />);
  const field = page.getByRole('textbox', { name: 'Amount' });
  await expect.element(field).toHaveAccessibleDescription('Please enter an amount. Leave blank for everything.');
  await expect.element(field).toHaveAttribute('aria-invalid', 'true');
});

test('a field without an error is not invalid, and one without a hint has no description', async () => {
  await show(<TextField label="Amount" />);
  const field = page.getByRole('textbox', { name: 'Amount' });
  await expect.element(field).not.toHaveAttribute('aria-invalid');
  await expect.element(field).not.toHaveAttribute('aria-describedby');
});

test('two fields of the same name have labels of their own', async () => {
  await show(
    <>
      <TextField label="Note" defaultValue="one" />
      <TextField label="Note" defaultValue="two" />
    </>,
  );
  await page.getByText('Note').last().click();
  await expect.element(page.getByRole('textbox', { name: 'Note' }).last()).toHaveFocus();
});

test('a select has its label and its choices', async () => {
  await show(<SelectField label="Bank country" choices={[{ value: 'FR', label: 'France' }]} />);
  await expect.element(page.getByRole('combobox', { name: 'Bank country' })).toHaveTextContent('France');
});

test('a password is hidden, can be shown, and stays as it was typed', async () => {
  await show(<PasswordField label="Password" showLabel="Show password" hideLabel="Hide password" />);
  const field = page.getByRole('textbox', { name: 'Password' });
  await page.getByLabelText('Password', { exact: true }).fill('correct horse');
  await expect.element(page.getByLabelText('Password', { exact: true })).toHaveAttribute('type', 'password');
  await page.getByRole('button', { name: 'Show password' }).click();
  await expect.element(field).toHaveValue('correct horse');
  await page.getByRole('button', { name: 'Hide password' }).click();
  await expect.element(page.getByLabelText('Password', { exact: true })).toHaveAttribute('type', 'password');
  await expect.element(page.getByLabelText('Password', { exact: true })).toHaveValue('correct horse');
});
