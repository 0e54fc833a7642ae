import { execFileSync } from 'node:child_process';
import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import path from 'node:path';

/** A time stamp authority (RFC 3161) that answers with `openssl ts -reply`; the file `mode` says what goes wrong. */
const folder = process.argv[2] as string;
const at = (name: string) => path.join(folder, name);
const openssl = (...words: string[]) => execFileSync('openssl', words, { cwd: folder, stdio: 'pipe' });

function replyTo(query: Buffer): Buffer {
  const mode = readFileSync(at('mode'), 'utf8');
  if (mode === 'noise') return Buffer.from('no es una respuesta');
  if (mode === 'replays' && existsSync(at('reply.tsr'))) return readFileSync(at('reply.tsr'));
  writeFileSync(at('query.tsq'), query);
  if (mode === 'other data') {
    writeFileSync(at('other'), 'otra cosa');
    openssl('ts', '-query', '-data', 'other', '-sha256', '-cert', '-out', 'query.tsq');
  }
  openssl('ts', '-reply', '-config', 'tsa.cnf', '-queryfile', 'query.tsq', '-out', 'reply.tsr');
  return readFileSync(at('reply.tsr'));
}

const server = createServer(async (request, response) => {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  appendFileSync(at('requests'), `${request.method} ${request.headers['content-type']}\n`);
  if (readFileSync(at('mode'), 'utf8') === 'away') return response.writeHead(503).end();
  response.writeHead(200, { 'content-type': 'application/timestamp-reply' }).end(replyTo(Buffer.concat(parts)));
});
server.listen(0, '127.0.0.1', () => console.log((server.address() as { port: number }).port));
