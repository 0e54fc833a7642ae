/** An attacker in a process of its own: what it is sent it does until it is killed, and tells how it is answered. */
import { type Attack, begin } from './attack.ts';

const TELL_MS = 200;

process.once('message', (attack: Attack) => {
  const answers = begin(attack);
  setInterval(() => process.send?.(answers), TELL_MS);
});
process.once('disconnect', () => process.exit());
