import { ApiError } from '@bitacora/core/client';
import { type Status, statuses } from '@bitacora/core/domain/activities/activity';
import { type Act, acts } from '@bitacora/core/domain/activities/lifecycle';
import { refusal } from '@bitacora/core/domain/activities/policy';
import { type ChatService, chatServices } from '@bitacora/core/domain/chat/chat';
import type { Person } from '@bitacora/core/domain/people/person';
import pLimit from 'p-limit';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { aPng } from '../../../../api/test/pictures.ts';
import { isDeep } from '../../../../core/test/deep.ts';
import { aChecklist, aRequest, given } from '../../../../core/test/factories.ts';
import type { Card } from '../../../src/card.ts';
import type { ChatAnswer, ChatRequest } from '../../../src/request.ts';
import { type Company, readSentence } from '../../company.ts';
import { createSeats, type Seat } from './seats.ts';
import { type WholeBot, wholeBot } from './whole-bot.ts';

const ROLES = ['owner', 'assignee', 'both', 'manager', 'unrelated'] as const;
type Role = (typeof ROLES)[number];
type Client = Awaited<ReturnType<Company['app']['as']>>['client'];
/** What a chat offers buttons for. */
type ButtonAct = Exclude<Act, 'cancel' | 'amend' | 'untick' | 'addDocuments'>;

const typed: Partial<Record<ButtonAct, Record<string, string>>> = {
  complete: { resolution: 'Listo' },
  reject: { comment: 'Falta la firma' },
  comment: { body: 'Va bien' },
  pause: { comment: 'Falta material' },
  resume: { comment: '' },
  extend: { extendedTo: '2026-12-15', reason: 'Llegó tarde' },
  requestExtension: { requestedTo: '2026-12-15', reason: 'No llega' },
  declineExtension: { comment: 'El cliente espera' },
  remind: { message: 'Urge' },
  tick: { items0: '2' },
};

const bytes = Buffer.from(await aPng());
const image = new File([bytes], 'foto.png', { type: 'image/png' });

/** The same act with the same words, said to the API itself. */
const calls: Record<ButtonAct, (client: Client, activityId: number) => Promise<unknown>> = {
  start: (client, activityId) => client.startActivity({ activityId }),
  complete: (client, activityId) => client.completeActivity({ activityId, resolution: 'Listo' }),
  approve: (client, activityId) => client.validateActivity({ activityId, comment: null, verdict: 'Verified' }),
  reject: (client, activityId) => client.validateActivity({ activityId, comment: 'Falta la firma', verdict: 'Rejected' }),
  comment: (client, activityId) => client.commentActivity({ activityId, body: 'Va bien' }),
  addEvidence: (client, activityId) => client.addEvidence({ activityId, images: [image] }),
  pause: (client, activityId) => client.pauseActivity({ activityId, comment: 'Falta material' }),
  resume: (client, activityId) => client.resumeActivity({ activityId, comment: null }),
  extend: (client, activityId) => client.extendDeadline({ activityId, extendedTo: '2026-12-15' as never, reason: 'Llegó tarde' }),
  requestExtension: (client, activityId) => client.requestExtension({ activityId, requestedTo: '2026-12-15' as never, reason: 'No llega' }),
  declineExtension: (client, activityId) => client.declineExtension({ activityId, comment: 'El cliente espera' }),
  withdrawExtensionRequest: (client, activityId) => client.withdrawExtensionRequest({ activityId }),
  remind: (client, activityId) => client.remindActivity({ activityId, message: 'Urge' }),
  tick: (client, activityId) => client.tickItems({ activityId, items: [2] }),
  reassign: (client, activityId) => client.reassignActivity({ activityId, assigneeId: successor.id, reason: 'Vacaciones' }),
};

/** What cannot be taken back is done in the web alone, and so is a correction, which has too many fields for a chat. */
const ACTS = acts.filter((act): act is ButtonAct => act in calls);

type Place = { seat: Seat; conversation: string };

let whole: WholeBot;
let people: Record<Role, Person>;
let successor: Person;
let topic: Awaited<ReturnType<ReturnType<typeof given>['topic']>>;
const clients = new Map<Role, Client>();
const places = new Map<string, Place>();
/** What the flows answered, by the activity it was about. */
const answers = new Map<number, ChatAnswer[]>();

