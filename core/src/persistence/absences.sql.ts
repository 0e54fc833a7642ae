/* Statements about absences. The builder has no words for names joined twice and lists of objects. */

/** Each with both names; of one person's own and of those they act in, where `:userId` is not null. */
export const ABSENCES = `
  select absences.id, user_id as "userId", substitute_id as "substituteId", from_on as "fromOn", to_on as "toOn",
    concat_ws(' ', absent.first_name, absent.last_name) as name,
    concat_ws(' ', substitute.first_name, substitute.last_name) as "substituteName"
  from absences join users as absent on absent.id = user_id join users as substitute on substitute.id = substitute_id
  where to_on >= :since and (:userId::integer is null or :userId in (user_id, substitute_id))
  order by from_on, name, absences.id`;

/** Active people but one, by the words of their names or by id; all of them where neither is given. */
export const POSSIBLE_SUBSTITUTES = `
  select id, concat_ws(' ', first_name, last_name) as name, position from users
  where is_active and id <> :userId and (
    (:query = '' and :id::integer is null) or name_words @@ nullif(:query, '')::tsquery or id = :id::integer
  )
  order by first_name, last_name, id limit :limit`;

/** Joined to `users`: the active people who are away on `:today` and have the person as substitute. */
export const SUBSTITUTES_FOR = `coalesce((
    select jsonb_agg(jsonb_build_object(
      'id', absent.id, 'name', concat_ws(' ', absent.first_name, absent.last_name), 'kind', absent.kind, 'position', absent.position
    ) order by absent.id)
    from absences join users as absent on absent.id = absences.user_id and absent.is_active
    where absences.substitute_id = users.id and :today::date between absences.from_on and absences.to_on
  ), '[]') as "substitutesFor"`;

export const REPRESENTED_BY = `select ${SUBSTITUTES_FOR} from users where users.id = :userId`;
