import { isSummaryKind, type Preference } from '@bitacora/core/domain/notifications/notification';
import { preferenceTexts } from '@bitacora/core/messages/profile';
import { useRef, useState } from 'react';
import { useApp } from '../app.ts';
import { Loaded } from '../layout/loaded.tsx';
import { Card } from '../layout/page.tsx';
import { Switch } from '../ui/choice.tsx';
import { Alert, LiveMessage } from '../ui/states.tsx';
import { sentenceOf } from '../ui/use-attempt.ts';
import type { LinkedAccount } from './notice-channels.tsx';

/** The anchor that emails link to. */
const ANCHOR = 'avisos';

interface PreferencesProps {
  preferences: Promise<Preference[]>;
  links: Promise<LinkedAccount[]>;
  /** How many browsers show the person's notifications. */
  push: Promise<{ devices: number }>;
}

/** Channels of each notification: email, chat, both or none. */
export function Preferences({ preferences, links, push }: PreferencesProps) {
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
      {typeof outcome === 'object' && outcome !== null && <Alert title={sentenceOf(outcome.error, preferenceTexts.failed)} />}
      <table className="preferences">
        <thead>
          <tr>
            <th scope="col">{preferenceTexts.kind}</th>
            <th scope="col">{preferenceTexts.byEmail}</th>
            <th scope="col">{preferenceTexts.byChat}</th>
            <th scope="col">{preferenceTexts.byPush}</th>
          </tr>
        </thead>
        <tbody>
          <AllRow preferences={preferences} {...reach} choose={choose} />
          {preferences.map((preference) => (
            <Row key={preference.kind} preference={preference} {...reach} choose={choose} />
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

/** By which ways the person can be reached besides email. */
interface Reach {
  isLinked: boolean;
  hasDevice: boolean;
}

interface AllRowProps extends Reach {
  preferences: readonly Preference[];
  choose: ChooseWay;
}

/** One switch for each way. Summaries are left out, because they are no notifications and start switched off. */
function AllRow({ preferences, isLinked, hasDevice, choose }: AllRowProps) {
  const all = preferences.filter(({ kind }) => !isSummaryKind(kind));
  const kinds = all.map(({ kind }) => kind);
  const isAll = {
    byEmail: all.every(({ byEmail }) => byEmail),
    byChat: all.every(({ byChat }) => byChat),
    byPush: all.every(({ byPush }) => byPush),
  };
  return (
    <tr>
      <th scope="row">
        <strong>{preferenceTexts.all}</strong>
      </th>
      <td>
        <Switch
          aria-label={preferenceTexts.byEmailOf(preferenceTexts.all)}
          isOn={isAll.byEmail}
          onChange={(isOn) => choose(kinds, 'byEmail', isOn)}
        />
      </td>
      <td>
        <Switch
          aria-label={preferenceTexts.byChatOf(preferenceTexts.all)}
          isOn={isAll.byChat}
          disabled={!isLinked && !isAll.byChat}
          onChange={(isOn) => choose(kinds, 'byChat', isOn)}
        />
      </td>
      <td>
        <Switch
          aria-label={preferenceTexts.byPushOf(preferenceTexts.all)}
          isOn={isAll.byPush}
          disabled={!hasDevice && !isAll.byPush}
          onChange={(isOn) => choose(kinds, 'byPush', isOn)}
        />
      </td>
    </tr>
  );
}

interface RowProps extends Reach {
  preference: Preference;
  choose: ChooseWay;
}

function Row({ preference: { kind, byEmail, byChat, byPush = false }, isLinked, hasDevice, choose }: RowProps) {
  const label = preferenceTexts.kinds[kind];
  return (
    <tr>
      <th scope="row">
        {label}
        {!byEmail && !byChat && !byPush && !isSummaryKind(kind) && <span className="muted">{preferenceTexts.silent}</span>}
      </th>
      <td>
        <Switch aria-label={preferenceTexts.byEmailOf(label)} isOn={byEmail} onChange={(isOn) => choose([kind], 'byEmail', isOn)} />
      </td>
      <td>
        {!isSummaryKind(kind) && (
          <Switch
            aria-label={preferenceTexts.byChatOf(label)}
            isOn={byChat}
            disabled={!isLinked && !byChat}
            onChange={(isOn) => choose([kind], 'byChat', isOn)}
          />
        )}
      </td>
      <td>
        {!isSummaryKind(kind) && (
          <Switch
            aria-label={preferenceTexts.byPushOf(label)}
            isOn={byPush}
            disabled={!hasDevice && !byPush}
            onChange={(isOn) => choose([kind], 'byPush', isOn)}
          />
        )}
      </td>
    </tr>
  );
}

type DeliveryWay = 'byEmail' | 'byChat' | 'byPush';
type ChooseWay = (kinds: readonly Preference['kind'][], way: DeliveryWay, isOn: boolean) => void;

/** Saves each change in order. A change that fails is reverted. */
function usePreferences(saved: readonly Preference[]) {
  const { client } = useApp();
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
