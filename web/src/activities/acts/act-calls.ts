import type { Client } from '@bitacora/core/client';
import type { Act } from '@bitacora/core/domain/activities/lifecycle';
import type { CalendarDate } from '@bitacora/core/domain/calendar';
import { type actQuestions, notUpdated } from '@bitacora/core/messages/activities/acts';
import { useClients } from '../../app/clients.ts';
import type { Notice } from '../../app/notice-store.ts';
import { actNotice } from '../../messages/consult-texts.ts';
import { errorSentence, useAttempt } from '../../ui/use-attempt.ts';
import type { ActivityView } from '../activity.tsx';

/** Of a series only this one is canceled, or all of it that is not delivered. */
export const seriesChoices = ['continues', 'canceled'] as const;

export type QuestionAct = keyof typeof actQuestions;

/** The call of each act that is one question; `text` is the value of its field. */
export const actCalls: Record<QuestionAct, (client: Client, activityId: number, text: string) => Promise<unknown>> = {
  start: (client, activityId) => client.startActivity({ activityId }),
  complete: (client, activityId, text) => client.completeActivity({ activityId, resolution: text }),
  approve: (client, activityId, text) => client.validateActivity({ activityId, comment: text || null, verdict: 'Verified' }),
  reject: (client, activityId, text) => client.validateActivity({ activityId, comment: text, verdict: 'Rejected' }),
  pause: (client, activityId, text) => client.pauseActivity({ activityId, comment: text || null }),
  resume: (client, activityId, text) => client.resumeActivity({ activityId, comment: text || null }),
  remind: (client, activityId, text) => client.remindActivity({ activityId, message: text || null }),
  declineExtension: (client, activityId, text) => client.declineExtension({ activityId, comment: text }),
  withdrawExtensionRequest: (client, activityId) => client.withdrawExtensionRequest({ activityId }),
  cancel: (client, activityId, text) => client.cancelActivity({ activityId, series: seriesChoices.find((choice) => choice === text) }),
};

/** The acts that a button does without a question, because the life cycle leads back: each with the act that undoes it. */
const undoActs = { pause: 'resume', resume: 'pause', withdrawExtensionRequest: 'requestExtension' } as const;
type ReversibleAct = keyof typeof undoActs;
export const isReversible = (act: Act): act is ReversibleAct => act in undoActs;

/** Returns a function that acts at once, and hands `onDone` the notice that offers to undo it or says why it was refused. */
export function useActAtOnce({ id: activityId, requestedTo, requestReason }: ActivityView, onDone: (notice: Notice) => Promise<void>) {
  const { client } = useClients();
  const { run } = useAttempt();
  const call = (act: ReversibleAct | 'requestExtension') =>
    act === 'requestExtension'
      ? client.requestExtension({ activityId, requestedTo: requestedTo as CalendarDate, reason: requestReason ?? '' })
      : actCalls[act](client, activityId, '');
  const perform = async (act: ReversibleAct | 'requestExtension', undoAct?: ReversibleAct | 'requestExtension'): Promise<void> => {
    const notice = await call(act).then(
      () => ({ ...actNotice(act, activityId), undo: undoAct && (() => perform(undoAct)) }),
      (error) => ({ title: errorSentence(error, notUpdated), tone: 'refused' as const }),
    );
    await onDone(notice);
  };
  return (act: ReversibleAct) => run(() => perform(act, undoActs[act]));
}
