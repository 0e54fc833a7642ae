import { isSummaryKind, type Preference } from '@bitacora/core/domain/notifications/notification';
import { readWorkTime, weekdays } from '@bitacora/core/domain/work-time';
import { preferenceTexts } from '@bitacora/core/messages/account/preferences';
import { profileTexts } from '@bitacora/core/messages/account/profile';
import { frame } from '@bitacora/core/messages/layout';
import { type ReactNode, useRef, useState } from 'react';
import { useFinish } from '../app/app.ts';
import { useClients } from '../app/clients.ts';
import { Loaded } from '../layout/loaded.tsx';
import { Card } from '../layout/page.tsx';
import { workTimeTexts } from '../messages/work-time-texts.ts';
import { Button } from '../ui/button.tsx';
import { Check, Switch } from '../ui/choice.tsx';
import { FormAlert } from '../ui/dialog.tsx';
import { SentForm } from '../ui/field.tsx';
import { FormText, useCallForm } from '../ui/form.tsx';
import { Alert, LiveMessage } from '../ui/states.tsx';
import { errorSentence } from '../ui/use-attempt.ts';
import type { LinkedAccount } from './chat-links.tsx';
import type { SectionProps } from './profile-reads.ts';
import { ThisDevice } from './this-device.tsx';

/** The anchor that emails link to. */
const ANCHOR = 'avisos';

/** Which notifications come, by which way and when. */
export default function NoticesSection({ reads }: SectionProps) {
  return (
    <>
      <Preferences preferences={reads.preferences()} links={reads.links()} push={reads.push()} />
      <Loaded of={reads.own()} isSilent skeleton={<span />}>
        {({ workTime, companyWorkTime }) => companyWorkTime && <WorkTimeForm own={workTime} company={companyWorkTime} />}
      </Loaded>
      <ThisDevice />
    </>
  );
}

interface PreferencesProps {
  preferences: Promise<Preference[]>;
  links: Promise<LinkedAccount[]>;
  /** How many browsers show the person's notifications. */
  push: Promise<{ devices: number }>;
}

/** Channels of each notification: email, chat, both or none. */
function Preferences({ preferences, links, push }: PreferencesProps) {
  return (
    <Card title={preferenceTexts.title} lead={preferenceTexts.lead} anchor={ANCHOR}>
      <Loaded of={preferences}>
        {(saved) => (
          <Loaded of={links} isSilent>
            {(linked) => (
              <Loaded of={push} isSilent>
                {({ devices }) => <Choices saved={saved} isLinked={linked.length > 0} hasDevice={devices > 0} />}
              </Loaded>
            )}
          </Loaded>
        )}
      </Loaded>
    </Card>
  );
}

