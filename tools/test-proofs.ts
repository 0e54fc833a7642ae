/** `npm run test:proofs`: the files that `npm test` leaves out, with the figures of every other test. */
import { PROOFS } from './proofs.ts';

process.argv.push('--maxWorkers=3', ...PROOFS);
await import('./test.ts');
