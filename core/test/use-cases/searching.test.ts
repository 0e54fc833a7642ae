import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Caller, Person } from '../../src/domain/people/person.ts';
import type { Sort } from '../../src/domain/reports/report.ts';
import { searchActivities } from '../../src/use-cases/activities/search-activities.ts';
import { countFacets, listAllActivities } from '../../src/use-cases/reports/read-reports.ts';
import { type TestDatabase, testDatabase } from '../database.ts';
import { given } from '../factories.ts';
import { refusalOf, type Stage, stage } from '../stage.ts';
import { storeWords } from '../stored-words.ts';

let database: TestDatabase;
let on: Stage;
beforeAll(async () => {
  database = await testDatabase();
  on = stage(database.db);
});
beforeEach(() => database.wipe());
afterAll(() => database.close());

const searchAll = async (who: Person, text: string) => {
  const actor = { ...who, channel: 'web' } as const;
  return (await on.core.perform({ useCase: searchActivities, actor, channel: 'web', input: { text }, effect: 'reads' })).result;
};
const search = async (who: Person, text: string) => (await searchAll(who, text)).hits;
const folios = async (who: Person, text: string) => (await search(who, text)).map(({ id }) => id);
const boss = () => given(database.db).manager();

it('finds words of the description, open ones first, then the newest', async () => {
  const make = given(database.db);
  const at = (day: string) => ({ createdAt: new Date(`2026-11-${day}T12:00:00Z`) });
  const closed = await make.activity({ description: 'Revisar la bomba', status: 'verified', ...at('12') });
  const old = await make.activity({ description: 'Pintar la BOMBA', ...at('01') });
  const recent = await make.activity({ description: 'La bombá nueva', status: 'completed', ...at('10') });
  await make.activity({ description: 'Otra cosa' });
  expect(await folios(await boss(), ' bomba ')).toEqual([recent.id, old.id, closed.id]);
});

it('takes the words literally, without regard to case, accents and blanks', async () => {
  const make = given(database.db);
  const { id } = await make.activity({ description: 'El 100 %  de los años_C' });
  await make.activity({ description: 'El 1000 de los anosxC' });
  const who = await boss();
  for (const text of ['100 % de', 'AÑOS_c', 'ÁNOS_', '%  d', 'anos_ 100 el']) expect([text, await folios(who, text)]).toEqual([text, [id]]);
  expect(await folios(who, '%%')).toEqual([]);
});

it('a number is a folio first, and may be in a text too; with its mark it is a folio alone', async () => {
  const make = given(database.db);
  const target = await make.activity({ description: 'Cerrada hace mucho', status: 'canceled' });
  const mentions = await make.activity({ description: `Sigue a la ${target.id} y ${target.id}0` });
  const who = await boss();
  if (target.id > 9) expect(await folios(who, String(target.id))).toEqual([target.id, mentions.id]);
  expect(await folios(who, `#${target.id}`)).toEqual([target.id]);
  expect(await folios(who, '#2000000')).toEqual([]);
});

it('shows people without privilege only what is theirs, by folio as by words, and names their part in it', async () => {
  const make = given(database.db);
  const [me, other] = [await make.person(), await make.person()];
  const mine = await make.activity({ owner: other, assignee: me, description: 'Bomba uno' });
  const owned = await make.activity({ owner: me, assignee: other, description: 'Bomba dos', status: 'completed' });
  const foreign = await make.activity({ owner: other, assignee: other, description: 'Bomba tres' });
  expect(await search(me, 'bomba')).toMatchObject([
    { id: owned.id, status: 'completed', isOwner: true, isAssignee: false, description: 'Bomba dos', topic: expect.any(String) },
    { id: mine.id, isOwner: false, isAssignee: true },
  ]);
  expect(await search(me, `#${foreign.id}`)).toEqual([]);
  expect(await folios(await boss(), `#${foreign.id}`)).toEqual([foreign.id]);
});

