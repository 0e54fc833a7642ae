import { PassThrough } from 'node:stream';
import { ApiError, type WireRequest } from '@bitacora/core/client';
import { createClient } from '@bitacora/core/client/create-client';
import { calendarDate } from '@bitacora/core/domain/calendar';
import { render } from 'ink-testing-library';
import { vi } from 'vitest';
import { ScreenStack } from '../../src/app/screen-stack.tsx';
import { HasColour, Keyboard, WindowSize } from '../../src/screens/ui/terminal.tsx';
import type { DevicePrompt } from '../../src/session.ts';
import { readSettings } from '../../src/settings.ts';

/** What the server says to a call: a body, or a status with it; given what was asked. */
export type Answers = Record<string, (input: Record<string, unknown>) => unknown | Promise<unknown>>;

export class ErrorReply extends Error {
  readonly status: number;
  readonly body: unknown;
  constructor(status: number, body: unknown) {
    super(`answers ${status}`);
    this.status = status;
    this.body = body;
  }
}

export const keys = { enter: '\r', escape: '\u001b', down: '\u001b[B', up: '\u001b[A', right: '\u001b[C', tab: '\t', ctrlC: '\u0003' };
export const PASSWORD = 'secreta1';

// Ink asks for the rows of a terminal here, since its fake has only columns.
process.env.LINES = '24';
process.env.COLUMNS = '100';

const me = {
  success: true as const,
  id: 1,
  name: 'Ana Ruiz',
  firstName: 'Ana',
  lastName: 'Ruiz',
  email: 'ana@demo.mx',
  employeeNumber: '1',
  department: 'VENTAS',
  position: 'GERENTE',
  level: 'Alto',
  kind: 'Usuario',
  alias: null,
  phone: null,
  workTime: null,
};

/** The app as somebody sees it who is logged in, at a server that answers like this. */
export function loggedIn(
  answers: Answers,
  {
    position = 'GERENTE',
    hasColour = false,
    isBorrowed = false,
    allowsPasswords = true,
    hasSecondFactor = false,
    now = () => new Date('2026-11-20T18:00:00Z'),
  } = {},
) {
  const requests: WireRequest[] = [];
  const transport = async (request: WireRequest) => {
    requests.push(request);
    const answer = answers[request.path.replace(/^\/api\/|\?.*$/g, '').replace(/\/\d+$/, '')];
    if (!answer) throw new Error(`nobody said what ${request.path} answers`);
    try {
      return { status: 200, body: await answer((request.body ?? {}) as Record<string, unknown>) };
    } catch (error) {
      if (error instanceof ErrorReply) return { status: error.status, body: error.body };
      throw error;
    }
  };
  const client = createClient(transport);
  let confirm = () => {};
  const connection = {
    url: 'http://servidor.demo.mx',
    client,
    isBorrowed,
    send: () => Promise.reject(),
    into: () => client,
    async openByBrowser(_machine: string, show: (prompt: DevicePrompt) => void, giveUp?: AbortSignal) {
      show({ url: 'http://servidor.demo.mx/activar', userCode: 'WDJB-MJHT' });
      const wait = new Promise<void>((resolve, reject) => {
        confirm = resolve;
        giveUp?.addEventListener('abort', () => reject(new Error('given up')));
      });
      await wait;
      return { client, unhurried: client };
    },
    withPassword: async <Result,>({ password }: { password: string }, use: (session: typeof client) => Promise<Result>) => {
      if (password !== PASSWORD) throw new ApiError(401, 'Usuario o Contraseña incorrectas', 'credentials.wrong');
      if (hasSecondFactor) throw new ApiError(403, 'Escribe el código', 'secondFactor.required');
      return use(client);
    },
  };
  const [onLeave, onGone] = [vi.fn(), vi.fn()];
  const session = {
    success: true as const,
    user: null,
    today: calendarDate('2026-11-20'),
    zone: 'America/Mexico_City',
    isDemo: true,
    isDemoExposed: false,
    needsFirstRun: false,
    allowsPasswords,
    companyLogin: null,
    isSecondFactorDue: false,
    contactUrl: '',
  };
  const dependencies = {
    settings: readSettings({ XDG_CONFIG_HOME: '/nonexistent' }, 'linux', '/nonexistent'),
    signal: new AbortController().signal,
    now,
    machine: 'ana@pruebas',
    connect: async () => connection,
    stdin: new PassThrough(),
    stdout: new PassThrough(),
    stderr: new PassThrough(),
  };
  const app = render(
    <HasColour value={hasColour}>
      <WindowSize>
        <Keyboard>
          <ScreenStack
            dependencies={dependencies}
            connection={connection}
            identity={{ me: { ...me, position }, session }}
            credentials={null}
            onLeave={onLeave}
            onLogout={onGone}
          />
        </Keyboard>
      </WindowSize>
    </HasColour>,
  );
  const screen = () => app.lastFrame() ?? '';
  return {
    requests,
    onLeave,
    onGone,
    screen,
    frames: app.frames,
    close: app.unmount,
    followers: () => app.stdout.listenerCount('resize'),
    /** The person confirms the code in their browser. */
    confirmInBrowser: () => confirm(),
    press: (...typed: string[]) => {
      for (const one of typed) app.stdin.write(one);
    },
    /** Until the screen says so. */
    shows: (text: string | RegExp) =>
      vi.waitFor(() => {
        const isShown = typeof text === 'string' ? screen().includes(text) : text.test(screen());
        if (!isShown) throw new Error(`${text} is not on screen:\n${screen()}`);
      }, 30_000),
  };
}
