import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { connect } from '@bitacora/core/server';
import { StartProblem } from '@bitacora/core/settings/environment';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { administer } from '../../src/commands/administer.ts';
import { names } from '../../src/settings/settings.ts';
import { type OutsidePostgres, outsidePostgres, SESSION_SECRET } from './outside-postgres.ts';
import { dataFolder, root } from './product.ts';
import { remove } from './traces.ts';

const read = (pattern: string) =>
  fs.globSync(pattern, { cwd: root }).map((file) => ({ file, text: fs.readFileSync(path.join(root, file), 'utf8') }));
// Those of `ayuda` repeat lines of these (`manual.test.ts`).
const blocks = read('{README,docs/*}.md').flatMap(({ file, text }) =>
  [...text.matchAll(/^( *)```(\w*)\n([\s\S]*?)^ *```$/gm)].map(([, indent = '', language = '', body = '']) => {
    const lines = body.split('\n').map((line) => line.slice(indent.length));
    return { file, language, lines: lines.filter(Boolean) };
  }),
);
type Block = (typeof blocks)[number];

const ADMIN = /npm run (?:--silent )?admin --|bitacora-admin|node tools\/admin\.ts/;
const isOfSettings = ({ lines }: Block) => lines.every((line) => /^(?:#|[A-Z_]+=(?!.* npm ))/.test(line));

/** Blocks that this file does not run, by their document and the beginning of their first line. */
const LISTED: Readonly<Record<string, string>> = {
  'README.md: npm start': '`launcher.test.ts` starts it, and `npm test` is this',
  'docs/api.md: export BITACORA=': 'needs a token of a company',
  'docs/architecture.md: core/src/domain': 'no commands: folders',
  'docs/architecture.md: web ': 'no commands: calls',
  'docs/backup.md: pg_dump': '`pg-dump.test.ts` does it, with the programs of PostgreSQL',
  'docs/mail.md: Install-Module': 'needs Exchange',
  'docs/mcp.md: {': 'no commands: a file of the assistant',
  'docs/notifications.md:    an act': 'no commands: a picture',
  'docs/install.md: cp .env.example': 'needs a container engine',
  'docs/seals.md: psql ': '`witness.test.ts` verifies with OpenSSL',
  'docs/operations.md: module(load=': 'needs rsyslog',
  'docs/records.md: openssl': 'needs a stamp of a real authority',
  'docs/install.md: sha256sum': 'needs the archive, root and systemd',
  'docs/scaling.md: upstream': 'needs nginx',
  'docs/teams.md: npm run teams-package': '`bot/test/teams/package.test.ts` packs it',
  'docs/terminal.md: curl': 'needs the server of a company; `terminal-file.test.ts` fetches both files',
  'docs/terminal.md: bitacora': 'the terminal app has tests of its own',
  'docs/terminal.md: #!/bin/sh': 'the terminal app has tests of its own',
  'docs/webhooks.md: {': 'no commands: an event',
  'docs/webhooks.md: import': '`deliver-webhooks.test.ts` verifies signatures so',
};

const keyOf = ({ file, lines }: Block) => `${file}: ${lines[0]}`;
const isListed = (block: Block) => Object.keys(LISTED).some((key) => keyOf(block).startsWith(key));
const toRun = blocks.filter((block) => !isListed(block) && block.lines.some((line) => ADMIN.test(line)));

it('each block of the documents is run, read as settings, or listed with its reason', () => {
  expect(blocks.length).toBeGreaterThan(30);
  const rest = blocks.filter((block) => !isListed(block) && !isOfSettings(block) && !toRun.includes(block) && block.language !== 'sql');
  expect(rest.map(keyOf)).toEqual([]);
  expect(Object.keys(LISTED).filter((key) => !blocks.some((block) => keyOf(block).startsWith(key)))).toEqual([]);
});

describe('a machine', () => {
  let machine: string;
  let postgres: OutsidePostgres;
  beforeAll(async () => {
    machine = dataFolder();
    postgres = await outsidePostgres();
    for (const name of ['bin', 'clone', 'etc/bitacora', 'var/lib/bitacora', 'respaldos'])
      fs.mkdirSync(path.join(machine, name), { recursive: true });
    const command = (name: string, script: string) =>
      fs.writeFileSync(path.join(machine, 'bin', name), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
    const upTo = (word: string) =>
      `while [ "$1" != ${word} ]; do shift; done; shift; export DATABASE_URL="\${DATABASE_URL:-$FILE_URL}" INIT_CWD="$PWD"; cd ${root};`;
    command('npm', `${upTo('--')} exec ${process.execPath} tools/admin.ts "$@"`);
    command('docker', `${upTo('tools/admin.ts')} export ADMIN_COMMAND=docker; exec ${process.execPath} tools/admin.ts "$@"`);
    command('runuser', 'shift 3; exec "$@"');
    // The users of a machine are missing here.
    command(
      'install',
      'for word; do shift; case "$word" in -o | -g) skip=1 ;; *) [ "$skip" ] && skip= || set -- "$@" "$word" ;; esac; done; exec /usr/bin/install "$@"',
    );
    command(
      'bitacora-admin',
      fs
        .readFileSync(path.join(root, 'deploy/bitacora-admin'), 'utf8')
        .replaceAll('/opt/bitacora', root)
        .replace('tools/launch.mjs admin', 'tools/admin.ts')
        .replaceAll(/\/(?:etc|var\/lib)\/bitacora/g, `${machine}$&`),
    );
  }, 120_000);
  afterAll(async () => {
    await postgres.close();
    remove(machine);
  });

  /** Runs lines with the folders of the machine in the place of those of the system, on that database of its settings. */
  function run(lines: readonly string[], url: string) {
    const env = path.join(machine, 'etc/bitacora/bitacora.env');
    fs.writeFileSync(env, `DATABASE_URL=${url}\nSESSION_SECRET=${SESSION_SECRET}\n`);
    const script = lines
      .join('\n')
      .replaceAll(/(?<=[\s='"]|^)\/(?=(?:etc|var|respaldos)\b)/gm, `${machine}/`)
      .replaceAll(/:…@db\//g, `:${encodeURIComponent('…')}@${new URL(url).host}/`);
    const around = {
      PATH: `${machine}/bin:${process.env.PATH}`,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? '',
      HOME: machine,
      DATA_DIR: path.join(machine, 'var/lib/bitacora'),
      FILE_URL: url,
    };
    const { status, stdout, stderr } = spawnSync('sh', ['-euc', script], {
      cwd: path.join(machine, 'clone'),
      env: around,
      encoding: 'utf8',
    });
    return { status, output: `${stdout}${stderr}` };
  }
  const asArchive = (lines: readonly string[]) => lines.map((line) => line.replaceAll(/npm run (?:--silent )?admin --/g, 'bitacora-admin'));

  it.each(['clone', 'archive'])(
    'makes the three roles of docs/database.md and migrates as their owner, in the form of the %s',
    { timeout: 180_000 },
    async (form) => {
      const [roles, commands] = ['create role', 'DATABASE_URL=postgres'].map(
        (start) => blocks.find(({ lines }) => lines[0]?.startsWith(start))?.lines ?? [],
      ) as [string[], string[]];
      const rename = (text: string) => text.replaceAll(/\bbitacora(?=_|\b)(?!-admin)/g, `empresa_${form}`);
      for (const statement of rename(roles.join('\n'))
        .split(/;\n?/)
        .filter((text) => text.trim()))
        await postgres.db.raw(statement);
      const typed = commands.filter((line) => !line.endsWith('npm start')).map(rename);
      // What stands in front wins over the role of the settings, which may not do this.
      const url = postgres.url.replace(/\/\/.*@(.*)\/.*/, `//empresa_${form}_app:${encodeURIComponent('…')}@$1/empresa_${form}`);
      expect(run(form === 'archive' ? asArchive(typed) : typed, url)).toEqual({ status: 0, output: expect.stringContaining('Se aplicó:') });
      const app = connect(url);
      expect((await app('activities').count())[0]).toEqual({ count: 0 });
      await app.destroy();
      for (const statement of ['drop database ?? with (force)', 'drop role ??', 'drop role ??', 'drop role ??'].map(
        (text, index) => [text, `empresa_${form}${['', '', '_app', '_backup'][index]}`] as const,
      ))
        await postgres.db.raw(statement[0], [statement[1]]);
    },
  );

  const inTurn = toRun.filter(({ lines }) => lines.some((line) => line.startsWith('npm run') || line.startsWith('bitacora-admin')));
  /** Returns the same lines as they are typed beside the archive, if they are of the clone. */
  const forms = inTurn.flatMap((block) => {
    const lines = asArchive(block.lines);
    return [
      [`${keyOf(block)} (as it stands)`, block.lines],
      ...(lines.join() === block.lines.join() ? [] : [[`${keyOf(block)} (archive)`, lines]]),
    ] as [string, string[]][];
  });
  it.each(forms)('runs %s', { timeout: 180_000 }, async (_, lines) => {
    const isRestore = lines.some((line) => line.includes(' restore '));
    const place = isRestore ? `nueva_${process.pid}` : null;
    if (place) await postgres.db.raw('create database ??', [place]);
    const url = place ? postgres.url.replace(/[^/]+$/, place) : postgres.url;
    for (const file of fs.globSync('{clone,etc/bitacora,var/lib/bitacora}/{backup-key.txt,backup.env}', { cwd: machine }))
      fs.rmSync(path.join(machine, file));
    const { status, output } = run(lines, url);
    if (place) await postgres.db.raw('drop database ?? with (force)', [place]);
    expect({ status, output }).toEqual({ status: 0, output: expect.any(String) });
  });

  it.each(blocks.filter((block) => !isListed(block) && isOfSettings(block)).map((block) => [keyOf(block), block] as const))(
    'reads the settings of %s, each under a name that exists',
    (_, { lines }) => {
      const env = path.join(machine, 'etc/bitacora/bitacora.env');
      fs.writeFileSync(env, lines.join('\n'));
      const script = fs.readFileSync(path.join(machine, 'bin/bitacora-admin'), 'utf8').replace(/^exec .*/m, 'exec env -0');
      const { stdout, stderr } = spawnSync('sh', ['-c', script], { env: { PATH: `${machine}/bin:${process.env.PATH}` }, encoding: 'utf8' });
      fs.rmSync(env);
      expect(stderr).toBe('');
      const read = stdout.split('\0').map((line) => line.split('=')[0] as string);
      const written = lines.flatMap((line) => /^[A-Z_]+(?==)/.exec(line) ?? []);
      expect(written.filter((name) => !read.includes(name))).toEqual([]);
      expect(written.filter((name) => !(name.replace(/_FILE$/, '') in names) && !OF_OTHERS.includes(name))).toEqual([]);
    },
  );
});

/** The bot reads these itself. */
const OF_OTHERS = ['SLACK_BOT_TOKEN', 'SLACK_APP_TOKEN', 'TEAMS_CLIENT_ID', 'TEAMS_CLIENT_SECRET', 'TEAMS_TENANT_ID'];

/** A command up to the end of its line, of its quotation or of what is optional in it. */
const TYPED = /(?:npm run (?:--silent )?admin --|(?<![/«\w])bitacora-admin|node tools\/admin\.ts) ([a-z][^`»'"|;&#)(.,:\\\n[]*)/g;
/** Code in a sentence may go on in the next line, code in a block does not. */
const pieces = (text: string) => [
  text,
  ...text
    .split(/^ *```.*$/m)
    .flatMap((part, index) => (index % 2 ? [] : (part.match(/`[^`]+`/g) ?? []).map((code) => code.replace(/\s+/g, ' ')))),
];

it('each command of the administrator that a document or a message names can be typed so', async () => {
  const sources = read('{README,docs/*,docs/ayuda/*}.md').concat(read('{core,api,web,bot}/src/**/messages/**/*.ts'));
  const typed = sources
    .flatMap(({ file, text }) =>
      pieces(text).flatMap((piece) => [...piece.matchAll(TYPED)].map(([, words = '']) => ({ file, words: words.trim().split(/ +/) }))),
    )
    .filter(({ words }) => words.at(-1) !== '…' || words.length > 2);
  expect(typed.length).toBeGreaterThan(60);
  const wrong: string[] = [];
  for (const { file, words } of typed) {
    const stderr = new PassThrough();
    const around = {
      stdin: Readable.from([]),
      stdout: new PassThrough(),
      stderr,
      now: () => new Date(),
      env: {},
      fileNames: [],
      place: (name: string) => name,
    };
    await administer(words, {
      ...around,
      settings: () => {
        throw new StartProblem('understood');
      },
    } as Parameters<typeof administer>[1]);
    const said = String(stderr.read());
    if (!said.includes('understood')) wrong.push(`${file}: ${words.join(' ')}`);
  }
  expect(wrong).toEqual([]);
});
