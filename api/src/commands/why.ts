import { preferenceTexts } from '@bitacora/core/messages/account/preferences';
import { writtenDay, writtenInstant } from '@bitacora/core/messages/dates';
import { bySystem } from '@bitacora/core/server';
import { exits, Stopped } from '@bitacora/core/terminal/terminal';
import { type ExplainedKind, type Explanation, explainNotifications } from '@bitacora/core/use-cases/notifications/explain-notifications';
import { administration } from '../messages/administration.ts';
import { type AdminCommand, onDatabase } from './command.ts';

const texts = administration.why;

type Delivery = ExplainedKind['deliveries'][number];

function describeState(delivery: Delivery, hour: (instant: string) => string, now: Date, restsUntil: Date | null): string {
  const { nextTryAt, claimedUntil, sentAt, failedAt, failure, awaitsServer } = delivery;
  if (sentAt) return texts.sent(hour(sentAt));
  if (failedAt && failure) return texts.failed(hour(failedAt), texts.failures[failure]);
  if (claimedUntil && new Date(claimedUntil) > now) return texts.leaving;
  if (awaitsServer) return texts.awaitsServer;
  if (restsUntil) return texts.rests(hour(restsUntil.toISOString()));
  return nextTryAt && new Date(nextTryAt) > now ? texts.waits(hour(nextTryAt)) : texts.due;
}

function describeDelivery(delivery: Delivery, hour: (instant: string) => string, now: Date, restsUntil: Date | null): string {
  const { channel, createdAt, isMoved, sentAt, lastError } = delivery;
  return texts.delivery(
    texts.channels[channel],
    hour(createdAt),
    describeState(delivery, hour, now, restsUntil),
    isMoved,
    sentAt ? null : lastError,
  );
}

function describePerson({ person, absences, ...reach }: Explanation, hour: (instant: string) => string): string[] {
  return [
    ...absences.map(({ userId, name, substituteName, toOn }) =>
      userId === person.id ? texts.isAway(writtenDay(toOn), substituteName) : texts.substitutes(name, writtenDay(toOn)),
    ),
    ...(reach.wantsChat && !reach.hasChat ? [texts.noChat] : []),
    ...(reach.hasChat && !reach.hasConversation ? [texts.noConversation] : []),
    ...(reach.wantsPush && !reach.hasBrowser ? [texts.noBrowser] : []),
    reach.remindersAt ? texts.reminders(hour(reach.remindersAt)) : texts.noReminders,
  ];
}

/** Explains each kind of notification for one person and one activity. It works while Bitácora runs. */
export const why: AdminCommand = {
  options: {},
  words: ['FOLIO', 'PERSONA'],
  run(call) {
    const [folio = '', person = ''] = call.words;
    if (!/^[1-9]\d{0,8}$/.test(folio)) throw new Stopped(exits.usage, texts.wrongFolio(folio), administration.seeHelp);
    return onDatabase(call, { schema: 'own' }, async (core) => {
      const input = { activityId: Number(folio), person };
      const { result } = await core.perform({ ...bySystem, effect: 'reads', useCase: explainNotifications, input });
      if (typeof result === 'string') throw new Stopped(exits.refused, texts[result](person));
      const hour = (instant: string) => writtenInstant(new Date(instant), core.zone);
      const { firstName, lastName, employeeNumber } = result.person;
      const lines = result.kinds.map(({ kind, deliveries, missing }) => {
        const outcome = missing
          ? texts.missing[missing]
          : deliveries.map((delivery) => describeDelivery(delivery, hour, call.now(), result.restsUntil)).join('; ');
        return `  ${preferenceTexts.kinds[kind]}: ${outcome}.`;
      });
      return {
        lines: [texts.heading(folio, `${firstName} ${lastName} (${employeeNumber})`), ...describePerson(result, hour), ...lines],
        value: { folio: Number(folio), ...result },
      };
    });
  },
};
