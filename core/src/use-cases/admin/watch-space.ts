import { isSpaceEnough, isSpaceLow } from '../../domain/server/health.ts';
import type { OpenUseCase } from '../use-case.ts';

/** A server that is gone never says that it has space again: after a day another one may. */
const FORGOTTEN_MS = 24 * 3_600_000;

export interface SpaceReading {
  freeBytes: number;
  minFreeBytes: number;
  /** Who read it: several servers may have several disks. */
  host: string;
}

/**
 * Notifies every active Desarrollador by email that space is low: once, until there was enough again. Answers how many were notified; null
 * where nothing was to be sent.
 */
export const watchSpace: OpenUseCase<SpaceReading, number | null> = async ({ repos, input, now }) => {
  const { freeBytes, minFreeBytes, host } = input;
  const [isLow, isEnough] = [isSpaceLow(freeBytes, minFreeBytes), isSpaceEnough(freeBytes, minFreeBytes)];
  if (!isLow && !isEnough) return null;
  const notice = await repos.installation.holdSpaceNotice();
  if (isEnough && notice && (notice.host === host || now.getTime() - notice.since.getTime() > FORGOTTEN_MS))
    await repos.installation.endSpaceNotice();
  if (!isLow || notice) return null;
  await repos.installation.addSpaceNotice({ host, since: now });
  const developers = await repos.users.activeDevelopers();
  for (const recipientId of developers)
    await repos.outbox.add(
      { key: `spaceLow:${now.toISOString()}:${recipientId}`, kind: 'spaceLow', recipientId, facts: { ...input } },
      now,
    );
  return developers.length;
};
