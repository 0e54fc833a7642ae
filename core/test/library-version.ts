import { readFileSync } from 'node:fs';
import path from 'node:path';

/** Reads the version of a package that `from`, a package of this repository, has installed. */
export const readVersion = (name: string, from: 'core' | 'api'): string =>
  JSON.parse(readFileSync(path.join(import.meta.dirname, '../..', from, 'node_modules', name, 'package.json'), 'utf8')).version;
