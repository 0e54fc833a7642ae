import { localDay } from '@bitacora/core/domain/calendar';
import { isRefusedWith } from '@bitacora/core/domain/refusal';
import { refusalSentence } from '@bitacora/core/messages/refusals';
import { beginStep } from '@bitacora/core/processes/begin-step';
import { type Core, type Database, repositoriesOn } from '@bitacora/core/server';
import { StartProblem } from '@bitacora/core/settings/environment';
import { createAdministrator, openFirstRun } from '@bitacora/core/use-cases/account/create-administrator';
import { outsideRequests } from '@bitacora/core/use-cases/use-case';
import type { Logger } from 'pino';
import { startTexts } from '../messages/start.ts';
import type { Settings } from '../settings/settings.ts';
import type { ImageStore } from '../storage/image-store.ts';

interface FirstStart {
  core: Pick<Core, 'db' | 'clock' | 'zone'>;
  settings: Pick<Settings, 'wantsDemo' | 'admin' | 'isProduction'>;
  store: ImageStore;
  log: Pick<Logger, 'info'>;
}

/**
 * Fills an empty database: with the demo company where wanted, else with the administrator of ADMIN_EMAIL. Of many
 * processes starting at once one does it; later starts only read which company it is.
 */
export async function firstStart(starting: FirstStart): Promise<{ isDemo: boolean }> {
  const { db, zone } = starting.core;
  const { users, installation } = repositoriesOn(db, zone);
  if (await users.isEmpty()) await fillDatabase(starting);
  return { isDemo: await installation.isDemo() };
}

/**
 * The code that opens the first-run page of an empty database, else null. Call it once the server listens: the codes of processes that
 * fail before would push out the one of the process that runs.
 */
export const offerFirstRun = ({ db, zone, clock }: FirstStart['core']) =>
  db.transaction((trx) => openFirstRun({ ...contextOn(trx, { zone, clock }), input: {} }));

const contextOn = (trx: Database, { zone, clock }: Pick<FirstStart['core'], 'zone' | 'clock'>) => {
  const now = clock();
  return {
    ...outsideRequests,
    actor: null,
    channel: 'system' as const,
    repos: repositoriesOn(trx, zone),
    now,
    today: localDay(zone, now),
    zone,
  };
};

/** Imported late, because only the first start of a demo needs its people and the decoder of its pictures. */
async function openDemo(store: ImageStore) {
  const { loadDemoCompany } = await import('@bitacora/core/seeds/demo');
  const { demoPictures } = await import('../demo/demo-pictures.ts');
  return { load: loadDemoCompany, pictures: demoPictures(store) };
}

async function fillDatabase({ core, settings, store, log }: FirstStart): Promise<void> {
  const demo = settings.wantsDemo ? await openDemo(store) : null;
  try {
    await core.db.transaction(async (trx) => {
      const { users, installation } = repositoriesOn(trx, core.zone);
      await installation.lockFirstStart();
      if (!(await users.isEmpty())) return;
      const startedAt = performance.now();
      if (demo) {
        const end = beginStep(startTexts.steps.demo, settings);
        await demo.load({ db: trx, zone: core.zone, now: core.clock(), takePictures: demo.pictures.take }).finally(end);
        log.info({ ms: Math.round(performance.now() - startedAt) }, 'demo company loaded');
      } else if (settings.admin) {
        await createConfiguredAdministrator(settings.admin, trx, core);
        log.info({ email: settings.admin.email }, 'first administrator created');
      }
    });
  } catch (error) {
    await demo?.pictures.drop();
    throw error;
  }
}

async function createConfiguredAdministrator(
  admin: NonNullable<Settings['admin']>,
  trx: Database,
  { zone, clock }: FirstStart['core'],
): Promise<void> {
  await createAdministrator({ ...contextOn(trx, { zone, clock }), input: admin }).catch((error) => {
    if (!isRefusedWith(error, 'input.invalid')) throw error;
    throw new StartProblem(`ADMIN_PASSWORD no se puede usar. ${refusalSentence(error.refusal)}`);
  });
}
