import { exits } from '@bitacora/core/terminal/stopped';
import { render } from 'ink';
import type { Dependencies } from '../dependencies.ts';
import { describeFailure } from '../failure.ts';
import { App } from './app.tsx';

/**
 * The full-screen app, until its person leaves it; what was on the terminal before comes back, however it ends. Answers the exit code.
 */
export async function openApp(surroundings: Dependencies): Promise<number> {
  const { signal, stdin, stdout, stderr } = surroundings;
  const left = new AbortController();
  const around = { ...surroundings, signal: AbortSignal.any([signal, left.signal]) };
  // The streams are those of a terminal: main has looked.
  const streams = { stdin, stdout, stderr } as unknown as Pick<NodeJS.Process, 'stdin' | 'stdout' | 'stderr'>;
  const app = render(<App around={around} />, { ...streams, alternateScreen: true, incrementalRendering: true, interactive: true });
  signal.addEventListener('abort', () => app.unmount(), { once: true });
  try {
    await app.waitUntilExit();
    return signal.aborted ? exits.interrupted : exits.done;
  } catch (error) {
    // A fault of ours: the terminal is itself again, so it can be told there.
    const { message, exit } = describeFailure(error, signal);
    stderr.write(`${message}\n`);
    return exit;
  } finally {
    // Whatever is still on its way to the server is not waited for.
    left.abort();
  }
}
