import { terminal } from '@bitacora/core/messages/terminal';
import { exits } from '@bitacora/core/terminal/stopped';
import { Box, useApp as useInk } from 'ink';
import { useEffect, useState } from 'react';
import { readConfiguration } from '../configuration.ts';
import { type Connection, connect, connectionTo, urlOf } from '../connection.ts';
import type { Told } from '../failure.ts';
import { terminalScreens } from '../messages/screens.ts';
import type { Surroundings } from '../surroundings.ts';
import { Login } from '../views/login.tsx';
import { Page } from '../views/ui/page.tsx';
import { Failure, Waiting } from '../views/ui/states.tsx';
import { Desk } from './desk.tsx';
import { Keyboard } from './keyboard.tsx';
import { HasColour } from './tones.ts';
import { tellingOf } from './use-loaded.ts';
import { WindowSize } from './window-size.tsx';

/** A proof of who one is that was just given. */
export interface Proof {
  email: string;
  password: string;
}

type Stage =
  | { kind: 'starting' }
  | { kind: 'failed'; failure: Told }
  | { kind: 'login'; url: string; why: string | null }
  | { kind: 'in'; connection: Connection; entry: Entry; proof: Proof | null };

/** What is known of whoever came in. */
export interface Entry {
  me: Awaited<ReturnType<Connection['client']['readOwnData']>>;
  session: Awaited<ReturnType<Connection['client']['readSession']>>;
}

const entryOf = async ({ client }: Connection): Promise<Entry> => {
  const [me, session] = await Promise.all([client.readOwnData(), client.readSession()]);
  return { me, session };
};

/** The full-screen app; the signal of its surroundings ends with it. In with the kept token, or through the login form. */
export function App({ around }: { around: Surroundings }) {
  const [stage, setStage] = useState<Stage>({ kind: 'starting' });
  const { exit } = useInk();
  const leave = () => exit();

  async function askForLogin(why: string | null) {
    const kept = await readConfiguration(around.settings.folder, { mayBeReadByOthers: true }).catch(() => null);
    setStage({ kind: 'login', url: urlOf(around.settings, kept), why });
  }
  async function enter(connection: Connection, proof: Proof | null) {
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
              <Desk
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

function Stuck({ failure, onRetry, onLogin, onLeave }: { failure: Told; onRetry(): void; onLogin(): void; onLeave(): void }) {
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
