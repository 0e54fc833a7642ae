import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

const KEY = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-keyout', 'key.pem', '-out', 'cert.pem', '-days', '2'];
const NAMES = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost,IP:127.0.0.1'];

/** A certificate of this machine that nobody else trusts, and its key. */
export function localCertificate(): { cert: string; key: string } {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'bitacora-certificate-'));
  execFileSync('openssl', ['req', '-x509', ...KEY, ...NAMES], { cwd: folder, stdio: 'pipe' });
  const [cert, key] = ['cert.pem', 'key.pem'].map((name) => readFileSync(path.join(folder, name), 'utf8')) as [string, string];
  rmSync(folder, { recursive: true });
  return { cert, key };
}
