import { ApiError } from '@bitacora/core/client';
import { addDays, localDay } from '@bitacora/core/domain/calendar';
import { HOME_PAUSE_MS, SETTLED_MS } from '@bitacora/core/domain/chat/chat';
import { chosenKinds, isSummaryKind } from '@bitacora/core/domain/notifications/notification';
import { fullName } from '@bitacora/core/domain/people/person';
import { repositoriesOn } from '@bitacora/core/server';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { given, NOW } from '../../core/test/factories.ts';
import { ZONE } from '../../core/test/stage.ts';
import type { Card } from '../src/card.ts';
import { digestCard } from '../src/cards/digest-card.ts';
import type { AnswerContext } from '../src/flows/answer.ts';
import type { People } from '../src/people.ts';
import type { Asker } from '../src/request.ts';
import { redrawWith } from '../src/start-bot.ts';
import { type Company, company, readCard, titlesByHeading } from './company.ts';

let firm: Company;
beforeAll(async () => {
  firm = await company();
});
beforeEach(async () => {
  await firm.app.wipe();
  firm.chats.slack.redraws.length = 0;
  firm.chats.slack.posted.length = 0;
});
afterAll(() => firm.close());

/** As a channel does: asks, posts what is answered, and has it kept. */
async function posted(asker: Asker, words: string) {
  const card = readCard(await firm.answer({ kind: 'command', words, asker, deliveryId: firm.delivery() }));
  if (!card.press) throw new Error('a card that is never redrawn');
  await firm.bot.forChannels.keep(asker, { message: 'M9', press: card.press, activityIds: card.activityIds });
  return card;
}

/** Later than a change takes to settle. */
async function whileWorking(check: () => void | Promise<void>) {
  firm.app.setClock(new Date(NOW.getTime() + 2 * SETTLED_MS));
  const working = firm.bot.work();
  try {
    await vi.waitFor(check, { timeout: 30_000 });
  } finally {
    await working.stop();
    firm.app.setClock(NOW);
  }
}

it('a card in a chat follows what anybody does to its activities, in any client', async () => {
  const [boss, ana] = [await given(firm.app.db).manager(), await given(firm.app.db).person()];
  const asker = await firm.link(ana);
  const { id } = await given(firm.app.db).activity({ owner: boss, assignee: ana, status: 'completed' });
  await posted(asker, 'actividades');

  const web = await firm.app.as(boss);
  await web.client.validateActivity({ activityId: id, comment: 'Falta la firma', verdict: 'Rejected' });
  await whileWorking(() => expect(firm.chats.slack.redraws).toHaveLength(1));
  expect(firm.chats.slack.redraws[0]).toMatchObject({ message: 'M9' });
  expect(Object.keys(titlesByHeading(firm.chats.slack.redraws[0]?.card as never))).toEqual(['Rechazadas · 1']);
});

it('an App Home follows what its person gets and loses, and its own acts, once for many, at most twice a minute', async () => {
  const make = given(firm.app.db);
  const [boss, ana, eva] = [await make.manager(), await make.person(), await make.person()];
  const asker = await firm.link(ana);
  const homeCard = readCard(await firm.answer({ kind: 'home', asker, deliveryId: firm.delivery() }));
  const keep = () =>
    firm.bot.forChannels.keep(asker, { message: 'home', press: { flow: 'view', view: 'home:1' }, activityIds: homeCard.activityIds });
  await keep();
  const drawnAfter = async (ms: number, times: number, heading: string) => {
    firm.app.setClock(new Date(NOW.getTime() + ms));
    const working = firm.bot.work();
    await vi.waitFor(() => expect(firm.chats.slack.redraws).toHaveLength(times), { timeout: 30_000 });
    await working.stop();
    expect(Object.keys(titlesByHeading(firm.chats.slack.redraws.at(-1)?.card as never))).toEqual(heading ? [heading] : []);
  };
  const web = await firm.app.as(boss);
  const topic = await make.topic({ department: boss.department });
  const given3 = {
    topicId: topic.id,
    priority: 'high',
    repeats: null,
    dueOn: addDays(localDay(ZONE, NOW), 30),
    assigneeId: ana.id,
  } as const;
  for (const description of ['Uno', 'Dos', 'Tres']) await web.client.assignActivity({ ...given3, description });
  await drawnAfter(HOME_PAUSE_MS + SETTLED_MS, 1, 'Las demás · 3');

  const [one] = await firm.app.db('activities').orderBy('id').pluck('id');
  await web.client.reassignActivity({ activityId: one, assigneeId: eva.id, reason: 'Va de viaje' });
  const paused = new Date(NOW.getTime() + HOME_PAUSE_MS + 3 * SETTLED_MS);
  expect(await repositoriesOn(firm.app.db, ZONE).chatCards.take(['slack'], paused, paused)).toBeUndefined();
  await drawnAfter(3 * HOME_PAUSE_MS, 2, 'Las demás · 2');
  firm.app.setClock(NOW);
});

