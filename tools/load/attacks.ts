/**
 * `npm run attacks` runs one hostile caller at a time beside people at work (docs/reliability.md). It compares what people wait during
 * the attack with what they waited before and after. Use a quiet machine, because busy processors decide the ratio otherwise.
 * Options: `-- --rows 500000 --seconds 15 --rate 30 --rounds 3`; rounds with and without an attack alternate. Names select attacks:
 * `npm run attacks -- facets`. `--pin` gives the attacker a processor of its own (Linux), so that its own work slows nobody.
 */
import { type ChildProcess, execFileSync, fork } from 'node:child_process';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { buildWeb } from '../build-web.ts';
import { endWithLauncher } from '../leash.ts';
import type { Answers, Attack } from './attacker.ts';
import { runningCompany } from './company.ts';
import { loadFigures, openLoop, reportPromises, type Sample } from './measurement.ts';
import { honestPeople } from './people.ts';

const LOGIN_RATE = 1;
const SETTLE_MS = 1_000;
/** The next round begins after this time, so that the attack leaves nothing behind. */
const AFTER_SECONDS = 5;
const LONG_HISTORY = 40_000;
/** A real attacker has a machine of its own; here it takes only what the others leave of the processors. */
const ATTACKER_NICE = 5; // above our own
/** The p99 of others beside an attack may be this many times theirs without it. */
const RATIO_MAX = 2;

endWithLauncher();
const { values, positionals } = parseArgs({
  options: {
    rows: { type: 'string', default: '500000' },
    seconds: { type: 'string', default: '15' },
    rate: { type: 'string', default: '30' },
    rounds: { type: 'string', default: '3' },
    pin: { type: 'boolean', default: false },
  },
  allowPositionals: true,
});
const [activities, seconds, rate, rounds] = [values.rows, values.seconds, values.rate, values.rounds].map(Number) as [
  number,
  number,
  number,
  number,
];

/** Processes that it starts later stay on that processor too. */
const pinTo = (processor: number, pid: number) => execFileSync('taskset', ['-acp', String(processor), String(pid)], { stdio: 'ignore' });
const [ATTACKERS, OURS] = [0, 1];
if (values.pin) pinTo(OURS, process.pid);

