import { exits } from '@bitacora/core/terminal/terminal';
import { render } from 'ink';
import type { Dependencies } from '../dependencies.ts';
import { describeFailure } from '../failure.ts';
import { withPreferences } from '../preferences.ts';
import { App } from './app.tsx';

// A joined emoji may be wider on the screen than its computed width. A line that wraps would leave stale lines behind.
const WRAP_OFF = '\u001b[?7l';
const WRAP_ON = '\u001b[?7h';

/**
 * Runs the full-screen app until the person leaves it, and then restores the terminal. Returns the exit code.
 */
export async function openApp(dependencies: Dependencies): Promise<number> {
  const { signal, stdin, stdout, stderr } = dependencies;
  const settings = await withPreferences(dependencies.settings);
  const left = new AbortController();
  const untilLeft = { ...dependencies, settings, signal: AbortSignal.any([signal, left.signal]) };
  // main.ts has checked that the streams are a terminal.
  const streams = { stdin, stdout, stderr } as unknown as Pick<NodeJS.Process, 'stdin' | 'stdout' | 'stderr'>;
  stdout.write(WRAP_OFF);
  const app = render(<App dependencies={untilLeft} />, {
    ...streams,
    alternateScreen: true,
    incrementalRendering: true,
    interactive: true,
  });
  signal.addEventListener('abort', () => app.unmount(), { once: true });
  try {
    await app.waitUntilExit();
    return signal.aborted ? exits.interrupted : exits.done;
  } catch (error) {
    // Ink has restored the terminal, so standard error is visible.
    const { message, exit } = describeFailure(error, signal);
    stderr.write(`${message}\n`);
    return exit;
  } finally {
    stdout.write(WRAP_ON);
    // Cancels the requests that still run.
    left.abort();
  }
}
