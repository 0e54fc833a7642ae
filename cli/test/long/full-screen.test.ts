import { readFile, writeFile } from 'node:fs/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type RunningApp, runningApp } from '../../../api/test/running-app.ts';
import { peopleSheet } from '../../../api/test/sheets/upload.ts';
import { openWorkbook, rowsOf, sheetOf } from '../../../api/test/sheets/workbooks.ts';
import { given, PASSWORD } from '../../../core/test/factories.ts';
import { holding, type Machine, machine } from '../bitacora.ts';
import { hasPseudoTerminal, onTerminal } from '../pseudo-terminal.ts';
import { screenAfter } from '../screen.ts';

const EMAIL = 'ana@demo.mx';
const PEOPLE = 5_000;
const [ENTER, ESCAPE, DOWN, TAB, CTRL_C] = ['\r', '\u001b', '\u001b[B', '\t', '\u0003'];
const PATIENCE_MS = 60_000;

let app: RunningApp;
let at: Machine;
let terminal: ReturnType<typeof onTerminal> | undefined;
beforeAll(async () => {
  app = await runningApp({ rateLimitFactor: 100 });
});
beforeEach(() => app.wipe());
afterEach(() => {
  terminal?.kill();
  return at.leave();
});
afterAll(() => app.close());

/** The full-screen app on a terminal of that size: what a person would see of it. */
function fullScreen(size: { columns: number; rows: number }, more: Record<string, string> = {}) {
  const started = onTerminal(at, [], { ...size, more });
  terminal = started;
  const currentScreen = () => screenAfter(started.screen(), size);
  return {
    ...started,
    currentScreen,
    press: (...keys: string[]) => {
      for (const key of keys) started.type(key);
    },
    until: (text: string) => expect.poll(() => currentScreen().text, { timeout: PATIENCE_MS, interval: 100 }).toContain(text),
  };
}

describe.runIf(hasPseudoTerminal)('the full-screen app', () => {
  it('takes an administrator from nothing to 5,000 invited people and a workbook of what is finished', { timeout: 240_000 }, async () => {
    const ana = await given(app.db).manager({ email: EMAIL, firstName: 'Ana', lastName: 'Ruiz' });
    at = await machine({ BITACORA_URL: app.origin });
    await writeFile(at.file('personas.xlsx'), await sheetOf(peopleSheet(PEOPLE)));
    const screen = fullScreen({ columns: 80, rows: 24 });

    await screen.until('Iniciar sesión');
    screen.press(EMAIL, ENTER, PASSWORD, ENTER);
    await screen.until('› Carga masiva de usuarios');
    screen.press(ENTER);
    await screen.until('personas.xlsx');
    screen.press('personas', ENTER);
    await screen.until('5,000 personas listas para registrarse');
    expect(await app.db('users')).toHaveLength(1);
    screen.press(ENTER);
    await screen.until('¿Registrar 5,000 usuarios?');
    screen.press(TAB, ENTER);
    await screen.until('5,000 usuarios cargados.');
    expect(await app.db('users')).toHaveLength(PEOPLE + 1);
    expect(await app.db('outbox').where({ kind: 'invitation' })).toHaveLength(PEOPLE);

    await given(app.db).activity({ owner: ana, assignee: ana, status: 'verified', description: 'Contar el almacén' });
    screen.press(ENTER);
    await screen.until('› Carga masiva de usuarios');
    screen.press(DOWN, DOWN, ENTER);
    await screen.until('1–1 de 1');
    screen.press('e');
    await screen.until('Guardar en');
    screen.press('\u0015', 'finalizadas.xlsx', ENTER);
    await screen.until('Reporte guardado en');
    const [sheet] = (await openWorkbook(await readFile(at.file('finalizadas.xlsx')))).worksheets;
    expect(JSON.stringify(rowsOf(sheet))).toContain('Contar el almacén');

    screen.press(CTRL_C);
    expect(await screen.ended).toBe(0);
    expect(screen.currentScreen().isAlternate).toBe(false);
    expect(screen.screen()).not.toContain(PASSWORD);
    expect(JSON.parse(await readFile(at.sessionFile, 'utf8'))).toMatchObject({ email: EMAIL, url: app.origin });
  });

  it('gives the terminal back when it is asked to end, and leaves with 130', async () => {
    at = await machine(await holding(app, await given(app.db).manager({ email: EMAIL })));
    const screen = fullScreen({ columns: 80, rows: 24 });
    await screen.until('› Carga masiva de usuarios');
    expect(screen.currentScreen().isAlternate).toBe(true);
    process.kill(await screen.insidePid(), 'SIGTERM');
    expect(await screen.ended).toBe(130);
    expect(screen.currentScreen().isAlternate).toBe(false);
  });

  it('gives the terminal back when it crashes', async () => {
    at = await machine(await holding(app, await given(app.db).manager({ email: EMAIL })));
    const crash = at.file('crash.mjs');
    await writeFile(crash, "process.on('SIGUSR2', () => { throw new Error('caída'); });");
    const screen = fullScreen({ columns: 80, rows: 24 }, { NODE_OPTIONS: `--import=${crash}` });
    await screen.until('› Carga masiva de usuarios');
    process.kill(await screen.insidePid(), 'SIGUSR2');
    expect(await screen.ended).not.toBe(0);
    expect(screen.currentScreen()).toMatchObject({ isAlternate: false, text: expect.stringContaining('caída') });
  });

  it('has no colours with NO_COLOR, and fills a terminal of 200 by 50', async () => {
    at = await machine(await holding(app, await given(app.db).manager({ email: EMAIL })));
    const size = { columns: 200, rows: 50 };
    const screen = fullScreen(size, { NO_COLOR: '1' });
    await screen.until('› Carga masiva de usuarios');
    const lines = screen.currentScreen().text.split('\n');
    expect(lines[1]?.trim()).toHaveLength(size.columns - 2);
    expect(lines.at(-1)).toContain('? ayuda');
    expect(screen.screen()).not.toMatch(/\[3[0-7]m|\[9[0-7]m/);
    screen.press('q');
    expect(await screen.ended).toBe(0);
  });

  it('says that a server is away, and can be left', async () => {
    at = await machine({ BITACORA_URL: 'http://127.0.0.1:9', BITACORA_TOKEN: 'x' });
    const screen = fullScreen({ columns: 80, rows: 24 });
    await screen.until('No se pudo conectar con http://127.0.0.1:9');
    screen.press(ESCAPE);
    expect(await screen.ended).toBe(0);
  });
});
