/** More people than one process serves at a time; what is forgotten is looked up by network once. */
const REMEMBERED = 20_000;

/**
 * The owners of the sessions and tokens that were looked up lately. It only chooses the queue of a request before its lookup. It allows
 * nothing: every call reads its authority from the database (docs/product.md, 8).
 */
export function recentCredentials(max = REMEMBERED) {
  const owners = new Map<string, string>();
  return {
    ownerOf: (credential: string): string | undefined => owners.get(credential),

    /** Null where the database no longer knows it. */
    remember(credential: string, owner: string | null): void {
      owners.delete(credential); // the newest stand last
      if (owner === null) return;
      const [oldest] = owners.keys();
      if (owners.size >= max && oldest !== undefined) owners.delete(oldest);
      owners.set(credential, owner);
    },
  };
}
