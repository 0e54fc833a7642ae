/** The boss of each person that has one. */
export type Managers = ReadonlyMap<number, number>;

/** The bosses above a person, the nearest first. It ends where a person would come again. */
export function managersAbove(personId: number, managers: Managers): number[] {
  const above = new Set<number>();
  let next = managers.get(personId);
  while (next !== undefined && next !== personId && !above.has(next)) {
    above.add(next);
    next = managers.get(next);
  }
  return [...above];
}

/** Whether a person would be above themselves with this boss. */
export const makesCycle = (personId: number, managerId: number, managers: Managers): boolean =>
  managerId === personId || managersAbove(managerId, managers).includes(personId);
