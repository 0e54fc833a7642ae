import type { Client } from '@bitacora/core/client';
import type { Endpoints, Reply } from '@bitacora/core/contract';
import type { Outcome } from '@bitacora/core/contract/activities/activity-shapes';
import { adminPolicy, fullName } from '@bitacora/core/domain/people/person';
import { trimText } from '@bitacora/core/domain/text';
import { exits, Stopped } from '@bitacora/core/terminal/terminal';
import { type CommandCall, type CommandOutcome, command, type ListingColumn, wholeList } from '../command.ts';
import { requireFlags, text, yes } from '../flags.ts';
import { findPerson, readFolio, readFolios } from '../matching.ts';
import { terminalActivities } from '../messages/activities.ts';
import { terminalTemplates } from '../messages/admin.ts';
import { rememberWire } from '../transport.ts';

const { start: startTexts, tick: tickTexts, complete: completeTexts } = terminalTemplates;

const folio = { name: '<folio>', summary: terminalActivities.folio };

export const activitiesStart = command({
  name: 'activities start',
  summary: startTexts.summary,
  words: [folio],
  async run({ connect, words: [typed = ''] }) {
    const activityId = readFolio(typed);
    const { client } = await connect();
    await client.startActivity({ activityId });
    return { kind: 'done', lines: [startTexts.done(activityId)], value: { success: true, id: activityId } };
  },
});

function readPlaces(typed: readonly string[]): number[] {
  const wrong = typed.find((word) => !/^[1-9]\d?$/.test(word));
  if (wrong !== undefined) throw new Stopped(exits.usage, tickTexts.wrongItem(wrong));
  return [...new Set(typed.map(Number))];
}

export const activitiesTick = command({
  name: 'activities tick',
  summary: tickTexts.summary,
  details: tickTexts.details,
  words: [folio, { name: '<puntos...>', summary: tickTexts.items }],
  flags: { undo: yes(tickTexts.undo) },
  fields: { items: '<puntos>' },
  async run({ connect, words: [typed = '', ...places], flags: { undo } }) {
    const ticks = { activityId: readFolio(typed), items: readPlaces(places) };
    const { client } = await connect();
    await (undo ? client.untickItems(ticks) : client.tickItems(ticks));
    const { checklistTicked, checklistTotal } = await client.readActivity(ticks);
    const progress = tickTexts.done(ticks.activityId, checklistTicked, checklistTotal);
    return { kind: 'done', lines: [progress], value: { success: true, ticked: checklistTicked, total: checklistTotal } };
  },
});

export const activitiesComplete = command({
  name: 'activities complete',
  summary: completeTexts.summary,
  details: completeTexts.details,
  words: [folio, { name: '<texto>', summary: completeTexts.resolution }],
  fields: { resolution: '<texto>' },
  async run({ connect, words: [typed = '', resolution = ''] }) {
    const activityId = readFolio(typed);
    const { client } = await connect();
    await client.completeActivity({ activityId, resolution });
    return { kind: 'done', lines: [completeTexts.done(activityId)], value: { success: true, id: activityId } };
  },
});

const { remind: remindTexts, reassign: reassignTexts, verify: verifyTexts } = terminalActivities;

const folios = { name: '<folios...>', summary: terminalActivities.folios };
const fields = { activityIds: '<folios>', activityId: '<folio>' };

const columns = (done: string): readonly ListingColumn<Outcome>[] => [
  { title: terminalActivities.outcomeFolio, of: ({ activityId }) => activityId },
  { title: terminalActivities.outcome, of: ({ success, error }) => (success ? done : (error ?? '')), isLong: true },
];

/** Lists the outcome of each folio. A refused one makes the exit code that of a refusal, and standard error says how many there are. */
function listOutcomes(rows: readonly Outcome[], done: string, { stderr }: Pick<CommandCall<never>, 'stderr'>): CommandOutcome {
  const refusedCount = rows.filter(({ success }) => !success).length;
  if (refusedCount > 0) stderr.write(`${terminalActivities.refusedCount(refusedCount, rows.length)}\n`);
  return wholeList(columns(done), rows, { empty: terminalActivities.nothing, exit: refusedCount > 0 ? exits.refused : exits.done });
}