it('a card that is drawn where its person wrote earlier leaves them written to where they write now', async () => {
  const [boss, ana] = [await given(firm.app.db).manager(), await given(firm.app.db).person()];
  const asker = await firm.link(ana);
  const { id } = await given(firm.app.db).activity({ owner: boss, assignee: ana, status: 'completed' });
  await posted(asker, 'actividades');
  await firm.app.db('accessTokens').delete();
  await firm.answer({ kind: 'home', asker: { ...asker, conversation: 'D-nueva' }, deliveryId: firm.delivery() });

  const web = await firm.app.as(boss);
  await web.client.validateActivity({ activityId: id, comment: 'Falta la firma', verdict: 'Rejected' });
  await firm.app.db('accessTokens').delete();
  await whileWorking(() => expect(firm.chats.slack.redraws).toHaveLength(1));
  expect(await firm.app.db('chatLinks').select('conversation')).toEqual([{ conversation: 'D-nueva' }]);
});

it('a card whose activity went to somebody else stops showing it', async () => {
  const [boss, ana, luz] = [await given(firm.app.db).manager(), await given(firm.app.db).person(), await given(firm.app.db).person()];
  const asker = await firm.link(ana);
  const { id, description } = await given(firm.app.db).activity({ owner: boss, assignee: ana });
  await posted(asker, String(id));

  const web = await firm.app.as(boss);
  await firm.app.db('activities').where({ id }).update({ assigneeId: luz.id });
  await web.client.extendDeadline({ activityId: id, extendedTo: '2026-12-15' as never, reason: 'Nueva responsable' });
  await whileWorking(() => expect(firm.chats.slack.redraws).toHaveLength(1));
  expect(firm.chats.slack.redraws[0]?.card).toMatchObject({ intro: 'No se encontró la actividad.', groups: [], activityIds: [] });
  expect(JSON.stringify(firm.chats.slack.redraws)).not.toContain(description);
});

const noAnswers = { columns: {}, people: {}, topics: {}, states: {}, priorities: {}, dates: {} };

it('a letter of which its person sees nothing any more says that nothing is left of it', () => {
  const reader = { me: { id: 1, kind: 'EMPLEADO', position: 'ANALISTA' } as const, publicUrl: 'http://bitacora.demo.mx' };
  expect(digestCard([], reader)).toMatchObject({ title: 'Ya no queda nada pendiente de este aviso', groups: [] });
});

it('a letter with more than it shows names all of it when it is drawn anew', async () => {
  const [boss, ana] = [await given(firm.app.db).manager(), await given(firm.app.db).person()];
  const asker = await firm.link(ana);
  const late = addDays(localDay('America/Mexico_City', NOW), -2);
  const activities = [];
  for (let n = 0; n < 30; n += 1) activities.push(await given(firm.app.db).activity({ owner: boss, assignee: ana, dueOn: late }));
  const { client } = await firm.app.as(ana);
  const currentActivities = await Promise.all(activities.map(({ id }) => client.readActivity({ activityId: id })));
  const reader = { me: ana, publicUrl: 'http://bitacora.demo.mx' };
  const first = digestCard(
    currentActivities.map((activity) => ({
      kind: 'overdue' as const,
      activityId: activity.id,
      activity,
      historyId: null,
      actorName: null,
      note: null,
    })),
    reader,
  );
  expect(first).toMatchObject({ title: '30 actividades vencieron', others: { count: 15 } });

  const asBefore = { flow: 'view', view: `letter:${activities.map(({ id }) => `overdue.${id}`).join(',')}` };
  for (const [press, count] of [
    [first.press as never, 15],
    [asBefore, 9],
  ] as const) {
    const again = readCard(await firm.answer({ kind: 'press', press, asker, deliveryId: firm.delivery() }));
    expect(again.others?.count).toBe(count);
    expect(again.activityIds).toEqual(first.activityIds);
  }
});

it('the card of an import says how many activities came, also when it is drawn again', async () => {
  const rows = given(firm.app.db);
  const [boss, ana] = [await rows.manager(), await rows.person({ firstName: 'Ana', lastName: 'Paz' })];
  await rows.topic({ name: 'Calidad' });
  const asker = await firm.link(ana);
  const lines = Array.from({ length: 40 }, (_, at) => `Tarea ${at},Ana Paz,Calidad,25/12/2026`);
  const file = new File([['Actividad,Responsable,Tema,Vence', ...lines].join('\n')], 'lista.csv');
  await (await firm.app.as(boss)).client.importActivities({
    file,
    mapping: { ...noAnswers, withoutSheets: [], dayOrder: null, takesFinished: false, takesHidden: false, cells: [], defaults: {} },
  });
  const { id, activityId } = await firm.app
    .db('activityHistory')
    .join('outbox', 'outbox.activityId', 'activityHistory.activityId')
    .first('activityHistory.id', 'outbox.activityId');
  const press = { flow: 'view', view: `letter:assigned.${activityId}-${id}` };
  const again = readCard(await firm.answer({ kind: 'press', press, asker, deliveryId: firm.delivery() }));
  expect(again.title).toBe('Se importaron 40 actividades a tu nombre');
});

