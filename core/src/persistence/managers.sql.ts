/**
 * For `with recursive`: the two nearest active bosses above each person, as `manager (person_id, boss_id, level)`. Bosses who are not
 * active are passed over. `union` ends the recursion even where stored bosses formed a cycle.
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
