import { ApiError } from '@bitacora/core/client';
import { login } from '@bitacora/core/messages/account/login';
import { printable } from '@bitacora/core/terminal/terminal';
import { Box, Text } from 'ink';
import { useMemo, useState } from 'react';
import type { Dependencies } from '../command.ts';
import { describeFailure, type FailureReport } from '../failure.ts';
import { logIn, logInByBrowser, openPage } from '../log-in.ts';
import { terminalScreens } from '../messages/screens.ts';
import type { DevicePrompt, LoginCredentials } from '../session.ts';
import { isWebAddress, type TerminalSettings, trimUrl } from '../settings.ts';
import { CanceledByUser } from './screen-context.ts';
import { Form } from './ui/form.tsx';
import { Page, Waiting } from './ui/page.tsx';
import { useTones } from './ui/terminal.tsx';

const { password: passwordTexts, keys } = terminalScreens;

interface PasswordPromptProps {
  email: string;
  why: string | null;
  onAnswer(password: string): void;
  onGiveUp(): void;
}

/** Asks for the password of the person who is logged in. */
export function PasswordPrompt({ email, why, onAnswer, onGiveUp }: PasswordPromptProps) {
  const [password, setPassword] = useState('');
  const errors = useMemo(() => ({ password: why ?? undefined }), [why]);
  return (
    <Form
      title={passwordTexts.title}
      lead={passwordTexts.lead(email)}
      fields={[{ name: 'password', label: passwordTexts.label, isHidden: true }]}
      values={{ password }}
      errors={errors}
      submit={keys.accept}
      submitsAtEnd
      onChange={(_, value) => setPassword(value)}
      onSubmit={() => onAnswer(password)}
      onBack={onGiveUp}
    />
  );
}

const { device: deviceTexts } = terminalScreens;

/** The app waits for a confirmation in the browser. */
interface DeviceWaitState {
  prompt: DevicePrompt;
  giveUp(): void;
}

/** Opens the browser for a confirmation, and waits until the person has given it, or gives it up with Esc. */
export function useBrowserWait(settings: TerminalSettings) {
  const [wait, setWait] = useState<DeviceWaitState | null>(null);
  async function inBrowser<Result>(enter: (show: (prompt: DevicePrompt) => void, giveUp: AbortSignal) => Promise<Result>): Promise<Result> {
    const giveUp = new AbortController();
    const show = (prompt: DevicePrompt) => {
      setWait({ prompt, giveUp: () => giveUp.abort() });
      openPage(settings, prompt.url);
    };
    try {
      return await enter(show, giveUp.signal);
    } catch (error) {
      throw giveUp.signal.aborted ? new CanceledByUser() : error;
    } finally {
      setWait(null);
    }
  }
  return { wait, inBrowser };
}

/** Shows where to confirm, and the code. */
export function DeviceWait({ prompt, giveUp }: DeviceWaitState) {
  return (
    <Page title={deviceTexts.title} onBack={giveUp}>
      <Box flexDirection="column" gap={1} marginBottom={1}>
        <Text>{deviceTexts.open}</Text>
        <Text>{printable(`    ${prompt.url}`)}</Text>
        <Text>{deviceTexts.code}</Text>
        <Text bold>{printable(`    ${prompt.userCode}`)}</Text>
      </Box>
      <Waiting text={deviceTexts.waiting} />
    </Page>
  );
}

interface LoginProps {
  dependencies: Dependencies;
  url: string;
  /** The reason of an unexpected login. */
  why: string | null;
  onLogin(login: { url: string; token: string }, credentials: LoginCredentials | null): Promise<void>;
  onLeave(): void;
}

const { login: texts } = terminalScreens;

/** Asks for email and password, or without them for a confirmation in the browser, and saves only a token. */
export function Login({ dependencies, url, why, onLogin, onLeave }: LoginProps) {
  const [values, setValues] = useState({ url, email: '', password: '' });
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [failure, setFailure] = useState<FailureReport | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const { wait, inBrowser } = useBrowserWait(dependencies.settings);

  async function submit() {
    const address = trimUrl(values.url);
    setFailure(null);
    if (!isWebAddress(address)) return setErrors({ url: texts.urlWrong });
    setErrors({});
    setIsBusy(true);
    const target = { url: address, scope: 'write' } as const;
    const credentials = { email: values.email.trim(), password: values.password };
    const isByBrowser = credentials.email === '' && credentials.password === '';
    try {
      // It is null for a person with a second factor too, because the browser asks for it.
      const byPassword = isByBrowser
        ? null
        : await logIn(dependencies, { ...target, ...credentials }).catch((error: unknown) => {
            if (error instanceof ApiError && error.code === 'secondFactor.required') return null;
            throw error;
          });
      const enterByBrowser = (show: (prompt: DevicePrompt) => void, giveUp: AbortSignal) =>
        logInByBrowser({ ...dependencies, signal: AbortSignal.any([dependencies.signal, giveUp]) }, target, show);
      const { token } = byPassword ?? (await inBrowser(enterByBrowser));
      await onLogin({ url: address, token }, byPassword && credentials);
    } catch (error) {
      if (dependencies.signal.aborted) return;
      setIsBusy(false);
      if (error instanceof CanceledByUser) return;
      setValues((before) => ({ ...before, password: '' }));
      if (error instanceof ApiError && Object.keys(error.fields).length > 0) return setErrors({ ...error.fields });
      const { message, hint } = describeFailure(error);
      setFailure({ exit: 1, message, hint: error instanceof ApiError && error.status === 401 ? login.wrongDetail : hint });
    }
  }
  if (wait) return <DeviceWait {...wait} />;
  return (
    <Form
      title={`${terminalScreens.product} · ${login.title}`}
      lead={<Lead why={why} />}
      fields={[
        { name: 'url', label: texts.url },
        { name: 'email', label: login.email },
        { name: 'password', label: login.password, isHidden: true },
      ]}
      values={values}
      errors={errors}
      submit={login.submit}
      submitsAtEnd
      startsIn="email"
      doing={isBusy ? login.submitting : null}
      failure={failure}
      onChange={(name, value) => setValues((before) => ({ ...before, [name]: value }))}
      onSubmit={submit}
      onBack={onLeave}
    />
  );
}

function Lead({ why }: { why: string | null }) {
  const colour = useTones();
  return (
    <Box flexDirection="column">
      {why && <Text color={colour('warning')}>{printable(why)}</Text>}
      <Text>{texts.lead}</Text>
    </Box>
  );
}
