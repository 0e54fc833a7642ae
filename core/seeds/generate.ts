import type { Knex } from 'knex';
import { normalise } from '../src/domain/text.ts';
import { rowMarks } from '../src/persistence/activities/activity-words.sql.ts';
import { vectorize } from '../src/persistence/activities/activity-words.ts';
import words from './facts/generated.json' with { type: 'json' };

/** What generated companies are made of: accents, capitals, % and _ included, because searches meet them. */
const { firstNames, lastNames, departments, verbs, things, ways } = words;

/** Every description begins as one of these. */
const phrases = verbs.flatMap((verb) => things.flatMap((thing) => ways.map((way) => `${verb} ${thing} ${way}`)));

export interface Size {
  activities: number;
  people?: number;
  topics?: number;
  /** Comments in all, five for each of the newest activities. */
  comments?: number;
}

const BATCH = 100_000;
const ZONE = 'America/Mexico_City';
const YEARS = 4;

/**
 * Fills a migrated database with a company of any size until `now`; the same size gives the same company. One person in ten is
 * privileged and owns what others do; one activity in ten is open, most of them new and some very late. A few owners have most of
 * the work. Triggers and foreign keys are not asked (everything refers to what is made here), so it takes a superuser.
 */
export async function generate(db: Knex, size: Size, now: Date): Promise<void> {
  const { activities, people = 500, topics = 200, comments = 0 } = size;
  const rebuilds: Rebuild[] = [];
  await db.transaction(async (trx) => {
    await trx.raw(`set local session_replication_role = replica; set local max_parallel_workers_per_gather = 0; select setseed(0.5)`);
    await addPeople(trx, people, now);
    await addTopics(trx, topics, now);
    await stagePhrases(trx);
    rebuilds.push(await dropIndexes(trx, 'activities'));
    for (let from = 0; from < activities; from += BATCH) {
      await trx.raw(ACTIVITIES, { from, to: Math.min(from + BATCH, activities) - 1, count: activities, now, zone: ZONE, years: YEARS });
    }
    await trx.raw(LAST_ACTS, { zone: ZONE });
    if (comments) await trx.raw(COMMENTS, { comments, now });
    rebuilds.push(await addWords(trx, comments > 0));
  });
  // PostgreSQL ignores an index over updated rows while an earlier transaction runs, so it is built after the vacuum.
  await db.raw('vacuum');
  for (const rebuild of rebuilds) await db.transaction(rebuild);
  await db.raw('vacuum (analyze)');
}

async function addWords(trx: Knex, hasComments: boolean): Promise<Rebuild> {
  const rebuild = await dropIndexes(trx, 'activity_words');
  await trx.raw(`insert into activity_words ${WORDS} on conflict do nothing`, { resolution: vectorize(RESOLUTION) });
  if (hasComments) await trx.raw(`update activity_words set words = activity_words.words || ${COMMENT_WORDS}`);
  await trx.raw('insert into search_vocabulary select distinct word from ts_stat(?) where word collate "C" >= ?', [
    'select words from activity_words',
    ':',
  ]);
  return rebuild;
}

/** Only open work has a day, as an upgrade leaves it. */
const LAST_ACTS = `update activities set last_act_on = (coalesce(closed_at, started_at, created_at) at time zone :zone)::date
  where status in ('not_started', 'in_progress', 'on_pause', 'completed')`;

const of = <Item>(items: readonly Item[], index: number) => items[index % items.length] as Item;

/** Makes the dropped indexes of a table again, in a transaction. */
type Rebuild = (trx: Knex) => Promise<void>;

/** Building an index over everything takes a fifth of the time of keeping it up row by row. Those of constraints stay. */
async function dropIndexes(db: Knex, table: string): Promise<Rebuild> {
  const { rows } = await db.raw(
    `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition from pg_index
    where indrelid = ?::regclass and not exists (select from pg_constraint where conindid = indexrelid)`,
    [table],
  );
  for (const { name } of rows) await db.raw(`drop index ${name}`);
  return async (trx) => {
    await trx.raw(`set local maintenance_work_mem = '256MB'`);
    for (const { definition } of rows) await trx.raw(definition);
  };
}

