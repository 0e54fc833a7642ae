import { terminal } from '@bitacora/core/messages/terminal';
import { exits } from '@bitacora/core/terminal/stopped';
import { Box, useApp as useInk } from 'ink';
import { useEffect, useState } from 'react';
import { readConfiguration } from '../configuration.ts';
import { connect, connectionTo, type ServerConnection, urlOf } from '../connection.ts';
import type { Dependencies } from '../dependencies.ts';
import type { FailureReport } from '../failure.ts';
import { terminalScreens } from '../messages/screens.ts';
import { Login } from '../screens/login.tsx';
import { Page } from '../screens/ui/page.tsx';
import { Failure, Waiting } from '../screens/ui/states.tsx';
import { Keyboard } from './keyboard.tsx';
import { ScreenStack } from './screen-stack.tsx';
import { HasColour } from './tones.ts';
import { tellingOf } from './use-loaded.ts';
import { WindowSize } from './window-size.tsx';

/** A proof of who one is that was just given. */
export interface Proof {
  email: string;
  password: string;
}

type AppStage =
  | { kind: 'starting' }
  | { kind: 'failed'; failure: FailureReport }
  | { kind: 'login'; url: string; why: string | null }
  | { kind: 'in'; connection: ServerConnection; entry: Identity; proof: Proof | null };

/** What is known of whoever came in. */
export interface Identity {
  me: Awaited<ReturnType<ServerConnection['client']['readOwnData']>>;
  session: Awaited<ReturnType<ServerConnection['client']['readSession']>>;
}

const entryOf = async ({ client }: ServerConnection): Promise<Identity> => {
  const [me, session] = await Promise.all([client.readOwnData(), client.readSession()]);
  return { me, session };
};

/** The full-screen app; the signal of its surroundings ends with it. In with the kept token, or through the login form. */
export function App({ around }: { around: Dependencies }) {
  const [stage, setStage] = useState<AppStage>({ kind: 'starting' });
  const { exit } = useInk();
  const leave = () => exit();

  async function askForLogin(why: string | null) {
    const kept = await readConfiguration(around.settings.folder, { mayBeReadByOthers: true }).catch(() => null);
    setStage({ kind: 'login', url: urlOf(around.settings, kept), why });
  }
  async function enter(connection: ServerConnection, proof: Proof | null) {
    setStage({ kind: 'in', connection, entry: await entryOf(connection), proof });
  }
  async function start() {
    setStage({ kind: 'starting' });
    try {
      await enter(await connect(around.settings, around.signal), null);
    } catch (error) {
      if (around.signal.aborted) return;
      const failure = tellingOf(error);
      if (failure.exit === exits.notLoggedIn) return askForLogin(failure.message === terminal.notLoggedIn ? null : failure.message);
      setStage({ kind: 'failed', failure });
    }
  }
  useEffect(() => void start(), []);

  return (
    <HasColour value={around.settings.hasColour}>
      <WindowSize>
        <Keyboard>
          <Box>
            {stage.kind === 'starting' && <Starting />}
            {stage.kind === 'failed' && <Stuck failure={stage.failure} onRetry={start} onLogin={() => askForLogin(null)} onLeave={leave} />}
            {stage.kind === 'login' && (
              <Login
                around={around}
                url={stage.url}
                why={stage.why}
                onIn={({ url, token }, proof) => enter(connectionTo(url, token, around.signal), proof)}
                onLeave={leave}
              />
            )}
            {stage.kind === 'in' && (
              <ScreenStack
                around={around}
                connection={stage.connection}
                entry={stage.entry}
                proof={stage.proof}
                onLeave={leave}
                onGone={askForLogin}
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

function Stuck({ failure, onRetry, onLogin, onLeave }: { failure: FailureReport; onRetry(): void; onLogin(): void; onLeave(): void }) {
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
