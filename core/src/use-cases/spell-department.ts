import { normalise } from '../domain/text.ts';
import type { Repositories } from '../persistence/repositories.ts';

/** Returns a department as people or topics have it written already, case and accents aside; one that is new as it is given. */
export async function spellDepartment(repos: Repositories, given: string, others: readonly string[] = []): Promise<string> {
  const departments = [...others, ...(await repos.topics.departments())];
  if (departments.includes(given)) return given;
  return departments.find((name) => normalise(name) === normalise(given)) ?? given;
}
