import { ApiError } from '@bitacora/core/client';
import type { PossibleSubstitute } from '@bitacora/core/contract/absence-endpoints';
import type { Account } from '@bitacora/core/contract/user-endpoints';
import type { CalendarDate } from '@bitacora/core/domain/calendar';
import { fullName } from '@bitacora/core/domain/people/person';
import { absenceTexts } from '@bitacora/core/messages/users';
import { validation } from '@bitacora/core/messages/validation';
import { useEffect, useRef, useState } from 'react';
import { useApp, useFinish, useSession } from '../app.ts';
import { absencesOf as texts } from '../messages/absences.ts';
import { DayEntry } from '../ui/day-entry.tsx';
import { FormDialog } from '../ui/dialog.tsx';
import { Field } from '../ui/field.tsx';
import { Select } from '../ui/select.tsx';
import { useAttempt } from '../ui/use-attempt.ts';

const DAYS = ['fromOn', 'toOn'] as const;
const labels = { fromOn: absenceTexts.from, toOn: absenceTexts.to };

interface AbsenceDialogProps {
  /** Whose absence it is where it is not the reader's own. */
  person?: Account;
  onClose: () => void;
}

/** Registers an absence: one's own, or for administrators that of another person. */
export function AbsenceDialog({ person, onClose }: AbsenceDialogProps) {
  const { absences } = useApp();
  const { today } = useSession();
  const finish = useFinish();
  const attempt = useAttempt();
  const [days, setDays] = useState<Record<(typeof DAYS)[number], CalendarDate | null>>({ fromOn: today, toOn: null });
  const [substitute, setSubstitute] = useState<PossibleSubstitute | null>(null);
  const { found, query, search } = usePossibleSubstitutes(person?.id);
  const options = substitute && !found.some(({ id }) => id === substitute.id) ? [substitute, ...found] : found;

  const add = async () => {
    const isAdded = await attempt.run(async () => {
      const { fromOn, toOn } = days;
      const missing = Object.entries({ ...days, substituteId: substitute }).flatMap(([field, value]) => (value ? [] : [field]));
      if (!fromOn || !toOn || !substitute)
        throw new ApiError(
          400,
          validation.summary,
          'input.invalid',
          Object.fromEntries(missing.map((field) => [field, validation.required])),
        );
      await (await absences()).addAbsence({ userId: person?.id, fromOn, toOn, substituteId: substitute.id });
    });
    if (!isAdded || !substitute) return false;
    onClose();
    await finish({ title: absenceTexts.added(substitute.name) });
    return true;
  };
  return (
    <FormDialog
      title={person ? texts.addOf(fullName(person)) : texts.add}
      submitLabel={texts.add}
      failed={texts.addFailed}
      fields={[...DAYS, 'substituteId']}
      attempt={attempt}
      onSubmit={add}
      onClose={onClose}
    >
      <div className="profile-pair">
        {DAYS.map((field) => (
          <Field key={field} label={labels[field]} error={attempt.fieldError(field)} isRequired>
            {(tie) => (
              <DayEntry
                tie={tie}
                value={days[field]}
                min={field === 'toOn' && days.fromOn && days.fromOn > today ? days.fromOn : today}
                today={today}
                onChange={(day) => {
                  attempt.forgive(field);
                  setDays({ ...days, [field]: day });
                }}
              />
            )}
          </Field>
        ))}
      </div>
      <Field label={absenceTexts.substitute} error={attempt.fieldError('substituteId')} isRequired>
        {(tie) => (
          <Select
            tie={tie}
            placeholder={texts.choose}
            value={substitute?.id ?? null}
            // The server has searched, so everybody it found matches what is typed.
            options={options.map(({ id, name, position }) => ({ value: id, label: name, detail: position, searched: `${name} ${query}` }))}
            search={{ placeholder: texts.search, noMatch: texts.noMatch, more: texts.more, onQuery: search }}
            onChange={(id) => {
              attempt.forgive('substituteId');
              setSubstitute(options.find((one) => one.id === id) ?? null);
            }}
          />
        )}
      </Field>
    </FormDialog>
  );
}

const PAUSE_MS = 200;

/** The first people by name, and after a pause in typing those whose names have the words. */
function usePossibleSubstitutes(userId: number | undefined) {
  const { absences } = useApp();
  const [answer, setAnswer] = useState<{ query: string; found: readonly PossibleSubstitute[] }>({ query: '', found: [] });
  const [query, search] = useState('');
  const latest = useRef('');
  useEffect(() => {
    latest.current = query;
    const ask = async () => {
      const people = await (await absences()).listSubstitutes({ userId, text: query });
      if (latest.current === query) setAnswer({ query, found: people });
    };
    // A failure leaves the list as it is; the registration says what is wrong with the server.
    const timer = setTimeout(() => void ask().catch(() => {}), query ? PAUSE_MS : 0);
    return () => clearTimeout(timer);
  }, [query, absences, userId]);
  return { ...answer, search };
}
