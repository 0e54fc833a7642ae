import { Readable } from 'node:stream';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type RunningApp, runningApp } from '../../api/test/running-app.ts';
import { given, PASSWORD } from '../../core/test/factories.ts';
import { holding, type Machine, machine } from './bitacora.ts';

let app: RunningApp;
let at: Machine;
beforeAll(async () => {
  app = await runningApp({ rateLimitFactor: 100 });
});
beforeEach(async () => {
  await app.wipe();
  const ana = await given(app.db).manager({ email: 'ana@demo.mx' });
  at = await machine({ ...(await holding(app, ana)), BITACORA_PASSWORD: PASSWORD });
});
afterEach(() => at.leave());
afterAll(() => app.close());

const importing = ['users', 'import', '-', '--yes'];
const loginWords = () => ['login', '--url', app.origin, '--email', 'ana@demo.mx', '--password-stdin'];
const endless = () => Readable.from(forever());
function* forever() {
  for (;;) yield Buffer.alloc(65_536);
}

describe('standard input that does not end', () => {
  it.each(['SIGINT', 'SIGTERM'] as const)('is left at %s, with 130', async (signal) => {
    const { status, err } = await at.bitacora(importing, {
      input: null,
      // More than a pipe holds: it was written once it is being read.
      during: (child) => child.stdin?.write(Buffer.alloc(200_000), () => child.kill(signal)),
    });
    expect([status, err]).toEqual([130, 'Interrumpido.\n']);
  });

  it('is read no further than a workbook may be long', async () => {
    const { status, err } = await at.bitacora(importing, { input: null, during: (child) => child.stdin && endless().pipe(child.stdin) });
    expect([status, err]).toEqual([1, 'El archivo pesa demasiado: el máximo es de 2 MB. Repártelo en varios archivos.\n']);
  });

  it.runIf(process.platform === 'linux')('and a file that does not end are the same', async () => {
    const { status, err } = await at.bitacora(['users', 'import', '/dev/zero', '--yes']);
    expect([status, err]).toEqual([1, 'El archivo pesa demasiado: el máximo es de 2 MB. Repártelo en varios archivos.\n']);
  });

  it('is no password', async () => {
    const { status, err } = await at.bitacora(loginWords(), { input: null, during: (child) => child.stdin && endless().pipe(child.stdin) });
    expect([status, err]).toEqual([2, 'La entrada estándar trae más que una contraseña.\n']);
  });
});
