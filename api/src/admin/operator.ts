import os from 'node:os';
import type { AdminAct, AdminFacts } from '@bitacora/core/domain/people/admin-act';
import { type Core, repositoriesOn } from '@bitacora/core/server';

/** Who gives a command on this server, as far as the operating system knows. */
export function operator(): string {
  try {
    return `${os.userInfo().username}@${os.hostname()}`;
  } catch {
    return `uid ${process.getuid?.() ?? '?'}@${os.hostname()}`; // a container's user may have no name
  }
}

/** Adds a command on the server to the administration's history. */
export async function recordCommand({ db, zone }: Pick<Core, 'db' | 'zone'>, act: AdminAct, after: AdminFacts): Promise<void> {
  const command = { actorId: null, actorName: operator(), act, subjectKind: 'system', subjectId: null, subject: null } as const;
  await repositoriesOn(db, zone).adminHistory.add([{ ...command, before: null, after, address: null, channel: 'admin' }]);
}
