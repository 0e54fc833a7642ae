/**
 * `npm run load` puts the mixed profile of a company (docs/reliability.md) on a product of its own. It sends 60 requests a second for five
 * minutes, fifteen logins a second alone and beside them, and five times as many requests. Then it checks what they leave behind.
 * Options: `-- --seconds 20`, `--rate 60`.
 */
import { parseArgs } from 'node:util';
import { endWithLauncher } from '../leash.ts';
import { RATE, runningCompany, SIZE } from './company.ts';
import {
  countBroken,
  countStatuses,
  figuresByKind,
  loadFigures,
  openLoop,
  readProductFigures,
  recoveredAfter,
  reportPromises,
} from './measurement.ts';
import { loginRate, logins, mixedProfile } from './people.ts';

const LOGIN_SECONDS = 30;
const OVERLOAD = 5;
const OVERLOAD_SECONDS = 20;
const AFTERWARDS_SECONDS = 20;
const WARM_SECONDS = 10;

endWithLauncher();
const { values } = parseArgs({
  options: { seconds: { type: 'string', default: '300' }, rate: { type: 'string', default: String(RATE) } },
});
const [rate, seconds] = [Number(values.rate), Number(values.seconds)];

const company = await runningCompany(SIZE);
try {
  const { send } = await mixedProfile(company);
  const { send: logIn } = await logins(company);
  let requestCount = 0;
  const next = () => send(requestCount++);
  await openLoop({ rate, seconds: WARM_SECONDS, send: next });

  const before = await readProductFigures(company);
  const usual = await openLoop({ rate, seconds, send: next });
  const { loopLagP99Ms, memoryMb, cpuSeconds } = await readProductFigures(company);
  console.log(`${rate} peticiones por segundo durante ${seconds} s (milisegundos desde el momento previsto):`);
  console.table(figuresByKind(usual));
  const busy = (cpuSeconds - before.cpuSeconds) / seconds;
  console.log(`Ciclo de Node, p99: ${loopLagP99Ms.toFixed(0)} ms. Memoria: ${memoryMb.toFixed(0)} MB. Núcleos: ${busy.toFixed(2)}.`);

  const rateOfLogins = await loginRate();
  const alone = await openLoop({ rate: rateOfLogins, seconds: LOGIN_SECONDS, send: logIn });
  const [beside, others] = await Promise.all([
    openLoop({ rate: rateOfLogins, seconds: LOGIN_SECONDS, send: logIn }),
    openLoop({ rate, seconds: LOGIN_SECONDS, send: next }),
  ]);
  console.log(`\n${rateOfLogins} entradas por segundo durante ${LOGIN_SECONDS} s, solas y junto a lo demás:`);
  console.table({ solas: loadFigures(alone), junto: loadFigures(beside), 'lo demás': loadFigures(others) });

  const [over, after] = await Promise.all([
    openLoop({ rate: rate * OVERLOAD, seconds: OVERLOAD_SECONDS, send: next }),
    new Promise((begin) => setTimeout(begin, OVERLOAD_SECONDS * 1_000)).then(() =>
      openLoop({ rate, seconds: AFTERWARDS_SECONDS, send: next }),
    ),
  ]);
  console.log(`\n${rate * OVERLOAD} por segundo durante ${OVERLOAD_SECONDS} s, y otra vez ${rate}:`);
  console.table({ sobrecarga: loadFigures(over), después: loadFigures(after) });
  console.log('Respuestas por estado durante la sobrecarga:', countStatuses(over));

  const { p50, p95, p99, failed } = loadFigures(usual);
  reportPromises([
    { name: 'p50, ms', measured: p50, most: 25 },
    { name: 'p95, ms', measured: p95, most: 120 },
    { name: 'p99, ms', measured: p99, most: 300 },
    { name: 'sin respuesta o con error', measured: failed, most: 0 },
    { name: 'ciclo de Node, p99, ms', measured: loopLagP99Ms, most: 50 },
    { name: 'entrar, p99, ms', measured: loadFigures(alone).p99, most: 1_000 },
    { name: 'entradas fallidas', measured: loadFigures(alone).failed, most: 0 },
    { name: 'en sobrecarga, ni respuesta ni «vuelve luego»', measured: countBroken(over), most: 0 },
    { name: 'segundos hasta estar como antes', measured: recoveredAfter(after), most: 10 },
  ]);
} finally {
  await company.close();
}
