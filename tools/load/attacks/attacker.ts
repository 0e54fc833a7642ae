/** An attacker in a separate process. It repeats the attack that it receives until it is killed, and reports the answers. */
import { type Attack, begin } from './attack.ts';

const REPORT_MS = 200;

process.once('message', (attack: Attack) => {
  const answers = begin(attack);
  setInterval(() => process.send?.(answers), REPORT_MS);
});
process.once('disconnect', () => process.exit());
