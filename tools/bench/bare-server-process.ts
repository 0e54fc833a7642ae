import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { asking } from '../load/asking.ts';
import type { Statement } from './statements.ts';

/** The least a server can do: each call answers the rows of its statements as JSON. */
export async function bareServer(url: string, calls: Record<string, Statement[]>) {
  const child: ChildProcess = fork(path.join(import.meta.dirname, 'bare-server.ts'));
  child.send({ url, calls });
  const [port] = await once(child, 'message');
  const { ask, end } = asking(`http://127.0.0.1:${port}`);
  return {
    ask: (name: string) => ask({ path: `/${name}` }),
    async stop(): Promise<void> {
      end();
      child.kill();
      await once(child, 'exit');
    },
  };
}
