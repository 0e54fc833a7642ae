import { createHmac } from 'node:crypto';
import { nextMarks } from '@bitacora/core/domain/server/secret-marks';
import { StartProblem } from '@bitacora/core/embedded-postgres/start-problem';
import { type Core, keyFor, repositoriesOn } from '@bitacora/core/server';
import { startTexts } from '../messages/start.ts';

/** What a secret shows of itself: it depends on the installation, so equal secrets of two installations do not look alike. */
const markOf = (secret: string, databaseId: string) =>
  createHmac('sha256', keyFor('installation-mark', secret)).update(databaseId).digest('base64url');

/** Refuses a process whose secret is not that of the others on this database; remembers one that is new (SESSION_SECRET_PREVIOUS). */
export async function demandSameSecret({ db, zone, secrets }: Pick<Core, 'db' | 'zone' | 'secrets'>): Promise<void> {
  await db.transaction(async (trx) => {
    const { installation } = repositoriesOn(trx, zone);
    const id = await installation.databaseId();
    const [current = '', previous] = secrets.map((secret) => markOf(secret, id));
    const stored = await installation.lockSecretMarks();
    const marks = nextMarks({ current, previous: previous ?? null, stored });
    if (!marks) throw new StartProblem(startTexts.otherSecret);
    if (marks !== stored) await installation.keepSecretMarks(marks);
  });
}
