import type { Client } from '@bitacora/core/client';
import { ApiError } from '@bitacora/core/client';
import { Box } from 'ink';
import { useMemo, useRef, useState } from 'react';
import { forgetConfiguration } from '../configuration.ts';
import type { ServerConnection } from '../connection.ts';
import type { Dependencies } from '../dependencies.ts';
import { terminalScreens } from '../messages/screens.ts';
import { PasswordPrompt } from '../screens/password-prompt.tsx';
import { Notice } from '../screens/ui/notice.ts';
import { type AdminContext, AdminProvider } from './admin-context.ts';
import type { Identity, Proof } from './app.tsx';
import { Layer } from './keyboard.tsx';
import { drawScreen, type ScreenRoute } from './screens.tsx';
import { CanceledByUser } from './use-task.ts';

/** How long a password that was typed stands for its person. */
const PROOF_MS = 15 * 60_000;
/** More than any screen lays over itself. */
const LAYERS_A_SCREEN = 10;

interface ScreenStackProps {
  around: Dependencies;
  connection: ServerConnection;
  entry: Identity;
  proof: Proof | null;
  onLeave(): void;
  onGone(why: string | null): void;
}

interface PasswordQuestion {
  /** Each begins with an empty field. */
  number: number;
  why: string | null;
  answer(password: string): void;
  giveUp(): void;
}

/** The screens of somebody who is logged in: the one on top is seen, those below wait as they were. */
export function ScreenStack({ around, connection, entry: { me, session }, proof, onLeave, onGone }: ScreenStackProps) {
  const [stack, setStack] = useState<readonly ScreenRoute[]>([{ name: 'menu' }]);
  const [notice, setNotice] = useState<string | null>(null);
  const [question, setQuestion] = useState<PasswordQuestion | null>(null);
  const asked = useRef(0);
  const kept = useRef<{ proof: Proof; since: number } | null>(proof && { proof, since: Date.now() });

  const askPassword = (why: string | null) =>
    new Promise<string>((resolve, reject) => {
      const done = (settle: () => void) => {
        setQuestion(null);
        settle();
      };
      asked.current += 1;
      setQuestion({
        number: asked.current,
        why,
        answer: (password) => done(() => resolve(password)),
        giveUp: () => done(() => reject(new CanceledByUser())),
      });
    });

  async function asMyself<Result>(use: (client: Client) => Promise<Result>, why: string | null = null): Promise<Result> {
    if (kept.current && Date.now() - kept.current.since > PROOF_MS) kept.current = null;
    const credentials = kept.current?.proof ?? { email: me.email, password: await askPassword(why) };
    kept.current ??= { proof: credentials, since: Date.now() };
    try {
      return await connection.withPassword(credentials, use);
    } catch (error) {
      const isWrong = error instanceof ApiError && (error.code === 'credentials.wrong' || 'password' in error.fields);
      if (!isWrong) throw error;
      kept.current = null;
      return asMyself(use, error.message);
    }
  }

  const admin = useMemo<AdminContext>(
    () => ({
      dependencies: { ...around, connect: async () => connection },
      url: connection.url,
      isBorrowed: connection.isBorrowed,
      me,
      today: session.today,
      zone: session.zone,
      client: connection.client,
      into: connection.into,
      asMyself: (use) => asMyself(use),
      now: around.now,
      open: (screen) => {
        setNotice(null);
        setStack((before) => [...before, screen]);
      },
      back: () => {
        setNotice(null);
        setStack((before) => (before.length > 1 ? before.slice(0, -1) : before));
      },
      notify: setNotice,
      leave: onLeave,
      logOut: async () => {
        if (connection.isBorrowed) return onGone(terminalScreens.login.borrowed);
        await connection.client.revokeBearer().catch(() => {});
        await forgetConfiguration(around.settings.folder);
        onGone(null);
      },
      logInAgain: onGone,
    }),
    [connection],
  );

  const lastSaid = useMemo(() => ({ text: notice, clear: () => setNotice(null) }), [notice]);
  const top = stack.length - 1;
  return (
    <AdminProvider value={admin}>
      <Notice value={lastSaid}>
        <Box display={question ? 'none' : 'flex'}>
          {stack.map((screen, index) => (
            <Layer key={index} by={index * LAYERS_A_SCREEN}>
              <Box display={index === top ? 'flex' : 'none'}>{drawScreen(screen)}</Box>
            </Layer>
          ))}
        </Box>
        {question && (
          <Layer by={stack.length * LAYERS_A_SCREEN}>
            <PasswordPrompt
              key={question.number}
              email={me.email}
              why={question.why}
              onAnswer={question.answer}
              onGiveUp={question.giveUp}
            />
          </Layer>
        )}
      </Notice>
    </AdminProvider>
  );
}
