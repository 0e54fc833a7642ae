import type { Writable } from 'node:stream';
import { ApiError, type Client } from '@bitacora/core/client';
import type { Endpoints, Reply } from '@bitacora/core/contract';
import type { CalendarDate } from '@bitacora/core/domain/calendar';
import type { Filters } from '@bitacora/core/domain/reports/report';
import { createContext, type DependencyList, useContext, useEffect, useRef, useState } from 'react';
import type { ScreenReport } from '../activity-layout.ts';
import type { Dependencies } from '../command.ts';
import { describeFailure, type FailureReport, isLoginGone } from '../failure.ts';
import { terminalLists } from '../messages/screens.ts';

/** A screen that another one can open. The components are in `screen-stack.tsx`, which no screen imports. */
export type ScreenRoute =
  | { name: 'menu' | 'import' | 'users' | 'topics' | 'assignments' | 'outbox' | 'doctor' }
  | { name: 'report'; report: ScreenReport; filters?: Filters }
  | { name: 'activity'; id: number };

export interface AdminScreenContext {
  /** For screens that run a command. */
  dependencies: Dependencies;
  url: string;
  /** A logout revokes no token. */
  isBorrowed: boolean;
  me: Reply<Endpoints['readOwnData']>;
  /** The business day when the app was opened, and its zone. */
  today: CalendarDate;
  zone: string;
  client: Client;
  /** Returns a client for one long answer, which goes to `sink` as it comes. */
  into(sink: Writable): Client;
  /** Calls in a session, for calls that no token may make. Asks for the password; rejects with `CanceledByUser` without one. */
  asMyself<Result>(use: (client: Client) => Promise<Result>): Promise<Result>;
  open(screen: ScreenRoute): void;
  back(): void;
  /** Shows a sentence at the foot of the next screen. */
  notify(sentence: string): void;
  leave(): void;
  logOut(): Promise<void>;
  /** Shows the login, because the server refuses the token. */
  logInAgain(why: string): void;
}

const Context = createContext<AdminScreenContext | null>(null);
export const AdminProvider = Context.Provider;

export function useAdmin(): AdminScreenContext {
  const admin = useContext(Context);
  if (!admin) throw new Error('useAdmin needs a login');
  return admin;
}

/** A form or a question over a screen ends with a sentence about what was done, or without it. */
export interface QuestionEnd {
  onDone(sentence: string): void;
  onBack(): void;
}

interface TaskState<Value> {
  value: Value | null;
  failure: FailureReport | null;
  isBusy: boolean;
  reload(): void;
}

/** Loads again when `dependencies` change. The old value stays until the new one comes; answers to older requests are dropped. */
export function useLoaded<Value>(load: () => Promise<Value>, dependencies: DependencyList): TaskState<Value> {
  const { logInAgain } = useAdmin();
  const [reloads, setReloads] = useState(0);
  const [state, setState] = useState<Omit<TaskState<Value>, 'reload'>>({ value: null, failure: null, isBusy: true });
  useEffect(() => {
    let isCurrent = true;
    setState((before) => ({ ...before, isBusy: true }));
    load().then(
      (value) => isCurrent && setState({ value, failure: null, isBusy: false }),
      (error: unknown) => {
        if (!isCurrent) return;
        if (isLoginGone(error)) return logInAgain(error.message);
        setState({ value: null, failure: describeFailure(error), isBusy: false });
      },
    );
    return () => {
      isCurrent = false;
    };
  }, [...dependencies, reloads]);
  return { ...state, reload: () => setReloads((count) => count + 1) };
}

/** Counts the readings of what changes, one in the seconds that --watch waits too. */
export function useReadings(): number {
  const { every } = useAdmin().dependencies.settings;
  const [count, setCount] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setCount((before) => before + 1), every * 1_000);
    return () => clearInterval(timer);
  }, [every]);
  return count;
}

/** The person canceled the work, so nothing is shown. */
export class CanceledByUser extends Error {}

/** Runs work that the person starts, one at a time. A failure stays until the next start. */
export function useTask() {
  const { logInAgain } = useAdmin();
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<FailureReport | null>(null);
  const isRunning = useRef(false);
  const isMounted = useRef(true);
  useEffect(() => {
    isMounted.current = true;
    return () => {
      isMounted.current = false;
    };
  }, []);

  /** `handles` returns true for a failure that the caller shows itself. */
  async function run(work: () => Promise<void>, handles: (error: unknown) => boolean = () => false): Promise<void> {
    if (isRunning.current) return;
    isRunning.current = true;
    setIsBusy(true);
    setFailure(null);
    try {
      await work();
    } catch (error) {
      if (!isMounted.current || error instanceof CanceledByUser || handles(error)) return;
      if (isLoginGone(error)) return logInAgain(error.message);
      setFailure(describeFailure(error));
    } finally {
      isRunning.current = false;
      if (isMounted.current) setIsBusy(false);
    }
  }
  return { isBusy, failure, run };
}

/**
 * Holds the values of a form and its task. `form` has the properties that the form needs of both: `errors` are sentences by field, and
 * other failures concern the whole form.
 */
export function useForm<Name extends string>(initial: () => Record<Name, string>, doing: string = terminalLists.saving) {
  const [values, setValues] = useState(initial);
  const { isBusy, failure, run } = useTask();
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const onChange = (name: Name, value: string) => setValues((before) => ({ ...before, [name]: value }));
  const submit = (work: () => Promise<void>) => {
    setErrors({});
    return run(work, (error) => {
      if (!(error instanceof ApiError) || Object.keys(error.fields).length === 0) return false;
      setErrors(error.fields);
      return true;
    });
  };
  return { values, submit, form: { values, errors, failure, onChange, doing: isBusy ? doing : null } };
}
