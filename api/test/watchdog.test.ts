import fs from 'node:fs';
import net, { type AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { startWatchdog } from '../src/monitoring/watchdog.ts';
import { silentLog } from './silent-log.ts';

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'bitacora-watchdog-'));
afterAll(() => fs.rmSync(folder, { recursive: true }));

async function listening() {
  const server = net.createServer((socket) => socket.destroy());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { server, port: (server.address() as AddressInfo).port };
}

it('a process that keeps its port goes on; one that lost it ends with a code', async () => {
  const { server, port } = await listening();
  const codes: number[] = [];
  let connections = 0;
  server.on('connection', () => connections++);
  const job = startWatchdog({
    port,
    host: '127.0.0.1',
    log: silentLog,
    ending: { end: async (code) => void codes.push(code) },
    beatMs: 10,
    hasSystemd: false,
  });
  await expect.poll(() => connections).toBeGreaterThan(5);
  expect(codes).toEqual([]);
  server.close();
  await expect.poll(() => codes).toContain(1);
  await job.stop();
});

it('systemd hears that it is ready and, again and again, that it is well; not once the port is lost', async () => {
  const { server, port } = await listening();
  const said = path.join(folder, 'said');
  fs.writeFileSync(path.join(folder, 'systemd-notify'), `#!/bin/sh\necho "$1" >> ${said}\n`, { mode: 0o755 });
  const { PATH } = process.env;
  process.env.PATH = `${folder}${path.delimiter}${PATH}`;
  const job = startWatchdog({
    port,
    host: '127.0.0.1',
    log: silentLog,
    ending: { end: async () => {} },
    beatMs: 50,
    hasSystemd: true,
  });
  try {
    await expect.poll(() => fs.existsSync(said) && fs.readFileSync(said, 'utf8').split('\n').length).toBeGreaterThan(3);
    expect(new Set(fs.readFileSync(said, 'utf8').trim().split('\n'))).toEqual(new Set(['READY=1', 'WATCHDOG=1']));
  } finally {
    process.env.PATH = PATH;
    await job.stop();
    server.close();
  }
});