async function countRows(db: Knex, table: string): Promise<number> {
  const [row] = await db(table).count('* as rows');
  return Number(row?.rows);
}

async function addPeople(db: Knex, count: number, now: Date) {
  const already = await countRows(db, 'users');
  const rows = Array.from({ length: count }, (_, index) => ({
    employeeNumber: `G-${already + index + 1}`,
    firstName: of(firstNames, index * 7 + Math.floor(index / 16)),
    lastName: `${of(lastNames, index)} ${of(lastNames, Math.floor(index / 16))}`,
    email: `generada${already + index + 1}@example.mx`,
    level: 'Operativo',
    department: of(departments, index),
    position: index % 10 === 0 ? 'GERENTE' : 'ANALISTA',
    createdAt: now,
  })).map((row) => ({ ...row, nameWords: vectorize(`${row.firstName} ${row.lastName}`) }));
  await db.batchInsert('users', rows, 1000);
  // As their registration would, so that `admin verify` knows them.
  await db.raw(
    `insert into admin_history (at, act, subject_kind, subject_id, subject, after, channel)
    select ?, 'person.register', 'person', id, first_name || ' ' || last_name,
      jsonb_build_object('kind', kind, 'position', position, 'email', email, 'isActive', is_active, 'manager', null), 'system'
    from users where employee_number = any(?) order by id`,
    [now, rows.map(({ employeeNumber }) => employeeNumber)],
  );
  await db.raw(`create temporary table some_people on commit drop as
    select row_number() over (order by id) as place, id, position = 'GERENTE' as is_owner from users where employee_number like 'G-%'`);
  await db.raw(`create temporary table some_owners on commit drop as
    select row_number() over (order by id) as place, id from some_people where is_owner`);
}

async function addTopics(db: Knex, count: number, now: Date) {
  const already = await countRows(db, 'topics');
  const rows = Array.from({ length: count }, (_, index) => {
    const name = `${of(['Línea', 'Edificio', 'Proyecto', 'Campaña', 'Auditoría'], index)} ${already + index + 1}`;
    const department = index % 10 === 9 ? 'GENERAL' : of(departments, index);
    return { name, nameKey: normalise(name), nameWords: vectorize(name), department, createdAt: now };
  });
  await db.batchInsert('topics', rows, 1000);
  await db.raw(`create temporary table some_topics on commit drop as select row_number() over (order by id) as place, id from topics`);
}

/** The key of a whole is its parts' keys: `normalise` meets nothing new where ', orden 7' is added. */
async function stagePhrases(db: Knex) {
  await db.raw(
    `create temporary table some_phrases on commit drop as
      select text, key, words::tsvector as words, place
      from unnest(?::text[], ?::text[], ?::text[]) with ordinality as phrase (text, key, words, place)`,
    [phrases, phrases.map(normalise), phrases.map((phrase) => vectorize(`${phrase},`))],
  );
  await db.raw('analyze some_people, some_owners, some_topics, some_phrases');
}

const RESOLUTION = 'Quedó terminado y probado';

