/** `npm start`: the web is built when its sources changed, then the server runs in this very process. */
import { buildWeb } from './build-web.ts';

if (buildWeb()) await import('../api/src/main.ts');
else process.exitCode = 1;