it('answers twenty at most, each once, also where the index finds older ones', async () => {
  const [owner, assignee, topic] = [await boss(), await given(database.db).person(), await given(database.db).topic()];
  await database.db.raw(
    `insert into activities (owner_id, assignee_id, topic_id, description, description_key, priority, created_at, due_on, series_starts_on)
     select ?, ?, ?, text, text, 'normal', now() - n * interval '1 minute', now(), now()
     from generate_series(1, 1000) n, lateral (select case when n > 990 then 'escondida ' else 'usual ' end || n as text) as made`,
    [owner.id, assignee.id, topic.id],
  );
  await storeWords(database.db);
  await database.db.raw('analyze');
  expect(await folios(owner, 'usual')).toHaveLength(20);
  const hidden = await search(owner, 'escondida');
  expect(hidden.map(({ description }) => description)).toEqual(Array.from({ length: 10 }, (_, n) => `escondida ${991 + n}`));
  expect(await folios(owner, 'us')).toHaveLength(20);
  expect(await folios(assignee, 'usual')).toHaveLength(20);
});

it('counts a search to a thousand, and says that there are more', async () => {
  const [owner, assignee, topic] = [await boss(), await given(database.db).person(), await given(database.db).topic()];
  await database.db.raw(
    `insert into activities (owner_id, assignee_id, topic_id, description, description_key, priority, created_at, due_on, series_starts_on)
     select ?, ?, ?, text, text, case when n = 1 then 'critical' else 'normal' end, now() - n * interval '1 minute', now(), now()
     from generate_series(1, 1001) n, lateral (select case when n > 1000 then 'otra ' else 'usual ' end || n as text) as made`,
    [owner.id, assignee.id, topic.id],
  );
  await storeWords(database.db);
  const actor = { ...owner, channel: 'web' } as const;
  const request = { actor, channel: 'web', effect: 'reads' } as const;
  const readPage = async (input: { search: string; priorities?: ['critical']; page: number; pageSize?: number; sort?: Sort }) => {
    const { result } = await on.core.perform({ ...request, useCase: listAllActivities, input });
    return result as { rows: { description: string }[]; total: number; hasMore: boolean };
  };
  const ask = async (input: { search: string; priorities?: ['critical'] }) => {
    const page = await readPage({ ...input, page: 1 });
    const facets = await on.core.perform({ ...request, useCase: countFacets, input });
    const { total, hasMore } = page;
    return { total, hasMore, facetsHaveMore: facets.result.hasMore, priorities: facets.result.priorities.map(({ total: count }) => count) };
  };
  expect(await ask({ search: 'usual' })).toEqual({ total: 1000, hasMore: false, facetsHaveMore: false, priorities: [999, 1] });
  await given(database.db).activity({ description: 'La usual', priority: 'critical' });
  // The counts of the newest thousand, with every other value that may have some.
  expect(await ask({ search: 'usual' })).toEqual({ total: 1000, hasMore: true, facetsHaveMore: true, priorities: [999, 0, 2] });
  expect(await ask({ search: 'usual', priorities: ['critical'] })).toMatchObject({ total: 2, hasMore: false, facetsHaveMore: true });
  // In another order the newest thousand are sorted, without the oldest; the usual order is of all. Pages end at the thousand.
  const pageBy = async (column: Sort['column'], page: number, pageSize: number) => {
    const { rows } = await readPage({ search: 'usual', page, pageSize, sort: { column, isDescending: false } });
    return rows.map(({ description }) => description);
  };
  expect(await pageBy('createdAt', 1, 2)).toEqual(['usual 1000', 'usual 999']);
  expect(await pageBy('createdAt', 34, 30)).toHaveLength(10);
  expect(await pageBy('urgency', 34, 30)).toHaveLength(10);
  expect(await pageBy('urgency', 35, 30)).toEqual([]);
  expect(await ask({ search: '' })).toEqual({ total: 1002, hasMore: false, facetsHaveMore: false, priorities: [1000, 2] });
});

