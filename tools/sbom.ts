/** `npm run sbom [archivo]` writes the production packages as CycloneDX JSON, with the SHA-512 of each. */
import fs from 'node:fs';
import path from 'node:path';
import { pnpm } from './pnpm.ts';

const file = path.resolve(process.env.INIT_CWD ?? process.cwd(), process.argv[2] ?? 'sbom.cdx.json');
const bill = pnpm('sbom', '--prod', '--sbom-format', 'cyclonedx', '--sbom-type', 'application', '--sbom-spec-version', '1.6');
fs.writeFileSync(file, bill);
console.log(`${JSON.parse(bill).components.length} componentes en ${file}`);
