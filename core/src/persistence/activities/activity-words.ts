import type { Knex } from 'knex';
import type { Activity } from '../../domain/activities/activity.ts';
import { listIndexedWords } from '../../domain/activities/search.ts';
import { execute, firstRow } from '../database/statement.ts';
import * as sql from './activity-words.sql.ts';

/** PostgreSQL allows a megabyte of words in a row. That is eight thousand words of 32 letters, including the marks. */
const WORDS_MAX = 7_990;
/** Words of comments are added up to this number, to leave room for later comments. */
const WITH_COMMENTS_MAX = 6_000;
/** Limits of a batch, because acts on its activities wait until it ends. */
const FILLED_COMMENTS_MAX = 200;
const FILL_LOCK = 7_215_113;

/** Quotes a word for a `tsvector` or a `tsquery`. */
export const quoteWord = (word: string): string => `'${word.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`;

const writeVector = (words: Iterable<string>): string => [...words].map(quoteWord).join(' ');

export const vectorize = (text: string): string => writeVector(new Set(listIndexedWords(text)));

interface ActivityTexts extends Pick<Activity, 'description' | 'resolution'> {
  /** The comments that are not canceled, the newest first. */
  comments: readonly string[];
}

/** Writes the words of all texts as a `tsvector`. It takes as many words of the comments as fit. */
export function vectorizeAll({ description, resolution, comments }: ActivityTexts): string {
  const words = new Set([...new Set([...listIndexedWords(description), ...listIndexedWords(resolution ?? '')])].slice(0, WORDS_MAX));
  for (const comment of comments) {
    const added = new Set(listIndexedWords(comment).filter((word) => !words.has(word)));
    if (words.size + added.size > WITH_COMMENTS_MAX) break;
    for (const word of added) words.add(word);
  }
  return writeVector(words);
}

/** Makes the words of activities from their texts, where a text lost words or they have none. Call it under the locks of the activities. */
export async function rewriteWords(db: Knex, ids: readonly number[]): Promise<void> {
  const { rows } = await execute<ActivityTexts & { id: number }>(db, sql.READ_TEXTS, { ids: [...ids] });
  await execute(db, sql.WRITE_WORDS, { ids: rows.map(({ id }) => id), words: rows.map(vectorizeAll) });
}

export interface NewComment {
  activityId: number;
  authorId: number;
  body: string;
  writtenAt: Date;
  /** When it was written on a device without network; absent or null where it was sent at once. */
  capturedAt?: Date | null;
}

/** Writes a comment with its words. Call it under the activity's lock. */
export async function addComment(db: Knex, comment: NewComment): Promise<number> {
  const values = { ...comment, capturedAt: comment.capturedAt ?? null, words: vectorize(comment.body), max: WORDS_MAX };
  const [{ id, isFull }] = (await execute<{ id: number; isFull: boolean }>(db, sql.ADD_COMMENT, values)).rows as [
    { id: number; isFull: boolean },
  ];
  if (isFull) await rewriteWords(db, [comment.activityId]);
  return id;
}

export interface WordsBatch {
  /** False where another process writes. */
  isOurs: boolean;
  /** Where the next batch begins; 0 after the last. */
  before: number;
  /** The number of activities without words that it met, and how many of them it filled. */
  missing: number;
  filled: number;
}

/** Fills missing words, which a restore or work from before the search leaves behind. */
export const missingWordsOn = (db: Knex) => ({
  /** Writes the words of some activities with a smaller folio than that, unless another process does. */
  async fill(before: number, limit: number): Promise<WordsBatch> {
    return db.transaction(async (trx) => {
      const values = { before, limit, lock: FILL_LOCK, comments: FILLED_COMMENTS_MAX };
      const { ids, ...batch } = await firstRow<Omit<WordsBatch, 'filled'> & { ids: number[] }>(trx, sql.FILL_TURN, values);
      if (ids.length > 0) await rewriteWords(trx, ids);
      return { ...batch, filled: ids.length };
    });
  },

  async fillNames(): Promise<void> {
    const { rows } = await execute<{ kind: 'users' | 'topics'; id: number; name: string }>(db, sql.NAMES_WITHOUT_WORDS);
    for (const kind of ['users', 'topics'] as const) {
      const named = rows.filter((row) => row.kind === kind);
      const values = { ids: named.map(({ id }) => id), words: named.map(({ name }) => vectorize(name)) };
      if (named.length > 0) await execute(db, sql.WRITE_NAME_WORDS[kind], values);
    }
  },

  count: async (): Promise<number> => (await firstRow<{ count: number }>(db, sql.COUNT_WITHOUT_WORDS)).count,
});