it('a digest drawn again keeps who did what and their words, every comment, and the name of lost work as it was known', async () => {
  const rows = given(firm.app.db);
  const [boss, ana, luz] = [await rows.manager(), await rows.person({ firstName: 'Ana', lastName: 'Paz' }), await rows.person()];
  await firm.link(ana);
  const { client: preferences } = await firm.app.as(ana);
  await preferences.choosePreferences({
    preferences: chosenKinds.filter((kind) => !isSummaryKind(kind)).map((kind) => ({ kind, byEmail: false, byChat: true })),
  });
  const { client } = await firm.app.as(boss);
  const make = (description: string) => rows.activity({ owner: boss, assignee: ana, status: 'in_progress', description });
  const [work, lost] = [await make('Contar equipos'), await make('Secreto')];
  const activityId = work.id;
  await client.remindActivity({ activityId, message: 'Hoy, por favor' });
  await client.commentActivity({ activityId, body: 'Uno' });
  await client.commentActivity({ activityId, body: 'Dos' });
  const { id: withdrawnId } = await client.commentActivity({ activityId, body: 'Tres' });
  await client.amendActivity({ activityId, description: 'Contar los equipos', repeats: undefined, reason: 'Más claro' });
  await client.amendActivity({ activityId, priority: 'critical', repeats: undefined, reason: 'Urge' });
  await client.reassignActivity({ activityId: lost.id, assigneeId: luz.id, reason: 'Vacaciones' });
  await client.amendActivity({ activityId: lost.id, description: 'Otro secreto', repeats: undefined, reason: null });

  firm.app.setClock(new Date(NOW.getTime() + 6 * 60_000));
  const working = firm.bot.work();
  // The greeting after the link, and the digest.
  await vi.waitFor(() => expect(firm.chats.slack.posted).toHaveLength(2), { timeout: 30_000 });
  await working.stop();
  firm.app.setClock(NOW);

  const card = firm.chats.slack.posted.at(-1)?.card as Card;
  const readFacts = ({ groups }: Card) =>
    Object.fromEntries(
      groups.map(({ heading = '', items }) => [
        heading,
        items.map(({ title, facts }) => [title, ...facts.slice(facts.length > 3 ? 3 : -1).map(({ value }) => value)]),
      ]),
    );
  const title = `${activityId} · Contar los equipos`;
  const by = fullName(boss);
  const news = [
    `${by}: Hoy, por favor`,
    `${by}: Texto: «Contar equipos» → «Contar los equipos» Motivo: Más claro`,
    `${by}: Prioridad: Normal → Critica Motivo: Urge`,
  ];
  const expected = {
    'Comentarios · 1': [[title, `${by}: Uno`, `${by}: Dos`, `${by}: Tres`, ...news]],
    'Ya no son tuyas · 1': [[`${lost.id} · ${lost.description}`, 'Ya no es tuya, así que no puedes abrirla.']],
  };
  expect(readFacts(card)).toEqual(expected);
  const lostItem = card.groups.at(-1)?.items[0];
  expect(lostItem).toMatchObject({
    buttons: [],
    facts: [{ label: 'Por' }, { label: 'Cambio', value: expect.stringContaining('Vacaciones') }, {}],
  });
  expect(lostItem).not.toHaveProperty('url');
  expect(JSON.stringify(card)).not.toContain('Otro secreto');

  const asker = firm.askerFor(ana, 'slack');
  const redraw = async () => readCard(await firm.answer({ kind: 'press', press: card.press as never, asker, deliveryId: firm.delivery() }));
  expect(await redraw()).toEqual(card);
  await client.cancelComment({ commentId: withdrawnId });
  expect(readFacts(await redraw())).toMatchObject({
    'Comentarios · 1': [[title, `${by}: Uno`, `${by}: Dos`, ...news]],
  });
});

it.each([
  [403, true],
  [404, true],
  [429, false],
  [503, false],
])('an answer %i is drawn over a card: %s', async (status, isDrawn) => {
  const people = { as: () => Promise.reject(new ApiError(status, 'No.', 'x')) } as unknown as People;
  const redrawn = redrawWith({ people } as AnswerContext)(firm.askerFor({ id: 1, firstName: 'Ana' }, 'slack'), {
    flow: 'view',
    view: 'activity:1',
  });
  if (isDrawn) expect(await redrawn).toMatchObject({ intro: 'No.' });
  else await expect(redrawn).rejects.toMatchObject({ status });
});
