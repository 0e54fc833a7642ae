import type { TemplateView } from '@bitacora/core/contract/activities/template-endpoints';
import type { PossibleSubstitute } from '@bitacora/core/contract/people/absence-endpoints';
import type { Account } from '@bitacora/core/contract/people/user-endpoints';
import { fullName } from '@bitacora/core/domain/people/person';
import { normalise } from '@bitacora/core/domain/text';
import { exits, Stopped } from '@bitacora/core/terminal/terminal';
import { terminalActivities } from './messages/activities.ts';
import { terminalCommands } from './messages/commands.ts';

/** The largest number that the server takes as a folio. */
const FOLIO_MAX = 2_147_483_647;

export function readFolio(typed: string): number {
  const folio = /^\d{1,10}$/.test(typed) ? Number(typed) : 0;
  if (folio >= 1 && folio <= FOLIO_MAX) return folio;
  throw new Stopped(exits.usage, terminalActivities.wrongFolio(typed), terminalActivities.folioExample);
}

/** Returns each folio once, because a list of a script may name one twice. */
export const readFolios = (typed: readonly string[]): number[] => [...new Set(typed.map(readFolio))];

/** True if one of the texts contains these words; case and accents do not matter. */
export const mentions = (texts: readonly (string | null)[], search: string): boolean => {
  const words = normalise(search);
  return texts.some((text) => text !== null && normalise(text).includes(words));
};

/** The email is missing where the caller may not see it. */
type NamedPerson = Pick<Account, 'id' | 'employeeNumber' | 'firstName' | 'lastName'> & { email?: string };

/** Finds a person by email, employee number, full name or id; the id counts last, because an employee number may look like one. */
export const findPerson = <One extends NamedPerson>(all: readonly One[], typed: string, flag?: string): One =>
  findOne(all, typed, {
    names: ({ email = '', ...person }) => [email, person.employeeNumber, fullName(person)],
    label: ({ email = '', ...person }) => `${fullName(person)}  ${email}`.trimEnd(),
    flag,
  });

/** Finds one of those that the server found by words of a name or by id. Where no name is exactly that, all of them match. */
export function findSubstitute(matches: readonly PossibleSubstitute[], typed: string): PossibleSubstitute {
  const isNamed = matches.some(({ name }) => normalise(name) === normalise(typed));
  return findOne(matches, typed, {
    names: ({ name }) => [isNamed ? name : typed],
    label: ({ name, position }) => `${name}  ${position}`,
    flag: '--substitute',
  });
}

/** Finds a topic by name or id. */
export const findNamed = <One extends { id: number; name: string }>(all: readonly One[], typed: string, flag?: string): One =>
  findOne(all, typed, { names: ({ name }) => [name], label: ({ name }) => name, flag });

/** Finds a template of a topic by its text or id. */
export const findTemplate = (all: readonly TemplateView[], typed: string, flag?: string): TemplateView =>
  findOne(all, typed, { names: ({ description }) => [description], label: ({ description }) => description, flag });

interface MatchKeys<Row> {
  names(row: Row): readonly string[];
  label(row: Row): string;
  /** The flag of the name, for a command that takes several names. */
  flag: string | undefined;
}

/** Throws `Stopped` if none or several match. */
function findOne<Row extends { id: number }>(all: readonly Row[], typed: string, { names, label, flag }: MatchKeys<Row>): Row {
  const words = normalise(typed);
  const byName = all.filter((row) => names(row).some((name) => normalise(name) === words));
  const matches = byName.length > 0 ? byName : all.filter(({ id }) => String(id) === typed.trim());
  if (matches.length === 1) return matches[0] as Row;
  const { nobody, several } = terminalCommands.matching;
  const sentence = matches.length === 0 ? nobody(typed) : several(typed);
  const candidates = matches.slice(0, 10).map((row) => `${row.id}  ${label(row)}`);
  throw new Stopped(exits.usage, flag ? `${flag}: ${sentence}` : sentence, candidates.join('\n') || null);
}
