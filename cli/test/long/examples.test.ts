import { spawn, spawnSync } from 'node:child_process';
import { chmod, mkdir, writeFile } from 'node:fs/promises';
import type { Person } from '@bitacora/core/domain/people/person';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { aPng } from '../../../api/test/pictures.ts';
import { type RunningApp, runningApp } from '../../../api/test/running-app.ts';
import { sheetOf } from '../../../api/test/sheets/workbooks.ts';
import { aChecklist, day, given, NOW, PASSWORD } from '../../../core/test/factories.ts';
import { commands } from '../../src/commands/all-commands.ts';
import { terminalActivities } from '../../src/messages/activities.ts';
import { terminalCommands } from '../../src/messages/commands.ts';
import { terminalExamples } from '../../src/messages/examples.ts';
import { holding, type Machine, machine, main } from '../bitacora.ts';

let app: RunningApp;
let at: Machine;
let ana: Person;
let eva: Person;
beforeAll(async () => {
  app = await runningApp({ rateLimitFactor: 100 });
});
afterAll(() => app.close());

/** The next row of the table gets this id, because the examples name it. */
const nextId = (table: string, id: number) => app.db.raw(`alter table ${table} alter column id restart with ${id}`);

/** The company that the examples are about, and their files in the folder of the person who types them. */
beforeEach(async () => {
  await app.wipe();
  const make = given(app.db);
  ana = await make.manager({ firstName: 'Ana', lastName: 'Ruiz', email: 'ana@empresa.mx', kind: 'Desarrollador' });
  eva = await make.person({ firstName: 'Eva', lastName: 'Paz', email: 'eva@empresa.mx', department: 'VENTAS' });
  await make.person({ firstName: 'Beto', lastName: 'Sanz', email: 'beto@empresa.mx', department: 'VENTAS' });
  await make.person({ firstName: 'María', lastName: 'Ruiz' });
  const topic = await make.topic({ name: 'INVENTARIOS', department: 'VENTAS' });
  const others = [await make.topic({ name: 'CALIDAD', department: 'VENTAS' })];
  const work = { owner: ana, assignee: eva, topic, status: 'in_progress' } as const;
  await nextId('activities', 134);
  await make.activity({ ...work, description: 'Revisar la bomba del almacén', dueOn: day('2026-11-18'), priority: 'critical' });
  await nextId('activities', 214);
  for (const description of ['Contar el almacén', 'Pintar', 'Engrasar']) await make.activity({ ...work, topic: others[0], description });
  await make.activity({ ...work, description: 'Barrer', status: 'verified', verifiedAt: NOW });
  for (const [table, id] of [
    ['absences', 12],
    ['topic_assignments', 7],
    ['topic_channels', 4],
  ] as const)
    await nextId(table, id);
  await app.db('sweeps').insert({ dueAt: NOW, sweptAt: NOW, announcedCount: 0 });
  at = await machine({ ...(await holding(app, ana)), BITACORA_PASSWORD: PASSWORD });
  await mkdir(at.file('bin'));
  await writeFile(at.file('bin/bitacora'), `#!/bin/sh\nexec '${process.execPath}' '${main}' "$@"\n`);
  await chmod(at.file('bin/bitacora'), 0o755);
  await mkdir(at.file('.local/share/bash-completion/completions'), { recursive: true });
  await writeFile(at.file('plano.jpg'), await aPng());
  const person = ['77', 'Iris', 'Luna', 'iris@empresa.mx', 'Operativo', 'VENTAS', 'ANALISTA'];
  const headings = ['Número de empleado', 'Nombre', 'Apellidos', 'Correo electrónico', 'Nivel', 'Departamento', 'Puesto'];
  await writeFile(at.file('personas.xlsx'), await sheetOf([headings, person]));
  const rows = [
    ['Etiquetar', 'Lau', 'Patio', '25/11/2026', 'Por validar'],
    ['Pagar', 'Proveedor', '', '26/11/2026', ''],
  ];
  const columns = ['Actividad', 'Responsable', 'Tema', 'Vence', 'Estatus'];
  await writeFile(at.file('pendientes.xlsx'), await sheetOf([columns, ...rows]));
  const answers = /^ {2}(\{.*\})$/m.exec(terminalActivities.import.details)?.[1] ?? '';
  await writeFile(at.file('respuestas.json'), answers.replace('[12]', `[${eva.id}]`).replace(': 3}', `: ${topic.id}}`));
});
afterEach(() => at.leave());

