import type { Knex } from 'knex';
import { listIndexedWords } from '../src/domain/activities/search.ts';
import { missingWordsOn } from '../src/persistence/activities/activity-words.ts';

const EVERY_FOLIO = 2_147_483_647;

/** Makes the words of all activities and names anew, for rows that a test wrote without them. */
export async function storeWords(db: Knex): Promise<void> {
  await db.raw('delete from activity_words; update users set name_words = null; update topics set name_words = null');
  const missingWords = missingWordsOn(db);
  await missingWords.fillNames();
  for (let before = EVERY_FOLIO; before > 0; ) ({ before } = await missingWords.fill(before, 20_000));
}

interface StoredText {
  what: string;
  texts: (string | null)[];
  marks: string[];
  words: string[] | null;
}

const STORED_TEXTS = `
  select 'activity ' || id as what, tsvector_to_array(words) as words,
    array[description, resolution] || array(select body from comments where comments.activity_id = activities.id and canceled_at is null) as texts,
    array['f' || id, 't' || topic_id, 'o' || owner_id, 'a' || assignee_id] || case when is_open then array['p'] else '{}' end as marks
  from activities left join activity_words on activity_id = activities.id
  union all select 'user ' || id, tsvector_to_array(name_words), array[first_name, last_name], '{}' from users
  union all select 'topic ' || id, tsvector_to_array(name_words), array[name], '{}' from topics`;

/** The activities and names whose stored words are not those of their stored texts. */
export async function findWrongWords(db: Knex): Promise<unknown[]> {
  const { rows } = (await db.raw(STORED_TEXTS)) as { rows: StoredText[] };
  return rows.flatMap(({ what, texts, marks, words }) => {
    const right = new Set([...marks.map((mark) => `\u0001${mark}`), ...texts.flatMap((text) => listIndexedWords(text ?? ''))]);
    const isRight = words?.length === right.size && words.every((word) => right.has(word));
    return isRight
      ? []
      : [{ what, missing: [...right].filter((word) => !words?.includes(word)), spare: words?.filter((word) => !right.has(word)) }];
  });
}