it('looks at a bounded number of activities that have the words, and says that there may be more', async () => {
  const [owner, topic] = [await boss(), await given(database.db).topic()];
  // In one slice of folios. The newest and the oldest are critical; between them are more with the word than the index gives.
  await database.db.raw(
    `begin; set local session_replication_role = replica;
     insert into activities (id, owner_id, assignee_id, topic_id, description, description_key, priority, created_at, due_on, series_starts_on)
     overriding system value
     select 200000 + n, ${owner.id}, ${owner.id}, ${topic.id}, text, text, case when n <= 4000 then 'normal' else 'critical' end,
       now() - interval '1 year' + case when n > 4010 then n when n > 4000 then -n else 0 end * interval '1 minute', now(), now()
     from generate_series(1, 7100) n, lateral (
       select case when n > 4010 then 'otra' when n > 4000 then 'usual escondida' else 'usual' end || ' ' || n as text
     ) as made;
     commit`,
  );
  await storeWords(database.db);
  await database.db.raw('analyze');
  const actor = { ...owner, channel: 'web' } as const;
  const ask = async (text: string, column: Sort['column'] = 'createdAt', page = 1) => {
    const sort = { column, isDescending: column === 'createdAt' };
    const input = { search: text, priorities: ['critical'] as const, page, pageSize: 5, sort };
    const { result } = await on.core.perform({ actor, channel: 'web', effect: 'reads', useCase: listAllActivities, input });
    const { rows, total, hasMore } = result as unknown as Record<'total' | 'hasMore', unknown> & { rows: [] };
    return [rows.length, total, hasMore];
  };
  expect(await ask('usual')).toEqual([0, 0, true]);
  expect(await ask('usual escondida')).toEqual([5, 10, false]);
  // The first rows of the usual order have hits that were not counted. A page says at least how many it has shown.
  expect(await ask('usual', 'urgency')).toEqual([5, 5, true]);
  expect(await ask('usual', 'urgency', 2)).toEqual([5, 10, true]);
  expect(await ask('usual', 'urgency', 5)).toEqual([0, 0, true]);
});

it('finds all words in any order, wherever each of them stands, and says where', async () => {
  const make = given(database.db);
  const [owner, assignee] = [
    await make.manager({ firstName: 'Íñigo', lastName: 'Paz' }),
    await make.person({ firstName: 'Zoé', lastName: 'Luz' }),
  ];
  const topic = await make.topic({ name: 'Auditoría anual' });
  const { id } = await make.activity({
    owner,
    assignee,
    topic,
    description: 'Cambiar el filtro',
    status: 'completed',
    resolution: 'Quedó cambiado',
  });
  await database.db('comments').insert([
    { activityId: id, authorId: assignee.id, body: 'Llegó la refacción', writtenAt: new Date() },
    { activityId: id, authorId: assignee.id, body: 'Falta el empaque', writtenAt: new Date(), canceledAt: new Date() },
  ]);
  await storeWords(database.db);
  const where = async (text: string) => (await search(owner, text)).map(({ found }) => [found?.where, found?.snippet]);
  expect(await where('filtro CAMBIAR')).toEqual([['description', 'Cambiar el filtro']]);
  expect(await where('refaccion filtro')).toEqual([['comment', 'Llegó la refacción']]);
  expect(await where('quedo')).toEqual([['resolution', 'Quedó cambiado']]);
  expect(await where('auditoria zoe inigo')).toEqual([['topic', 'Auditoría anual']]);
  expect(await where('zoe')).toEqual([['responsible', 'Zoé Luz']]);
  expect(await where('paz')).toEqual([['owner', 'Íñigo Paz']]);
  expect(await where(`#${id}`)).toEqual([['folio', String(id)]]);
  expect(await where('empaque')).toEqual([]);
  expect(await where('iltro')).toEqual([]);
  expect(await where('filtro nada')).toEqual([]);
});

it('names the comment with most of the words that the other texts lack, the newest of equals', async () => {
  const make = given(database.db);
  const who = await boss();
  const activity = await make.activity({ description: 'Cambiar el filtro' });
  const bodies = ['Llegó la refacción, y el empaque', 'Otra refacción', 'La refacción llegó', 'Sin empaques ni xrefaccion', 'El filtro'];
  for (const body of bodies) await make.comment(activity, who, body);
  const snippets = async (text: string) => (await search(who, text)).map(({ found }) => [found?.where, found?.snippet]);
  expect(await snippets('filtro refaccion empaque')).toEqual([['comment', bodies[0]]]);
  expect(await snippets('filtro refaccion')).toEqual([['comment', bodies[2]]]);
  expect(await snippets('filtro')).toEqual([['description', 'Cambiar el filtro']]);
});

