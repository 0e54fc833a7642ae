import { ApiError } from '@bitacora/core/client';
import { type RequestAct, requestRefusal } from '@bitacora/core/domain/activities/policy';
import { type RequestState, requestStates } from '@bitacora/core/domain/activities/work-request';
import { chatServices } from '@bitacora/core/domain/chat/chat';
import type { Person } from '@bitacora/core/domain/people/person';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { aPng } from '../../../../api/test/pictures.ts';
import { isDeep } from '../../../../core/test/deep.ts';
import { day, given, NOW } from '../../../../core/test/factories.ts';
import type { Card } from '../../../src/card.ts';
import type { ChatAnswer, ChatRequest } from '../../../src/request.ts';
import { readSentence } from '../../company.ts';
import { createSeats, type Seat } from './seats.ts';
import { type WholeBot, wholeBot } from './whole-bot.ts';

const ROLES = ['requester', 'manager', 'managerWhoAsks', 'unrelated'] as const;
type Role = (typeof ROLES)[number];
const ACTS = ['accept', 'decline', 'withdraw'] as const satisfies readonly RequestAct[];
type ButtonAct = (typeof ACTS)[number];

let whole: WholeBot;
let working: { stop(): Promise<void> };
/** It holds what the flows answered, by the id of the request for work. */
const answers = new Map<number, ChatAnswer[]>();
function overhear(request: ChatRequest, answer: ChatAnswer): void {
  const about = 'press' in request ? request.press.request : undefined;
  if (typeof about === 'number') answers.set(about, [...(answers.get(about) ?? []), answer]);
}
beforeAll(async () => {
  whole = await wholeBot({ overhear });
  working = whole.firm.bot.work();
});
afterAll(async () => {
  await working.stop();
  await whole.stop();
});

type Topic = Awaited<ReturnType<ReturnType<typeof given>['topic']>>;
let serial = 0;
/** A request as it stands after the answer of somebody. */
async function requestIn(state: RequestState, requester: Person, other: Person, topic: Topic): Promise<{ id: number; text: string }> {
  const { db } = whole.firm.app;
  const text = `Reparar la fuga ${++serial}`;
  const decided = state === 'open' ? {} : { decidedById: state === 'withdrawn' ? requester.id : other.id, decidedAt: NOW };
  const outcome = {
    open: {},
    withdrawn: {},
    declined: { reason: 'No' },
    accepted: { activityId: state === 'accepted' ? (await given(db).activity({ owner: other, assignee: other, topic })).id : null },
  }[state];
  const row = { topicId: topic.id, requesterId: requester.id, text, wantedOn: '2026-12-04', createdAt: NOW, state, ...decided, ...outcome };
  const [{ id }] = await db('workRequests').insert(row).returning('id');
  return { id, text };
}
const stateOf = async (id: number) =>
  whole.firm.app.db('workRequests').where({ id }).first('state', 'decidedById', 'reason') as Promise<{ state: RequestState }>;

const answerNo = (id: number, place: number) =>
  vi.waitFor(
    () => {
      const answer = answers.get(id)?.[place];
      if (!answer) throw new Error('nothing yet');
      return answer;
    },
    { timeout: 30_000, interval: 5 },
  );

const cells = ACTS.flatMap((act) => ROLES.flatMap((role) => requestStates.map((state) => ({ act, role, state }))));

