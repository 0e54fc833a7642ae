import type { Preference } from '@bitacora/core/domain/notifications/preference';
import { useRef, useState } from 'react';
import { useApp } from '../app.ts';

type DeliveryWay = 'byEmail' | 'byChat';

/** Saves each change in order. A change that fails is reverted. */
export function usePreferences(saved: readonly Preference[]) {
  const { client } = useApp();
  const [preferences, setPreferences] = useState(saved);
  const [outcome, setOutcome] = useState<'saved' | { error: unknown } | null>(null);
  const latest = useRef(saved);
  const queue = useRef(Promise.resolve());

  const put = (changed: Preference) => {
    latest.current = latest.current.map((preference) => (preference.kind === changed.kind ? changed : preference));
    setPreferences(latest.current);
  };
  const of = (kind: Preference['kind']) => latest.current.find((preference) => preference.kind === kind) as Preference;
  const choose = (kind: Preference['kind'], way: DeliveryWay, isOn: boolean) => {
    put({ ...of(kind), [way]: isOn });
    setOutcome(null);
    queue.current = queue.current.then(async () => {
      try {
        await client.choosePreferences({ preferences: [of(kind)] });
        setOutcome('saved');
      } catch (error) {
        put({ ...of(kind), [way]: !isOn });
        setOutcome({ error });
      }
    });
  };
  return { preferences, outcome, choose };
}
