import type { Account } from '@bitacora/core/contract/person';
import type { Topic } from '@bitacora/core/contract/topic-endpoints';
import { fullName } from '@bitacora/core/domain/people/person';
import { normalise } from '@bitacora/core/domain/text';
import { exits, Stopped } from '@bitacora/core/terminal/stopped';
import { terminalCommands } from './messages/commands.ts';

/** True if one of the texts contains these words; case and accents do not matter. */
export const mentions = (texts: readonly (string | null)[], search: string): boolean => {
  const words = normalise(search);
  return texts.some((text) => text !== null && normalise(text).includes(words));
};

/** A person by email, employee number, full name or id; the id counts last, because an employee number may look like one. */
export const findPerson = (all: readonly Account[], typed: string): Account =>
  findOne(all, typed, {
    id: ({ id }) => id,
    names: (person) => [person.email, person.employeeNumber, fullName(person)],
    label: (person) => `${person.id}  ${fullName(person)}  ${person.email}`,
  });

/** A topic by name or id. */
export const findTopic = <T extends Topic>(all: readonly T[], typed: string): T =>
  findOne(all, typed, { id: ({ id }) => id, names: ({ name }) => [name], label: ({ id, name }) => `${id}  ${name}` });

interface MatchKeys<One> {
  id(one: One): number;
  names(one: One): readonly string[];
  label(one: One): string;
}

/** Throws `Stopped` if none or several match. */
function findOne<One>(all: readonly One[], typed: string, { id, names, label }: MatchKeys<One>): One {
  const words = normalise(typed);
  const byName = all.filter((one) => names(one).some((name) => normalise(name) === words));
  const matches = byName.length > 0 ? byName : all.filter((one) => String(id(one)) === typed.trim());
  if (matches.length === 1) return matches[0] as One;
  const { nobody, several } = terminalCommands.matching;
  throw new Stopped(exits.usage, matches.length === 0 ? nobody(typed) : several(typed), matches.slice(0, 10).map(label).join('\n') || null);
}
