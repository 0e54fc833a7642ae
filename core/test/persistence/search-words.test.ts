import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { wordsIn } from '../../src/domain/activity/search.ts';
import { isPlainText } from '../../src/domain/text.ts';
import { repositoriesOn } from '../../src/persistence/repositories.ts';
import { type TestDatabase, testDatabase } from '../database.ts';
import { given } from '../factories.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
beforeEach(() => database.wipe());
afterAll(() => database.close());

const wordsOf = async (id: number): Promise<string[]> =>
  (await database.db.raw(`select tsvector_to_array(words) as words from activity_words where activity_id = ?`, [id])).rows[0]?.words;
const freshWordsOf = async (id: number): Promise<string[]> =>
  (await database.db.raw(`select tsvector_to_array(activity_document(?)) as words`, [id])).rows[0].words;
const comment = (activityId: number, authorId: number, body: string) =>
  database.db('comments').insert({ activityId, authorId, body, writtenAt: new Date() }).returning('id');

/** Scripts with cases, marks, ligatures, signs, blanks of many kinds, and letters beyond the first plane. */
const blocks: [number, number][] = [
  [0x20, 0x17f],
  [0x1c4, 0x233],
  [0x300, 0x36f],
  [0x386, 0x3ce],
  [0x400, 0x52f],
  [0x531, 0x587],
  [0x5d0, 0x5ea],
  [0x621, 0x655],
  [0x904, 0x94d],
  [0xac00, 0xac40],
  [0x1e00, 0x1fff],
  [0x2000, 0x206f],
  [0x2100, 0x2bff],
  [0x3000, 0x30ff],
  [0xfb00, 0xfb06],
  [0xff01, 0xff5e],
  [0x10400, 0x1044f],
  [0x1f300, 0x1f64f],
];
const fromBlocks = fc.oneof(...blocks.map(([from, to]) => fc.integer({ min: from, max: to }).map((code) => String.fromCodePoint(code))));
const special = fc.constantFrom(
  'ß',
  'ẞ',
  'ﬁ',
  'ﬃ',
  'ñ',
  'Ñ',
  'n\u0303',
  'İ',
  'ı',
  'Σ',
  'ς',
  'ϴ',
  '👩‍🚒',
  '%',
  '_',
  ' ',
  '\u00a0',
  '\u3000',
  '\t',
  '\n',
  ' ',
  'a',
  '.',
  '-',
);
const text = fc.string({ unit: fc.oneof(special, fromBlocks), maxLength: 80 }).filter(isPlainText);

it('the database finds the same words in a text as the domain', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(text, { minLength: 20, maxLength: 20 }), async (texts) => {
      const { rows } = await database.db.raw(
        'select search_words(text) as words from unnest(?::text[]) with ordinality as texts (text, place) order by place',
        [texts],
      );
      const sorted = (words: string[]) => [...new Set(words)].sort();
      for (const [place, each] of texts.entries()) expect(sorted(rows[place].words), JSON.stringify(each)).toEqual(sorted(wordsIn(each)));
    }),
    { numRuns: 150 },
  );
}, 60_000);

it('needs no extension, which some roles may not create', async () => {
  expect(await database.db('pg_extension').pluck('extname')).toEqual(['plpgsql']);
});

it('triggers keep the words of an activity, whoever writes', async () => {
  const make = given(database.db);
  const { id, ownerId } = await make.activity({ description: 'Pintar el muro', status: 'in_progress' });
  const keeps = async (...words: string[]) => {
    expect(await wordsOf(id)).toEqual(await freshWordsOf(id));
    return expect((await wordsOf(id)).filter((word) => words.includes(word))).toEqual(words.toSorted());
  };
  await keeps('muro', '\u0001p', `\u0001f${id}`, `\u0001o${ownerId}`);
  const [first] = await comment(id, ownerId, 'Falta brocha');
  await comment(id, ownerId, 'Falta cubeta');
  await keeps('brocha', 'cubeta');
  await database.db('comments').where({ id: first.id }).update({ canceledAt: new Date() });
  await keeps('cubeta', 'falta');
  expect(await wordsOf(id)).not.toContain('brocha');
  const other = await make.person();
  await database.db('activities').where({ id }).update({ description: 'Pintar la barda', assigneeId: other.id });
  await keeps('barda', `\u0001a${other.id}`);
  expect(await wordsOf(id)).not.toContain('muro');
  await database.db('activities').where({ id }).update({ status: 'canceled', canceledAt: new Date() });
  await keeps('barda');
  expect(await wordsOf(id)).not.toContain('\u0001p');
  const known: string[] = await database.db('searchVocabulary').pluck('word');
  expect(known).toEqual(expect.arrayContaining(['muro', 'barda', 'brocha', 'cubeta']));
  expect(known.filter((word) => word < ':')).toEqual([]);
});

it('loses no word when comments and a correction are written at the same time', async () => {
  const { id, ownerId } = await given(database.db).activity({ description: 'Una' });
  await Promise.all([
    ...Array.from({ length: 8 }, (_, n) => comment(id, ownerId, `nota${n}x`)),
    database.db('activities').where({ id }).update({ description: 'Otra' }),
  ]);
  expect(await wordsOf(id)).toEqual(await freshWordsOf(id));
  expect(await wordsOf(id)).toEqual(expect.arrayContaining(['otra', 'nota0x', 'nota7x']));
});

it('takes more text than a row of words can hold, without refusing it', async () => {
  const { id, ownerId } = await given(database.db).activity({ description: 'Principio' });
  const long = (of: number) => Array.from({ length: 2_500 }, (_, n) => `${'é🙂'.repeat(12)}${of}x${n}`).join(' ');
  for (let of = 0; of < 4; of++) await comment(id, ownerId, long(of));
  await database.db('activities').where({ id }).update({ description: 'Corregido' });
  expect(await wordsOf(id)).toContain('corregido');
  expect((await wordsOf(id)).length).toBeLessThanOrEqual(8_000);
});

it('fills what has no words, the newest first, and only that', async () => {
  const make = given(database.db);
  const ids: number[] = [];
  for (const description of ['uno', 'dos', 'tres']) ids.push((await make.activity({ description })).id);
  const [first, , last] = ids as [number, number, number];
  await database.db('activityWords').whereIn('activityId', [first, last]).delete();
  const { activitySearch } = repositoriesOn(database.db, 'America/Mexico_City');
  expect(await activitySearch.fillWords(last + 1, 1)).toEqual({ before: last, total: 1 });
  expect(await wordsOf(last)).toEqual(await freshWordsOf(last));
  expect(await activitySearch.fillWords(last, 5)).toEqual({ before: first, total: 1 });
  expect(await activitySearch.fillWords(first, 5)).toEqual({ before: 0, total: 0 });
});
