import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import rootManifest from '../../package.json' with { type: 'json' };
import { root } from '../checks/repository.ts';
import { PNPM } from '../install.mjs';
import { readCommand, readCopy, readDockerfile } from './dockerfile.ts';

const read = (name: string) => fs.readFileSync(path.join(root, name), 'utf8');
const exists = (name: string) => fs.existsSync(path.join(root, name));
const OWN = ['$', '{BITACORA_IMAGE:-bitacora:local}'].join('');
const EXACT = /^[\w./-]+:v?\d+\.\d+(\.\d+)?(-[\w.]+)?$/;

const stages = readDockerfile(read('Dockerfile'));
const stageNames = stages.map(({ name }) => name);
const stepsOf = (word: string) =>
  stages.flatMap(({ name, steps }) => steps.filter((step) => step.word === word).map(({ rest }) => ({ name, rest })));
const last = (word: string) =>
  stepsOf(word)
    .filter(({ name }) => name === 'image')
    .at(-1)?.rest ?? '';

describe('the Dockerfile', () => {
  it('stands on exact versions, the same Node and pnpm as the checkout', () => {
    const bases = stages.map(({ from }) => from).filter((from) => !stageNames.includes(from));
    for (const base of bases) expect(base).toBe(`node:${rootManifest.devDependencies.node}-bookworm-slim`);
    expect(stepsOf('RUN')[0]?.rest).toBe(`npm install --global ${PNPM}`);
  });

  it('copies what there is, every package’s manifest among it', () => {
    const copies = stepsOf('COPY').map(({ rest }) => readCopy(rest));
    const ours = copies.filter(({ stage }) => stage === null).flatMap(({ what }) => what);
    expect(ours.filter((name) => !exists(name))).toEqual([]);
    for (const name of ['core', 'api', 'web', 'cli', 'bot']) expect(ours).toContain(`${name}/package.json`);
    for (const { stage } of copies) if (stage) expect(stageNames).toContain(stage);
  });

  it('installs by the lockfile, and for the image production’s packages alone', () => {
    const installs = stepsOf('RUN').filter(({ rest }) => rest.startsWith('pnpm install'));
    expect(installs.map(({ name }) => name)).toEqual(['web', 'terminal', 'production']);
    for (const { rest } of installs) expect(rest).toContain('--frozen-lockfile');
    expect(installs.at(-1)?.rest).toContain('--prod');
  });

  it('is run by nobody special, with a command and a look at its health that exist', () => {
    expect(last('USER')).toMatch(/^[1-9]\d*:[1-9]\d*$/);
    expect(exists(readCommand(last('CMD'))[1] ?? '')).toBe(true);
    expect(readCommand(last('HEALTHCHECK')).join(' ')).toContain('/readyz');
    expect(stepsOf('ADD')).toEqual([]);
    expect(
      stepsOf('ENV')
        .map(({ rest }) => rest)
        .join(' '),
    ).not.toMatch(/PASSWORD|SECRET|TOKEN/);
  });

  it('gets no secret, no data and nothing installed from outside', () => {
    const ignoreLines = read('.dockerignore').split('\n');
    expect(ignoreLines[1]).toBe('*');
    for (const name of ['**/node_modules', '**/dist', '**/.env']) expect(ignoreLines).toContain(name);
    for (const name of ['!data', '!.git', '!.env']) expect(ignoreLines).not.toContain(name);
  });
});

type Value = string | Value[] | { [key: string]: Value };

/** A list too long for one line stands below its key, an entry a line. */
const LONG_LIST = /\n *\[\n[^\]]*?\n *\]$/gm;
const joinLines = (list: string) => list.replace(/,\n *\]$/, ']').replace(/\n */g, ' ');

