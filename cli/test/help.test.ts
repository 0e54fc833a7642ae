import { calendarDate } from '@bitacora/core/domain/calendar';
import { sortColumns } from '@bitacora/core/domain/reports/report';
import { describe, expect, it } from 'vitest';
import { commands } from '../src/commands/all-commands.ts';
import { splitLine } from '../src/completion-candidates.ts';
import { terminalExamples } from '../src/messages/examples.ts';
import { type ParsedCommand, parseCommand } from '../src/program.ts';
import { machine } from './bitacora.ts';
import { typed } from './in-process.ts';

const groups = [...new Set(commands.flatMap(({ name }) => (name.includes(' ') ? [name.split(' ')[0] as string] : [])))];

/** Reads the flags as the program does before it runs the command. */
const readFlags = ({ command, typed: given }: ParsedCommand) =>
  Object.entries(command.flags).map(([name, flag]) => flag.read(given[name] ?? [], calendarDate('2026-11-20')));

/** In the help of `--sort`, over several lines. */
const SORT_COLUMNS = /\(id,[^)]*\)/g;

describe('help', () => {
  it.each([['--help'], ...groups.map((group) => [`${group} --help`]), ...commands.map(({ name }) => [`${name} --help`])])(
    'bitacora %s',
    async (words) => {
      const { status, out, err } = await typed(words.split(' '));
      expect({ status, err }).toEqual({ status: 0, err: '' });
      // The columns follow from the table of fields; 'names every column' below compares them.
      expect(out.replace(SORT_COLUMNS, '(<columnas>)')).toMatchSnapshot();
      expect(out).not.toMatch(/Usage|Options:|Commands:|display help|\[options\]|choices:/);
    },
  );

  it('is longer behind the word help: with the environment and the exit codes', async () => {
    const [manual, help] = await Promise.all([typed(['help', 'users', 'list']), typed(['users', 'list', '--help'])]);
    expect(manual.out.startsWith(help.out.trimEnd())).toBe(true);
    for (const word of ['BITACORA_TOKEN', 'Códigos de salida:']) {
      expect(manual.out).toContain(word);
      expect(help.out).not.toContain(word);
    }
    expect((await typed(['help'])).out).toBe((await typed(['--help'])).out);
    for (const behind of [
      ['activities', 'start', '214', '--yes'],
      ['--json', 'api', 'get_activity', 'id=214'],
    ])
      expect(await typed(['help', ...behind])).toMatchObject({ status: 0, out: expect.stringContaining('Códigos de salida:'), err: '' });
    for (const before of ['help help', '--profile x help help', '--profile=x help users list'])
      expect((await typed(before.split(' '))).out).toContain('Uso: bitacora');
    expect(await typed(['help', 'usrs'])).toMatchObject({ status: 2, err: 'No existe la orden «usrs».\n¿Quisiste decir users?\n' });
  });

  it.each(commands.filter(({ isHidden }) => !isHidden).map(({ name }) => name))('shows lines that can be typed as they are: %s', (name) => {
    const examples = terminalExamples[name] ?? [];
    expect(examples).not.toEqual([]);
    for (const example of examples) {
      const { words } = splitLine(example.split(/ [|<>] /)[0] as string);
      const printer = { out: () => {}, error: () => {}, width: undefined };
      const parsed = parseCommand(words.slice(1), commands, '1.0.0', printer);
      expect(parsed && readFlags(parsed), example).toBeTruthy();
    }
    expect(examples.some((example) => `${example} `.startsWith(`bitacora ${name} `))).toBe(true);
  });

  const piped = commands.flatMap(({ name }) => (terminalExamples[name] ?? []).filter((line) => line.includes('| jq ')));

  it.each(piped)('names fields that the answer has: %s', async (example) => {
    const [line = '', ...filters] = example.split(' | ');
    const { command } =
      parseCommand(splitLine(line).words.slice(1), commands, '1.0.0', { out: () => {}, error: () => {}, width: undefined }) ?? {};
    const { out } = await typed(['schema', command?.name ?? '']);
    const fields = [...filters.join(' | ').matchAll(/\.([a-z_]+)/g)].map(([, field = '']) => field);
    expect(fields).not.toEqual([]);
    for (const field of fields) expect(out).toContain(`"${field}":`);
  });

  it('names every column that a report is sorted by', async () => {
    const { out } = await typed(['report', 'pending', '--help']);
    expect(out.match(SORT_COLUMNS)?.[0].replace(/\s+/g, ' ')).toBe(`(${sortColumns.join(', ')})`);
  });

  it('names every exit code', async () => {
    const { out } = await typed(['--help']);
    for (const code of [0, 1, 2, 3, 4, 130]) expect(out).toMatch(new RegExp(`^ +${code} +\\S`, 'm'));
  });

  it('reports the version', async () => {
    expect((await typed(['--version'])).out).toMatch(/^\d+\.\d+\.\d+\n$/);
  });

  it('comes on standard error, with 2, to the person who types nothing into a pipe or only a group', async () => {
    const at = await machine();
    for (const words of [[], ['users']]) {
      const { status, out, err } = await at.bitacora(words);
      expect([status, out]).toEqual([2, '']);
      expect(err).toContain('Uso: bitacora');
    }
    await at.leave();
  });
});

