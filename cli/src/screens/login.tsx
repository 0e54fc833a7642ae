import { ApiError } from '@bitacora/core/client';
import { login } from '@bitacora/core/messages/login';
import { printable } from '@bitacora/core/terminal/terminal';
import { Box, Text } from 'ink';
import { useRef, useState } from 'react';
import { useTones } from '../app/display.tsx';
import type { Dependencies } from '../dependencies.ts';
import type { DevicePrompt } from '../device-login.ts';
import { describeFailure, type FailureReport } from '../failure.ts';
import { logIn, logInByBrowser } from '../log-in.ts';
import { terminalScreens } from '../messages/screens.ts';
import { openPage } from '../open-page.ts';
import type { LoginCredentials } from '../session.ts';
import { isWebAddress } from '../settings.ts';
import { DeviceWait } from './device-wait.tsx';
import { Form } from './ui/form.tsx';

interface LoginProps {
  dependencies: Dependencies;
  url: string;
  /** The reason of an unexpected login. */
  why: string | null;
  onLogin(login: { url: string; token: string }, credentials: LoginCredentials | null): Promise<void>;
  onLeave(): void;
}

const { login: texts } = terminalScreens;

const trimUrl = (url: string) => url.trim().replace(/\/+$/, '');

/** Asks for email and password, or without them for a confirmation in the browser, and saves only a token. */
export function Login({ dependencies, url, why, onLogin, onLeave }: LoginProps) {
  const [values, setValues] = useState({ url, email: '', password: '' });
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [failure, setFailure] = useState<FailureReport | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const [prompt, setPrompt] = useState<DevicePrompt | null>(null);
  const waiting = useRef<AbortController | null>(null);

  /** Until the person confirms, or gives up with Esc. */
  async function enterByBrowser(address: string): Promise<string> {
    const giveUp = new AbortController();
    waiting.current = giveUp;
    const signal = AbortSignal.any([dependencies.signal, giveUp.signal]);
    const show = (shown: DevicePrompt) => {
      setPrompt(shown);
      openPage(dependencies.settings, shown.url);
    };
    try {
      return (await logInByBrowser({ ...dependencies, signal }, { url: address, scope: 'write' }, show)).token;
    } finally {
      waiting.current = null;
      setPrompt(null);
    }
  }

  async function submit() {
    const address = trimUrl(values.url);
    setFailure(null);
    if (!isWebAddress(address)) return setErrors({ url: texts.urlWrong });
    setErrors({});
    setIsBusy(true);
    const credentials = { email: values.email.trim(), password: values.password };
    const isByBrowser = credentials.email === '' && credentials.password === '';
    try {
      // Null also for a person with a second factor, because the browser asks for it.
      const byPassword = isByBrowser
        ? null
        : await logIn(dependencies, { url: address, scope: 'write', ...credentials }).catch((error: unknown) => {
            if (error instanceof ApiError && error.code === 'secondFactor.required') return null;
            throw error;
          });
      const token = byPassword?.token ?? (await enterByBrowser(address));
      await onLogin({ url: address, token }, byPassword && credentials);
    } catch (error) {
      if (dependencies.signal.aborted) return;
      setIsBusy(false);
      if (error instanceof Error && error.name === 'AbortError') return; // Esc
      setValues((before) => ({ ...before, password: '' }));
      if (error instanceof ApiError && Object.keys(error.fields).length > 0) return setErrors({ ...error.fields });
      const { message, hint } = describeFailure(error);
      setFailure({ exit: 1, message, hint: error instanceof ApiError && error.status === 401 ? login.wrongDetail : hint });
    }
  }
  if (prompt) return <DeviceWait prompt={prompt} onGiveUp={() => waiting.current?.abort()} />;
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
      doing={isBusy ? texts.entering : null}
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
