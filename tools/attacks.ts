/**
 * `npm run attacks`: one hostile caller at a time beside people at work (docs/reliability.md): what others wait meanwhile, beside what they
 * waited just before, and just after. Run it on a quiet machine: busy processors decide the ratio else. `-- --rows 500000 --seconds 15 --rate 30`, and names for only some: `npm run attacks -- facets`.
 */
import { type ChildProcess, fork } from 'node:child_process';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { endWithLauncher } from './leash.ts';
import type { Answers, Attack } from './load/attacks/attack.ts';
import { honestPeople } from './load/attacks/honest-people.ts';
import { openLoop, type Sample } from './load/open-loop.ts';
import { tellPromises } from './load/promises.ts';
import { runningCompany } from './load/running-company.ts';
import { told } from './load/tell.ts';

const LOGIN_RATE = 1;
const SETTLE_MS = 1_000;
const LONG_HISTORY = 40_000;
/** A real attacker has a machine of its own; here it takes only what the others leave of the processors. */
const ATTACKER_NICE = 5; // above our own
/** Of others' p99 beside an attack to theirs without it. */
const RATIO_MAX = 2;

endWithLauncher();
const { values, positionals } = parseArgs({
  options: {
    rows: { type: 'string', default: '500000' },
    seconds: { type: 'string', default: '15' },
    rate: { type: 'string', default: '30' },
  },
  allowPositionals: true,
});
const [activities, seconds, rate] = [Number(values.rows), Number(values.seconds), Number(values.rate)];

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
  const people = await honestPeople(company, [personId, managerId, idle?.assigneeId ?? 0]);
  const [employee, manager, colleague] = [
    await company.visitor(personId),
    await company.visitor(managerId),
    await company.visitor(idle?.assigneeId ?? 0),
  ];

  const { url } = product;
  const one = { url, from: ['127.0.1.1'] };
  const networks = Array.from({ length: 50 }, (_, index) => `127.1.${index}.1`);
  const json = { 'Content-Type': 'application/json' };
  const years = { startDate: '2020-01-01', endDate: '2030-01-01' };
  const csrf = await (await fetch(`${url}/api/csrf-token`)).json().then((body) => (body as { csrf_token: string }).csrf_token);
  const attacks: Record<string, Attack & { title: string }> = {
    cookies: { ...one, title: '250 × get-session, cookies inventadas', parallel: 250, path: '/api/get-session', inventsCookies: true },
    networks: {
      ...{ url, from: networks, title: 'lo mismo desde 50 redes' },
      ...{ parallel: 250, path: '/api/get-session', inventsCookies: true },
    },
    reads: {
      ...{ ...one, title: '250 × su historial, una persona' },
      ...{ parallel: 250, path: '/api/get_my_historial_activities', headers: colleague.reads },
    },
    history: {
      ...{ ...one, title: '250 × su historial de 40,000 filas' },
      ...{ parallel: 250, path: '/api/get_my_historial_activities', headers: employee.reads },
    },
    facets: {
      ...{ ...one, title: '30 × filtros con búsqueda, un gerente', parallel: 30, method: 'POST', path: '/api/get_stats_activities' },
      ...{
        headers: manager.writes,
        body: JSON.stringify({ ...years, search: 're', statuses: ['Verified', 'Not started', 'In progress'] }),
      },
    },
    arrays: {
      ...{ ...one, title: '8 × el reporte entero, un gerente', parallel: 8, method: 'POST', path: '/api/get_all_activities' },
      ...{ headers: manager.writes, body: JSON.stringify({ ...years, statuses: ['Verified'] }) },
    },
    headers: { ...one, title: '3,200 encabezados a medias', parallel: 3_200, isHalfSent: true },
    readyz: { ...one, title: '300 × /readyz', parallel: 300, path: '/readyz' },
    passwords: {
      ...{ url, from: networks, title: '60 × contraseñas falsas desde 50 redes', parallel: 60, method: 'POST', path: '/api/login' },
      ...{
        headers: { ...json, Cookie: 'csrf=x', 'X-CSRF-Token': csrf },
        body: JSON.stringify({ email: 'nadie@example.mx', password: 'falsa' }),
      },
    },
  };
  const wanted = Object.entries(attacks).filter(([name]) => positionals.length === 0 || positionals.includes(name));

  let turn = 0;
  const measured = async (during: number) => {
    const [work, logins] = await Promise.all([
      openLoop({ rate, seconds: during, send: () => people.send(turn++) }),
      openLoop({ rate: LOGIN_RATE, seconds: during, send: () => people.logIn(turn++) }),
    ]);
    return { work: told(work), logins: told(logins), statuses: failuresOf([...work, ...logins]) };
  };
  await measured(5);

  const table: Record<string, object> = {};
  const promises = [];
  for (const [, { title, ...attack }] of wanted) {
    const alone = await measured(seconds);
    const attacker = await startAttacker(attack);
    await pause(SETTLE_MS);
    const beside = await measured(seconds);
    const answers = attacker.stop();
    const after = await measured(5);
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
  tellPromises(promises);
  people.end();
} finally {
  await company.close();
}

function failuresOf(samples: readonly Sample[]): string {
  const failed = samples.filter(({ status }) => status !== 200);
  return failed.length ? failed.map(({ kind, status }) => `${kind} ${status}`).join(', ') : '';
}

async function startAttacker(attack: Attack) {
  const child: ChildProcess = fork(path.join(import.meta.dirname, 'load/attacks/attacker.ts'));
  if (child.pid) os.setPriority(child.pid, os.getPriority() + ATTACKER_NICE);
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
