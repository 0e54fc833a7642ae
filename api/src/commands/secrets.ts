import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile, rename } from 'node:fs/promises';
import path from 'node:path';
import { bySystem, type Core, createCore, isInUse, repositoriesOn } from '@bitacora/core/server';
import { exits, Stopped } from '@bitacora/core/terminal/terminal';
import { resealSecrets } from '@bitacora/core/use-cases/admin/reseal-secrets';
import { administration as texts } from '../messages/administration.ts';
import { startTexts } from '../messages/start.ts';
import { resealPushKeys } from '../notifications/push-service.ts';
import { names } from '../settings/settings.ts';
import { finishKilledRotation, nextSecretFile, replaceSecretMark } from '../startup/data-folder.ts';
import { syncEntries, writeFileAtomically } from '../storage/files.ts';
import { type AdminCall, type AdminCommand, onDatabase, recordCommand } from './command.ts';

/** Lets the next start use a SESSION_SECRET that the database does not know, after a leak or with rows of another installation. */
export const forgetSecret: AdminCommand = {
  options: {},
  run: (call) =>
    onDatabase(call, { schema: 'earlier' }, async ({ db, zone }) => {
      if (await isInUse(db)) throw new Stopped(exits.refused, texts.secretInUse);
      await finishKilledRotation({ db, zone, dataDir: call.settings.dataDir });
      await db.transaction(async (trx) => {
        const { installation, adminHistory } = repositoriesOn(trx, zone);
        await installation.forgetSecretMarks();
        if (await adminHistory.exists()) await recordCommand({ db: trx, zone }, 'system.forgetSecret', {});
      });
      return { lines: [texts.secretForgotten], value: { forgotten: true } };
    }),
};

const SESSION = 'session-secret';
/** These files of the data folder hold secrets that only the next start reads. */
const START_ALONE = ['bot-token', 'app-role-password'] as const;
const newValue = () => randomBytes(48).toString('base64url');

type RotationPlace = Pick<Core, 'db' | 'zone' | 'clock'> & { dataDir: string };

/** Replaces the generated SESSION_SECRET. One transaction seals all values anew and makes the database expect the new secret. */
async function rotateSession(place: RotationPlace): Promise<void> {
  const { db, zone, clock, dataDir } = place;
  const file = path.join(dataDir, SESSION);
  const [previousSecret, secret] = [(await readFile(file, 'utf8')).trim(), newValue()];
  await writeFileAtomically(nextSecretFile(dataDir), Buffer.from(secret));
  await db.transaction(async (trx) => {
    if (!(await replaceSecretMark({ db: trx, zone }, previousSecret, secret))) throw new Stopped(exits.refused, startTexts.otherSecret);
    const core = createCore({ db: trx, clock, zone, secret, previousSecret });
    await core.perform({ ...bySystem, useCase: resealSecrets, input: {} });
    await resealPushKeys({ db: trx, zone }, previousSecret, secret);
    await recordCommand({ db: trx, zone }, 'system.rotateSecrets', { secrets: [SESSION] });
  });
  await rename(nextSecretFile(dataDir), file);
  await syncEntries(dataDir);
}

/** Lists the secrets of the environment that are set, with what to do by hand. */
function manualSteps({ env }: Pick<AdminCall, 'env'>): { name: string; step: string }[] {
  const secretNames = Object.entries(names).filter(([, setting]) => 'isSecret' in setting);
  const setNames = secretNames.map(([name]) => name).filter((name) => env[name] || env[`${name}_FILE`]);
  return setNames.filter((name) => !name.endsWith('_PREVIOUS')).map((name) => ({ name, step: texts.manualStep(name) }));
}

/** Replaces every secret that Bitácora generated in the data folder, while it is stopped. Exits with 1 where SESSION_SECRET or BOT_TOKEN must be replaced by hand. */
export const rotateSecrets: AdminCommand = {
  options: {},
  async run(call) {
    const { dataDir, databaseUrl, sessionSecret, botToken } = call.settings;
    const rotated = await onDatabase(call, { isAlone: true, schema: 'own' }, async (core) => {
      if (await isInUse(core.db)) throw new Stopped(exits.refused, texts.secretInUse);
      const place = { ...core, dataDir };
      await finishKilledRotation(place);
      const isKept = (name: string) => existsSync(path.join(dataDir, name));
      const isGenerated = sessionSecret === undefined && isKept(SESSION);
      if (isGenerated) await rotateSession(place);
      const others = databaseUrl ? [] : START_ALONE.filter((name) => isKept(name) && !(name === 'bot-token' && botToken));
      for (const name of others) await writeFileAtomically(path.join(dataDir, name), Buffer.from(newValue()));
      if (others.length > 0) await recordCommand(core, 'system.rotateSecrets', { secrets: [...others] });
      return [...(isGenerated ? [SESSION] : []), ...others];
    });
    const manual = manualSteps(call);
    const isWell = !sessionSecret && !botToken;
    return {
      lines: [
        ...(rotated.length > 0 ? [texts.rotated(rotated), ...texts.afterRotation] : [texts.nothingRotated]),
        ...(manual.length > 0 ? [texts.manual, ...manual.map(({ name, step }) => `  ${name}: ${step}`)] : []),
      ],
      value: { rotated, manual },
      exit: isWell ? exits.done : exits.refused,
    };
  },
};