/** `share` runs from 0 (the oldest) to 1 (now). Stamps follow each other within what time there was. */
const ACTIVITIES = `
  with counts as materialized (
    select (select count(*) from some_people) as people, (select count(*) from some_owners) as owners,
           (select count(*) from some_topics) as topics, (select count(*) from some_phrases) as phrases
  ), thrown as materialized (
    select i, (i + random()) / :count as share, random() as r_open, random() as r_status, random() as r_owner, random() as r_assignee,
           random() as r_own, random() as r_topic, random() as r_phrase, random() as r_priority, random() as r_due,
           random() as r_extended, random() as r_repeats, random() as r_start, random() as r_close
    from generate_series(:from::bigint, :to) as i
  ), told as materialized (
    select *, case
        when r_open < case when share > 0.88 then 0.72 else 0.0155 end then
          case when r_status < 0.35 then 'not_started' when r_status < 0.75 then 'in_progress' when r_status < 0.83 then 'on_pause' else 'completed' end
        when r_status < 0.93 then 'verified' else 'canceled' end as status,
      :now::timestamptz - (1 - share) * make_interval(days => 365 * :years) as created_at
    from thrown
  ), timed as materialized (
    select *, (created_at at time zone :zone)::date + 2 + floor(45 * r_due * r_due)::int as due_on,
      created_at + least(make_interval(days => 5), (:now - created_at) * 0.4) * r_start as started_at,
      created_at + least(make_interval(days => 40), (:now - created_at) * 0.9) * (0.5 + 0.4 * r_close) as closed_at,
      created_at + least(make_interval(days => 40), (:now - created_at) * 0.9) * (0.95 + 0.05 * r_close) as ended_at
    from told
  )
  insert into activities (owner_id, assignee_id, topic_id, description, description_key, status, priority, created_at, due_on, extended_to,
    extension_reason, started_at, closed_at, closed_on, verified_at, canceled_at, resolution, repeats, series_starts_on, succession)
  select owner.id, case when r_own < 0.1 then owner.id else assignee.id end, topic.id,
    phrase.text || ', orden ' || i, phrase.key || ', orden ' || i, status,
    case when r_priority < 0.7 then 'normal' when r_priority < 0.92 then 'high' else 'critical' end, created_at, due_on,
    case when r_extended < 0.12 then due_on + 1 + floor(r_extended * 150)::int end,
    case when r_extended < 0.12 then 'El proveedor pidió más tiempo' end,
    case when status not in ('not_started', 'canceled') then started_at end,
    case when status in ('completed', 'verified') then closed_at end,
    case when status in ('completed', 'verified') then (closed_at at time zone :zone)::date end,
    case when status = 'verified' then ended_at end, case when status = 'canceled' then ended_at end,
    case when status in ('completed', 'verified') then '${RESOLUTION}' end,
    case when r_repeats < 0.02 then 'week' when r_repeats < 0.05 then 'month' when r_repeats < 0.06 then 'year' end, due_on,
    case when r_repeats < 0.06 then 'ended' end
  from timed cross join counts
  join some_owners owner on owner.place = 1 + floor(owners * power(r_owner, 1.3))
  join some_people assignee on assignee.place = 1 + floor(people * power(r_assignee, 1.3))
  join some_topics topic on topic.place = 1 + floor(topics * power(r_topic, 1.5))
  join some_phrases phrase on phrase.place = 1 + floor(phrases * r_phrase)
  order by i`;

/** What `vectorizeAll` makes of these texts, from the words of each phrase. */
const WORDS = `
  select activities.id, phrase.words || array_to_tsvector(${rowMarks('activities')} || array['orden', split_part(description, ', orden ', 2)])
    || case when resolution is null then '' else :resolution::tsvector end
  from activities join some_phrases as phrase on phrase.text = split_part(description, ', orden ', 1)`;

const COMMENTS = `
  insert into comments (activity_id, author_id, body, written_at)
  select activity.id, activity.assignee_id, phrase.text || ', avance ' || n,
    least(activity.created_at + make_interval(hours => n), :now::timestamptz)
  from (select id, assignee_id, created_at from activities order by id desc limit :comments) activity
  cross join generate_series(1, 5) as n
  join some_phrases phrase on phrase.place = 1 + (hashint4(activity.id * 8 + n) & 2147483647) % (select count(*) from some_phrases)
  limit :comments`;

/** The words of these comments, from those of each phrase. */
const COMMENT_WORDS = `said.words from (
    select activity_id, array_to_tsvector(array_agg(distinct word)) as words
    from comments join some_phrases as phrase on phrase.text = split_part(body, ', avance ', 1)
    cross join unnest(tsvector_to_array(phrase.words) || array['avance', split_part(body, ', avance ', 2)]) as word
    group by activity_id
  ) as said where said.activity_id = activity_words.activity_id`;
