import { type Core, repositoriesOn } from '@bitacora/core/server';
import { imageIdOf } from '../uploads/take-uploads.ts';

const BATCH = 500;

/** Parts stored names into those whose image this database knows, as evidence or as somebody's photo, and the rest; a batch at a time. */
export async function* sortNames({ db, zone }: Pick<Core, 'db' | 'zone'>, names: AsyncIterable<string> | Iterable<string>) {
  const { images } = repositoriesOn(db, zone);
  const sort = async (batch: string[]) => {
    const knownIds = await images.known(batch.map(imageIdOf));
    const isNamed = (name: string) => knownIds.has(imageIdOf(name));
    return { named: batch.filter(isNamed), unnamed: batch.filter((name) => !isNamed(name)) };
  };

  const batch: string[] = [];
  for await (const name of names) {
    batch.push(name);
    if (batch.length === BATCH) yield await sort(batch.splice(0));
  }
  yield await sort(batch);
}
