import { localDay } from '@bitacora/core/domain/calendar';
import { PUSH_LEASE_MS, PUSH_RETRY_MS, type PushMessage } from '@bitacora/core/domain/notifications/delivery';
import { isRequestKind } from '@bitacora/core/domain/notifications/notification';
import { quietHours } from '@bitacora/core/domain/notifications/notification-rules';
import { type ClaimedDigest, repositoriesOn } from '@bitacora/core/server';
import { readRest } from '@bitacora/core/use-cases/notifications/read-rest';
import type { Logger } from 'pino';
import { consultUrl, listUrls } from '../mail/links.ts';
import type { GuardedCore } from '../monitoring/clock-guard.ts';
import { POLL_MS, pollDueWork } from '../monitoring/due-work.ts';
import { type Job, measureJob, runInLanes, STOP_MS, startBeat } from '../monitoring/run-jobs.ts';
import { composeActivities } from './compose-activities.ts';
import { composeRequests } from './compose-requests.ts';
import { openPushKeys, type PushRoute, sendPush } from './push-service.ts';

/** Parallel digests of one process, because a push service may be slow to answer. */
const AT_ONCE = 4;
/** A push service takes about 4,000 bytes, encrypted. */
const TITLE_MAX = 200;
const BODY_MAX = 500;
/** RFC 8292 asks for https or mailto; without https only browsers of this machine subscribe. */
const LOCAL_SUBJECT = 'mailto:bitacora@localhost';

export interface PushDelivery extends GuardedCore {
  publicUrl: string;
  log: Logger;
  route?: PushRoute;
}

const pagePath = (url: string) => new URL(url).pathname + new URL(url).search;

/** What the browsers of the recipient show of a digest; null where nothing of it holds any more. */
async function compose(
  claimed: ClaimedDigest,
  { core, publicUrl }: PushDelivery,
): Promise<{ message: PushMessage; omitted: number[] } | null> {
  const { recipient, letter } = claimed;
  if (!recipient.isActive) return null;
  const isOfRequests = claimed.notifications.some(({ kind }) => isRequestKind(kind));
  const requests = isOfRequests ? await composeRequests(core, claimed, publicUrl) : null;
  const activities = isOfRequests ? null : await composeActivities(core, claimed, publicUrl);
  const composed = requests ?? activities;
  if (!composed) return null;
  const { content, omitted } = composed;
  const [first] = activities?.notified ?? [];
  const only = first && composed.folios.length === 1 ? first : null;
  const url = only?.hasPage ? consultUrl(publicUrl, only.activity, recipient.id) : listUrls(publicUrl).notifications;
  const message = {
    title: content.subject.slice(0, TITLE_MAX),
    body: content.preview.slice(0, BODY_MAX),
    path: pagePath(url),
    tag: letter,
    recipientId: recipient.id,
    startable: only?.nextAct === 'start' && only.activity.assigneeId === recipient.id ? only.activity.id : null,
  };
  return { message, omitted };
}

/**
 * Gives a digest to every browser of its recipient. One that accepts it is enough. Where none may accept it later, it goes by email; a
 * refused browser is kept, because the clock of this server may be the reason.
 */
async function deliver(claimed: ClaimedDigest, delivery: PushDelivery): Promise<void> {
  const { core, publicUrl, log, route } = delivery;
  const { outbox, pushSubscriptions } = repositoriesOn(core.db, core.zone);
  const composed = await compose(claimed, delivery);
  if (!composed) return outbox.discard(claimed, core.clock());
  if (composed.omitted.length > 0) await outbox.omit(claimed, composed.omitted);
  const subject = publicUrl.startsWith('https:') ? publicUrl : LOCAL_SUBJECT;
  const sender = { keys: await openPushKeys(core), subject, ...(route && { route }) };
  const browsers = await pushSubscriptions.list(claimed.recipient.id);
  const outcomes = await Promise.all(browsers.map((browser) => sendPush(browser, composed.message, sender)));
  const gone = browsers.filter((_, at) => outcomes[at]?.is === 'gone').map(({ id }) => id);
  if (gone.length > 0) await pushSubscriptions.remove(gone);
  const refusal = outcomes.find((outcome) => outcome.is === 'refused');
  const failure = outcomes.find((outcome) => outcome.is === 'failed');
  const detail = (failure ?? refusal)?.detail;
  const about = { letter: claimed.letter, tries: claimed.tries, browsers: browsers.length, gone: gone.length, ...(detail && { detail }) };
  if (outcomes.some(({ is }) => is === 'accepted')) {
    log.info(about, 'push delivered');
    return outbox.markSent(claimed, core.clock());
  }
  log.warn(about, 'push not delivered');
  if (!failure) return outbox.fallBackDigest(claimed, core.clock());
  return outbox.retryAt(claimed, new Date(core.clock().getTime() + PUSH_RETRY_MS), failure.detail);
}

/** Delivers what is due by push until nothing is. Answers how many digests it claimed. What stays for ten minutes goes by email (`deliver-outbox.ts`). */
export async function deliverPushes(delivery: PushDelivery, signal?: AbortSignal): Promise<number> {
  const { core, clockGuard } = delivery;
  if (clockGuard && !(await clockGuard.mayAct())) return 0;
  const { db, zone, clock } = core;
  const rest = await readRest({ ...core, repos: repositoriesOn(db, zone), today: localDay(zone, clock()) });
  return runInLanes(AT_ONCE, async () => {
    for (let count = 0; ; count += 1) {
      if (signal?.aborted || clockGuard?.isSteady() === false) return count;
      const now = clock();
      const quiet = quietHours(rest, now);
      const claimed = await db.transaction((trx) =>
        repositoriesOn(trx, zone).outbox.claim({ channel: 'push', leaseMs: PUSH_LEASE_MS, quiet }, now),
      );
      if (!claimed) return count;
      await deliver(claimed, delivery);
    }
  });
}

/** Delivers until stopped; `stop` waits a while for what is under way, which is sent again after its lease. */
export const startPushing = (delivery: PushDelivery, findWork = pollDueWork(delivery), patienceMs = STOP_MS): Job =>
  startBeat(
    POLL_MS,
    async (signal) => {
      try {
        if ((await findWork()).isPushDue) await measureJob('push', () => deliverPushes(delivery, signal));
      } catch (error) {
        delivery.log.warn({ err: error }, 'pushes not delivered');
      }
    },
    patienceMs,
  );
