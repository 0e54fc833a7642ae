import { localDay } from '@bitacora/core/domain/calendar';
import { writtenClock, writtenInstant } from '@bitacora/core/messages/dates';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { useApp, useSession } from '../app/app.ts';
import { useClients } from '../app/clients.ts';
import { listen } from '../app/listeners.ts';
import { loginFor } from '../app/route-guards.ts';
import { offlineTexts as texts } from '../messages/offline-texts.ts';
import { Button } from '../ui/button.tsx';
import { later } from '../ui/later.tsx';
import { LiveMessage } from '../ui/states.tsx';
import { cleanUpReplies, keptReading, knowsPerson } from './kept-replies.ts';
import { removeOldOfOthers } from './queue.ts';
import { activateUpdate, registerWorker } from './register-worker.ts';
import { keepSending } from './send-queue.ts';
import { useQueue } from './use-queue.ts';
import './offline.css';

const QueuePanel = later(async () => (await import('./queue-panel.tsx')).QueuePanel);

/** Says above every page how much waits to be sent, when what is shown was read, and whether there is a newer release. */
export function OfflineBar() {
  const { user } = useSession();
  const { pathname } = useLocation();
  const [hasUpdate, setUpdate] = useState(false);
  const [isPanelOpen, setPanelOpen] = useState(false);
  const queue = useQueue(user.id);
  const isOnline = useSyncExternalStore(followNetwork, () => navigator.onLine);
  const readAt = useSyncExternalStore(keptReading.subscribe, () => keptReading.at(screenCalls(pathname)));
  useOffline(user.id, () => setUpdate(true));
  useEffect(() => setPanelOpen(false), [pathname]);
  const refused = queue.filter(({ refusal }) => refusal !== null).length;
  const isPlain = queue.length === 0 && isOnline && !readAt && !hasUpdate;
  return (
    <div className="offline-bar" hidden={isPlain && !isPanelOpen}>
      {(readAt || !isOnline) && <LiveMessage>{readAt ? <ReadAt at={readAt} /> : texts.offline}</LiveMessage>}
      {queue.length > 0 && (
        <Button tone="quiet" onClick={() => setPanelOpen(true)}>
          {[queue.length > refused && texts.waiting(queue.length - refused), refused > 0 && texts.refused(refused)]
            .filter(Boolean)
            .join(' · ')}
        </Button>
      )}
      {hasUpdate && (
        <p>
          {texts.newVersion}{' '}
          <Button tone="quiet" onClick={activateUpdate}>
            {texts.update}
          </Button>
        </p>
      )}
      {isPanelOpen && <QueuePanel queue={queue} onClose={() => setPanelOpen(false)} />}
    </div>
  );
}

function ReadAt({ at }: { at: Date }) {
  const { zone } = useSession();
  const { now } = useApp();
  const isToday = localDay(zone, at) === localDay(zone, now());
  return <>{texts.readAt(isToday ? texts.at(writtenClock(at, zone)) : writtenInstant(at, zone))}</>;
}

/** The calls whose replies a screen shows. */
function screenCalls(pathname: string): readonly string[] {
  const folio = /^\/Consult_\w+\/(\d+)$/.exec(pathname)?.[1];
  return folio ? [`/api/get_activity/${folio}`] : ['/api/get_all_activities', '/api/get_stats_activities'];
}

/** Does nothing where this browser shows no notifications. */
async function cleanUpPush(userId: number) {
  if (!('Notification' in window) || Notification.permission !== 'granted') return;
  // A failure is ignored, because it must not keep the queue from being sent.
  return import('./push.ts').then((push) => push.cleanUpPush(userId)).catch(() => undefined);
}

const followNetwork = (onChange: () => void) => listen(window, { online: onChange, offline: onChange });

/** Registers the service worker, reads what must be there without network, and sends what waits. */
function useOffline(userId: number, onUpdate: () => void): void {
  const { client, backgroundClient } = useClients();
  const { session, now } = useApp();
  const navigate = useNavigate();
  useEffect(() => {
    let stop = () => {};
    let isOpen = true;
    const begin = async () => {
      if (!(await registerWorker(onUpdate)) || !isOpen) return;
      const [renewPush] = await Promise.all([cleanUpPush(userId), cleanUpReplies(userId, now()), removeOldOfOthers(userId, now())]);
      stop = keepSending(() => {
        session.forget();
        void navigate(loginFor(window.location, true), { replace: true });
      });
      if (!isOpen) return stop();
      // The first answer came before the worker was there to have it kept.
      if (!knowsPerson(userId)) await backgroundClient.readSession();
      await backgroundClient.listMyPending();
      await renewPush?.(client);
    };
    void begin().catch(() => {});
    return () => {
      isOpen = false;
      stop();
    };
  }, [userId, client]);
}