describe.each(chatServices)('in %s', (service) => {
  /** The short form shares out the answers to a closed request, each act and role to every chat in different states. */
  const isIts = (cell: (typeof cells)[number], at: number): boolean =>
    isDeep || cell.state === 'open' || at % chatServices.length === chatServices.indexOf(service);

  let sitsDown: (name: string) => Seat;
  beforeAll(() => {
    sitsDown = createSeats(service, whole);
  });

  it('every answer by everybody to a request in every state ends as in the API, with the same sentence', async () => {
    const { db, as } = whole.firm.app;
    const make = given(db);
    const topic = await make.topic();
    const people: Record<Role, Person> = {
      requester: await make.person(),
      manager: await make.manager(),
      managerWhoAsks: await make.manager(),
      unrelated: await make.person(),
    };
    const worker = await make.person();
    const places = new Map<Role, { seat: Seat; conversation: string }>();
    for (const role of ROLES) {
      const seat = sitsDown(`${role} ${service}`);
      await whole.link(people[role], seat);
      const { conversation } = await db('chatLinks').where({ service, userId: people[role].id }).first('conversation');
      places.set(role, { seat, conversation });
    }

    const byTheApi = async (act: ButtonAct, role: Role, { id, text }: { id: number; text: string }) => {
      const { client } = await as(people[role]);
      const activity = {
        topicId: topic.id,
        assigneeId: worker.id,
        description: text,
        priority: 'normal',
        dueOn: day('2026-12-04'),
      } as const;
      const calls: Record<ButtonAct, () => Promise<unknown>> = {
        accept: () => client.assignActivity({ ...activity, repeats: null, repeatUntil: null, requestId: id }),
        decline: () => client.declineRequest({ id, reason: 'Ya está en obra' }),
        withdraw: () => client.withdrawRequest({ id }),
      };
      return calls[act]().then(
        () => null,
        (error: unknown) => {
          if (error instanceof ApiError) return error.message;
          throw error;
        },
      );
    };
    const inChat = async (act: ButtonAct, role: Role, { id }: { id: number; text: string }): Promise<string> => {
      const { seat, conversation } = places.get(role) as { seat: Seat; conversation: string };
      const buttons = [{ label: act, press: { flow: `${act}Request`, request: id } }];
      const card: Card = { title: act, groups: [], buttons, activityIds: [], press: { flow: 'view', view: '' } };
      const on = await whole.channels[service].chat.post(conversation, card, `r${id}`);
      // The chat may deliver it twice.
      await seat.presses(act, on, 2);
      let place = 0;
      let answer = await answerNo(id, place);
      for (; answer.kind === 'form'; answer = await answerNo(id, place)) {
        place += 1;
        const values = { reason: 'Ya está en obra', assigneeId: place > 1 ? String(worker.id) : worker.employeeNumber };
        const filled = Object.fromEntries(
          answer.form.fields.map(({ name, value = '' }) => [name, name in values ? values[name as 'reason'] : value]),
        );
        await seat.fills(filled, { on, times: 2 });
      }
      return readSentence(answer);
    };

    const wrong: string[] = [];
    for (const { act, role, state } of cells.filter(isIts)) {
      const requester = people[role === 'managerWhoAsks' ? 'managerWhoAsks' : 'requester'];
      const fresh = () => requestIn(state, requester, people.manager, topic);
      const [one, two] = [await fresh(), await fresh()];
      const refusal = await byTheApi(act, role, one);
      const sentence = await inChat(act, role, two);
      const name = `${act} by ${role} when ${state}`;
      const denial = requestRefusal(act, people[role], { requesterId: requester.id, state });
      if ((refusal === null) !== (denial === null)) wrong.push(`${name}: the API says ${refusal}, the policy ${denial?.code}`);
      const [expected, actual] = [await stateOf(one.id), await stateOf(two.id)];
      if (JSON.stringify(expected) !== JSON.stringify(actual)) wrong.push(`${name}: ${JSON.stringify([expected, actual])}`);
      const isDone = /registrada|rechazada\.$|retirada\.$/.test(sentence) && !/^(La solicitud ya|Solo |Contesta)/.test(sentence);
      // A person who may not accept reads the policy's own words, because no form opens.
      if (isDone !== (refusal === null) || (refusal !== null && act !== 'accept' && sentence !== refusal))
        wrong.push(`${name}: «${sentence}», the API «${refusal}»`);
    }
    expect(wrong).toEqual([]);
    // Of each pair of forms that were sent twice, one became an activity.
    const accepted = await db('workRequests').where({ state: 'accepted' }).pluck('activity_id');
    expect(new Set(accepted).size).toBe(accepted.length);
    expect(await db('activities').where({ topicId: topic.id }).whereNotNull('requesterId').count('* as n').first()).toEqual({ n: 4 });
  }, 300_000);

  it('an employee asks with a photo, the supervisor accepts on the card that comes, and the requester hears of it to its end', async () => {
    const { db, as } = whole.firm.app;
    const make = given(db);
    const department = `TALLER ${service}`;
    const topic = await make.topic({ name: `Bombas ${service}`, department });
    const [ana, marta, luis] = [
      await make.person({ firstName: 'Ana', lastName: 'Paz' }),
      await make.manager({ firstName: 'Marta', lastName: 'Ríos', department }),
      await make.person({ firstName: 'Luis', lastName: 'Mora', department }),
    ];
    const [her, boss] = [sitsDown(`Ana ${service}`), sitsDown(`Marta ${service}`)];
    await whole.link(ana, her);
    await whole.link(marta, boss);
    await boss.sees('Tu cuenta quedó vinculada');

    await her.sendsImage(Buffer.from(await aPng()), undefined, 2, 'pedir Reparar la fuga');
    await her.fills({ text: 'Reparar la fuga', topicId: String(topic.id), wantedOn: '2026-12-04' }, { times: 2 });
    await her.sees('Solicitud enviada.');
    const requests = await db('workRequests').where({ requesterId: ana.id }).select('id', 'text');
    const requestId = requests[0].id;
    expect(requests).toEqual([{ id: requestId, text: 'Reparar la fuga' }]);

    whole.later(6);
    await boss.sees('Ana Paz pide trabajo');
    const card = await boss.offered('Aceptar');
    expect(boss.read(card)).toMatch(/1 imagen/);
    await boss.presses('Aceptar', card);
    const filled = {
      description: 'Reparar la fuga',
      topicId: String(topic.id),
      dueOn: '2026-12-04',
      priority: 'normal',
      repeats: '',
      repeatUntil: '',
    };
    // A form that comes again has a list of people.
    for (let place = 0; (await answerNo(requestId, place)).kind === 'form'; place += 1)
      await boss.fills({ ...filled, assigneeId: place === 0 ? 'Luis' : String(luis.id) }, { on: card, times: 2 });
    await boss.sees('Actividad registrada con el folio');
    const { activityId } = await db('workRequests').where({ requesterId: ana.id }).first('activityId');
    expect(await db('activities').where({ requesterId: ana.id }).select('id', 'assigneeId')).toEqual([
      { id: activityId, assigneeId: luis.id },
    ]);
    expect(await db('images').where({ activityId }).pluck('name')).toHaveLength(1);

    whole.later(6);
    await her.sees('Marta Ríos aceptó tu solicitud');
    const { client } = await as(luis);
    await client.startActivity({ activityId });
    await client.completeActivity({ activityId, resolution: 'Sellada' });
    await (await as(marta)).client.validateActivity({ activityId, comment: null, verdict: 'Verified' });
    whole.later(6);
    await her.sees('Se verificó lo que pediste');
  }, 120_000);
});
