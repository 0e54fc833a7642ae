import type { AbsenceView, PossibleSubstitute } from '@bitacora/core/contract/people/absence-endpoints';
import type { CalendarDate } from '@bitacora/core/domain/calendar';
import { writtenDay } from '@bitacora/core/messages/dates';
import { frame } from '@bitacora/core/messages/layout';
import { absenceTexts } from '@bitacora/core/messages/people/users';
import { CalendarOff } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useFinish, useSession } from '../app/app.ts';
import { useClients } from '../app/clients.ts';
import { DeferredContent } from '../layout/loaded.tsx';
import { absenceCard as texts } from '../messages/absence-texts.ts';
import { Button, CancelButton } from '../ui/button.tsx';
import { DayEntry } from '../ui/day-entry.tsx';
import { ConfirmDialog, Dialog } from '../ui/dialog.tsx';
import { CallFormDialog, demandFilled, FormField, FormSelect, useCallForm } from '../ui/form.tsx';

interface AbsenceListProps {
  absences: readonly AbsenceView[];
  /** The absences of this person may be ended here. */
  userId: number;
  none: string;
  onEnd: (absence: AbsenceView) => void;
}

/** A person's absences from today on, and those in which they substitute somebody. */
export function AbsenceList({ absences, userId, none, onEnd }: AbsenceListProps) {
  const { today } = useSession();
  const coming = absences.filter(({ toOn }) => toOn >= today);
  const own = coming.filter((absence) => absence.userId === userId);
  const others = coming.filter(({ substituteId }) => substituteId === userId);
  if (own.length + others.length === 0) return <p className="muted">{none}</p>;
  return (
    <ul className="card-rows">
      {own.map((absence) => (
        <AbsenceRow key={absence.id} absence={absence} onEnd={() => onEnd(absence)} />
      ))}
      {others.map((absence) => (
        <AbsenceRow key={absence.id} absence={absence} />
      ))}
    </ul>
  );
}

const isBegun = ({ fromOn }: AbsenceView, today: string) => fromOn <= today;
const endTexts = (absence: AbsenceView, today: string) => (isBegun(absence, today) ? texts.ending : texts.cancellation);

/** Without `onEnd` the absence is somebody else's, in which the person substitutes. */
function AbsenceRow({ absence, onEnd }: { absence: AbsenceView; onEnd?: () => void }) {
  const { user, today } = useSession();
  const isCurrent = isBegun(absence, today);
  const substituted = absence.substituteId === user.id ? texts.substituted : texts.substitutes;
  const who = onEnd ? texts.substitute(absence.substituteName) : substituted(absence.name);
  return (
    <li className="card-row">
      <div>
        <p className="card-row-name">{texts.days(writtenDay(absence.fromOn), writtenDay(absence.toOn))}</p>
        <p className="muted">{isCurrent ? `${texts.isCurrent} · ${who}` : who}</p>
      </div>
      {onEnd && <Button onClick={onEnd}>{endTexts(absence, today).confirm}</Button>}
    </li>
  );
}

/** Asks before an absence is ended, or cancelled where it has not begun. */
function EndAbsence({ absence, onClose }: { absence: AbsenceView; onClose: () => void }) {
  const { client } = useClients();
  const { today } = useSession();
  const question = endTexts(absence, today);
  return (
    <ConfirmDialog texts={question} act={() => client.cancelAbsence({ absenceId: absence.id })} onClose={onClose}>
      <p className="dialog-subject">{texts.days(writtenDay(absence.fromOn), writtenDay(absence.toOn))}</p>
      <p>{question.body(absence.substituteName)}</p>
    </ConfirmDialog>
  );
}

const DAYS = ['fromOn', 'toOn'] as const;
const labels = { fromOn: absenceTexts.from, toOn: absenceTexts.to };

type AbsenceFields = { fromOn: CalendarDate | null; toOn: CalendarDate | null; substituteId: number | null };

interface NamedPerson {
  id: number;
  name: string;
}

interface AbsenceDialogProps {
  /** The absence is of this person; undefined for the reader's own. */
  person: NamedPerson | undefined;
  onClose: () => void;
}

