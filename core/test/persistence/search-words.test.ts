import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { generate } from '../../seeds/generate.ts';
import { listIndexedWords, toSearchText } from '../../src/domain/activities/search.ts';
import { missingWordsOn } from '../../src/persistence/activities/activity-words.ts';
import { repositoriesOn } from '../../src/persistence/repositories.ts';
import { amendActivity } from '../../src/use-cases/activities/amend-activity.ts';
import { cancelComment, commentActivity } from '../../src/use-cases/activities/comments.ts';
import { completeActivity } from '../../src/use-cases/activities/complete-activity.ts';
import { reassignActivity } from '../../src/use-cases/activities/reassign-activity.ts';
import { validateActivity } from '../../src/use-cases/activities/validate-activity.ts';
import { type TestDatabase, testDatabase } from '../database.ts';
import { aPerson, given, NOW } from '../factories.ts';
import { type Stage, stage, ZONE } from '../stage.ts';
import { findWrongWords } from '../stored-words.ts';

let database: TestDatabase;
let on: Stage;
beforeAll(async () => {
  database = await testDatabase();
  on = stage(database.db);
});
beforeEach(() => database.wipe());
afterAll(() => database.close());

const wordsOf = async (id: number): Promise<string[]> =>
  (await database.db.raw(`select tsvector_to_array(words) as words from activity_words where activity_id = ?`, [id])).rows[0]?.words;

it.each([
  ['Revisar el formato_F-12,', ['revisar', 'el', 'formato_f-12,', '_f-12,', 'f-12,', '12,']],
  ['(Ñandú) 100%', ['(nandu)', 'nandu)', '100%', '%']],
  ['🎉bomba\tﬁn', ['🎉bomba', 'bomba', 'fin']],
  [' \n ', []],
])('the words of %j are %j', (each, words) => {
  expect(listIndexedWords(each)).toEqual(words);
});

it.each([
  ['ligatures', '\ufdfa'.repeat(2_000)],
  ['ligatures of plain letters', 'ﬃ'.repeat(1_999)],
  ['plain letters', 'ab '.repeat(2_000)],
  ['letters beyond the first plane', '𐐀'.repeat(3_000)],
])('reads four thousand letters of a text of %s', (_, each) => {
  expect(Array.from(toSearchText(each)).length).toBeLessThanOrEqual(4_000);
});

it('needs no extension, which some roles may not create', async () => {
  expect(await database.db('pg_extension').pluck('extname')).toEqual(['plpgsql']);
});

it('each act keeps the words of its activity, and the vocabulary has those that begin with a letter', async () => {
  const make = given(database.db);
  const [owner, assignee, other] = [await make.manager(), await make.person(), await make.person()];
  const activity = await make.activity({ owner, assignee, description: 'Pintar el muro', status: 'in_progress' });
  const { id: activityId } = activity;
  const keeps = async (...words: string[]) => {
    expect(await findWrongWords(database.db)).toEqual([]);
    expect(await wordsOf(activityId)).toEqual(expect.arrayContaining(words));
  };
  await keeps('muro', '\u0001p', `\u0001f${activityId}`, `\u0001o${owner.id}`);
  const { id: commentId } = await on.act(commentActivity, owner, { activityId, body: 'Falta brocha' });
  await on.act(commentActivity, assignee, { activityId, body: 'Falta cubeta' });
  await keeps('brocha', 'cubeta');
  await on.act(cancelComment, owner, { commentId });
  await keeps('cubeta', 'falta');
  await on.act(completeActivity, assignee, { activityId, resolution: 'Quedó rosa' });
  await keeps('rosa');
  await on.act(validateActivity, owner, { activityId, verdict: 'Rejected', comment: 'Repintar' });
  await keeps('repintar');
  await on.act(amendActivity, owner, { activityId, description: 'Pintar la barda', topicId: (await make.topic()).id, reason: null });
  await keeps('barda');
  await on.act(reassignActivity, owner, { activityId, assigneeId: other.id, reason: null });
  await keeps(`\u0001a${other.id}`);
  await on.act(completeActivity, other, { activityId, resolution: 'Ya' });
  await on.act(validateActivity, owner, { activityId, verdict: 'Verified', comment: null });
  await keeps('ya');
  expect(await wordsOf(activityId)).not.toContain('\u0001p');
  const vocabulary: string[] = await database.db('searchVocabulary').pluck('word');
  expect(vocabulary).toEqual(expect.arrayContaining(['muro', 'barda', 'brocha', 'cubeta', 'rosa']));
  expect(vocabulary.filter((word) => word < ':')).toEqual([]);
});

