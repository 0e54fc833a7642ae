import { readFileSync } from 'node:fs';
import path from 'node:path';

/** The version of a package as `from`, a package of this repository, has it. */
export const versionOf = (name: string, from: 'core' | 'api'): string =>
  JSON.parse(readFileSync(path.join(import.meta.dirname, '../..', from, 'node_modules', name, 'package.json'), 'utf8')).version;
