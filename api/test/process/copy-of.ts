import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fingerprint } from '../../../tools/build-web.ts';

const root = path.resolve(import.meta.dirname, '../../..');
/** The dates of the demo company count from the day of its making. */
const today = () => new Date().toLocaleDateString('sv', { timeZone: 'America/Mexico_City' });
const SHELF = path.join(root, 'node_modules/.cache/bitacora-folders');
const SOURCES = ['core/src', 'core/migrations', 'core/seeds', 'api/src', 'pnpm-lock.yaml'];

let installationFolder: string | undefined;
const KEPT_MS = 24 * 3_600_000;
/** Where folders of these sources are kept. Those of other sources go, and those of yesterday, which a run at midnight may still want, a day later. */
function shelf(): string {
  installationFolder ??= fingerprint(SOURCES).slice(0, 16);
  const place = path.join(SHELF, `${today()}-${path.basename(path.dirname(process.env.TEST_POSTGRES_BIN ?? '/'))}-${installationFolder}`);
  fs.mkdirSync(place, { recursive: true });
  for (const name of fs.readdirSync(SHELF)) {
    const earlier = path.join(SHELF, name);
    const since = fs.statSync(earlier, { throwIfNoEntry: false })?.mtimeMs ?? 0;
    if (!name.endsWith(installationFolder) || Date.now() - since > KEPT_MS) fs.rmSync(earlier, { recursive: true, force: true });
  }
  return place;
}

/**
 * A copy of a folder that takes seconds of processor to make. `make` fills it once for the present sources, in the first test that needs
 * it, and stops its processes. The copy belongs to the test, and any user can reach it.
 */
export async function copyOf(name: string, make: (folder: string) => Promise<void>): Promise<string> {
  const target = path.join(shelf(), name);
  while (!fs.existsSync(target)) {
    const release = hold(`${target}.lock`);
    if (!release) {
      await pause(200);
      continue;
    }
    try {
      if (fs.existsSync(target)) break;
      const folder = temporary();
      await make(folder);
      if (isElsewhere(folder)) return folder;
      copy(folder, `${target}.part`);
      fs.renameSync(`${target}.part`, target);
      fs.rmSync(folder, { recursive: true });
    } finally {
      release();
    }
  }
  const folder = temporary();
  copy(target, folder);
  return folder;
}

/** With owners, modes and times, and without copying blocks where the file system can share them. */
function copy(from: string, to: string): void {
  fs.rmSync(to, { recursive: true, force: true });
  execFileSync('cp', ['-a', from, to]);
}

function temporary(): string {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'bitacora-process-'));
  fs.chmodSync(folder, 0o755);
  return folder;
}

/** PostgreSQL keeps its files beside a folder that its user cannot enter, and leaves a link: two copies would be one cluster. */
const isElsewhere = (folder: string) =>
  ['pg18', 'postgres/pg18'].some((home) => fs.lstatSync(path.join(folder, home), { throwIfNoEntry: false })?.isSymbolicLink());

/** Null while another living process has it. */
function hold(lock: string): (() => void) | null {
  try {
    fs.writeFileSync(lock, String(process.pid), { flag: 'wx' });
    return () => fs.rmSync(lock, { force: true });
  } catch {
    if (!isHeld(lock)) fs.rmSync(lock, { force: true });
    return null;
  }
}

/** One that is about to be written or removed counts as held. */
function isHeld(lock: string): boolean {
  try {
    process.kill(Number(fs.readFileSync(lock, 'utf8')), 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}
