import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { asking } from '../load/asking.ts';
import type { BareQuery } from './bare-connections.ts';

export type BareCalls = Record<string, readonly BareQuery[]>;

/**
 * The least a server can do: each call answers the rows of its statements as JSON. Asked for they go side by side; told the values of
 * each, one after the other in one transaction.
 */
export async function bareServer(url: string, calls: BareCalls) {
  const child: ChildProcess = fork(path.join(import.meta.dirname, 'bare-server.ts'));
  child.send({ url, calls });
  const [port] = await once(child, 'message');
  const { ask, end } = asking(`http://127.0.0.1:${port}`);
  return {
    ask: (name: string) => ask({ path: `/${name}` }),
    tell: (name: string, values: readonly unknown[][]) => ask({ method: 'POST', path: `/${name}`, body: JSON.stringify(values) }),
    async stop(): Promise<void> {
      end();
      child.kill();
      await once(child, 'exit');
    },
  };
}