const namesakes = async (count: number) => {
  await database.db.raw(
    `insert into users (employee_number, first_name, last_name, email, level, department, "position", created_at)
     select 'N-' || n, 'Úrsula', 'Peña', n || '@names.mx', 'x', 'x', 'x', now() from generate_series(1, ?) n`,
    [count],
  );
  await storeWords(database.db);
};

it.each([9, 60])('finds the work of a person by name, however old, where %i people have each word of it', async (count) => {
  const make = given(database.db);
  const [owner, topic] = [await boss(), await make.topic()];
  await namesakes(count);
  const person = await make.person({ firstName: 'Úrsula Inés', lastName: 'Peña' });
  for (let n = 0; n < 9; n++) await make.person({ firstName: 'Inés', lastName: 'Luz' });
  const other = await make.manager({ firstName: 'Inés', lastName: 'Sol' });
  const namesake = await make.person({ firstName: 'Úrsula', lastName: 'Mar' });
  const ofTwo = await make.activity({ owner: other, assignee: namesake, topic, createdAt: new Date('2020-01-02T12:00:00Z') });
  const old = await make.activity({ owner, assignee: person, topic, createdAt: new Date('2020-01-01T12:00:00Z') });
  await database.db.raw(
    `begin; set local session_replication_role = replica;
     insert into activities (owner_id, assignee_id, topic_id, description, description_key, priority, created_at, due_on, series_starts_on)
     select ${owner.id}, ${owner.id}, ${topic.id}, n, n, 'normal', now() - n * interval '1 minute', now(), now() from generate_series(1, 10001) n;
     commit`,
  );
  expect(await folios(owner, 'ursula ines peña')).toEqual([old.id]);
  expect(await folios(owner, 'ines ursula')).toEqual([ofTwo.id, old.id]);
});

it('takes a name that tens of thousands of people have', async () => {
  const make = given(database.db);
  const { id } = await make.activity({ description: 'La bomba', assignee: await make.person({ firstName: 'Úrsula' }) });
  await namesakes(20_000);
  expect(await folios(await boss(), 'ursula bomba')).toEqual([id]);
});

it('a comment gives no hit to a person who may not see its activity', async () => {
  const make = given(database.db);
  const [me, other] = [await make.person(), await make.person()];
  const foreign = await make.activity({ owner: other, assignee: other });
  await make.comment(foreign, other, 'secretísimo');
  expect(await folios(other, 'secretisimo')).toEqual([foreign.id]);
  expect(await searchAll(me, 'secretisimo')).toEqual({ hits: [], people: [], topics: [] });
  const input = { search: 'secretisimo', isOwn: true };
  const count = async (who: Person) => {
    const actor = { ...who, channel: 'web' } as const;
    const { result } = await on.core.perform({ useCase: countFacets, actor, channel: 'web', input, effect: 'reads' });
    return result.priorities;
  };
  expect(await count(me)).toEqual([]);
  expect(await count(other)).toEqual([{ name: expect.any(String), total: 1 }]);
});

it('names own open or closed work that only a comment completes, and that of substituted people, with the place', async () => {
  const make = given(database.db);
  const [me, absent, other] = [await make.person(), await make.person(), await boss()];
  const open = await make.activity({ owner: other, assignee: me, description: 'Pintar el muro' });
  const closed = await make.activity({ owner: other, assignee: me, description: 'Pintar', status: 'verified' });
  const foreign = await make.activity({ owner: other, assignee: absent, description: 'Pintar la barda' });
  for (const activity of [open, closed, foreign]) await make.comment(activity, other, 'Falta la brocha');
  await make.activity({ owner: other, assignee: me, description: 'Pintar con brocha' });
  const find = async (text: string, inComments: 'open' | 'closed', substitutesFor: Caller['substitutesFor'] = []) => {
    const actor = { ...me, substitutesFor, channel: 'web' } as const;
    const request = { useCase: searchActivities, actor, channel: 'web', input: { text, inComments }, effect: 'reads' } as const;
    const { hits } = (await on.core.perform(request)).result;
    return hits.toSorted((a, b) => a.id - b.id).map(({ id, found }) => [id, found?.where]);
  };
  expect(await find('pintar brocha', 'open')).toEqual([[open.id, 'comment']]);
  expect(await find('pintar brocha', 'closed')).toEqual([[closed.id, 'comment']]);
  expect(await find('pintar muro', 'open')).toEqual([]);
  expect(await find('brocha', 'open', [{ ...absent, name: 'Ausente' }])).toEqual([
    [open.id, 'comment'],
    [foreign.id, 'comment'],
  ]);
});

