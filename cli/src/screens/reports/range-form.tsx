import { type CalendarDate, isCalendarDate } from '@bitacora/core/domain/calendar';
import { lists } from '@bitacora/core/messages/lists';
import { useState } from 'react';
import { terminalBrowser } from '../../messages/browser.ts';
import { terminalScreens } from '../../messages/screens.ts';
import { Form } from '../ui/form.tsx';
import type { ReportSelection } from './selection.ts';

type Range = Pick<ReportSelection, 'from' | 'to'>;

const wrongIn = (text: string) => (text.trim() === '' || isCalendarDate(text.trim()) ? undefined : terminalBrowser.rangeWrong);
const dayOf = (text: string) => (text.trim() || null) as CalendarDate | null;

/** From which day to which; an end left empty is the usual one. */
export function RangeForm({ selection, onApply, onBack }: { selection: Range; onApply(range: Range): void; onBack(): void }) {
  const [values, setValues] = useState<Record<keyof Range, string>>({ from: selection.from ?? '', to: selection.to ?? '' });
  const [errors, setErrors] = useState<Partial<Record<keyof Range, string>>>({});
  const submit = () => {
    const wrong = { from: wrongIn(values.from), to: wrongIn(values.to) };
    if (wrong.from || wrong.to) return setErrors(wrong);
    const range = { from: dayOf(values.from), to: dayOf(values.to) };
    if (range.from && range.to && range.from > range.to) return setErrors({ to: lists.rangeBackwards });
    onApply(range);
  };
  return (
    <Form
      title={terminalBrowser.range}
      lead={terminalBrowser.rangeHint}
      fields={[
        { name: 'from', label: terminalBrowser.rangeFrom },
        { name: 'to', label: terminalBrowser.rangeTo },
      ]}
      values={values}
      errors={errors}
      submit={terminalScreens.keys.accept}
      submitsAtEnd
      onChange={(name, value) => setValues((before) => ({ ...before, [name]: value }))}
      onSubmit={submit}
      onBack={onBack}
    />
  );
}
