import type { Client } from '@bitacora/core/client';
import { addDays, daysBetween, localDay } from '@bitacora/core/domain/calendar';
import { Box } from 'ink';
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import type { Dependencies } from '../command.ts';
import { deleteConfiguration } from '../configuration.ts';
import type { ServerConnection } from '../connection.ts';
import { terminalScreens } from '../messages/screens.ts';
import { Doctor } from '../screens/doctor.tsx';
import { ImportWizard } from '../screens/import/import-wizard.tsx';
import { DeviceWait, PasswordPrompt, useBrowserWait } from '../screens/login.tsx';
import { Menu } from '../screens/menu.tsx';
import { Outbox } from '../screens/outbox.tsx';
import { Activity } from '../screens/reports/activity.tsx';
import { Report } from '../screens/reports/report.tsx';
import { AdminProvider, type AdminScreenContext, CanceledByUser, type ScreenRoute } from '../screens/screen-context.ts';
import { Assignments, Topics } from '../screens/topics.tsx';
import { Notice } from '../screens/ui/page.tsx';
import { Layer } from '../screens/ui/terminal.tsx';
import { Users } from '../screens/users.tsx';
import type { LoginCredentials } from '../session.ts';
import { rememberOwnAccess } from './own-access.ts';

type Screens = { [Name in ScreenRoute['name']]: (route: Extract<ScreenRoute, { name: Name }>) => ReactNode };

const screens: Screens = {
  menu: () => <Menu />,
  import: () => <ImportWizard />,
  report: ({ report, filters }) => <Report name={report} filters={filters} />,
  activity: ({ id }) => <Activity id={id} />,
  users: () => <Users />,
  topics: () => <Topics />,
  assignments: () => <Assignments />,
  outbox: () => <Outbox />,
  doctor: () => <Doctor />,
};

const drawScreen = (route: ScreenRoute): ReactNode => (screens[route.name] as (route: ScreenRoute) => ReactNode)(route);

/** Every screen has fewer layers. */
const LAYERS_PER_SCREEN = 10;

/** The person who logged in. */
export interface LoginIdentity {
  me: AdminScreenContext['me'];
  session: Awaited<ReturnType<Client['readSession']>>;
}

interface ScreenStackProps {
  dependencies: Dependencies;
  connection: ServerConnection;
  identity: LoginIdentity;
  /** From the login form; null if the app opened with a saved token. */
  credentials: LoginCredentials | null;
  onLeave(): void;
  onLogout(why: string | null): void;
}

interface PasswordQuestion {
  /** React's key, so that each question begins with an empty field. */
  number: number;
  why: string | null;
  answer(password: string): void;
  giveUp(): void;
}

/** The open screens after the login. Only the top one is visible; those below keep their state. */
export function ScreenStack({ dependencies, connection, identity, credentials, onLeave, onLogout }: ScreenStackProps) {
  const { me, session } = identity;
  const [stack, setStack] = useState<readonly ScreenRoute[]>([{ name: 'menu' }]);
  const [notice, setNotice] = useState<string | null>(null);
  const [question, setQuestion] = useState<PasswordQuestion | null>(null);
  const questionCount = useRef(0);
  const { wait, inBrowser } = useBrowserWait(dependencies.settings);
  const askPassword = (why: string | null) =>
    new Promise<string>((resolve, reject) => {
      const close = (respond: () => void) => {
        setQuestion(null);
        respond();
      };
      questionCount.current += 1;
      setQuestion({
        number: questionCount.current,
        why,
        answer: (password) => close(() => resolve(password)),
        giveUp: () => close(() => reject(new CanceledByUser())),
      });
    });

  const openByBrowser = () => inBrowser((show, giveUp) => connection.openByBrowser(dependencies.machine, show, giveUp));
  const askCredentials = async (why: string | null): Promise<LoginCredentials | null> => {
    const password = session.allowsPasswords ? await askPassword(why) : '';
    return password ? { email: me.email, password } : null;
  };
  const ownAccess = useMemo(() => rememberOwnAccess({ connection, credentials, askCredentials, openByBrowser }), [connection]);
  // A session of the browser ends with these screens, also when the app is interrupted.
  useEffect(() => () => void ownAccess.end().catch(() => {}), [ownAccess]);

  const [openedOn] = useState(() => localDay(session.zone, dependencies.now()));
  const admin = useMemo<AdminScreenContext>(
    () => ({
      dependencies: { ...dependencies, connect: async () => connection },
      url: connection.url,
      isBorrowed: connection.isBorrowed,
      me,
      // The server's day moves on with this machine's, because the screens stay open past midnight.
      get today() {
        return addDays(session.today, daysBetween(openedOn, localDay(session.zone, dependencies.now())));
      },
      zone: session.zone,
      client: connection.client,
      into: connection.into,
      asMyself: ownAccess.asMyself,
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
        if (connection.isBorrowed) return onLogout(terminalScreens.login.borrowed);
        await connection.client.revokeBearer().catch(() => {});
        await deleteConfiguration(dependencies.settings);
        onLogout(null);
      },
      logInAgain: onLogout,
    }),
    [connection],
  );

  const noticeState = useMemo(() => ({ text: notice, clear: () => setNotice(null) }), [notice]);
  const top = stack.length - 1;
  return (
    <AdminProvider value={admin}>
      <Notice value={noticeState}>
        <Box display={question || wait ? 'none' : 'flex'}>
          {stack.map((screen, index) => (
            <Layer key={index} by={index * LAYERS_PER_SCREEN}>
              <Box display={index === top ? 'flex' : 'none'}>{drawScreen(screen)}</Box>
            </Layer>
          ))}
        </Box>
        {wait && (
          <Layer by={stack.length * LAYERS_PER_SCREEN}>
            <DeviceWait {...wait} />
          </Layer>
        )}
        {question && (
          <Layer by={stack.length * LAYERS_PER_SCREEN}>
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