function overhear(request: ChatRequest, answer: ChatAnswer): void {
  const about = 'press' in request ? request.press.activity : request.kind === 'images' ? request.activityIds[0] : undefined;
  if (typeof about === 'number') answers.set(about, [...(answers.get(about) ?? []), answer]);
}

beforeAll(async () => {
  whole = await wholeBot({ overhear });
  const { db, as } = whole.firm.app;
  const row = given(db);
  topic = await row.topic();
  people = {
    // Who reassigns reads the list of people, so the owner is privileged.
    owner: await row.manager(),
    assignee: await row.person(),
    both: await row.person(),
    manager: await row.manager(),
    unrelated: await row.person(),
  };
  successor = await row.person();
  typed.reassign = { assigneeId: String(successor.id), reason: 'Vacaciones' };
  for (const role of ROLES) clients.set(role, (await as(people[role])).client);
  for (const service of chatServices) {
    const sitsDown = createSeats(service, whole);
    for (const role of ROLES) {
      const seat = sitsDown(role);
      await whole.link(people[role], seat);
      const { conversation } = await db('chatLinks').where({ service, userId: people[role].id }).first('conversation');
      places.set(`${role} ${service}`, { seat, conversation });
    }
  }
});
afterAll(() => whole.stop());

/** The next thing that was answered about an activity. */
const expectedAnswer = (activity: number, place: number) =>
  vi.waitFor(
    () => {
      const answer = answers.get(activity)?.[place];
      if (!answer) throw new Error('nothing yet');
      return answer;
    },
    { timeout: 30_000, interval: 5 },
  );

/** A card with one button for the act, or with a place for its image, pressed by them and its form filled in. */
async function inChat(service: ChatService, { act, role }: Cell, activity: number): Promise<ChatAnswer> {
  const { seat, conversation } = places.get(`${role} ${service}`) as Place;
  const buttons = [{ label: act, press: { flow: act, activity, view: '' } }];
  const card: Card = { title: act, groups: [], buttons, activityIds: [activity], press: { flow: 'view', view: '' } };
  const on = await whole.channels[service].chat.post(conversation, card, `m${activity}`);
  if (act === 'addEvidence') {
    await seat.sendsImage(bytes, on);
    return expectedAnswer(activity, 0);
  }
  await seat.presses(act, on);
  const first = await expectedAnswer(activity, 0);
  if (first.kind !== 'form') return first;
  await seat.fills(typed[act] ?? {}, { on });
  return expectedAnswer(activity, 1);
}

const rows = async (activityId: number) =>
  (await whole.firm.app.db('activityHistory').where({ activityId }).orderBy('id')).map(
    ({ act, actorId, fromStatus, toStatus, note, channel }) => ({
      act,
      actorId,
      fromStatus,
      toStatus,
      note,
      channel,
    }),
  );

interface Cell {
  act: ButtonAct;
  role: Role;
  status: Status;
}
interface Outcome {
  cell: Cell;
  /** Why the API refused it, else null. */
  refusalText: string | null;
  history: Awaited<ReturnType<typeof rows>>;
}
const cellName = ({ act, role, status }: Cell) => `${act} by ${role} when ${status}`;

const cellParties = ({ role }: Cell) => {
  const { both, owner, assignee } = people;
  return role === 'both' ? { owner: both, assignee: both } : { owner, assignee };
};
/** The acts that end a request of the responsible. */
const requestFor = ({ act, ...cell }: Cell) =>
  act === 'declineExtension' || act === 'withdrawExtensionRequest' ? aRequest(cellParties({ act, ...cell }).assignee) : {};
/** A list only where the act is about it, because it would forbid completing. */
async function activityFor(cell: Cell): Promise<number> {
  const checklist = cell.act === 'tick' ? aChecklist(['Sellos', 'Acta']) : null;
  return (await given(whole.firm.app.db).activity({ ...cellParties(cell), topic, status: cell.status, checklist, ...requestFor(cell) })).id;
}

