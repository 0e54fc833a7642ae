import type { AbsenceView } from '@bitacora/core/contract/absence-endpoints';
import { exportTexts } from '@bitacora/core/messages/exports';
import { profileTexts } from '@bitacora/core/messages/profile';
import { CalendarOff } from 'lucide-react';
import { type FormEvent, useRef, useState } from 'react';
import type { LoaderFunctionArgs } from 'react-router-dom';
import { appOf, useApp, useFinish, useSession } from '../app.ts';
import { Card } from '../layout/card.tsx';
import { deferred, Loaded, useLoaded } from '../layout/loaded.tsx';
import { Page } from '../layout/page.tsx';
import { absencesOf as texts } from '../messages/absences.ts';
import { AbsenceDialog } from '../people/absence-dialog.tsx';
import { AbsenceList, EndAbsence } from '../people/absence-list.tsx';
import { OwnFactor } from '../second-factor/own-factor.tsx';
import { Button } from '../ui/button.tsx';
import { FormAlert, focusFirstWrong } from '../ui/dialog.tsx';
import { ExportButton } from '../ui/export-button.tsx';
import { TextField } from '../ui/field.tsx';
import { ListSkeleton } from '../ui/states.tsx';
import { useAttempt } from '../ui/use-attempt.ts';
import { CalendarFeed } from './calendar-feed.tsx';
import { ChatLinks } from './chat-links.tsx';
import { OwnCard, type OwnData } from './own-card.tsx';
import { OwnSessions } from './own-sessions.tsx';
import { PasswordForm } from './password-form.tsx';
import { Preferences } from './preferences.tsx';
import { ThisDevice } from './this-device.tsx';
import { Tokens } from './tokens.tsx';

/** The own absences from today on, those in which the person substitutes somebody, and a dialog to register one. */
function Absences({ absences }: { absences: Promise<AbsenceView[]> }) {
  const { user } = useSession();
  const [isAdding, setAdding] = useState(false);
  const [ending, setEnding] = useState<AbsenceView | null>(null);
  return (
    <Card
      title={texts.title}
      lead={texts.lead}
      action={
        <Button icon={CalendarOff} onClick={() => setAdding(true)}>
          {texts.add}
        </Button>
      }
    >
      <Loaded of={absences}>{(all) => <AbsenceList absences={all} userId={user.id} none={texts.none} onEnd={setEnding} />}</Loaded>
      {isAdding && <AbsenceDialog onClose={() => setAdding(false)} />}
      {ending && <EndAbsence absence={ending} onClose={() => setEnding(null)} />}
    </Card>
  );
}

export function loader(args: LoaderFunctionArgs) {
  const { client, absences, pushes } = appOf(args);
  return {
    own: deferred(client.readOwnData()),
    preferences: deferred(client.listPreferences()),
    feed: deferred(client.readCalendarFeed()),
    tokens: deferred(client.listTokens()),
    links: deferred(client.listChatLinks()),
    entrances: deferred(client.listChatEntrances()),
    sessions: deferred(client.listOwnSessions()),
    factor: deferred(client.readSecondFactor()),
    absences: deferred(absences().then((calls) => calls.listAbsences())),
    push: deferred(pushes().then((calls) => calls.readPush())),
  };
}

export function Component() {
  const { own, preferences, feed, tokens, links, entrances, sessions, factor, absences, push } = useLoaded<typeof loader>();
  const { user, allowsPasswords } = useSession();
  return (
    <Page title={profileTexts.title} lead={user.name}>
      <Loaded of={own} skeleton={<ListSkeleton />}>
        {(data) => (
          <div className="profile">
            <OwnCard own={data} />
            <div className="profile-column">
              <PersonalForm own={data} />
              <Absences absences={absences} />
              {allowsPasswords && <PasswordForm />}
              {allowsPasswords && <OwnFactor factor={factor} />}
              <OwnSessions sessions={sessions} />
              <ThisDevice />
              <Preferences preferences={preferences} links={links} push={push} />
              <CalendarFeed feed={feed} />
              <Tokens tokens={tokens} />
              <ChatLinks links={links} entrances={entrances} />
              <Card title={exportTexts.own.title} lead={exportTexts.own.lead}>
                <ExportButton call="exportOwnData" label={exportTexts.own.download} />
              </Card>
            </div>
          </div>
        )}
      </Loaded>
    </Page>
  );
}

const FIELDS = ['alias', 'phone'] as const;
const inputs = { alias: { autoComplete: 'nickname', maxLength: 100 }, phone: { autoComplete: 'tel', maxLength: 30, type: 'tel' } } as const;

/** Alias and phone. */
function PersonalForm({ own }: { own: OwnData }) {
  const { client } = useApp();
  const finish = useFinish();
  const attempt = useAttempt();
  const form = useRef<HTMLFormElement>(null);
  const [draft, setDraft] = useState({ alias: own.alias ?? '', phone: own.phone ?? '' });
  const save = async (event: FormEvent) => {
    event.preventDefault();
    if (!(await attempt.run(() => client.updateProfile(draft)))) return focusFirstWrong(form.current);
    await finish({ title: profileTexts.personalSaved });
  };
  return (
    <Card title={profileTexts.personal}>
      <form ref={form} className="profile-form" noValidate onSubmit={save}>
        <FormAlert error={attempt.error} failed={profileTexts.personalFailed} fields={FIELDS} />
        <div className="profile-pair">
          {FIELDS.map((field) => (
            <TextField
              key={field}
              attempt={attempt}
              field={field}
              label={profileTexts[field]}
              {...inputs[field]}
              value={draft[field]}
              onChange={(text) => setDraft({ ...draft, [field]: text })}
            />
          ))}
        </div>
        <Button type="submit" tone="accent" isBusy={attempt.isBusy}>
          {profileTexts.personalSubmit}
        </Button>
      </form>
    </Card>
  );
}
