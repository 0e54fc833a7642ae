import { ApiError } from '@bitacora/core/client';
import { type Status, statuses } from '@bitacora/core/domain/activity';
import { chatServices } from '@bitacora/core/domain/chat';
import { type Act, acts } from '@bitacora/core/domain/lifecycle';
import type { Person } from '@bitacora/core/domain/person';
import { refusal } from '@bitacora/core/domain/policy';
import pLimit from 'p-limit';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { aPng } from '../../api/test/pictures.ts';
import { isDeep } from '../../core/test/deep.ts';
import { given } from '../../core/test/factories.ts';
import type { Answer, Asker } from '../src/request.ts';
import { type Company, company, sentenceOf } from './company.ts';

/** What cannot be taken back is done in the web alone. */
const ACTS = acts.filter((act) => act !== 'cancel');
const ROLES = ['owner', 'assignee', 'both', 'manager', 'unrelated'] as const;
type Role = (typeof ROLES)[number];
type Client = Awaited<ReturnType<Company['app']['as']>>['client'];
type Called = Exclude<Act, 'cancel'>;

const typed: Partial<Record<Called, Record<string, string>>> = {
  complete: { resolution: 'Listo' },
  reject: { comment: 'Falta la firma' },
  comment: { body: 'Va bien' },
  pause: { comment: 'Falta material' },
  resume: { comment: '' },
  extend: { extendedTo: '2026-12-15', reason: 'Llegó tarde' },
};

const image = new File([await aPng()], 'foto.png', { type: 'image/png' });

/** The same act with the same words, said to the API itself. */
const calls: Record<Called, (client: Client, activityId: number) => Promise<unknown>> = {
  start: (client, activityId) => client.recordStartWorkActivity({ activityId }),
  complete: (client, activityId) => client.endActivity({ activityId, resolution: 'Listo' }),
  approve: (client, activityId) => client.validateActivity({ activityId, comment: null, verdict: 'Verified' }),
  reject: (client, activityId) => client.validateActivity({ activityId, comment: 'Falta la firma', verdict: 'Rejected' }),
  comment: (client, activityId) => client.recordCommentsActivity({ activityId, body: 'Va bien' }),
  addEvidence: (client, activityId) => client.recordEvidencesActivity({ activityId, images: [image] }),
  pause: (client, activityId) => client.pauseActivity({ activityId, comment: 'Falta material' }),
  resume: (client, activityId) => client.resumeActivity({ activityId, comment: null }),
  extend: (client, activityId) => client.updateExtensionDate({ activityId, extendedTo: '2026-12-15' as never, reason: 'Llegó tarde' }),
};

let firm: Company;
let people: Record<Role, Person>;
const askers = new Map<string, Asker>();
const clients = new Map<Role, Client>();

beforeAll(async () => {
  firm = await company();
  const db = given(firm.app.db);
  people = {
    ...{ owner: await db.person(), assignee: await db.person(), both: await db.person() },
    ...{ manager: await db.manager(), unrelated: await db.person() },
  };
  for (const role of ROLES) {
    clients.set(role, (await firm.app.as(people[role])).client);
    for (const service of chatServices) askers.set(`${role} ${service}`, await firm.link(people[role], service));
  }
  for (const service of chatServices) firm.chats[service].files.set('F1', image);
});
afterAll(() => firm.close());

/** One press and, where a form is the answer, what a person would type into it. */
async function inChat(act: Called, asker: Asker, activity: number): Promise<Answer> {
  const said = { asker, deliveryId: firm.delivery() };
  if (act === 'addEvidence') {
    const images = [{ name: 'foto.png', reference: 'F1' }];
    return firm.answer({ ...said, kind: 'images', images, activityIds: [activity] });
  }
  const press = { flow: act, activity, view: '' };
  const first = await firm.answer({ ...said, kind: 'press', press });
  if (first.kind !== 'form') return first;
  return firm.answer({ ...said, kind: 'submit', press: first.form.press, values: typed[act] ?? {} });
}

const rows = async (activityId: number) =>
  (await firm.app.db('activityHistory').where({ activityId }).orderBy('id')).map(
    ({ act, actorId, fromStatus, toStatus, note, channel }) => ({
      ...{ act, actorId, fromStatus, toStatus, note, channel },
    }),
  );

interface Cell {
  act: Called;
  role: Role;
  status: Status;
}

async function activityFor({ role, status }: Cell): Promise<number> {
  const { both, owner, assignee } = people;
  const parties = role === 'both' ? { owner: both, assignee: both } : { owner, assignee };
  return (await given(firm.app.db).activity({ ...parties, topic, status })).id;
}
let topic: Awaited<ReturnType<ReturnType<typeof given>['topic']>>;

/** Everything that differs between the API and the two chats in one cell: nothing, where all is well. */
async function differences(cell: Cell, place: number): Promise<string[]> {
  const { act, role, status } = cell;
  const direct = await activityFor(cell);
  const said = await calls[act](clients.get(role) as Client, direct).then(
    () => null,
    (error: unknown) => {
      if (error instanceof ApiError) return error.message;
      throw error;
    },
  );
  const { owner, assignee, both } = people;
  const standing = {
    ownerId: role === 'both' ? both.id : owner.id,
    assigneeId: role === 'both' ? both.id : assignee.id,
    status,
    extendedTo: null,
  };
  const expected = refusal(act, people[role], standing);
  const wrong: string[] = [];
  const name = `${act} by ${role} when ${status}`;
  if ((said === null) !== (expected === null)) wrong.push(`${name}: the API says ${said}, the policy ${expected?.code}`);

  const wanted = await rows(direct);
  // What is refused is told by the same lines for both chats: one of the two, in turn, is enough for the short form.
  const services = isDeep || said === null ? chatServices : chatServices.filter((_, index) => index === place % chatServices.length);
  for (const service of services) {
    const activity = await activityFor(cell);
    const sentence = sentenceOf(await inChat(act, askers.get(`${role} ${service}`) as Asker, activity));
    const isSame =
      said === null ? !/no |No |Solo /.test(sentence) && sentence.length > 0 : sentence === said || sentence.startsWith(`${said} `);
    if (!isSame) wrong.push(`${name} in ${service}: «${sentence}», the API «${said}»`);
    const found = await rows(activity);
    if (JSON.stringify(found) !== JSON.stringify(wanted.map((row) => ({ ...row, channel: service }))))
      wrong.push(`${name} in ${service}: ${JSON.stringify(found)} in the history, by the API ${JSON.stringify(wanted)}`);
  }
  return wrong;
}

it('every act by everybody in every status ends alike in the API, in Slack and in Teams, with the same sentence and the same history', async () => {
  topic = await given(firm.app.db).topic();
  const cells = ACTS.flatMap((act) => ROLES.flatMap((role) => statuses.map((status): Cell => ({ act: act as Called, role, status }))));
  const one = pLimit(6);
  const wrong = (await Promise.all(cells.map((cell, place) => one(() => differences(cell, place))))).flat();
  expect(cells).toHaveLength(9 * 5 * 6);
  expect(wrong).toEqual([]);
}, 120_000);
