import { buildWeb } from '../build-web.ts';
import { FRAME, LIST_MAX, LOGIN_MAX, readManifest, weightOf } from '../web-weight.ts';
import type { BenchRow } from './harness.ts';

const KB = 1_000;
const DAILY = 'src/activities/list/my-activities.tsx';

/** What a browser loads of JavaScript, compressed, beside what is allowed. */
export function benchWeb(): BenchRow[] {
  if (!buildWeb()) throw new Error('The web could not be built.');
  const manifest = readManifest();
  if (!manifest[DAILY]) throw new Error(`Nothing was built of ${DAILY}.`);
  const row = { unit: 'kB', limitName: 'lo acordado, comprimido', most: 1 } as const;
  return [
    {
      name: 'web: JavaScript del inicio de sesión',
      ours: weightOf(manifest, 'index.html', 'src/login/login.tsx') / KB,
      limit: LOGIN_MAX / KB,
      ...row,
    },
    { name: 'web: JavaScript de Mis actividades', ours: weightOf(manifest, ...FRAME, DAILY) / KB, limit: LIST_MAX / KB, ...row },
  ];
}
