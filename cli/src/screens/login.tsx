import { ApiError } from '@bitacora/core/client';
import { login } from '@bitacora/core/messages/login';
import { printable } from '@bitacora/core/terminal/terminal';
import { Box, Text } from 'ink';
import { useMemo, useRef, useState } from 'react';
import { useTones } from '../app/terminal.tsx';
import type { Dependencies } from '../command.ts';
import { describeFailure, type FailureReport } from '../failure.ts';
import { logIn, logInByBrowser } from '../log-in.ts';
import { terminalScreens } from '../messages/screens.ts';
import { openPage } from '../open-page.ts';
import type { DevicePrompt, LoginCredentials } from '../session.ts';
import { isWebAddress, trimUrl } from '../settings.ts';
import { Form } from './ui/form.tsx';
import { Page, Waiting } from './ui/page.tsx';

const { password: passwordTexts, keys } = terminalScreens;

/** Asks for the password of the person who is logged in. */
export function PasswordPrompt({
  email,
  why,
  onAnswer,
  onGiveUp,
}: {
  email: string;
  why: string | null;
  onAnswer(password: string): void;
  onGiveUp(): void;
}) {
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

/** Shows where to confirm, and the code, until the person has done so or gives up. */
export function DeviceWait({ prompt, onGiveUp }: { prompt: DevicePrompt | null; onGiveUp(): void }) {
  return (
    <Page title={deviceTexts.title} onBack={onGiveUp}>
      {prompt && (
        <Box flexDirection="column" gap={1} marginBottom={1}>
          <Text>{deviceTexts.open}</Text>
          <Text>{printable(`    ${prompt.url}`)}</Text>
          <Text>{deviceTexts.code}</Text>
          <Text bold>{printable(`    ${prompt.userCode}`)}</Text>
        </Box>
      )}
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
  const [prompt, setPrompt] = useState<DevicePrompt | null>(null);
  const waiting = useRef<AbortController | null>(null);

  /** Until the person confirms, or gives up with Esc. */
  async function enterByBrowser(address: string): Promise<string> {
    const giveUp = new AbortController();
    waiting.current = giveUp;
    const signal = AbortSignal.any([dependencies.signal, giveUp.signal]);
    const show = (devicePrompt: DevicePrompt) => {
      setPrompt(devicePrompt);
      openPage(dependencies.settings, devicePrompt.url);
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
