import { isOwnActivity } from '@bitacora/core/domain/activities/activity';
import { type Act, isAct } from '@bitacora/core/domain/activities/lifecycle';
import { actsOpenTo } from '@bitacora/core/domain/activities/policy';
import { unsentTexts } from '@bitacora/core/messages/activities/acts';
import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { useApp, useFinish, useSession } from '../../app/app.ts';
import { useClients } from '../../app/clients.ts';
import { keepUnsent, type UnsentDraft, unsentAbout } from '../../app/drafts.ts';
import { paths } from '../../app/paths.ts';
import { consultPage } from '../../messages/consult-texts.ts';
import { Button } from '../../ui/button.tsx';
import { later } from '../../ui/later.tsx';
import type { ActivityView } from '../activity.tsx';
import { OfferNote } from '../form/left-draft.tsx';
import { ActBar, useActChoice } from './act-bar.tsx';
import { type ActNotice, CopyText } from './use-act.tsx';

const load = async () => (await import('./act-dialog.tsx')).ActDialog;
const ActDialog = later(load);

/** The acts open to the reader, and the dialog of the selected one. */
export function Acts({ activity, onCommented }: { activity: ActivityView; onCommented: () => void }) {
  const { user } = useSession();
  const { notices } = useApp();
  const finish = useFinish();
  const navigate = useNavigate();
  const openNextDelivery = useNextDelivery(activity);
  const open = actsOpenTo(user, activity);
  const dialog = useActChoice(activity.id);
  useLinkedAct(open, dialog.open);
  const { choice } = dialog;
  const [unsent, setUnsent] = useState(() => unsentAbout(user.id, activity.id));
  // Fetched with the page, because a first click must not wait.
  useEffect(() => void load().catch(() => {}), []);
  const close = () => {
    dialog.close();
    setUnsent(unsentAbout(user.id, activity.id));
    if (choice?.act === 'comment') onCommented();
  };
  const drop = (draft: UnsentDraft) => {
    keepUnsent(user.id, activity.id, { ...draft, text: '' });
    setUnsent(unsentAbout(user.id, activity.id));
  };
  // A comment stands in its field below.
  const offered = choice ? [] : unsent.filter(({ act }) => act !== 'comment' || !open.has(act));
  return (
    <>
      {offered.map((each) => (
        <OfferNote key={each.act} title={unsentTexts.title} text={each.text}>
          {/* An act that is not allowed any more leaves its text to be copied. */}
          {open.has(each.act) ? (
            <Button onClick={() => dialog.open({ act: each.act })}>{unsentTexts.goOn}</Button>
          ) : (
            <CopyText text={each.text} />
          )}
          <Button tone="quiet" onClick={() => drop(each)}>
            {unsentTexts.drop}
          </Button>
        </OfferNote>
      ))}
      <ActBar activity={activity} hasOnward={activity.ownerId === user.id} onAct={dialog.open} onDone={finish} />
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
            const next = nextAfter(choice.act, activity);
            if (!next) return finish(notice);
            notices.show(notice);
            await navigate(next);
          }}
        />
      )}
    </>
  );
}

/** Visits whose linked act was offered. */
const offeredVisits = new Set<string>();

/** A mail opens an activity with an act ready. It asks first, because nobody pressed a button on the page. The parameter leaves the address, so that a reload does not offer it again. */
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
