/** `npm run test:proofs`: the files that `npm run test:all` leaves out, with the figures of every other test. */
import { PROOFS } from './test-scopes.ts';

process.argv.push('--maxWorkers=3', ...PROOFS);
await import('./test.ts');