it('finds people for those who administer them, and topics under which one may register', async () => {
  const make = given(database.db);
  const [manager, person] = [await boss(), await make.person({ firstName: 'Úrsula', lastName: 'Peña', department: 'Calidad' })];
  const own = await make.topic({ name: 'Úrsulas y osos', department: 'Calidad' });
  await make.topic({ name: 'Úrsulas ajenas', department: 'Ventas' });
  const names = async (who: Person) => {
    const { people, topics } = await searchAll(who, 'ursula');
    return [people.map(({ name }) => name), topics.map(({ name }) => name)];
  };
  expect(await names(manager)).toEqual([['Úrsula Peña'], ['Úrsulas ajenas', 'Úrsulas y osos']]);
  expect(await names(person)).toEqual([[], ['Úrsulas y osos']]);
  expect((await searchAll(manager, 'pena ursu')).people).toEqual([
    { id: person.id, name: 'Úrsula Peña', position: person.position, department: 'Calidad', isActive: true },
  ]);
  expect((await searchAll(manager, String(own.id))).people).toEqual([]);
});

it('one letter is too little', async () => {
  expect(await refusalOf(search(await boss(), ' á '))).toEqual({
    code: 'input.invalid',
    fields: { text: { problem: 'searchTooShort' } },
  });
});

it.each([
  ['a wrong letter', 'pasteurisador', ['pasteurizador']],
  ['a letter left out', 'pasterizador', ['pasteurizador']],
  ['two letters turned round', 'psateurizador', ['pasteurizador']],
  ['the first letter wrong', 'basteurizador', ['pasteurizador']],
  ['the beginning of a word', 'pasteuris', ['pasteurizador']],
  ['one of several words, with its accents', 'limpiar balvulas', ['limpiar válvulas']],
  ['a name', 'Guadalpue', ['guadalupe']],
  ['a topic', 'Calibrasion', ['calibración']],
  ['a word with one wrong letter too many', 'paxxxurisador', undefined],
  ['a number', '4711', undefined],
  ['a short word', 'pat', undefined],
])('offers what was probably meant where it finds nothing: %s', async (_, text, expected) => {
  const make = given(database.db);
  const topic = await make.topic({ name: 'Calibración' });
  const assignee = await make.person({ firstName: 'Guadalupe' });
  await make.activity({ topic, assignee, description: 'Limpiar las válvulas (4712) del pasteurizador.' });
  await storeWords(database.db);
  const who = await boss();
  expect((await searchAll(who, text)).suggestions).toEqual(expected);
  const list = { isOwn: false, page: 1, search: text };
  const page = await on.core.perform({
    useCase: listAllActivities,
    actor: { ...who, channel: 'web' },
    channel: 'web',
    input: list,
    effect: 'reads',
  });
  expect((page.result as { suggestions?: string[] }).suggestions).toEqual(expected);
});

it('offers no word of work that one may not see, at most three, and none where something is found', async () => {
  const make = given(database.db);
  const [me, other] = [await make.person(), await make.person()];
  await make.activity({ owner: other, assignee: other, description: 'Despedir al contador' });
  for (const word of ['contenedor', 'contendor', 'contenedora', 'contenedores'])
    await make.activity({ owner: other, assignee: me, description: `Vaciar ${word}` });
  await storeWords(database.db);
  expect((await searchAll(me, 'contadir')).suggestions).toBeUndefined();
  expect((await searchAll(await boss(), 'contadir')).suggestions).toEqual(['contador']);
  expect((await searchAll(me, 'conteneddor')).suggestions).toEqual(['contenedor', 'contenedora', 'contenedores']);
  expect((await searchAll(me, 'contenedor')).suggestions).toBeUndefined();
});