describe('what is typed wrong ends with 2, and says so', () => {
  it.each<[string[], string]>([
    [['whoam'], 'No existe la orden «whoam».\n¿Quisiste decir whoami?\n'],
    [['users', 'lst'], 'No existe la orden «lst».\n¿Quisiste decir list?\n'],
    [['whoami', '--jsn'], 'No existe la opción --jsn.\n¿Quisiste decir --json?\n'],
    [['login', '--password', 'demo1234'], 'Sobran argumentos en «login».\nConsulta la ayuda con --help.\n'],
    [['whoami', 'x'], 'Sobran argumentos en «whoami».\nConsulta la ayuda con --help.\n'],
    [['users', 'import'], 'Falta el argumento <archivo>.\nConsulta la ayuda con --help.\n'],
    [['whoami', '--output'], 'Falta el valor de -o, --output <archivo>.\nConsulta la ayuda con --help.\n'],
    [
      ['users', 'list', '--json', '--csv'],
      '{"error":{"exit":2,"code":null,"message":"Elige un solo formato: --json o --csv.","hint":null}}\n',
    ],
    [['users', 'list', '--watch'], '--watch necesita una terminal.\nEn un guion usa --watch --json: una línea por cada cambio.\n'],
    [['users', 'list', '--watch', '--csv'], 'Con --watch no va --csv, --excel ni --output. Para un programa usa --watch --json.\n'],
    [['users', 'list', '--watch', '--every', '1'], '--every: «1» no es un número entre 2 y 3600.\n'],
    [
      ['notifications', '--watch', '--every', '2', '--csv', '--output', 'x'],
      'Con --watch no va --csv, --excel ni --output. Para un programa usa --watch --json.\n',
    ],
    [['config', 'get', 'colour'], 'No hay un ajuste «colour». Hay:\nurl, email, scope, expires, color, browser, every, page-size\n'],
    [['config', 'set', 'url', 'x'], '«url» no se ajusta: lo fija el login.\nCámbialo con: bitacora login\n'],
    [['config', 'set', 'color', 'azul'], 'color: «azul» no sirve; usa auto o no.\n'],
    [['users', 'list', '--status', 'x'], '«x» no es una opción de --status. Opciones:\nactivo, inactivo\n'],
    [
      ['report', 'pending', '--from', '2026-02-30'],
      '«2026-02-30» no es una fecha.\nEscríbela como 2026-11-20, 20/11/2026, 20 nov, viernes, mañana o +3d.\n',
    ],
    [['report', 'pending', '--page', '0'], '«0» no es un número entre 1 y 1,000,000,000.\n'],
    [['login', '--password'], 'Falta tu correo.\nAgrega --email ana@empresa.mx\n'],
    [
      ['login', '--email', 'a@b.mx', '--url', 'ftp://x'],
      '«ftp://x» no es la dirección de un servidor.\nEjemplo: https://bitacora.empresa.mx\n',
    ],
    [
      ['login', '--email', 'a@b.mx'],
      'Esta orden pide tu contraseña y no hay terminal donde escribirla.\nUsa --password-stdin o la variable BITACORA_PASSWORD.\n',
    ],
    [['completion', 'csh'], 'No hay guion para «csh». Hay para:\nbash, zsh, fish, powershell\n'],
  ])('bitacora %j', async (words, message) => {
    expect(await typed(words)).toMatchObject({ status: 2, out: '', err: message });
  });
});

const ranged = commands.filter(({ flags }) => 'from' in flags && 'to' in flags).map(({ name }) => name);

it.each(ranged)('%s refuses a range that ends before it begins, before it asks the server', async (name) => {
  const refusal = { status: 2, out: '', err: 'La fecha de fin no puede ser anterior a la de inicio.\n' };
  expect(await typed([...name.split(' '), '--from', '2026-12-31', '--to', '2026-01-01'])).toMatchObject(refusal);
});

it('takes a range for the commands that have one, and for no other', () =>
  expect(ranged).toEqual(['absence set', 'report pending', 'report finished', 'report assigned', 'report punctuality', 'audit']));
