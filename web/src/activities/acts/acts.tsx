import { isOwnActivity } from '@bitacora/core/domain/activities/activity';
import { type Act, isAct } from '@bitacora/core/domain/activities/lifecycle';
import { actsOpenTo } from '@bitacora/core/domain/activities/policy';
import type { CalendarDate } from '@bitacora/core/domain/calendar';
import { notUpdated } from '@bitacora/core/messages/activities/acts';
import { useEffect, useState } from 'react';
import { useLocation, useNavigate, useRevalidator } from 'react-router-dom';
import { useApp, useFinish, useSession } from '../../app/app.ts';
import { useClients } from '../../app/clients.ts';
import { keepUnsent, unsentAbout } from '../../app/drafts.ts';
import { paths } from '../../app/paths.ts';
import { actNotice, consultPage } from '../../messages/consult-texts.ts';
import { later } from '../../ui/later.tsx';
import { errorSentence, useAttempt } from '../../ui/use-attempt.ts';
import type { ActivityView } from '../activity.tsx';
import { ActBar, useActChoice } from './act-bar.tsx';
import { type ActNotice, UnsentOffer } from './use-act.tsx';

const load = async () => (await import('./act-dialog.tsx')).ActDialog;
const ActDialog = later(load);

/** The acts open to the reader, and the dialog of the selected one. */
export function Acts({ activity, onCommented }: { activity: ActivityView; onCommented: () => void }) {
  const { user } = useSession();
  const { notices } = useApp();
  const { revalidate } = useRevalidator();
  const navigate = useNavigate();
  const openNextDelivery = useNextDelivery(activity);
  const open = actsOpenTo(user, activity);
  const dialog = useActChoice(activity.id);
  useLinkedAct(open, dialog.open);
  const actAtOnce = useActAtOnce(activity);
  const { choice } = dialog;
  const [unsent, setUnsent] = useState(() => unsentAbout(user.id, activity.id));
  // Fetched with the page, because a first click must not wait.
  useEffect(() => void load().catch(() => {}), []);
  const close = () => {
    dialog.close();
    setUnsent(unsentAbout(user.id, activity.id));
    if (choice?.act === 'comment') onCommented();
  };
  // A comment stands in its field below.
  const offered = choice ? [] : unsent.filter(({ act }) => act !== 'comment' || !open.has(act));
  return (
    <>
      {offered.map((each) => (
        <UnsentOffer
          key={each.act}
          unsent={each}
          isOpen={open.has(each.act)}
          onGoOn={() => dialog.open({ act: each.act })}
          onDrop={() => {
            keepUnsent(user.id, activity.id, { ...each, text: '' });
            setUnsent(unsentAbout(user.id, activity.id));
          }}
        />
      ))}
      <ActBar
        open={open}
        hasOnward={activity.ownerId === user.id}
        onAct={(next) => (isReversible(next.act) ? void actAtOnce(next.act) : dialog.open(next))}
      />
      {choice && (
        <ActDialog
          act={choice.act}
          photos={choice.photos}
          activity={activity}
          onClose={close}
          onDone={async (notice, isQueued) => {
            dialog.markSent();
            if (isQueued) return notices.show(notice);
            if (choice.isOnward) return openNextDelivery(notice);
            notices.show(notice);
            const next = nextAfter(choice.act, activity);
            await (next ? navigate(next) : revalidate());
          }}
        />
      )}
    </>
  );
}

type ReversibleAct = 'pause' | 'resume' | 'withdrawExtensionRequest';
/** The acts that are done without a question, because the life cycle leads back: each with its way back. */
const waysBack: Record<ReversibleAct, Act> = { pause: 'resume', resume: 'pause', withdrawExtensionRequest: 'requestExtension' };
const isReversible = (act: Act): act is ReversibleAct => act in waysBack;

/** Returns a function that acts at once and offers to take it back. A link asks first, because nobody pressed a button on the page. */
function useActAtOnce({ id: activityId, requestedTo, requestReason }: ActivityView): (act: ReversibleAct) => Promise<boolean> {
  const { client } = useClients();
  const finish = useFinish();
  const { run } = useAttempt();
  const calls: Partial<Record<Act, () => Promise<unknown>>> = {
    pause: () => client.pauseActivity({ activityId, comment: null }),
    resume: () => client.resumeActivity({ activityId, comment: null }),
    withdrawExtensionRequest: () => client.withdrawExtensionRequest({ activityId }),
    requestExtension: () => client.requestExtension({ activityId, requestedTo: requestedTo as CalendarDate, reason: requestReason ?? '' }),
  };
  const perform = async (act: Act, wayBack?: Act): Promise<void> => {
    const done = { ...actNotice(act, activityId), undo: wayBack && (() => perform(wayBack)) };
    await finish(
      await (calls[act]?.() ?? Promise.resolve()).then(
        () => done,
        (error) => ({ title: errorSentence(error, notUpdated), tone: 'refused' as const }),
      ),
    );
  };
  return (act) => run(() => perform(act, waysBack[act]));
}

/** Visits whose linked act was offered. */
const offeredVisits = new Set<string>();

/** A mail opens an activity with an act ready. The parameter leaves the address, so that a reload does not offer it again. */
function useLinkedAct(open: ReadonlySet<Act>, onAct: (choice: { act: Act }) => void): void {
  const { key, pathname, search } = useLocation();
  useEffect(() => {
    const linked = new URLSearchParams(search).get('act');
    if (linked === null || offeredVisits.has(key)) return;
    offeredVisits.add(key);
    // Not by the router, which would read the page again.
    window.history.replaceState(window.history.state, '', pathname);
    if (isAct(linked) && open.has(linked)) onAct({ act: linked });
  }, [key]);
}

/** Returns where each act leads (docs/product.md, 3); null stays on the page. */
function nextAfter(act: Act, activity: ActivityView): string | null {
  if (act === 'cancel') return paths.pending;
  if (act === 'complete') return isOwnActivity(activity) ? paths.history : paths.pending;
  return null;
}

/** Goes to the delivery that has waited longest after this one, or to the inbox when none waits. */
function useNextDelivery({ id, closedAt }: ActivityView): (notice: ActNotice) => Promise<void> {
  const { client } = useClients();
  const { notices } = useApp();
  const navigate = useNavigate();
  const { state } = useLocation();
  return async ({ title, detail }) => {
    // The activity is verified even when this read fails, and the inbox then says why.
    const waiting = await client.listAwaitingVerification().catch(() => null);
    const others = waiting?.filter((other) => other.id !== id) ?? [];
    const next = others.find((other) => Number(other.closedAt) >= Number(closedAt)) ?? others[0];
    notices.show({ title, detail: waiting && !next ? `${detail} ${consultPage.lastVerified}` : detail });
    await navigate(next ? paths.assigned(next.id) : paths.verifyInbox, { state: next ? state : null });
  };
}
