import { startPostgres } from '@bitacora/core/embedded-postgres/start-postgres';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { dataFolder, launch, until, untilReady } from '../product.ts';
import { isLinux, processesOn, remove, sql } from '../traces.ts';
import { admin, adminHere, onTerminal } from './admin.ts';

const SLOW = 120_000;
let dataDir: string;
beforeAll(() => {
  dataDir = dataFolder();
});
afterAll(() => remove(dataDir));

const run = (typed: readonly string[], input = '') => admin(typed, { DATA_DIR: dataDir }, input);

async function logIn(url: string, email: string, password: string): Promise<number> {
  const json = { 'content-type': 'application/json' };
  const first = await fetch(`${url}/api/csrf-token`);
  const { csrf_token: token } = (await first.json()) as { csrf_token: string };
  const cookie = first.headers
    .getSetCookie()
    .map((each) => each.split(';')[0])
    .join('; ');
  const headers = { ...json, cookie, 'x-csrf-token': token, origin: url };
  return (await fetch(`${url}/api/login`, { method: 'POST', headers, body: JSON.stringify({ email, password }) })).status;
}

it(
  'registers the first administrator on a machine that has no database yet, and leaves nothing running',
  async () => {
    const before = await run(['reset-password', '--email', 'ana@empresa.mx']);
    expect(before).toMatchObject({ status: 1, out: '' });
    expect(before.err).toContain('no hay base de datos');

    const result = await run(
      ['create-admin', '--email', 'ana@empresa.mx', '--name', 'Ana López Ruiz', '--password-stdin'],
      'segura 2026\n',
    );
    expect(result).toEqual({
      status: 0,
      out: 'Se registró a ana@empresa.mx como Desarrollador. Ya puede entrar.\n',
      err: expect.any(String),
    });
    if (isLinux) expect(processesOn(dataDir)).toEqual([]);
  },
  SLOW,
);

it(
  'is no guest of another command, which would take the database away as it ends',
  async () => {
    const other = await startPostgres({ dataDir, owner: 'npm run admin, proceso 4711' });
    try {
      const { status, err } = await run(['verify']);
      expect({ status, err }).toEqual({ status: 1, err: expect.stringContaining('(npm run admin, proceso 4711)') });
    } finally {
      await other.stop();
    }
    expect(await run(['verify'])).toMatchObject({ status: 0 });
  },
  SLOW,
);

it(
  'works beside the Bitácora that runs on the same folder, which knows at once',
  async () => {
    const product = await launch(dataDir, { RATE_LIMIT_FACTOR: '1000' });
    try {
      await untilReady(product);
      expect(await logIn(product.url, 'ana@empresa.mx', 'segura 2026')).toBe(200);
      expect(await sql(dataDir, 'select first_name, last_name, employee_number, kind from users')).toEqual([
        { first_name: 'Ana', last_name: 'López Ruiz', employee_number: 'ADMIN-1', kind: 'Desarrollador' },
      ]);

      const second = await run(['create-admin', '--email', 'luis@empresa.mx', '--password-stdin', '--json'], 'segura 2026');
      expect(second.status).toBe(0);
      expect(JSON.parse(second.out)).toEqual({ id: expect.any(Number), email: 'luis@empresa.mx' });
      expect(await run(['create-admin', '--email', 'ANA@empresa.mx', '--password-stdin'], 'segura 2026')).toEqual({
        status: 1,
        out: '',
        err: 'Ya existe un usuario con ese correo electrónico.\n',
      });

      expect(await run(['reset-password', '--email', 'ana@empresa.mx', '--password-stdin'], 'otra clave 1')).toMatchObject({ status: 0 });
      expect(await sql(dataDir, `select count(*) from sessions join users on users.id = user_id where email = 'ana@empresa.mx'`)).toEqual([
        { count: 0 },
      ]);
      expect(await logIn(product.url, 'ana@empresa.mx', 'segura 2026')).toBe(401);
      expect(await logIn(product.url, 'ana@empresa.mx', 'otra clave 1')).toBe(200);
    } finally {
      product.child.kill('SIGTERM');
      expect(await product.exited).toBe(0);
    }
  },
  SLOW,
);

it(
  'prints a link with a token, and answers an object to scripts',
  async () => {
    const { status, out } = await admin(['reset-password', '--email', 'luis@empresa.mx', '--json'], {
      DATA_DIR: dataDir,
      PUBLIC_URL: 'https://bitacora.empresa.mx',
    });
    expect(status).toBe(0);
    expect(JSON.parse(out)).toEqual({
      email: 'luis@empresa.mx',
      url: expect.stringMatching(/^https:\/\/bitacora\.empresa\.mx\/#email=luis%40empresa\.mx&token=[\w-]{43}$/),
      expiresAt: expect.stringMatching(/^20.*Z$/),
    });
  },
  SLOW,
);

it.each([
  [2, 'Uso: npm run admin', []],
  [2, 'No existe la orden «explota».', ['explota']],
  [2, 'Falta --email.', ['create-admin']],
  [2, 'está mal escrita', ['create-admin', '--email', 'ana@empresa.mx', '--password', 'segura 2026']],
  [2, 'El correo electrónico no es válido.', ['create-admin', '--email', 'ana']],
  [2, 'No hay terminal donde preguntar.', ['create-admin', '--email', 'ana@empresa.mx']],
  [2, 'no los dos', ['reset-password', '--email', 'ana@empresa.mx', '--ask', '--password-stdin']],
  [1, 'entre 8 y 64 caracteres', ['create-admin', '--email', 'eva@empresa.mx', '--password-stdin']],
  [1, 'no existe en el sistema', ['reset-password', '--email', 'nadie@empresa.mx']],
])(
  'ends with %i and says «%s» for %j',
  async (status, sentence, typed) => {
    // What is typed wrongly needs no database, and so no process of its own.
    const ended = status === 2 ? await adminHere(typed, { DATA_DIR: dataDir }, 'corta') : await run(typed, 'corta');
    expect(ended).toMatchObject({ status, out: '' });
    expect(ended.err).toContain(sentence);
  },
  SLOW,
);

it('names the command of the place where it runs', async () => {
  const { err } = await adminHere(['explota'], { DATA_DIR: dataDir, ADMIN_COMMAND: 'bitacora-admin' }, '');
  expect(err).toContain('Consulta: bitacora-admin --help');
});

it.runIf(isLinux)(
  'asks for the password twice on a terminal and shows neither',
  async () => {
    const terminal = onTerminal(['create-admin', '--email', 'eva@empresa.mx'], { DATA_DIR: dataDir });
    const shows = (text: string) => until(() => terminal.screen().includes(text), terminal.screen);
    await shows('Contraseña nueva de eva@empresa.mx:');
    terminal.type('secreta 2026\r');
    await shows('Escríbela otra vez:');
    terminal.type('secreta 2026\r');
    await shows('Se registró a eva@empresa.mx');
    expect(await terminal.ended).toBe(0);
    expect(terminal.screen()).not.toContain('secreta');
  },
  SLOW,
);
