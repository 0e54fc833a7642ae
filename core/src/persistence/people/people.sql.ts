import { selectList } from '../database/statement.ts';
import { personColumns } from '../models.ts';

/**
 * Part of a `with recursive`: it computes `manager (person_id, boss_id, level)`, the two nearest active bosses above each person. Inactive
 * bosses are passed over. `union` ends the recursion even where stored bosses form a cycle.
 */
export const MANAGERS = `
  line as (
    select id as person_id, manager_id as next_id, 0 as level, null::integer as boss_id from users where manager_id is not null
    union
    select person_id, boss.manager_id, line.level + boss.is_active::integer, case when boss.is_active then boss.id end
    from line join users as boss on boss.id = line.next_id where line.level < 2
  ), manager as materialized (
    select person_id, boss_id, level from line where boss_id is not null
  )`;

export const ACTIVE_MANAGERS = `
  with recursive ${MANAGERS}
  select person_id as "personId", array_agg(boss_id order by level) as "managerIds" from manager where person_id = any(?::integer[]) group by person_id`;

/* Statements about people for which the builder has no words: whether a password exists, emails without regard to case, and arrays. */

const PERSON = selectList('users', personColumns);
const ACCOUNT = `${PERSON}, manager_id as "managerId", password_hash is not null as "hasPassword"`;

export const ACCOUNTS = `select ${ACCOUNT} from users order by first_name, last_name, id`;

export const LOCK_ACCOUNTS = `
  select ${ACCOUNT}, privilege_lost_at as "privilegeLostAt" from users
  where id = any(?::integer[]) and anonymised_at is null order by id for no key update`;

/** The only statement that reads a stored hash. */
export const CREDENTIALS = `select ${PERSON}, password_hash as "passwordHash" from users where lower(email) = lower(?)`;

/** The index `users_first_administrator` repeats the condition. */
export const FIRST_ADMINISTRATOR = `
  select email from users where lower(kind) = 'desarrollador' and is_active order by created_at, id limit 1`;

export const KNOWN_PEOPLE = `
  select id, employee_number as "employeeNumber", email, is_active as "isActive" from users
  where employee_number = any(:numbers::text[]) or lower(email) in (select lower(address) from unnest(:emails::text[]) as address)`;

/** One transaction at a time changes reporting lines, because two edits that are allowed alone could make a cycle together. */
export const LOCK_MANAGERS = `select pg_advisory_xact_lock(hashtext('users.manager_id'))`;

export const SET_MANAGERS = `
  update users set manager_id = given.manager_id
  from unnest(:ids::integer[], :managerIds::integer[]) as given (id, manager_id) where users.id = given.id`;

/** Adds thousands of tokens and invitations in one statement. */
export const INVITE = `
  with invited as (
    insert into password_resets (id, user_id, token_hash, wrong_tries, created_at, expires_at)
    select id, user_id, token_hash, 0, :now, :expiresAt
    from unnest(:ids::uuid[], :userIds::integer[], :tokenHashes::bytea[]) as given (id, user_id, token_hash)
    returning id, user_id
  )
  insert into outbox (key, kind, recipient_id, facts, created_at, next_try_at, expires_at)
  select 'invitation:' || id, 'invitation', user_id, jsonb_build_object('resetId', id), :now, :now, :newsUntil from invited`;

/* Statements about absences. The builder has no words for names joined twice and lists of objects. */

/** Lists absences with both names: everybody's where `:userId` is null, else those in which the person is absent or substitute. */
export const ABSENCES = `
  select absences.id, user_id as "userId", substitute_id as "substituteId", from_on as "fromOn", to_on as "toOn",
    concat_ws(' ', absent.first_name, absent.last_name) as name,
    concat_ws(' ', substitute.first_name, substitute.last_name) as "substituteName"
  from absences join users as absent on absent.id = user_id join users as substitute on substitute.id = substitute_id
  where to_on >= :since and (:userId::integer is null or :userId in (user_id, substitute_id))
  order by from_on, name, absences.id`;

/** Lists active people other than `:userId`, by the words of their names or by id; all of them where neither is given. `:colleagueId` leaves their department. */
export const POSSIBLE_SUBSTITUTES = `
  select id, concat_ws(' ', first_name, last_name) as name, position from users
  where is_active and id <> :userId and (
    (:query = '' and :id::integer is null) or name_words @@ nullif(:query, '')::tsquery or id = :id::integer
  ) and (:colleagueId::integer is null or department = (select department from users where id = :colleagueId::integer))
  order by first_name, last_name, id limit :limit`;

/** A column for a select from `users`: the active people who are away on `:today` and have the person as substitute. */
export const SUBSTITUTES_FOR = `coalesce((
    select jsonb_agg(jsonb_build_object(
      'id', absent.id, 'name', concat_ws(' ', absent.first_name, absent.last_name), 'kind', absent.kind, 'position', absent.position,
      'registeredById', coalesce(absences.registered_by_id, absent.id)
    ) order by absent.id)
    from absences join users as absent on absent.id = absences.user_id and absent.is_active
    where absences.substitute_id = users.id and :today::date between absences.from_on and absences.to_on
  ), '[]') as "substitutesFor"`;

export const REPRESENTED_BY = `select ${SUBSTITUTES_FOR} from users where users.id = :userId`;
