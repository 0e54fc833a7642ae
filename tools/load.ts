/**
 * `npm run load`: the mixed profile of an office (reliability, T25) on a product and a company of its own: 60 requests a second for five minutes,
 * then five times as many, then what they leave behind. `-- --seconds 20`, `--rate 60`.
 */
import { parseArgs } from 'node:util';
import { endWithLauncher } from './leash.ts';
import { RATE, SIZE } from './load/company-size.ts';
import { figuresOf } from './load/figures-of.ts';
import { mixedProfile } from './load/mixed-profile.ts';
import { openLoop } from './load/open-loop.ts';
import { recoveredAfter } from './load/recovered-after.ts';
import { runningCompany } from './load/running-company.ts';
import { statusesOf, told, toldByKind } from './load/tell.ts';

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
  let sent = 0;
  const next = () => send(sent++);
  await openLoop({ rate, seconds: WARM_SECONDS, send: next });

  await figuresOf(company);
  const usual = await openLoop({ rate, seconds, send: next });
  const { loopLagP99Ms, memoryMb } = await figuresOf(company);
  console.log(`${rate} peticiones por segundo durante ${seconds} s (milisegundos desde el momento previsto):`);
  console.table(toldByKind(usual));
  console.log(`Ciclo de Node, p99: ${loopLagP99Ms.toFixed(0)} ms. Memoria: ${memoryMb.toFixed(0)} MB.`);

  const [over, after] = await Promise.all([
    openLoop({ rate: rate * OVERLOAD, seconds: OVERLOAD_SECONDS, send: next }),
    new Promise((begin) => setTimeout(begin, OVERLOAD_SECONDS * 1_000)).then(() =>
      openLoop({ rate, seconds: AFTERWARDS_SECONDS, send: next }),
    ),
  ]);
  console.log(`\n${rate * OVERLOAD} por segundo durante ${OVERLOAD_SECONDS} s, y otra vez ${rate}:`);
  console.table({ sobrecarga: told(over), después: told(after) });
  console.log('Respuestas por estado durante la sobrecarga:', statusesOf(over));
  console.log(`Como antes a los ${recoveredAfter(after)} s.`);
} finally {
  await company.close();
}
