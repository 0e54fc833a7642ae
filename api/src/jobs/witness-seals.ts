import { addDays, dayIn } from '@bitacora/core/domain/calendar';
import { headsIn, type SealHead, type WitnessKind } from '@bitacora/core/domain/history/proof';
import { type Core, repositoriesOn, type WitnessTask } from '@bitacora/core/server';
import type { Logger } from 'pino';
import type { Mailer } from '../mail/mailer.ts';
import { witnessMail } from '../messages/verification.ts';
import type { ClockGuard } from './clock-guard.ts';
import { startBeat, timed } from './timed.ts';

const MINUTE_MS = 60_000;
/** Longer than a mail or a time stamp takes. */
const LEASE_MS = 3 * MINUTE_MS;
const LONGEST_WAIT_MS = 60 * MINUTE_MS;
/** A day's seal that did not get out in so many days stays inside; later ones cover it. */
const TRIED_DAYS = 7;

const oldestTried = (zone: string, now: Date) => addDays(dayIn(zone, now), -TRIED_DAYS);

export interface Witnessing {
  core: Core;
  mailer: Mailer;
  /** Who outside the company gets the mail; unset, nobody. */
  sealWitness: string | undefined;
  tsaUrl: string | undefined;
  publicUrl: string;
  log: Pick<Logger, 'info' | 'warn'>;
  /** Unset, the clock is believed. */
  clockGuard?: ClockGuard;
}

/** Sends one task out; the answer is what is kept of it. */
async function sendOut({ day, kind, head }: WitnessTask, { mailer, sealWitness, tsaUrl, publicUrl }: Witnessing): Promise<Buffer | null> {
  if (kind === 'stamp') {
    const { requestTimeStamp } = await import('./time-stamp.ts');
    return requestTimeStamp(tsaUrl as string, Buffer.from(`${head}\n`));
  }
  const [sealHead] = headsIn(head) as [SealHead];
  // The same for the life of the task, so that a repeated delivery is recognised. After a restore the day may have another seal.
  const messageId = `<seal-${day}-${sealHead.number}-${sealHead.seal.slice(0, 16)}-${sealHead.installation}@bitacora>`;
  await mailer.send({ to: sealWitness as string, ...witnessMail(day, sealHead, head, publicUrl), messageId });
  return null;
}

const kindsOf = ({ sealWitness, tsaUrl }: Witnessing): WitnessKind[] => [
  ...(sealWitness ? (['mail'] as const) : []),
  ...(tsaUrl ? (['stamp'] as const) : []),
];

/** Plans the mail and the time stamp of each day that was sealed and has none planned: today's, and those that a process left behind. */
export async function planWitnesses(witnessing: Witnessing): Promise<void> {
  const { core, sealWitness, tsaUrl } = witnessing;
  const { sealWitnesses } = repositoriesOn(core.db, core.zone);
  const now = core.clock();
  await sealWitnesses.noteTerms({ mail: sealWitness ?? null, stamp: tsaUrl ? new URL(tsaUrl).host : null });
  await sealWitnesses.plan(kindsOf(witnessing), now, oldestTried(core.zone, now));
}

/** Sends what is due. Answers how many got out. */
export async function witnessSeals(witnessing: Witnessing): Promise<number> {
  const { core, log, clockGuard } = witnessing;
  if (clockGuard && !(await clockGuard.mayAct())) return 0;
  const { sealWitnesses } = repositoriesOn(core.db, core.zone);
  for (let sentCount = 0; ; ) {
    const now = core.clock();
    const until = new Date(now.getTime() + LEASE_MS);
    const task = await sealWitnesses.claim(kindsOf(witnessing), now, until, oldestTried(core.zone, now));
    if (!task) return sentCount;
    const { day, kind, tries } = task;
    try {
      await sealWitnesses.markDone(task, now, await sendOut(task, witnessing));
      log.info({ day, kind, number: task.sealId }, 'seal sent outside');
      sentCount++;
    } catch (error) {
      const wait = Math.min(MINUTE_MS * 2 ** (tries - 1), LONGEST_WAIT_MS);
      await sealWitnesses.retryAt(task, new Date(now.getTime() + wait), (error as Error).message);
      log.warn({ err: error, day, kind, tries }, 'seal not sent outside');
    }
  }
}

/** Looks every minute until stopped; several processes may. */
export const startWitnessing = (witnessing: Witnessing): { stop(): Promise<void> } =>
  startBeat(MINUTE_MS, () =>
    timed('witness', () => witnessSeals(witnessing)).catch((error: unknown) =>
      witnessing.log.warn({ err: error }, 'seals not sent outside'),
    ),
  );