/** Anything of these makes a line more than one command and its words. */
const ofTheShell = /[|<>$&;]/;

/**
 * Runs one command in this process, because a start of Node takes longer than most. The shell alone says which words the line has.
 * A command that watches is interrupted once the server has answered it.
 */
async function runWords(line: string): Promise<{ status: number | null; text: string }> {
  const { stdout } = spawnSync('bash', ['-c', `bitacora() { printf '%s\\0' "$@"; }; ${line}`], {
    cwd: at.home,
    env: at.env,
    encoding: 'utf8',
  });
  const words = stdout.split('\0').slice(0, -1);
  const interruption = new AbortController();
  const answered = app.logged.length;
  const result = at.bitacora(words, { interruption: interruption.signal });
  if (words.includes('--watch')) {
    await Promise.race([result, vi.waitUntil(() => app.logged.length > answered, { timeout: 30_000 })]);
    interruption.abort();
  }
  const { status, out, err } = await result;
  return { status, text: out + err };
}

/** Types a line into a shell. A login is confirmed in the browser as soon as it shows its code. */
async function typeLine(line: string, own: Record<string, string> = at.env): Promise<{ status: number | null; text: string }> {
  const env = { ...own, PATH: `${at.file('bin')}:${at.env.PATH}` };
  const child = spawn('bash', ['-o', 'pipefail', '-c', line], { cwd: at.home, env, stdio: ['ignore', 'pipe', 'pipe'] });
  const browser = await app.as(ana);
  let text = '';
  let answer: Promise<unknown> | undefined;
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      text += chunk;
      const [userCode] = /\b[B-Z]{4}-[B-Z]{4}\b/.exec(text) ?? [];
      if (userCode && line.includes(' login')) answer ??= browser.client.answerDeviceAuthorization({ userCode, isApproved: true });
    });
  const status = await new Promise<number | null>((resolve) => child.on('close', resolve));
  await answer;
  return { status, text };
}

const first = (name: string) => terminalExamples[name]?.[0] ?? '';
const here = (line: string) => line.replaceAll(/https:\/\/(bitacora|pruebas)\.empresa\.mx/g, app.origin);

/** Holds the commands that precede an example, by its first words. The longest match counts. */
const typedBefore: Readonly<Record<string, readonly string[]>> = {
  'bitacora activities tick 214 3 --undo': ['bitacora activities tick 214 3'],
  'bitacora activities assign --topic CALIDAD': [first('templates create')],
  'bitacora templates list': [first('templates create')],
  'bitacora templates update': [first('templates create')],
  'bitacora templates retire': [first('templates create')],
  'bitacora topics update': [first('topics create')],
  'bitacora absence cancel': [first('absence set')],
  'bitacora assignments delete': [`${first('assignments create').replace('eva', 'ana')}`],
  'bitacora users activate': [`${first('users deactivate')} --yes`],
  'bitacora users cancel-email-change': ['bitacora users update eva@empresa.mx --email eva.paz@empresa.mx'],
};