/** The YAML that docker-compose.yml is written in: maps, lists in brackets, anchors and merges; every other scalar is text. */
function readYaml(text: string): Record<string, Value> {
  const lines = text
    .replaceAll(LONG_LIST, joinLines)
    .split('\n')
    .filter((line) => line.trim() !== '' && !/^\s*#/.test(line));
  const anchors = new Map<string, Value>();
  const indentOf = (line: string) => line.length - line.trimStart().length;

  function block(indent: number): Record<string, Value> {
    const mapping: Record<string, Value> = {};
    while (lines[0] !== undefined && indentOf(lines[0]) === indent) {
      const line = lines.shift() as string;
      const [, key = '', anchor, inline = ''] = /^\s*([\w<-]+):(?: &(\w+))?(?: (.*))?$/.exec(line) ?? [];
      if (key === '') throw new Error(`What is this? ${line}`);
      const deeper = lines[0] === undefined ? 0 : indentOf(lines[0]);
      const value = inline === '' && deeper > indent ? block(deeper) : scalar(inline);
      if (anchor) anchors.set(anchor, value);
      if (key === '<<') Object.assign(mapping, anchors.get(inline.slice(1)));
      else if (Object.hasOwn(mapping, key) && !isMerged(mapping[key], anchors)) throw new Error(`Twice: ${key}`);
      else mapping[key] = value;
    }
    return mapping;
  }
  const parsed = block(0);
  if (lines.length > 0) throw new Error(`Indented oddly: ${lines[0]}`);
  return parsed;
}

const isMerged = (value: Value | undefined, anchors: ReadonlyMap<string, Value>) =>
  [...anchors.values()].some((anchor) => typeof anchor === 'object' && Object.values(anchor).includes(value as Value));
const unquoted = (text: string) => text.trim().replace(/^(["'])(.*)\1$/, '$2');
function scalar(text: string): Value {
  if (!text.startsWith('[')) return unquoted(text);
  return (text.slice(1, -1).match(/"[^"]*"|[^,]+/g) ?? []).map(unquoted).filter((one) => one !== '');
}

const compose = readYaml(read('docker-compose.yml'));
const services = Object.entries(compose.services as Record<string, Record<string, string & string[] & Record<string, string>>>);

describe('docker-compose.yml', () => {
  it('has PostgreSQL, its migrations and the API; a backup, the bot and a mail catcher only when asked for', () => {
    const profiles = services.map(([name, { profiles: ownProfiles }]) => [name, ownProfiles]);
    expect(Object.fromEntries(profiles)).toEqual({
      postgres: undefined,
      migrate: undefined,
      api: undefined,
      backup: ['backup'],
      bot: ['chat'],
      mail: ['mail'],
    });
  });

  it.each(services)('%s is exact, hardened, bounded and ends in its own time', (_, service) => {
    expect(service.image === OWN || EXACT.test(service.image ?? '')).toBe(true);
    expect(service).toMatchObject({ read_only: 'true', cap_drop: ['ALL'], security_opt: ['no-new-privileges:true'] });
    for (const bound of ['mem_limit', 'pids_limit', 'restart']) expect(service[bound], bound).toBeTruthy();
    expect(service.logging).toMatchObject({ driver: 'local', options: { 'max-size': '20m' } });
    expect(service).not.toHaveProperty('privileged');
    if (service.image !== OWN) expect(service.user).toMatch(/^[1-9]\d*:[1-9]\d*$/);
  });

  it('asks PostgreSQL over TCP, because the server that prepares a volume listens on its socket alone', () => {
    expect(JSON.stringify(Object.fromEntries(services).postgres?.healthcheck)).toContain('"--host","127.0.0.1"');
  });

  it('keeps the database from the world, and secrets out of the file', () => {
    const { postgres, api, bot } = Object.fromEntries(services);
    expect(postgres?.networks).toEqual(['inside']);
    expect(postgres).not.toHaveProperty('ports');
    expect((compose.networks as Record<string, Record<string, string>>).inside).toEqual({ internal: 'true' });
    for (const published of [...(api?.ports ?? []), ...(bot?.ports ?? [])]) expect(published).toContain('127.0.0.1');
    expect(postgres?.environment?.POSTGRES_PASSWORD).toMatch(/^\$\{POSTGRES_PASSWORD:\?/);
    expect(JSON.stringify(bot?.environment)).not.toMatch(/POSTGRES|SESSION_SECRET|AWS|SMTP/);
  });

  it('works with a role that is not the owner’s, and its container does not get the owner’s password', () => {
    const { postgres, migrate, backup, api } = Object.fromEntries(services);
    const readRole = (service: typeof api) => /postgres:\/\/(\w+):/.exec(service?.environment?.DATABASE_URL ?? '')?.[1];
    expect([migrate, api, backup].map(readRole)).toEqual([postgres?.environment?.POSTGRES_USER, 'bitacora_app', 'bitacora_backup']);
    expect(api?.environment).toMatchObject({ POSTGRES_PASSWORD: '', POSTGRES_BACKUP_PASSWORD: '' });
    expect(backup?.environment).toMatchObject({ POSTGRES_PASSWORD: '', POSTGRES_APP_PASSWORD: '' });
    for (const service of [api, migrate]) expect(service?.environment).toMatchObject({ BACKUP_KEY: '', BACKUP_KEY_FILE: '' });
    const script = postgres?.volumes?.find((mount) => mount.includes('initdb.d'))?.split(':')[0] ?? '';
    for (const role of ['bitacora_app', 'bitacora_backup']) {
      expect(read(script)).toContain(`alter role ${role} password`);
      expect(migrate?.command?.join(' ')).toContain(role);
    }
  });

  it('asks only what serves how it is', () => {
    const { migrate, backup } = Object.fromEntries(services);
    for (const service of [migrate, backup]) expect(service?.healthcheck).toEqual({ disable: 'true' });
  });

  it('backs up with the command of the systemd unit', () => {
    const command = 'backup --into /';
    expect(Object.fromEntries(services).backup?.command?.at(-1)).toContain(`tools/admin.ts ${command}`);
    expect(read('deploy/systemd/bitacora-backup.service')).toContain(`admin ${command}`);
    expect(read('tools/image/roles.sh')).toContain('create database bitacora_drill owner bitacora_backup');
  });

  it('waits an hour before the next backup where the next night has no such moment', () => {
    const line = Object.fromEntries(services).backup?.command?.at(-1)?.replaceAll('$$', '$') ?? '';
    const pause = /; (sleep .*); done$/.exec(line)?.[1];
    const shell = `date() { [ "$1" = +%s ] && echo 100; }; sleep() { echo "$1"; [ "$1" -ge 0 ]; }; ${pause}`;
    expect(execFileSync('sh', ['-c', shell]).toString()).toBe('-100\n3600\n');
  });

  it('is asked for nothing that .env.example does not name', () => {
    const variables = [...read('docker-compose.yml').matchAll(/\$\{(\w+)/g)].map(([, name]) => name);
    expect(variables.length).toBeGreaterThan(5);
    for (const name of variables) expect(read('.env.example')).toMatch(new RegExp(`^# ?${name}=`, 'm'));
  });

  it('waits for what it needs, and keeps what must be kept', () => {
    const { migrate, api, bot, postgres } = Object.fromEntries(services);
    expect(migrate?.depends_on).toEqual({ postgres: { condition: 'service_healthy' } });
    expect(api?.depends_on).toEqual({ migrate: { condition: 'service_completed_successfully' } });
    expect(bot?.depends_on).toEqual({ api: { condition: 'service_healthy' } });
    const mounts = [...(api?.volumes ?? []), ...(postgres?.volumes ?? [])].map((mount) => mount.split(':')[0] ?? '');
    for (const name of mounts)
      expect(name.startsWith('./') ? exists(name) : Object.hasOwn(compose.volumes as object, name), name).toBe(true);
    // DRAIN_SECONDS may be 60, and what is under way has ten more.
    expect(Number.parseInt(api?.stop_grace_period ?? '', 10)).toBeGreaterThan(70);
  });
});

describe('the lines that documents give', () => {
  const files = fs.globSync('{README*,SECURITY,docs/**/*}.md', { cwd: root }).concat('docker-compose.yml', '.env.example');
  const install = read('docs/install.md');
  const documents = files.map(read).join('\n');
  /** Options of Compose that take a value in the next word. */
  const flags = String.raw`(?:-[ev] \S+ |--?[a-zA-Z-]+ )*`;

  it('do the same in a clone, beside the archive and in containers', () => {
    const forms = [
      ...install.matchAll(/^\| `npm run admin -- (.+?)` \| `bitacora-admin (.+?)` \| `(.+) node tools\/admin\.ts (.+?)` \|$/gm),
    ];
    expect(forms.map(([, clone, archive, , containers]) => [archive, containers].map((form) => form === clone))).toEqual([[true, true]]);
    expect(exists('deploy/bitacora-admin') && exists('tools/admin.ts')).toBe(true);
  });

  it('name services and profiles of docker-compose.yml', () => {
    const profiles = services.flatMap(([, { profiles: own = [] }]) => own as string[]);
    const named = [...install.matchAll(/--profile (\w+)/g)].map(([, name = '']) => name);
    expect(new Set(named)).toEqual(new Set(profiles));
    const line = new RegExp(`docker compose (?:--profile \\w+ )*(?:run|exec|up|logs|stop|restart) ${flags}([a-z]\\w*)`, 'g');
    const used = [...`${documents}\n`.matchAll(line)].map(([, name = '']) => name);
    expect(used.length).toBeGreaterThan(5);
    expect(used.filter((name) => !Object.fromEntries(services)[name])).toEqual([]);
  });

  it('name units and files that the archive has', () => {
    const units = [...documents.matchAll(/\bbitacora[\w-]*\.(?:service|timer)\b|(?<=systemctl (?:[a-z-]+ )+)bitacora[\w-]*/g)].map(
      ([name]) => name,
    );
    expect(units.length).toBeGreaterThan(5);
    expect(units.filter((name) => !exists(`deploy/systemd/${/\./.test(name) ? name : `${name}.service`}`))).toEqual([]);
    const paths = [...documents.matchAll(/\/opt\/bitacora\/([\w./-]+)/g)].map(([, name = '']) => name.replace(/\.$/, ''));
    expect(paths.filter((name) => !exists(name))).toEqual([]);
  });
});
