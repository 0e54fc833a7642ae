import { once } from 'node:events';
import { readFile, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { stripVTControlCharacters } from 'node:util';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type RunningApp, runningApp } from '../../api/test/running-app.ts';
import { sheetOf } from '../../api/test/sheets/workbooks.ts';
import { given, PASSWORD } from '../../core/test/factories.ts';
import { holding, type Machine, machine } from './bitacora.ts';
import { hasPseudoTerminal, onTerminal } from './pseudo-terminal.ts';
import { screenAfter } from './screen.ts';

const EMAIL = 'ana@demo.mx';
const CTRL_C = '\u0003';
let app: RunningApp;
let at: Machine;
beforeAll(async () => {
  app = await runningApp({ rateLimitFactor: 100 });
});
beforeEach(async () => {
  await app.wipe();
  const ana = await given(app.db).manager({ email: EMAIL, firstName: 'Ana', lastName: 'Ruiz' });
  at = await machine(await holding(app, ana));
});
afterEach(() => at.leave());
afterAll(() => app.close());

describe.runIf(hasPseudoTerminal)('a person at a terminal', () => {
  it('is asked for email and password, and the password is not shown', async () => {
    const terminal = onTerminal(at, ['login', '--password', '--url', app.origin]);
    await terminal.shows('Correo: ');
    terminal.type(`${EMAIL}\r`);
    await terminal.shows('Contraseña: ');
    terminal.type(`${PASSWORD}\r`);
    await terminal.shows('Iniciaste sesión como Ana Ruiz');
    expect(await terminal.ended).toBe(0);
    expect(terminal.screen()).not.toContain(PASSWORD);
    expect(JSON.parse(await readFile(at.sessionFile, 'utf8'))).toMatchObject({ email: EMAIL });
  });

  it('says where to get the version of the server', async () => {
    const server = createServer((_, response) => {
      response.writeHead(401, { 'Content-Type': 'application/json', 'X-Bitacora-Version': '9.9.9' });
      response.end('{}');
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const terminal = onTerminal(at, ['whoami'], { columns: 200, more: { BITACORA_URL: url, BITACORA_TOKEN: 'bit_x' } });
    await terminal.ended;
    server.close();
    expect(terminal.screen()).toContain(`el servidor la 9.9.9. Descarga la suya: curl -fsSO ${url}/cli/bitacora.mjs`);
  });

  it('leaves a question with Ctrl-C: 130, and nothing was kept', async () => {
    const terminal = onTerminal(at, ['login', '--url', app.origin, '--email', EMAIL]);
    await terminal.shows('Contraseña: ');
    terminal.type(CTRL_C);
    expect(await terminal.ended).toBe(130);
    await expect(stat(at.sessionFile)).rejects.toThrow();
  });

  it('sees what would be registered and confirms it, or not', async () => {
    const headings = ['Número de empleado', 'Nombre', 'Apellidos', 'Correo electrónico', 'Nivel', 'Departamento', 'Puesto'];
    const person = ['1', 'Eva', 'Paz', 'eva@demo.mx', 'Operativo', 'VENTAS', 'GERENTE'];
    await writeFile(at.file('personas.xlsx'), await sheetOf([headings, person]));
    for (const [answer, status, people] of [
      ['n', 1, 1],
      ['s', 0, 2],
    ] as const) {
      const terminal = onTerminal(at, ['users', 'import', 'personas.xlsx']);
      await terminal.shows('¿Registrar a 1 persona? [s/N] ');
      expect(terminal.screen()).toContain('fila 2: Eva Paz, GERENTE');
      // Readline redraws its line, which must not take the question away.
      await terminal.shows('\u001b[0J');
      expect(screenAfter(terminal.screen(), { columns: 100, rows: 30 }).text).toContain('¿Registrar a 1 persona? [s/N]');
      terminal.type(`${answer}\r`);
      if (status === 0) {
        await terminal.shows(`Contraseña de ${EMAIL} (vacía: confirmas en el navegador): `);
        terminal.type(`${PASSWORD}\r`);
      }
      expect(await terminal.ended).toBe(status);
      expect(await app.db('users')).toHaveLength(people);
    }
  });

  it('watches a list that changes, as much of it as fits, until Ctrl-C', async () => {
    const topic = await given(app.db).topic({ name: 'Visitas' });
    const size = { columns: 80, rows: 8 };
    const terminal = onTerminal(at, ['topics', 'list', '--watch', '--every', '2'], size);
    const screenText = () => screenAfter(terminal.screen(), size).text;
    await terminal.shows('cada 2 s');
    expect(screenText()).toContain('Visitas');
    await app.db('topics').where('id', topic.id).update({ name: 'Auditorías' });
    await terminal.shows('Auditorías');
    expect(screenText()).not.toContain('Visitas');
    for (let n = 1; n <= 9; n++) await given(app.db).topic({ name: `Tema nuevo ${n}` });
    await terminal.shows('líneas más');
    terminal.type(CTRL_C);
    expect(await terminal.ended).toBe(0);
    // Wrapping, cursor and the first screen are back.
    expect(terminal.screen().endsWith('\u001b[?7h\u001b[?25h\u001b[?1049l')).toBe(true);
  });

  it('opens the full screen with --profile alone', async () => {
    const terminal = onTerminal(at, ['--profile', 'pruebas'], { columns: 80, rows: 24, more: { BITACORA_TOKEN: '' } });
    await terminal.shows('Iniciar sesión');
    terminal.type(CTRL_C);
    await terminal.ended;
    const wrong = onTerminal(at, ['--profile=../x'], { columns: 80, rows: 24, more: { BITACORA_TOKEN: '' } });
    await wrong.shows('no sirve como nombre de perfil');
    wrong.type(CTRL_C);
    await wrong.ended;
  });

  it('sees colours unless they are switched off, and lines that fit', async () => {
    const readOutput = async (typed: string[], more = {}) => {
      const terminal = onTerminal(at, typed, { columns: 80, more });
      expect(await terminal.ended).toBe(0);
      return terminal.screen();
    };
    const bold = '\u001b[1m';
    const coloured = await readOutput(['users', 'list']);
    expect(coloured).toContain(bold);
    for (const line of stripVTControlCharacters(coloured).split('\r\n')) expect(line.length).toBeLessThanOrEqual(80);
    expect(await readOutput(['users', 'list', '--no-color'])).not.toContain('\u001b');
    expect(await readOutput(['users', 'list'], { NO_COLOR: '1' })).not.toContain('\u001b');
  });
});