function Choices({ saved, ...reach }: Reach & { saved: readonly Preference[] }) {
  const { preferences, outcome, choose } = usePreferences(saved);
  const { isLinked, hasDevice } = reach;
  const hasChat = preferences.some(({ byChat }) => byChat);
  const hasPush = preferences.some(({ byPush }) => byPush);
  return (
    <>
      {typeof outcome === 'object' && outcome !== null && <Alert title={errorSentence(outcome.error, preferenceTexts.failed)} />}
      <table className="preferences">
        <thead>
          <tr>
            <th scope="col">{preferenceTexts.kind}</th>
            {WAYS.map((way) => (
              <th key={way} scope="col">
                {preferenceTexts[way]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          <AllRow preferences={preferences} {...reach} choose={choose} />
          {preferences.map((preference) => (
            <KindRow key={preference.kind} preference={preference} {...reach} choose={choose} />
          ))}
        </tbody>
      </table>
      <div className="preferences-notes muted">
        {!isLinked && <p>{hasChat ? preferenceTexts.byEmailMeanwhile : preferenceTexts.notLinked}</p>}
        {!hasDevice && <p>{hasPush ? preferenceTexts.byEmailWithoutDevice : preferenceTexts.noDevice}</p>}
        <p>{preferenceTexts.quiet}</p>
        <p>{preferenceTexts.always}</p>
      </div>
      <LiveMessage className="only-read">{outcome === 'saved' && preferenceTexts.saved}</LiveMessage>
    </>
  );
}

/** The ways besides email by which the person can be reached. */
interface Reach {
  isLinked: boolean;
  hasDevice: boolean;
}

interface RowProps {
  label: string;
  kinds: readonly Preference['kind'][];
  /** Whether each way is on; a way that is not there has no switch. */
  ways: Partial<Record<DeliveryWay, boolean>>;
  choose: ChooseWay;
  children: ReactNode;
}

function Row({ label, kinds, ways, isLinked, hasDevice, choose, children }: RowProps & Reach) {
  const isReached = { byEmail: true, byChat: isLinked, byPush: hasDevice };
  return (
    <tr>
      <th scope="row">{children}</th>
      {WAYS.map((way) => (
        <td key={way}>
          {ways[way] !== undefined && (
            <Switch
              aria-label={preferenceTexts[`${way}Of`](label)}
              isOn={ways[way]}
              disabled={!isReached[way] && !ways[way]}
              onChange={(isOn) => choose(kinds, way, isOn)}
            />
          )}
        </td>
      ))}
    </tr>
  );
}

/** One switch for each way. Summaries are left out, because they are no notifications and start switched off. */
function AllRow({ preferences, ...rest }: Reach & { preferences: readonly Preference[]; choose: ChooseWay }) {
  const all = preferences.filter(({ kind }) => !isSummaryKind(kind));
  const ways = Object.fromEntries(WAYS.map((way) => [way, all.every((preference) => preference[way])]));
  return (
    <Row label={preferenceTexts.all} kinds={all.map(({ kind }) => kind)} ways={ways} {...rest}>
      <strong>{preferenceTexts.all}</strong>
    </Row>
  );
}

function KindRow({ preference, ...rest }: Reach & { preference: Preference; choose: ChooseWay }) {
  const { kind, byEmail, byChat, byPush = false } = preference;
  const label = preferenceTexts.kinds[kind];
  const isSummary = isSummaryKind(kind);
  return (
    <Row label={label} kinds={[kind]} ways={isSummary ? { byEmail } : { byEmail, byChat, byPush }} {...rest}>
      {label}
      {!byEmail && !byChat && !byPush && !isSummary && <span className="muted">{preferenceTexts.silent}</span>}
    </Row>
  );
}

const WAYS = ['byEmail', 'byChat', 'byPush'] as const;
type DeliveryWay = (typeof WAYS)[number];
type ChooseWay = (kinds: readonly Preference['kind'][], way: DeliveryWay, isOn: boolean) => void;

/** Saves each change in order. A change that fails is reverted. */
function usePreferences(saved: readonly Preference[]) {
  const { client } = useClients();
  const [preferences, setPreferences] = useState(saved);
  const [outcome, setOutcome] = useState<'saved' | { error: unknown } | null>(null);
  const latest = useRef(saved);
  const queue = useRef(Promise.resolve());

  const put = (changed: readonly Preference[]) => {
    latest.current = latest.current.map((preference) => changed.find(({ kind }) => kind === preference.kind) ?? preference);
    setPreferences(latest.current);
  };
  const of = (kinds: readonly Preference['kind'][]) => latest.current.filter(({ kind }) => kinds.includes(kind));
  const choose: ChooseWay = (kinds, way, isOn) => {
    const different = of(kinds)
      .filter((preference) => (preference[way] ?? false) !== isOn)
      .map(({ kind }) => kind);
    const set = (value: boolean) => put(of(different).map((preference) => ({ ...preference, [way]: value })));
    set(isOn);
    setOutcome(null);
    queue.current = queue.current.then(async () => {
      try {
        await client.choosePreferences({ preferences: of(different) });
        setOutcome('saved');
      } catch (error) {
        set(!isOn);
        setOutcome({ error });
      }
    });
  };
  return { preferences, outcome, choose };
}

/** Monday first. */
const WEEK = [1, 2, 3, 4, 5, 6, 0];

/** The days and hours in which notifications may reach the person, within the company's. */
function WorkTimeForm({ own, company }: { own: string | null | undefined; company: string }) {
  const { client } = useClients();
  const finish = useFinish();
  const [from = '', to = ''] = (own ?? company).split(' ')[1]?.split('-') ?? [];
  const [days, setDays] = useState(readWorkTime(own ?? company)?.days ?? []);
  const form = useCallForm({ from, to });
  const save = async () => {
    const names = WEEK.filter((day) => days.includes(day)).map((day) => weekdays[day]);
    const send = ({ from, to }: { from: string; to: string }) => client.updateProfile({ workTime: `${names.join(',')} ${from}-${to}` });
    if (await form.send(send)) await finish({ title: profileTexts.personalSaved });
  };
  return (
    <Card title={workTimeTexts.title} lead={workTimeTexts.lead}>
      <SentForm ref={form.element} className="profile-form" onSubmit={save}>
        <FormAlert error={form.error} failed={profileTexts.personalFailed} fields={[]} />
        <fieldset className="field">
          <legend className="field-legend">{workTimeTexts.days}</legend>
          {WEEK.filter((day) => readWorkTime(company)?.days.includes(day)).map((day) => (
            <Check
              key={day}
              label={workTimeTexts.weekdays[day] ?? ''}
              isTicked={days.includes(day)}
              onChange={(isTicked) => setDays(isTicked ? [...days, day] : days.filter((one) => one !== day))}
            />
          ))}
        </fieldset>
        <div className="profile-pair">
          <FormText form={form} name="from" label={workTimeTexts.from} type="time" />
          <FormText form={form} name="to" label={workTimeTexts.to} type="time" />
        </div>
        <Button type="submit" isBusy={form.isBusy}>
          {frame.saveChanges}
        </Button>
      </SentForm>
    </Card>
  );
}
