import { historyPhrases } from '@bitacora/core/messages/consult';
import { useEffect, useRef } from 'react';
import { useMatches } from 'react-router-dom';
import { useApp } from '../app.ts';
import { live } from '../messages/live.ts';
import { useSession } from '../use-session.ts';
import { consultedIn } from './watched.ts';

/** Announces changes by others to the open activity, after the page shows them. */
export function useOthersChanges(): void {
  const { notices } = useApp();
  const { user } = useSession();
  const consulted = consultedIn(useMatches());
  const lastSeen = useRef<{ folio: number; lastEntry: number } | null>(null);
  useEffect(() => {
    let isCurrent = true;
    consulted?.history?.then(
      (entries) => {
        if (!isCurrent) return;
        const { folio } = consulted;
        const earlierEntry = lastSeen.current?.folio === folio ? lastSeen.current.lastEntry : null;
        lastSeen.current = { folio, lastEntry: Math.max(0, ...entries.map(({ id }) => id)) };
        if (earlierEntry === null) return;
        const other = entries.findLast(({ id, actorId }) => id > earlierEntry && actorId !== null && actorId !== user.id);
        if (other)
          notices.show({ title: live.byOthers, detail: `${other.actorName} ${historyPhrases[other.act] ?? ''}`.trim(), tone: 'plain' });
      },
      () => {}, // the page shows the failure
    );
    return () => {
      isCurrent = false;
    };
  }, [consulted?.history]);
}
