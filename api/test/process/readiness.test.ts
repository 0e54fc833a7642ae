import fs from 'node:fs';
import path from 'node:path';
import { startPostgres } from '@bitacora/core/embedded-postgres/start-postgres';
import { describe, expect, it } from 'vitest';
import { dataFolder } from './product.ts';
import { isLinux, processesOn, remove } from './traces.ts';

describe.runIf(isLinux)('a PostgreSQL that does not become ready', () => {
  it('is stopped when its limit is over, and a sentence says so', async () => {
    const dataDir = dataFolder();
    const server = await startPostgres({ dataDir });
    await server.stop();
    const data = path.join(dataDir, 'pg18/data');
    fs.writeFileSync(path.join(data, 'recovery.signal'), ''); // it waits for an archive that never comes
    const started = startPostgres({ dataDir, settings: { restore_command: 'sleep 600' }, readyWithinMs: 2_000 });
    await expect(started).rejects.toThrow(/^PostgreSQL no terminó de arrancar en 2 s y se detuvo \(.*Revisa .*postgres\.log/);
    expect(processesOn(dataDir)).toEqual([]);
    remove(dataDir);
  });
});
