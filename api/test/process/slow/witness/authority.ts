import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const CONFIG = (folder: string) => `
[tsa]
default_tsa = own
[own]
serial = ${folder}/serial
crypto_device = builtin
signer_cert = ${folder}/tsa.crt
signer_key = ${folder}/tsa.key
certs = ${folder}/ca.crt
signer_digest = sha256
default_policy = 1.2.3.4.1
digests = sha256
ess_cert_id_chain = no
ess_cert_id_alg = sha256
[signing]
extendedKeyUsage = critical,timeStamping
keyUsage = critical,digitalSignature
`;

/** OpenSSL as a time stamp authority with a certificate of its own making. */
function certify(folder: string): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(folder, 'tsa.cnf'), CONFIG(folder));
  writeFileSync(path.join(folder, 'serial'), '01\n');
  const openssl = (...words: string[]) => execFileSync('openssl', words, { cwd: folder, stdio: 'pipe' });
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
  openssl('req', '-x509', ...key, '-keyout', 'ca.key', '-out', 'ca.crt', '-subj', '/CN=Autoridad de prueba', '-days', '30');
  openssl('req', ...key, '-keyout', 'tsa.key', '-out', 'tsa.csr', '-subj', '/CN=Sello de tiempo de prueba');
  const signed = ['-CA', 'ca.crt', '-CAkey', 'ca.key', '-CAcreateserial', '-days', '30', '-extfile', 'tsa.cnf', '-extensions', 'signing'];
  openssl('x509', '-req', '-in', 'tsa.csr', '-out', 'tsa.crt', ...signed);
}

/** Starts it in a process of its own. `mode` says how it answers from now on. */
export async function authority(folder: string) {
  certify(folder);
  const mode = (word: 'right' | 'away' | 'replays' | 'other data' | 'noise') => writeFileSync(path.join(folder, 'mode'), word);
  mode('right');
  const child = spawn(process.execPath, [path.join(import.meta.dirname, 'authority-process.ts'), folder], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const port = await new Promise<number>((resolve) => child.stdout.once('data', (chunk) => resolve(Number(chunk))));
  return {
    url: `http://127.0.0.1:${port}/tsa`,
    ca: path.join(folder, 'ca.crt'),
    mode,
    requests: () => readFileSync(path.join(folder, 'requests'), 'utf8').trim().split('\n'),
    stop: () => child.kill('SIGKILL'),
  };
}