/** Registers an absence: one's own, or for administrators that of another person. */
function AbsenceDialog({ person, onClose }: AbsenceDialogProps) {
  const { client } = useClients();
  const { today } = useSession();
  const finish = useFinish();
  const form = useCallForm<AbsenceFields>({ fromOn: today, toOn: null, substituteId: null });
  const fromOn = form.watch('fromOn');
  const [substitute, setSubstitute] = useState<PossibleSubstitute | null>(null);
  const { matches, query, search } = usePossibleSubstitutes(person?.id);
  const options = substitute && !matches.some(({ id }) => id === substitute.id) ? [substitute, ...matches] : matches;
  const add = async (fields: AbsenceFields) => {
    await client.addAbsence({ userId: person?.id, ...demandFilled(fields) });
    await finish({ title: absenceTexts.added(substitute?.name ?? '') });
  };
  return (
    <CallFormDialog
      form={form}
      texts={person ? { ...texts.addition, title: texts.addOf(person.name) } : texts.addition}
      onSubmit={add}
      onClose={onClose}
    >
      <div className="profile-pair">
        {DAYS.map((field) => (
          <FormField key={field} form={form} name={field} label={labels[field]} isRequired>
            {(tie, value, onChange) => (
              <DayEntry
                tie={tie}
                value={value}
                min={field === 'toOn' && fromOn && fromOn > today ? fromOn : today}
                today={today}
                onChange={onChange}
              />
            )}
          </FormField>
        ))}
      </div>
      <FormSelect
        form={form}
        name="substituteId"
        label={absenceTexts.substitute}
        isRequired
        placeholder={texts.choose}
        // The server has searched, so everybody it found matches what is typed.
        options={options.map(({ id, name, position }) => ({ value: id, label: name, detail: position, searched: `${name} ${query}` }))}
        search={{ placeholder: texts.search, noMatch: texts.noMatch, more: texts.more, onQuery: search }}
        onChoose={(id) => setSubstitute(options.find((option) => option.id === id) ?? null)}
      />
    </CallFormDialog>
  );
}

const PAUSE_MS = 200;

/** Finds the first people by name, and after a pause in typing those whose names have the words. */
function usePossibleSubstitutes(userId: number | undefined) {
  const { client } = useClients();
  const [answer, setAnswer] = useState<{ query: string; matches: readonly PossibleSubstitute[] }>({ query: '', matches: [] });
  const [query, search] = useState('');
  const latest = useRef('');
  useEffect(() => {
    latest.current = query;
    const ask = async () => {
      const matches = await client.listSubstitutes({ userId, text: query });
      if (latest.current === query) setAnswer({ query, matches });
    };
    // A failure leaves the list as it is; the registration says what is wrong with the server.
    const timer = setTimeout(() => void ask().catch(() => {}), query ? PAUSE_MS : 0);
    return () => clearTimeout(timer);
  }, [query, client, userId]);
  return { ...answer, search };
}

/** Returns the dialog that adds an absence or ends one, and a function that opens it. */
export function useAbsenceDialog(person?: NamedPerson) {
  const [open, setOpen] = useState<'add' | AbsenceView | null>(null);
  const close = () => setOpen(null);
  const dialog = open === 'add' ? <AbsenceDialog person={person} onClose={close} /> : open && <EndAbsence absence={open} onClose={close} />;
  return { dialog, open: setOpen };
}

/** Lets administrators see, register and end the absences of another person. */
export function AbsencesDialog({ person, onClose }: { person: NamedPerson; onClose: () => void }) {
  const { client } = useClients();
  const { dialog, open } = useAbsenceDialog(person);
  const { id, name } = person;
  if (dialog) return dialog;
  return (
    <Dialog
      title={texts.titleOf(name)}
      onClose={onClose}
      footer={
        <>
          <CancelButton onClick={onClose}>{frame.close}</CancelButton>
          <Button tone="accent" icon={CalendarOff} onClick={() => open('add')}>
            {texts.add}
          </Button>
        </>
      }
    >
      <DeferredContent ask={() => client.listAbsences()} lines={2}>
        {(all) => <AbsenceList absences={all} userId={id} none={texts.noneOf(name)} onEnd={open} />}
      </DeferredContent>
    </Dialog>
  );
}
