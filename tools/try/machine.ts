/** `npm run try:containers` and `npm run try:systemd` share steps with their seconds, commands, and a person who works by HTTP. */
import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { browser } from '../../api/test/browser.ts';
import { aJpeg } from '../../api/test/pictures.ts';
import { calendarDate } from '../../core/src/domain/calendar.ts';

export const root = path.resolve(import.meta.dirname, '../..');
export const admin = { email: 'ana@empresa.mx', password: 'secreto 2026' };
const CLEANUP_MS = 120_000;

/** Commands that take things back at the end, the last first, also after a failure or Ctrl-C. */
export const undos: string[] = [];
let isCut = false;

/** Runs a shell command. Throws with the last lines that it wrote. */
export function run(command: string, options: { cwd?: string; input?: string; env?: NodeJS.ProcessEnv } = {}): string {
  const { status, stdout, stderr } = spawnSync('sh', ['-ec', command], { ...options, encoding: 'utf8', maxBuffer: 1e9 });
  if (status !== 0) throw new Error(`${command}\n${`${stdout}${stderr}`.trim().split('\n').slice(-15).join('\n')}`);
  return stdout.trim();
}

/** Runs the steps with a folder of their own. A failure is one sentence, and everything is taken back. */
export async function onThisMachine(steps: (folder: string) => Promise<void>): Promise<void> {
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => (isCut = process.send?.({ endsWithinMs: CLEANUP_MS }) ?? true));
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'bitacora-try-'));
  try {
    if (process.platform !== 'linux' || process.getuid?.() !== 0) throw new Error('hace falta Linux, como root.');
    await steps(folder);
  } catch (error) {
    console.error(`No se pudo: ${(error as Error).message}`);
    process.exitCode = 1;
  }
  for (const command of undos.reverse()) spawnSync('sh', ['-c', command], { stdio: ['ignore', 'ignore', 'inherit'] });
  fs.rmSync(folder, { recursive: true, force: true });
}

/** Prints a line with the seconds of the step, and what it returns. */
export async function step(name: string, work: () => unknown): Promise<void> {
  if (isCut) throw new Error('se interrumpió.');
  process.stdout.write(`${name}… `);
  const startedAt = performance.now();
  const detail = (await work()) ?? '';
  console.log(`${((performance.now() - startedAt) / 1000).toFixed(1)} s ${detail}`);
}

/** Fails after a minute, within which a killed process and a disk that was full must serve again. */
export async function until(what: string, holds: () => unknown, seconds = 60): Promise<void> {
  for (
    const endsAt = performance.now() + seconds * 1000;
    !(await Promise.resolve()
      .then(holds)
      .catch(() => false));
    await pause(250)
  )
    if (isCut || performance.now() > endsAt) throw new Error(`en ${seconds} s no se vio: ${what}.`);
}

export const untilReady = (url: string) =>
  until(`${url}/readyz`, async () => (await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(2_000) })).ok);

/** Logs the first administrator in. `work` does what an earlier version answers alike. */
export async function logIn(url: string) {
  const { client } = browser(url);
  await client.logIn(admin);
  const { id: topicId } = await client.createTopic({ name: `Obra ${randomUUID()}`, description: '', department: 'GENERAL' });
  const plan = { topicId, priority: 'normal', dueOn: calendarDate('2099-12-31'), repeats: null } as const;
  const register = async () => (await client.registerOwnActivity({ ...plan, description: `Prueba ${randomUUID()}` })).id;
  async function work(): Promise<number> {
    const activityId = await register();
    await client.startActivity({ activityId });
    await client.addEvidence({ activityId, images: [new Blob([await aJpeg(1_600, 1_200)])] });
    await client.completeActivity({ activityId, resolution: 'Hecho' });
    return activityId;
  }
  /** `verify` compares the bytes of its image. */
  async function check(activityId: number): Promise<void> {
    const { status } = await client.readActivity({ activityId });
    if (status !== 'verified') throw new Error(`la actividad ${activityId} no es la que era: ${status}.`);
  }
  /** Registers without a pause while something is disturbed. Nothing that was acknowledged may be lost. */
  async function loseNothing(disturb: () => Promise<unknown>): Promise<string> {
    const folios: number[] = [];
    let isOver = false;
    const keepOn = async () => {
      while (!isOver) folios.push(await register().catch(() => pause(50, 0)));
    };
    const writing = keepOn();
    await pause(2_000);
    await disturb().finally(() => (isOver = true));
    await writing;
    const acknowledged = folios.filter(Boolean);
    for (const activityId of acknowledged) await client.readActivity({ activityId });
    return `(${acknowledged.length} altas confirmadas, ninguna perdida)`;
  }
  return { register, work, check, loseNothing };
}

/** BASE_MIRROR names a Debian mirror; without it debootstrap takes its own. */
export function makeDebian(folder: string, packages: string): void {
  run(
    `debootstrap --variant=minbase --include=${packages} bookworm ${folder} $BASE_MIRROR >${folder}.log 2>&1 || { tail ${folder}.log; false; }`,
  );
}
