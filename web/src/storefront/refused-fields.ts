import { useLingui } from '@lingui/react/macro';
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form';
import { ApiProblem } from '../api/problem.ts';
import { failureText } from '../format/refusals.ts';

/** Maps server validation errors to form fields; errors of no field go to the form's root. */
export function useRefusedFields<Values extends FieldValues>(form: UseFormReturn<Values>) {
  const { t } = useLingui();
  return (error: unknown): void => {
    const fields = error instanceof ApiProblem ? Object.entries(error.errors) : [];
    const known = new Set(Object.keys(form.getValues()));
    const named = fields.filter(([field]) => known.has(field));
    for (const [field, reasons] of named)
      form.setError(field as Path<Values>, { message: reasons.join(', ') }, { shouldFocus: true });
    if (named.length === 0) form.setError('root', { message: t(failureText(error)) });
  };
}
