import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Person } from '../../src/domain/people/person.ts';
import { searchActivities } from '../../src/use-cases/activities/search-activities.ts';
import { type TestDatabase, testDatabase } from '../database.ts';
import { given } from '../factories.ts';
import { refusalOf, type Stage, stage } from '../stage.ts';

let database: TestDatabase;
let on: Stage;
beforeAll(async () => {
  database = await testDatabase();
  on = stage(database.db);
});
beforeEach(() => database.wipe());
afterAll(() => database.close());

const search = async (who: Person, text: string) => {
  const actor = { ...who, channel: 'web' } as const;
  const { result } = await on.core.perform({ useCase: searchActivities, actor, channel: 'web', input: { text }, effect: 'reads' });
  return result.hits;
};
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
  for (const text of ['100 % de', 'AÑOS_c', 'ÁNOS_', '%  d']) expect([text, await folios(who, text)]).toEqual([text, [id]]);
  expect(await folios(who, '%%')).toEqual([]);
});

it('a number is a folio first, and may be in a text too; with its mark it is a folio alone', async () => {
  const make = given(database.db);
  const wanted = await make.activity({ description: 'Cerrada hace mucho', status: 'canceled' });
  const mentions = await make.activity({ description: `Sigue a la ${wanted.id} y ${wanted.id}0` });
  const who = await boss();
  if (wanted.id > 9) expect(await folios(who, String(wanted.id))).toEqual([wanted.id, mentions.id]);
  expect(await folios(who, `#${wanted.id}`)).toEqual([wanted.id]);
  expect(await folios(who, '#2000000')).toEqual([]);
});

it('shows people without privilege only what is theirs, by folio as by words, and tells which part they have', async () => {
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

it('answers twenty at most, each once, also where older ones are asked of the index', async () => {
  const [owner, assignee, topic] = [await boss(), await given(database.db).person(), await given(database.db).topic()];
  await database.db.raw(
    `insert into activities (owner_id, assignee_id, topic_id, description, description_key, priority, created_at, due_on, series_starts_on)
     select ?, ?, ?, text, text, 'normal', now() - n * interval '1 minute', now(), now()
     from generate_series(1, 21000) n, lateral (select case when n > 20990 then 'escondida ' else 'usual ' end || n as text) as made`,
    [owner.id, assignee.id, topic.id],
  );
  await database.db.raw('analyze activities');
  expect(await folios(owner, 'usual')).toHaveLength(20);
  const hidden = await search(owner, 'escondida');
  expect(hidden.map(({ description }) => description)).toEqual(Array.from({ length: 10 }, (_, n) => `escondida ${20_991 + n}`));
  expect(await folios(owner, 'us')).toHaveLength(20);
});

it('one letter is too little', async () => {
  expect(await refusalOf(search(await boss(), ' á '))).toEqual({
    code: 'input.invalid',
    fields: { text: { problem: 'searchTooShort' } },
  });
});