// One attack requests the page.
if (!buildWeb()) throw new Error('The web could not be built.');
const company = await runningCompany({ activities, comments: 20_000 }, { RATE_LIMIT_FACTOR: '1' });
try {
  const { db, product } = company;
  const busy: { assigneeId: number; position: string }[] = await db('activities')
    .join('users', 'users.id', 'assigneeId')
    .groupBy('assigneeId', 'position')
    .orderByRaw('count(*) desc')
    .select('assigneeId', 'position');
  const [idle] = [...busy].reverse();
  const personId = busy.find(({ position }) => position !== 'GERENTE')?.assigneeId as number;
  const managerId = busy.find(({ position }) => position === 'GERENTE')?.assigneeId as number;
  await db.raw(
    `update activities set assignee_id = ? where id in (select id from activities where status = 'verified' order by id limit ?)`,
    [personId, LONG_HISTORY],
  );
  await db.raw('vacuum (analyze) activities');
  const avoided = [personId, managerId, idle?.assigneeId ?? 0];
  const { url } = product;
  const proxied = await company.start('proxied', '', { PROXY_HOPS: '1' });
  const people = {
    direct: await honestPeople(company, url, avoided),
    proxied: await honestPeople(company, proxied.url, avoided, { isProxied: true }),
  };
  const [employee, manager, colleague] = [
    await company.visitor(personId),
    await company.visitor(managerId),
    await company.visitor(idle?.assigneeId ?? 0),
  ];

  const one = { url, from: ['127.0.1.1'] };
  const networks = Array.from({ length: 50 }, (_, index) => `127.1.${index}.1`);
  const network = Array.from({ length: 60 }, (_, index) => `127.0.1.${index + 1}`);
  const years = { startDate: '2020-01-01', endDate: '2030-01-01', statusFilters: ['Verified', 'Not started', 'In progress'] };
  const guesses: Attack = {
    url,
    from: networks,
    method: 'POST',
    path: '/api/login',
    parallel: 60,
    headers: await readStrangersHeaders(url),
    body: JSON.stringify({ email: 'nadie-{n}@example.mx', password: 'nunca fue esta' }),
  };
  const invented = { parallel: 250, path: '/api/get-session', inventsCookies: true };
  const beforeProxy = { ...invented, url: proxied.url, from: one.from, front: 'proxied' as const };
  const history = { ...one, parallel: 250, path: '/api/get_my_historial_activities' };
  const asManager = { ...one, method: 'POST' as const, headers: manager.writes, body: JSON.stringify(years) };
  const attacks: Record<string, Attack & { title: string; front?: keyof typeof people }> = {
    cookies: { ...one, ...invented, title: '250 × get-session, cookies inventadas' },
    networks: { ...invented, url, from: networks, title: 'lo mismo desde 50 redes' },
    forwarded: { ...beforeProxy, title: '250 × get-session, X-Forwarded-For inventado ante un proxy', forwarded: 'invented and true' },
    bypassed: { ...beforeProxy, title: 'lo mismo sin pasar por el proxy', forwarded: 'invented' },
    reads: { ...history, title: '250 × su historial, una persona', headers: colleague.reads },
    pending: { ...one, title: '6 × sus pendientes, una persona', parallel: 6, path: '/api/get_my_activities', headers: employee.reads },
    history: { ...history, title: '250 × su historial de 40,000 filas', headers: employee.reads },
    facets: {
      ...asManager,
      title: '30 × filtros con búsqueda, un gerente',
      parallel: 30,
      path: '/api/get_stats_activities',
      body: JSON.stringify({ ...years, search: 're' }),
    },
    arrays: { ...asManager, title: '8 × el reporte entero, un gerente', parallel: 8, path: '/api/get_all_activities' },
    workbooks: {
      ...asManager,
      title: '8 × el libro de Excel entero, un gerente',
      parallel: 8,
      path: '/api/create_report_activities_f',
    },
    headers: { ...one, title: '3,200 encabezados a medias', parallel: 3_200, isHalfSent: true },
    readyz: { ...one, title: '300 × /readyz', parallel: 300, path: '/readyz' },
    files: { ...one, title: '300 × la página', parallel: 300, path: '/' },
    passwords: { ...guesses, title: '60 × contraseñas falsas desde 50 redes' },
    flood: { ...guesses, from: network, title: '60 × contraseñas falsas desde una red' },
  };
  const selected = Object.entries(attacks).filter(([name]) => positionals.length === 0 || positionals.includes(name));

  let turn = 0;
  const sampled = async (during: number, { send, logIn } = people.direct) => {
    const [work, logins] = await Promise.all([
      openLoop({ rate, seconds: during, send: () => send(turn++) }),
      openLoop({ rate: LOGIN_RATE, seconds: during, send: () => logIn(turn++) }),
    ]);
    return { work, logins };
  };
  for (const those of Object.values(people)) await sampled(5, those);

  const table: Record<string, object> = {};
  const promises = [];
  for (const [, { title, front = 'direct', ...attack }] of selected) {
    const samples = { alone: noSamples(), beside: noSamples(), after: noSamples() };
    let answers: Answers = {};
    const sample = async (when: keyof typeof samples, during: number) => {
      const { work, logins } = await sampled(during, people[front]);
      samples[when].work.push(...work);
      samples[when].logins.push(...logins);
    };
    for (let round = 0; round < rounds; round++) {
      await sample('alone', seconds);
      const attacker = await startAttacker(attack);
      await pause(SETTLE_MS);
      await sample('beside', seconds);
      answers = attacker.stop();
      await sample('after', AFTER_SECONDS);
    }
    const [alone, beside, after] = [sampleFigures(samples.alone), sampleFigures(samples.beside), sampleFigures(samples.after)];
    const ratio = beside.work.p99 / alone.work.p99;
    table[title] = {
      'p50 antes': alone.work.p50,
      'p50 durante': beside.work.p50,
      'p99 antes': alone.work.p99,
      'p99 durante': beside.work.p99,
      razón: Math.round(ratio * 100) / 100,
      'p99 después': after.work.p99,
      'entrar, peor, antes y durante': `${alone.logins.most} → ${beside.logins.most}`,
      'fallidas durante y después': [beside.statuses, after.statuses].filter(Boolean).join(' · ') || '0',
      atacante: JSON.stringify(answers),
    };
    promises.push({ name: `${title}: p99 de los demás, razón`, measured: ratio, most: RATIO_MAX });
    promises.push({ name: `${title}: fallidas de los demás`, measured: beside.work.failed + beside.logins.failed, most: 0 });
    console.log(`${title}: ${JSON.stringify(table[title])}`);
  }
  console.log(`\n${activities.toLocaleString('es-MX')} actividades, ${rate} peticiones y ${LOGIN_RATE} entrada por segundo; milisegundos.`);
  console.log(
    `Carga de la máquina: ${os
      .loadavg()
      .map((load) => load.toFixed(1))
      .join(' ')}.`,
  );
  console.table(table);
  reportPromises(promises);
  for (const { end } of Object.values(people)) end();
} finally {
  await company.close();
}

type Samples = Record<'work' | 'logins', Sample[]>;
function noSamples(): Samples {
  return { work: [], logins: [] };
}
function sampleFigures({ work, logins }: Samples) {
  return { work: loadFigures(work), logins: loadFigures(logins), statuses: listFailures([...work, ...logins]) };
}

function listFailures(samples: readonly Sample[]): string {
  const failed = samples.filter(({ status }) => status !== 200);
  return failed.length ? failed.map(({ kind, status }) => `${kind} ${status}`).join(', ') : '';
}

/** Reads the headers of somebody who is not logged in and has opened the login page. */
async function readStrangersHeaders(url: string) {
  const page = await fetch(`${url}/api/csrf-token`);
  const { csrf_token: token } = (await page.json()) as { csrf_token: string };
  const cookie = page.headers.getSetCookie().map((line) => line.split(';')[0]);
  return { 'Content-Type': 'application/json', Cookie: cookie.join('; '), 'X-CSRF-Token': token };
}

async function startAttacker(attack: Attack) {
  const child: ChildProcess = fork(path.join(import.meta.dirname, 'attacker.ts'));
  if (child.pid && values.pin) pinTo(ATTACKERS, child.pid);
  else if (child.pid) os.setPriority(child.pid, os.getPriority() + ATTACKER_NICE);
  let answers: Answers = {};
  child.on('message', (latest: Answers) => {
    answers = latest;
  });
  child.send(attack);
  return {
    stop() {
      child.kill('SIGKILL');
      return answers;
    },
  };
}
