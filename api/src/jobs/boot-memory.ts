import fs from 'node:fs';
import path from 'node:path';
import { PRIVATE_FILE } from '../storage/files.ts';

/** Another number after each start of the machine; only Linux has it. */
const BOOT_ID = '/proc/sys/kernel/random/boot_id';

/** When this machine started, by the clock that an earlier process believed. A process that starts while the clock is wrong sees it so. */
export function readBootMemory(dataDir: string) {
  const file = path.join(dataDir, 'clock.json');
  const bootId = readText(BOOT_ID)?.trim();

  function readKnownStart(): number | undefined {
    try {
      const content: unknown = JSON.parse(readText(file) ?? 'null');
      const { bootId: earlier, startedAt } = (content ?? {}) as { bootId?: unknown; startedAt?: unknown };
      return bootId && earlier === bootId && typeof startedAt === 'number' ? startedAt : undefined;
    } catch {
      return undefined;
    }
  }

  return {
    knownStart: readKnownStart(),
    /** Without it, as on a full disk, a later process knows less: no reason to stop. */
    keepStart(startedAt: number): void {
      if (!bootId) return;
      try {
        fs.writeFileSync(`${file}.part`, JSON.stringify({ bootId, startedAt }), { mode: PRIVATE_FILE });
        fs.renameSync(`${file}.part`, file);
      } catch {}
    },
  };
}

function readText(file: string): string | undefined {
  try {
    return fs.readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}