export const activitiesRemind = command({
  name: 'activities remind',
  summary: remindTexts.summary,
  details: remindTexts.details,
  words: [folios],
  lists: true,
  flags: { message: text('texto', remindTexts.message) },
  fields,
  async run(call) {
    const activityIds = readFolios(call.words);
    const { client } = await call.connect();
    const { results } = await client.remindActivities({ activityIds, message: call.flags.message ?? null });
    return listOutcomes(results, remindTexts.done, call);
  },
});

/**
 * Lists the people that a person may name. A substitute without privilege may not list the users, so these are the people that the
 * activities offer. An activity that offers nobody is refused later, unless all of them fail here.
 */
async function possibleAssignees(client: Client, activityIds: readonly number[]) {
  const { user } = await client.readSession();
  if (user && adminPolicy.manageUsers(user)) return client.listUsers();
  const people: Reply<Endpoints['listEligibleAssignees']>[number][] = [];
  let failure: unknown;
  for (const activityId of activityIds)
    try {
      const { topicId } = await client.readActivity({ activityId });
      people.push(...(await client.listEligibleAssignees({ topicId, activityId })));
    } catch (error) {
      failure ??= error;
    }
  if (people.length === 0 && failure) throw failure;
  return [...new Map(people.map((person) => [person.id, person])).values()];
}

export const activitiesReassign = command({
  name: 'activities reassign',
  summary: reassignTexts.summary,
  details: reassignTexts.details,
  words: [folios],
  lists: true,
  flags: { to: text('persona', reassignTexts.to), reason: text('texto', reassignTexts.reason) },
  fields: { ...fields, assigneeId: '--to' },
  async run(call) {
    const { to = '', reason = null } = call.flags;
    requireFlags(call.flags, ['to']);
    const activityIds = readFolios(call.words);
    const { client } = await call.connect();
    const person = findPerson(await possibleAssignees(client, activityIds), to, '--to');
    const { results } = await client.reassignActivities({ activityIds, assigneeId: person.id, reason });
    return listOutcomes(results, reassignTexts.done(fullName(person)), call);
  },
});

/** Refuses flags that exclude each other, before the first request. */
function requireConsistentVerdict(activityIds: readonly number[], isRejected: boolean, reason: string): void {
  const { reasonMissing, reasonUnexpected, oneAtATime } = verifyTexts;
  const wrong = isRejected ? (reason ? (activityIds.length > 1 ? oneAtATime : null) : reasonMissing) : reason ? reasonUnexpected : null;
  if (wrong) throw new Stopped(exits.usage, wrong);
}

export const activitiesVerify = command({
  name: 'activities verify',
  summary: verifyTexts.summary,
  details: verifyTexts.details,
  words: [folios],
  lists: true,
  flags: { reject: yes(verifyTexts.reject), reason: text('texto', verifyTexts.reason) },
  fields: { ...fields, comment: '--reason' },
  async run(call) {
    const { reject, reason = '' } = call.flags;
    const activityIds = readFolios(call.words);
    requireConsistentVerdict(activityIds, reject, trimText(reason));
    const { client } = await call.connect();
    if (!reject) {
      const { results } = await client.validateActivities({ activityIds, verdict: 'Verified' });
      return listOutcomes(results, verifyTexts.verified, call);
    }
    const [activityId = 0] = activityIds;
    await client.validateActivity({ activityId, comment: reason, verdict: 'Rejected' });
    const outcome = { activityId, success: true, error: undefined, code: undefined };
    rememberWire(outcome, { id: activityId, success: true });
    return listOutcomes([outcome], verifyTexts.rejected, call);
  },
});
