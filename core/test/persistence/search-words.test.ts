import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { compared, wordsIn } from '../../src/domain/activities/search.ts';
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

it.each([
  ['Revisar el formato_F-12,', ['revisar', 'el', 'formato_f-12,', '_f-12,', 'f-12,', '12,']],
  ['(Ñandú) 100%', ['(nandu)', 'nandu)', '100%', '%']],
  ['🎉bomba\tﬁn', ['🎉bomba', 'bomba', 'fin']],
  [' \n ', []],
])('the words of %j are %j', (each, words) => {
  expect(wordsIn(each)).toEqual(words);
});

it.each([
  ['ligatures', '\ufdfa'.repeat(2_000)],
  ['ligatures of plain letters', 'ﬃ'.repeat(1_999)],
  ['plain letters', 'ab '.repeat(2_000)],
  ['letters beyond the first plane', '𐐀'.repeat(3_000)],
])('domain and database read four thousand letters of a text of %s', async (_, each) => {
  const { rows } = await database.db.raw('select search_text(?) as folded', [each]);
  expect(rows[0].folded).toBe(compared(each));
  expect(Array.from(compared(each)).length).toBeLessThanOrEqual(4_000);
});

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

it('triggers keep the words of an activity at each write', async () => {
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
  const vocabulary: string[] = await database.db('searchVocabulary').pluck('word');
  expect(vocabulary).toEqual(expect.arrayContaining(['muro', 'barda', 'brocha', 'cubeta']));
  expect(vocabulary.filter((word) => word < ':')).toEqual([]);
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

it('takes more text than a row of words can hold, and keeps the newest comments', async () => {
  const { id, ownerId } = await given(database.db).activity({ description: 'Principio' });
  const long = (of: number) => Array.from({ length: 160 }, (_, n) => `${'é🙂'.repeat(9)}${of}x${n}`).join(' ');
  for (let of = 10; of < 16; of++) await comment(id, ownerId, long(of));
  const read = async () => {
    const words = await wordsOf(id);
    return [words.length <= 8_000, ['principio', 'corregido', '10x5', '15x5'].filter((each) => words.some((word) => word.endsWith(each)))];
  };
  expect(await read()).toEqual([true, ['principio', '15x5']]);
  await database.db('activities').where({ id }).update({ description: 'Corregido' });
  expect(await read()).toEqual([true, ['corregido', '15x5']]);
});

it('reads the comments of an activity again only where a text loses words', async () => {
  const make = given(database.db);
  const { id, ownerId } = await make.activity({ description: 'Pintar el muro', status: 'in_progress' });
  const first = await comment(id, ownerId, 'Falta brocha');
  const versionOf = async () => (await database.db.raw('select xmin from activity_words where activity_id = ?', [id])).rows[0].xmin;
  const before = await versionOf();
  await comment(id, ownerId, 'brocha: falta el muro, PINTAR');
  await comment(id, ownerId, 'falta brocha:');
  expect(await versionOf()).not.toBe(before);
  const full = await versionOf();
  await comment(id, ownerId, 'brocha: el muro');
  expect(await versionOf()).toBe(full);

  // An update that a trigger did not see shows whether comments are read.
  await database.db.raw(
    `set session_replication_role = replica; update comments set body = 'Otra' where id = ${first[0].id}; reset session_replication_role`,
  );
  const other = await make.person();
  await database.db('activities').where({ id }).update({ assigneeId: other.id });
  await database.db('activities').where({ id }).update({ status: 'completed', closedAt: new Date(), resolution: 'Quedó listo' });
  expect(await wordsOf(id)).not.toContain('otra');
  expect(await wordsOf(id)).toEqual(expect.arrayContaining(['listo', 'falta', '\u0001p', `\u0001a${other.id}`]));
  expect(await wordsOf(id)).not.toContain(`\u0001a${ownerId}`);
  await database.db('activities').where({ id }).update({ resolution: 'Quedó' });
  expect(await wordsOf(id)).toContain('otra');
  expect(await wordsOf(id)).not.toContain('listo');
});

it('works with the empty search path under which pg_dump is restored and rows are replicated', async () => {
  const make = given(database.db);
  const { id, ownerId } = await make.activity({ description: 'Pintar' });
  const rows = async (table: string) => (await database.db.raw(`select * from ${table} order by id`)).rows;
  const [users, topics] = [await rows('users'), await rows('topics')];
  const trx = await database.db.transaction();
  try {
    await trx.raw(`set local search_path = ''`);
    for (const table of ['users', 'topics']) {
      await trx.raw(`create temporary table dumped (like public.${table} including generated)`);
      const statement = `select string_agg(quote_ident(attname), ', ') as columns from pg_attribute
        where attrelid = 'public.${table}'::regclass and attnum > 0 and not attisdropped and attgenerated = ''`;
      const { columns } = (await trx.raw(statement)).rows[0];
      await trx.raw(`insert into pg_temp.dumped (${columns}) select ${columns} from public.${table}`);
      expect((await trx.raw('select * from pg_temp.dumped order by id')).rows).toEqual(table === 'users' ? users : topics);
      await trx.raw('drop table pg_temp.dumped');
    }
    await trx.raw(`insert into public.comments (activity_id, author_id, body, written_at) values (?, ?, 'Brocha', now())`, [id, ownerId]);
    await trx.raw(`update public.activities set description = 'Lijar' where id = ?`, [id]);
    await trx.commit();
  } finally {
    if (!trx.isCompleted()) await trx.rollback();
  }
  expect(await wordsOf(id)).toEqual(expect.arrayContaining(['lijar', 'brocha']));
  expect(await wordsOf(id)).toEqual(await freshWordsOf(id));
});

describe('filling', () => {
  const on = (db = database.db) => repositoriesOn(db, 'America/Mexico_City').activitySearch;
  const fillWords = (before: number, limit: number, db = database.db) => on(db).fillWords(before, limit);
  const countWithoutWords = () => on().countWithoutWords();
  const activitiesWith = async (...comments: number[]) => {
    const make = given(database.db);
    const ids: number[] = [];
    for (const count of comments) {
      const { id, ownerId } = await make.activity({ description: 'uno' });
      for (let n = 0; n < count; n++) await comment(id, ownerId, 'nota');
      ids.push(id);
    }
    return ids as [number, number, number];
  };

  it('writes what has no words, the newest first, and only that', async () => {
    const [first, , last] = await activitiesWith(0, 0, 0);
    await database.db('activityWords').whereIn('activityId', [first, last]).delete();
    expect(await countWithoutWords()).toBe(2);
    expect(await fillWords(last + 1, 1)).toEqual({ isOurs: true, before: last, missing: 1, filled: 1 });
    expect(await wordsOf(last)).toEqual(await freshWordsOf(last));
    expect(await fillWords(last, 5)).toMatchObject({ before: first, filled: 1 });
    expect(await fillWords(first, 5)).toEqual({ isOurs: true, before: 0, missing: 0, filled: 0 });
    expect(await countWithoutWords()).toBe(0);
  });

  it('ends a batch after two hundred comments, because an act may wait for it', async () => {
    const [first, second, third] = await activitiesWith(1, 150, 50);
    await database.db('activityWords').delete();
    expect(await fillWords(third + 1, 20)).toMatchObject({ before: second, filled: 2 });
    expect(await fillWords(second, 20)).toMatchObject({ before: first, filled: 1 });
  });

  it('leaves it to one process, and a locked activity to the next round', async () => {
    const [first, second] = await activitiesWith(0, 0);
    await database.db('activityWords').delete();
    const trx = await database.db.transaction();
    try {
      await trx.raw('select from activities where id = ? for update', [second]);
      expect(await fillWords(second + 1, 20)).toEqual({ isOurs: true, before: first, missing: 2, filled: 1 });
      await database.db('activityWords').delete();
      expect(await fillWords(second, 20, trx)).toMatchObject({ filled: 1 });
      expect(await fillWords(second + 1, 20)).toEqual({ isOurs: false, before: 0, missing: 0, filled: 0 });
    } finally {
      await trx.rollback();
    }
  });
});
