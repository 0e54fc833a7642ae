import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '..');

export interface BotDemo {
  url: string;
  /** Ends it as Ctrl-C does; answers its exit code. */
  stop(): Promise<number | null>;
}

/** Starts `npm run bot:demo` in a folder of its own, and waits until it prints the address of its page. */
export async function startBotDemo(): Promise<BotDemo> {
  const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'bitacora-bot-demo-'));
  fs.chmodSync(dataDir, 0o755);
  const env = { ...process.env, DATA_DIR: dataDir, PORT: '' };
  const demo = spawn(process.execPath, [path.join(root, 'tools/bot-demo.ts')], {
    cwd: root,
    env,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  const gone = once(demo, 'exit');
  let output = '';
  const url = await new Promise<string>((resolve, reject) => {
    for (const stream of [demo.stdout, demo.stderr])
      stream?.on('data', (chunk: Buffer) => {
        output += chunk;
        const [address] = /http:\/\/127\.0\.0\.1:\d+/.exec(output) ?? [];
        if (address) resolve(address);
      });
    demo.once('exit', () => reject(new Error(output)));
  });
  return {
    url,
    async stop() {
      demo.kill('SIGINT');
      const [code] = await gone;
      fs.rmSync(dataDir, { recursive: true, force: true });
      return code;
    },
  };
}