/** Prepares the company for the examples of a command. */
const changes: Readonly<Record<string, () => Promise<unknown>>> = {
  'activities start': () => app.db('activities').where({ id: 214 }).update({ assigneeId: ana.id, status: 'not_started', startedAt: null }),
  'activities tick': () =>
    app
      .db('activities')
      .where({ id: 214 })
      .update({ assigneeId: ana.id, checklist: JSON.stringify(aChecklist(['Sellos', 'Extintores', 'Pasillos'])) }),
  'activities complete': () => app.db('activities').where({ id: 214 }).update({ assigneeId: ana.id }),
  'activities verify': async () => {
    for (const activityId of [214, 215, 216]) await (await app.as(eva)).client.completeActivity({ activityId, resolution: 'Listo' });
  },
  'activities withdraw-image': async () =>
    (await app.as(eva)).client.addEvidence({ activityId: 214, images: [new File([await aPng()], 'a.png')] }),
  'activities show': async () => (await app.as(eva)).client.commentActivity({ activityId: 214, body: 'Va bien' }),
  'assignments create': () => app.db('topics').update({ department: 'COMPRAS' }),
  'users create': () => app.db('users').where({ id: eva.id }).update({ email: 'otra@empresa.mx' }),
  'users invite': () => app.db('users').where({ id: eva.id }).update({ passwordHash: null }),
  'chats remove': async () => {
    const { id: topicId } = await app.db('topics').first('id');
    const channel = { topicId, userId: ana.id, service: 'slack', conversation: 'C1', displayName: 'produccion', startedAt: NOW };
    return app.db('topicChannels').insert(channel);
  },
  'outbox resend': () =>
    app.db('outbox').insert({
      ...{ key: 'assigned:1', kind: 'assigned', channel: 'email', recipientId: eva.id, facts: '{}', tries: 1, createdAt: NOW },
      ...{ letter: '00000000-0000-4000-8000-00000000f417', failedAt: NOW, failure: 'refused', lastError: '550 no such mailbox' },
      expiresAt: new Date('2026-11-27T18:00:00Z'),
    }),
};

/** Makes of an example what is typed here: its placeholders, the yes that a terminal asks for. What watches has no terminal to draw on. */
async function typableLine(example: string, name: string): Promise<string> {
  const confirms = commands.find((command) => command.name === name)?.confirms && !example.includes('--yes');
  const image = await app.db('images').first('id');
  const line = here(example)
    .replace('6f1c…', image?.id ?? '')
    .replace('4d2e…', '00000000-0000-4000-8000-00000000f417')
    .concat(confirms ? ' --yes' : '');
  return line.includes('--watch') ? `${line} --json` : line;
}

const isOfProfiles = (name: string) => /^(log(in|out)|auth|config)( |$)/.test(name);
const examples = commands.flatMap(({ name }) => (terminalExamples[name] ?? []).map((example) => [example, name] as const));
const hasJq = spawnSync('sh', ['-c', 'jq --version']).status === 0;

it.each(examples.filter(([example, name]) => !isOfProfiles(name) && (hasJq || !example.includes('jq '))))('%s', async (example, name) => {
  await changes[name]?.();
  const start = Object.keys(typedBefore)
    .sort((a, b) => b.length - a.length)
    .find((words) => example.startsWith(words));
  for (const line of start ? (typedBefore[start] ?? []) : []) expect(await runWords(line)).toMatchObject({ status: 0 });
  const line = await typableLine(example, name);
  const { status, text } = await (ofTheShell.test(line) ? typeLine(line) : runWords(line));
  // A look at a sheet whose texts wait for an answer ends with 1, as its import without answers does.
  expect([status, text]).toEqual([example.endsWith('pendientes.xlsx --dry-run') ? 1 : 0, expect.any(String)]);
  // A pipe through jq prints a value for each field that it names.
  if (example.includes('jq -r')) expect(text.trim().split('\n')[0]?.split('\t')).toEqual(Array(3).fill(expect.stringMatching(/./)));
});

it('the lines about logins and profiles, one after the other', async () => {
  const { BITACORA_TOKEN: _, BITACORA_URL: __, ...env } = at.env as Record<string, string>;
  const lines = examples.filter(([, name]) => isOfProfiles(name)).map(([example]) => example);
  const isLogin = (line: string) => line.startsWith('bitacora login');
  const isLogout = (line: string) => line.startsWith('bitacora logout');
  const byPassword = /echo .*$/m.exec(terminalCommands.logIn.details)?.[0] ?? '';
  expect(await typeLine(byPassword, { ...env, CLAVE: PASSWORD, BITACORA_URL: app.origin })).toMatchObject({ status: 0 });
  const others = lines.filter((line) => !isLogin(line) && !isLogout(line));
  // The profile of the first login has the name of its server, which is another one here.
  const logins = lines.filter(isLogin).map((line) => line.replace('login --url', 'login --profile principal --url'));
  for (const line of [...logins, ...others, ...lines.filter(isLogout)])
    expect([line, await typeLine(here(line), env)]).toEqual([line, { status: 0, text: expect.any(String) }]);
});
