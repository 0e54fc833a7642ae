import type { ReactNode } from 'react';
import type { FieldPath, FieldValues, PathValue } from 'react-hook-form';
import { useSession } from '../../app/app.ts';
import { DayEntry } from '../../ui/day-entry.tsx';
import { type CallForm, FormField } from '../../ui/form.tsx';

interface DayFieldProps<Values extends FieldValues> {
  form: CallForm<Values>;
  name: FieldPath<Values>;
  /** The field that keeps why the typed text is no day. */
  problemName: FieldPath<Values>;
  label: string;
  hint?: ReactNode;
  isRequired?: boolean;
  hasQuickDays?: boolean;
}

/** A day of a form, today or later. */
export function DayField<Values extends FieldValues>({ problemName, hasQuickDays = false, ...field }: DayFieldProps<Values>) {
  const { today } = useSession();
  return (
    <FormField {...field}>
      {(tie, value, onChange) => (
        <DayEntry
          tie={tie}
          value={value ?? null}
          min={today}
          today={today}
          hasQuickDays={hasQuickDays}
          onChange={(day, problem) => {
            field.form.setValue(problemName, problem as PathValue<Values, FieldPath<Values>>);
            onChange(day as typeof value);
          }}
        />
      )}
    </FormField>
  );
}
