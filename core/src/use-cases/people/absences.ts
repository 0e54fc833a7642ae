import { refusalToSetAbsence } from '../../domain/activities/duties.ts';
import { parseSearchWords } from '../../domain/activities/search.ts';
import { addDays, type CalendarDate } from '../../domain/calendar.ts';
import { type Actor, adminPolicy, isDeveloper, isOverlapping, isTooLong, personLabel } from '../../domain/people/person.ts';
import { invalid, Refused } from '../../domain/refusal.ts';
import type { NamedAbsence, SubstituteRow } from '../../persistence/people/days-off.ts';
import type { LockedAccount } from '../../persistence/people/users.ts';
import { personSubject, recordAdminAct } from '../record-admin-act.ts';
import { type Context, demandRecentLogin, type RegisteredId, type UseCase } from '../use-case.ts';

/** The list shows absences for this many days after their end. */
const LISTED_DAYS = 30;

/** Lists everybody's absences to privileged people; to others their own, and those in which they act for somebody. */
export const listAbsences: UseCase<unknown, NamedAbsence[]> = ({ repos, actor, today }) =>
  repos.absences.listSince(addDays(today, -LISTED_DAYS), adminPolicy.manageUsers(actor) ? null : actor.id);

/** At most this many people are returned at once; words find the others. */
const SUBSTITUTES_MAX = 20;

/** Fewer letters than these find nobody outside the department, because with one letter each everybody lists the whole company. */
const NAME_LETTERS_MIN = 3;

/**
 * Lists who may act for the actor, or for another person: active people by name. A person who manages nobody finds people of other
 * departments only by letters of their names.
 */
export const listSubstitutes: UseCase<{ userId?: number | undefined; text?: string | undefined }, SubstituteRow[]> = (context) => {
  const { actor, repos, input } = context;
  const words = parseSearchWords(input.text ?? '');
  if (adminPolicy.manageUsers(actor)) return repos.absences.listPossibleSubstitutes(input.userId ?? actor.id, words, SUBSTITUTES_MAX);
  const hasId = words.some(({ folio }) => folio !== null);
  const isNamed = !hasId && words.map(({ letters }) => letters).join('').length >= NAME_LETTERS_MIN;
  return repos.absences.listPossibleSubstitutes(actor.id, words, SUBSTITUTES_MAX, isNamed ? null : actor.id);
};

interface NewAbsence {
  /** Undefined means the actor's own. */
  userId?: number | undefined;
  substituteId: number;
  fromOn: CalendarDate;
  toOn: CalendarDate;
}

async function demandAbsent(
  { repos, actor, request }: Context<unknown, Actor>,
  account: LockedAccount | undefined,
): Promise<LockedAccount> {
  if (!account) throw new Refused({ code: 'user.unknown' });
  const no = refusalToSetAbsence(actor, account, await repos.users.readCompany());
  if (no) throw new Refused(no);
  if (account.id !== actor.id) demandRecentLogin(request);
  return account;
}

/** Names a substitute for a person on these days: for oneself, or for others where the actor's duties allow it. */
export const addAbsence: UseCase<NewAbsence, RegisteredId> = async (context) => {
  const { repos, actor, now, today, input } = context;
  const { userId = actor.id, substituteId, fromOn, toOn } = input;
  if (userId !== actor.id && !adminPolicy.manageUsers(actor)) throw new Refused({ code: 'admin.forbidden', act: 'manageUsers' });
  // Both accounts are locked in one order. The lock of the absent person makes two overlapping absences at once impossible.
  const accounts = await repos.users.lock(userId, substituteId);
  const account = accounts.find(({ id }) => id === userId);
  const person = await demandAbsent(context, account);
  const substitute = accounts.find(({ id }) => id === substituteId);
  if (!person.isActive) throw new Refused({ code: 'user.notActive' });
  if (!substitute?.isActive || substituteId === userId) throw invalid('substituteId', 'substituteUnknown');
  // Otherwise a privileged person could give themselves the rights of anybody.
  if (userId !== actor.id && substituteId === actor.id && !isDeveloper(actor)) throw invalid('substituteId', 'substituteIsActor');
  if (toOn < today) throw invalid('toOn', 'absenceOver');
  const days = { fromOn, toOn };
  if (isTooLong(days)) throw invalid('toOn', 'absenceTooLong');
  if ((await repos.absences.list(userId, fromOn)).some((other) => isOverlapping(other, days)))
    throw new Refused({ code: 'absence.overlap' });
  if ((await repos.absences.list(substituteId, fromOn)).some((other) => isOverlapping(other, days)))
    throw invalid('substituteId', 'substituteAbsent');

  const id = await repos.absences.add({ userId, substituteId, ...days, registeredById: userId === actor.id ? null : actor.id }, now);
  const after = { substitute: personLabel(substitute), from: fromOn, to: toOn };
  await recordAdminAct(context, { act: 'absence.add', subject: personSubject(person), after });
  return { id };
};

/**
 * Deletes an absence that has not begun before today, and ends one that has with yesterday: from now on nobody acts for the person. The
 * administration's history keeps what it was.
 */
export const cancelAbsence: UseCase<{ absenceId: number }, void> = async (context) => {
  const { repos, actor, now, today, input } = context;
  const absence = await repos.absences.lock(input.absenceId);
  if (!absence || (absence.userId !== actor.id && !adminPolicy.manageUsers(actor))) throw new Refused({ code: 'absence.unknown' });
  const [account] = await repos.users.lock(absence.userId);
  const person = await demandAbsent(context, account);
  if (absence.toOn < today) throw new Refused({ code: 'absence.over' });
  const hasBegun = absence.fromOn < today;
  const toOn = addDays(today, -1);
  await (hasBegun ? repos.absences.end(absence.id, toOn) : repos.absences.remove(absence.id));
  await repos.outbox.takeUp(now, absence.userId);
  const substitute = (await repos.users.readLabels([absence.substituteId])).get(absence.substituteId) ?? null;
  const before = { substitute, from: absence.fromOn, to: absence.toOn };
  await recordAdminAct(context, {
    act: 'absence.cancel',
    subject: personSubject(person),
    before,
    ...(hasBegun && { after: { ...before, to: toOn } }),
  });
};
