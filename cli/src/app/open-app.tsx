import { terminal } from '@bitacora/core/messages/terminal';
import { exits } from '@bitacora/core/terminal/terminal';
import { Box, render, useApp as useInk } from 'ink';
import { useEffect, useState } from 'react';
import type { Dependencies } from '../command.ts';
import { readConfiguration, withPreferences } from '../configuration.ts';
import { chooseUrl, connect, connectionTo, type ServerConnection } from '../connection.ts';
import { describeFailure, type FailureReport } from '../failure.ts';
import { terminalScreens } from '../messages/screens.ts';
import { Login } from '../screens/login.tsx';
import { Failure, Page, Waiting } from '../screens/ui/page.tsx';
import { HasColour, Keyboard, WindowSize } from '../screens/ui/terminal.tsx';
import type { LoginCredentials } from '../session.ts';
import { type LoginIdentity, ScreenStack } from './screen-stack.tsx';

type AppStage =
  | { kind: 'starting' }
  | { kind: 'failed'; failure: FailureReport }
  | { kind: 'login'; url: string; why: string | null }
  | { kind: 'in'; connection: ServerConnection; identity: LoginIdentity; credentials: LoginCredentials | null };

const readIdentity = async ({ client }: ServerConnection): Promise<LoginIdentity> => {
  const [me, session] = await Promise.all([client.readOwnData(), client.readSession()]);
  return { me, session };
};

/** Enters with the saved token, or through the login form. */
function App({ dependencies }: { dependencies: Dependencies }) {
  const [stage, setStage] = useState<AppStage>({ kind: 'starting' });
  const { exit } = useInk();
  const leave = () => exit();

  async function askForLogin(why: string | null) {
    const configuration = await readConfiguration(dependencies.settings, { mayBeReadByOthers: true }).catch(() => null);
    setStage({ kind: 'login', url: chooseUrl(dependencies.settings, configuration), why });
  }
  async function enter(connection: ServerConnection, credentials: LoginCredentials | null) {
    setStage({ kind: 'in', connection, identity: await readIdentity(connection), credentials });
  }
  async function start() {
    setStage({ kind: 'starting' });
    try {
      await enter(await connect(dependencies.settings, dependencies.signal), null);
    } catch (error) {
      if (dependencies.signal.aborted) return;
      const failure = describeFailure(error);
      if (failure.exit === exits.notLoggedIn) return askForLogin(failure.message === terminal.notLoggedIn ? null : failure.message);
      setStage({ kind: 'failed', failure });
    }
  }
  useEffect(() => void start(), []);

  return (
    <HasColour value={dependencies.settings.hasColour}>
      <WindowSize>
        <Keyboard>
          <Box>
            {stage.kind === 'starting' && <Starting />}
            {stage.kind === 'failed' && (
              <StartFailure failure={stage.failure} onRetry={start} onLogin={() => askForLogin(null)} onLeave={leave} />
            )}
            {stage.kind === 'login' && (
              <Login
                dependencies={dependencies}
                url={stage.url}
                why={stage.why}
                onLogin={({ url, token }, credentials) => enter(connectionTo(url, token, dependencies.signal), credentials)}
                onLeave={leave}
              />
            )}
            {stage.kind === 'in' && (
              <ScreenStack
                dependencies={dependencies}
                connection={stage.connection}
                identity={stage.identity}
                credentials={stage.credentials}
                onLeave={leave}
                onLogout={askForLogin}
              />
            )}
          </Box>
        </Keyboard>
      </WindowSize>
    </HasColour>
  );
}

function Starting() {
  return (
    <Page title={terminalScreens.product}>
      <Waiting />
    </Page>
  );
}

interface StartFailureProps {
  failure: FailureReport;
  onRetry(): void;
  onLogin(): void;
  onLeave(): void;
}

function StartFailure({ failure, onRetry, onLogin, onLeave }: StartFailureProps) {
  const { keys } = terminalScreens;
  return (
    <Page
      title={terminalScreens.product}
      keys={[
        { names: ['r'], label: keys.retry, run: onRetry },
        { names: ['i'], label: keys.logIn, run: onLogin },
        { names: ['q', 'escape'], label: keys.leave, run: onLeave },
      ]}
    >
      <Failure failure={failure} />
    </Page>
  );
}

// A joined emoji may be wider on the screen than its computed width. A line that wraps would leave stale lines behind.
const WRAP_OFF = '\u001b[?7l';
const WRAP_ON = '\u001b[?7h';

/**
 * Runs the full-screen app until the person leaves it, and then restores the terminal. Returns the exit code.
 */
export async function openApp(dependencies: Dependencies): Promise<number> {
  const { signal, stdin, stdout, stderr } = dependencies;
  const settings = await withPreferences(dependencies.settings);
  const leaving = new AbortController();
  const appDependencies = { ...dependencies, settings, signal: AbortSignal.any([signal, leaving.signal]) };
  // main.ts has checked that the streams are a terminal.
  const streams = { stdin, stdout, stderr } as unknown as Pick<NodeJS.Process, 'stdin' | 'stdout' | 'stderr'>;
  stdout.write(WRAP_OFF);
  const app = render(<App dependencies={appDependencies} />, {
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
    leaving.abort();
  }
}
