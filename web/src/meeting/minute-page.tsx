import { RECIPIENTS_MAX } from '@bitacora/core/contract/reports/stand-up-endpoints';
import { consult } from '@bitacora/core/messages/activities/consult';
import { writtenDay } from '@bitacora/core/messages/dates';
import { minuteTexts } from '@bitacora/core/messages/reports/stand-up';
import { ArrowLeft, Mail, NotebookPen, Printer } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useSession } from '../app/app.ts';
import { useClients } from '../app/clients.ts';
import { paths } from '../app/paths.ts';
import { DeferredContent } from '../layout/loaded.tsx';
import { personOption } from '../layout/person-link.tsx';
import { activityForm } from '../messages/activity-form-texts.ts';
import { standUp as texts } from '../messages/stand-up-texts.ts';
import { Button, ButtonLink } from '../ui/button.tsx';
import { CallFormDialog, FormField, useCallForm } from '../ui/form.tsx';
import { SelectMany } from '../ui/select.tsx';
import { KeyButton, useKeys } from './keys.tsx';
import { NotesDialog, useNotes } from './notes-dialog.tsx';
import type { Meeting, Team, TeamMember } from './team.ts';

type Minute = NonNullable<Team['minute']>;
type MinuteList = Minute['promised'];

interface MinutePageProps {
  people: readonly TeamMember[];
  minute: Minute;
  meeting: Meeting;
  onBack: () => void;
}

/** What was decided, what is promised, and what is still open; to read, to print and to mail. */
export function MinutePage({ people, minute: { acts, promised, late }, meeting, onBack }: MinutePageProps) {
  const { today } = useSession();
  const [notes, writeNotes] = useNotes(meeting.since);
  const [dialog, setDialog] = useState<'notes' | 'send' | null>(null);
  useKeys({ n: () => setDialog('notes') });
  const due = (title: string, { lines }: MinuteList) =>
    lines.length > 0 && (
      <MinuteSection title={title}>
        {lines.map((line) => (
          <MinuteRow key={line.id} line={line}>
            {writtenDay(line.deadline)}
          </MinuteRow>
        ))}
      </MinuteSection>
    );
  return (
    <>
      <header className="stand-up-head">
        <div>
          <h1>{minuteTexts.title(writtenDay(today))}</h1>
          <p className="muted">{[meeting.department, texts.people(people.length)].filter(Boolean).join(' · ')}</p>
        </div>
        <div className="stand-up-tools">
          <Button icon={ArrowLeft} onClick={onBack}>
            {texts.goOn}
          </Button>
          <KeyButton keyName="N" icon={NotebookPen} label={texts.notes} onPress={() => setDialog('notes')} />
          <Button icon={Printer} onClick={() => window.print()}>
            {consult.print}
          </Button>
          <Button tone="accent" icon={Mail} autoFocus onClick={() => setDialog('send')}>
            {texts.send.open}
          </Button>
          <ButtonLink to={paths.home}>{texts.leave}</ButtonLink>
        </div>
      </header>
      {notes.trim() && (
        <section className="minute-part">
          <h2>{minuteTexts.notes}</h2>
          <p className="prose">{notes}</p>
        </section>
      )}
      {acts.length === 0 && <p>{minuteTexts.acts(0)}</p>}
      {acts.length > 0 && (
        <MinuteSection title={minuteTexts.acts(acts.length)}>
          {acts.map(({ act, note, ...line }, index) => (
            <MinuteRow key={index} line={line}>
              <strong>{minuteTexts.act(act)}</strong>
              {note && <span className="prose">: {note}</span>}
            </MinuteRow>
          ))}
        </MinuteSection>
      )}
      {due(minuteTexts.promised(promised), promised)}
      {due(minuteTexts.late(late), late)}
      {dialog === 'notes' && <NotesDialog notes={notes} onChange={writeNotes} onClose={() => setDialog(null)} />}
      {dialog === 'send' && <SendDialog people={people} meeting={meeting} notes={notes} onClose={() => setDialog(null)} />}
    </>
  );
}

const MinuteSection = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className="minute-part">
    <h2>{title}</h2>
    <ul>{children}</ul>
  </section>
);

const MinuteRow = ({ line, children }: { line: Omit<MinuteList['lines'][number], 'deadline'>; children: ReactNode }) => (
  <li className="minute-row">
    <span className="tabular muted">{line.id}</span>
    <span>
      {line.description} <span className="muted">{line.person}</span>
    </span>
    <span>{children}</span>
  </li>
);

interface SendDialogProps {
  people: readonly TeamMember[];
  meeting: Meeting;
  notes: string;
  onClose: () => void;
}

/** Chooses who gets the minute, at first those of the team who are not away. */
function SendDialog({ people, meeting, notes, onClose }: SendDialogProps) {
  const { client } = useClients();
  const present = people.filter(({ away }) => !away).map(({ id }) => id);
  const form = useCallForm<{ recipients: number[] }>({ recipients: present.slice(0, RECIPIENTS_MAX) });
  const send = async ({ recipients }: { recipients: number[] }) => {
    const { count } = await client.sendMinute({ ...meeting, notes, recipients });
    return texts.people(count);
  };
  return (
    <CallFormDialog form={form} texts={texts.send} onSubmit={send} onClose={onClose}>
      <DeferredContent ask={() => client.listUsers()} lines={1}>
        {(users) => (
          <FormField form={form} name="recipients" label={texts.send.to} isRequired>
            {(tie, values, onChange) => (
              <SelectMany
                tie={tie}
                values={values}
                options={users.filter(({ isActive }) => isActive).map((user) => personOption(user))}
                placeholder={texts.send.placeholder}
                summary={activityForm.assigneeSummary}
                search={{ placeholder: texts.send.search, noMatch: texts.send.noMatch }}
                onChange={(ids) => onChange(ids.map(Number))}
              />
            )}
          </FormField>
        )}
      </DeferredContent>
    </CallFormDialog>
  );
}