it('loses no word when comments are written at the same time', async () => {
  const make = given(database.db);
  const [owner, assignee] = [await make.manager(), await make.person()];
  const { id: activityId } = await make.activity({ owner, assignee, description: 'Una', status: 'in_progress' });
  const comments = Array.from({ length: 8 }, (_, n) => on.act(commentActivity, owner, { activityId, body: `nota${n}x` }));
  await Promise.all([...comments, on.act(completeActivity, assignee, { activityId, resolution: 'Otra' })]);
  expect(await findWrongWords(database.db)).toEqual([]);
  expect(await wordsOf(activityId)).toEqual(expect.arrayContaining(['otra', 'nota0x', 'nota7x']));
});

it('takes more text than a row of words can hold, and keeps the newest comments', async () => {
  const make = given(database.db);
  const owner = await make.manager();
  const activity = await make.ownActivity(owner, { description: 'Principio', status: 'in_progress' });
  const long = (of: number) => Array.from({ length: 160 }, (_, n) => `${'é🙂'.repeat(9)}${of}x${n}`).join(' ');
  for (let of = 10; of < 16; of++) await make.comment(activity, owner, long(of));
  const words = await wordsOf(activity.id);
  expect(words.length).toBeLessThanOrEqual(8_000);
  const ends = ['principio', '10x5', '15x5'].filter((each) => words.some((word) => word.endsWith(each)));
  expect(ends).toEqual(['principio', '15x5']);
});

it('a person has the words of the present name', async () => {
  const make = given(database.db);
  const repos = repositoriesOn(database.db, ZONE);
  const [renamed, forgotten] = [await make.person(), await make.person()];
  const { id: _, isActive: __, ...person } = aPerson({ firstName: 'Íñigo', lastName: 'Paz' });
  await repos.users.add(person, NOW);
  await repos.topics.add({ name: 'Auditoría anual', description: null, department: 'GENERAL' }, NOW);
  await repos.users.update(renamed.id, { firstName: 'Zoé', lastName: 'Luz' });
  await repos.users.update(renamed.id, { phone: '55' });
  await repos.anonymisation.replacePerson(forgotten.id, NOW);
  expect(await findWrongWords(database.db)).toEqual([]);
});

it('names of a restored database get their words', async () => {
  const make = given(database.db);
  await make.topic();
  await make.person();
  await database.db.raw('update users set name_words = null; update topics set name_words = null');
  await missingWordsOn(database.db).fillNames();
  expect(await findWrongWords(database.db)).toEqual([]);
});

it('a generated company has the words of its texts', async () => {
  await generate(database.db, { activities: 200, people: 20, topics: 10, comments: 100 }, NOW);
  expect(await findWrongWords(database.db)).toEqual([]);
});

describe('filling', () => {
  const fillWords = (before: number, limit: number, db = database.db) => missingWordsOn(db).fill(before, limit);
  const countWithoutWords = () => missingWordsOn(database.db).count();
  const activitiesWith = async (...comments: number[]) => {
    const make = given(database.db);
    const ids: number[] = [];
    for (const count of comments) {
      const owner = await make.manager();
      const activity = await make.ownActivity(owner, { description: 'uno' });
      for (let n = 0; n < count; n++) await make.comment(activity, owner, 'nota');
      ids.push(activity.id);
    }
    return ids as [number, number, number];
  };

  it('writes what has no words, the newest first, and only that', async () => {
    const [first, , last] = await activitiesWith(0, 0, 0);
    await database.db('activityWords').whereIn('activityId', [first, last]).delete();
    expect(await countWithoutWords()).toBe(2);
    expect(await fillWords(last + 1, 1)).toEqual({ isOurs: true, before: last, missing: 1, filled: 1 });
    expect(await wordsOf(last)).toContain('uno');
    expect(await fillWords(last, 5)).toMatchObject({ before: first, filled: 1 });
    expect(await fillWords(first, 5)).toEqual({ isOurs: true, before: 0, missing: 0, filled: 0 });
    expect(await countWithoutWords()).toBe(0);
    expect(await findWrongWords(database.db)).toEqual([]);
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