async function byTheApi(cell: Cell): Promise<Outcome> {
  const activity = await activityFor(cell);
  const refusalText = await calls[cell.act](clients.get(cell.role) as Client, activity).then(
    () => null,
    (error: unknown) => {
      if (error instanceof ApiError) return error.message;
      throw error;
    },
  );
  return { cell, refusalText, history: await rows(activity) };
}

/** Where the API and the policy, read on paper, decide otherwise. */
function disagreement({ cell, refusalText }: Outcome): string[] {
  const { owner, assignee } = cellParties(cell);
  const standing = { ownerId: owner.id, assigneeId: assignee.id, status: cell.status, extendedTo: null, ...requestFor(cell) };
  const expected = refusal(cell.act, people[cell.role], standing);
  return (refusalText === null) === (expected === null)
    ? []
    : [`${cellName(cell)}: the API says ${refusalText}, the policy ${expected?.code}`];
}

/** Where a chat says or writes otherwise than the API. */
async function differences(service: ChatService, { cell, refusalText, history }: Outcome): Promise<string[]> {
  const activity = await activityFor(cell);
  const sentence = readSentence(await inChat(service, cell, activity));
  const isSame =
    refusalText === null
      ? !/no |No |Solo /.test(sentence) && sentence.length > 0
      : sentence === refusalText || sentence.startsWith(`${refusalText} `);
  const historyRows = await rows(activity);
  const isWritten = JSON.stringify(historyRows) === JSON.stringify(history.map((row) => ({ ...row, channel: service })));
  const name = `${cellName(cell)} in ${service}`;
  return [
    ...(isSame ? [] : [`${name}: «${sentence}», the API «${refusalText}»`]),
    ...(isWritten ? [] : [`${name}: ${JSON.stringify(historyRows)} in the history, by the API ${JSON.stringify(history)}`]),
  ];
}

it('every act by everybody in every status ends alike in the API and in each chat, with the same sentence and the same history', async () => {
  const cells = ACTS.flatMap((act) => ROLES.flatMap((role) => statuses.map((status): Cell => ({ act: act as ButtonAct, role, status }))));
  expect(cells).toHaveLength(15 * 5 * 6);
  const some = pLimit(6);
  const outcomes = await Promise.all(cells.map((cell) => some(() => byTheApi(cell))));
  // A person does one thing after another; ten of them are at it at once.
  const lanes = chatServices.flatMap((service, place) =>
    ROLES.map(async (role) => {
      const wrong: string[] = [];
      for (const [at, outcome] of outcomes.entries()) {
        // The short form shares the cells out, each act and status to both chats by different people.
        const isIts = isDeep || (at + Math.floor(at / statuses.length)) % chatServices.length === place;
        if (isIts && outcome.cell.role === role) wrong.push(...(await differences(service, outcome)));
      }
      return wrong;
    }),
  );
  const wrong = [...outcomes.flatMap(disagreement), ...(await Promise.all(lanes)).flat()];
  expect(wrong).toEqual([]);
}, 300_000);

it.each(chatServices)(
  'in %s completing without a ticked item is refused with its name, and done once it is ticked',
  async (service) => {
    const { db } = whole.firm.app;
    const { assignee, owner } = people;
    const checklist = aChecklist(['Sellos', 'Acta firmada'], 1);
    const { id } = await given(db).activity({ owner, assignee, topic, status: 'in_progress', checklist });
    const { seat } = places.get(`assignee ${service}`) as Place;
    const press = async (label: string) => {
      await seat.writes(String(id));
      const on = await seat.offered(label);
      await seat.presses(label, on);
      return { on };
    };
    const now = () => db('activities').where({ id }).first('status', 'resolution');

    await seat.fills({ resolution: 'Quedó listo' }, await press('Marcar completado'));
    await vi.waitFor(() => expect(seat.reads().split('Falta marcar: Acta firmada.').length).toBeGreaterThan(2), { timeout: 30_000 });
    expect(await now()).toEqual({ status: 'in_progress', resolution: null });

    await seat.fills({ items0: '1,2' }, await press('Lista de verificación'));
    await seat.sees('Lista de verificación: 2 de 2.');
    await seat.fills({ resolution: 'Quedó listo' }, await press('Marcar completado'));
    await expect.poll(now, { timeout: 30_000 }).toEqual({ status: 'completed', resolution: 'Quedó listo' });
  },
  120_000,
);
