import { type Core, repositoriesOn } from '@bitacora/core/server';
import type { ImageStore } from './image-store.ts';
import { sortNames } from './sort-names.ts';

/** Stands for whoever stored what a folder without markers held. */
const UNKNOWN = 'unknown';

type Owner = Pick<Core, 'db' | 'zone'>;
const idOf = ({ db, zone }: Owner) => repositoriesOn(db, zone).installation.databaseId();

/**
 * Leaves this database's marker in the image folder, before anything is stored there: from two markers on nobody removes images, for
 * each database would take the other's evidence for orphans. A folder without markers is taken for this database's alone where it
 * names every image there, and otherwise for somebody else's too, until a person removes that marker.
 */
export async function claimFolder(owner: Owner, store: ImageStore): Promise<void> {
  const id = await idOf(owner);
  const claims = await store.claims.all();
  if (claims.length === 0 && !(await namesEveryImage(owner, store))) await store.claims.add(UNKNOWN);
  if (!claims.includes(id)) await store.claims.add(id);
}

/** Whether the image folder is this database's and nobody else's. */
export async function ownsFolder(owner: Owner, store: ImageStore): Promise<boolean> {
  const [claim, ...others] = await store.claims.all();
  return others.length === 0 && claim === (await idOf(owner));
}

async function namesEveryImage(owner: Owner, store: ImageStore): Promise<boolean> {
  for await (const { unnamed } of sortNames(owner, store.listOlderThan(Number.NEGATIVE_INFINITY))) {
    if (unnamed.some((name) => !name.endsWith('.part'))) return false;
  }
  return true;
}
